//! Claims of the thesis on overhead: that it falls, by how much, and where most.

use super::super::reported::REDUCTIONS;
use super::super::{ALLOCATIONS, BASELINES, CONFIGURATIONS, MODELS, SETTINGS};
use super::{Judge, range, words};
use crate::study::{Claim, Estimate, Holds};

/// Text on why the orders and sizes of savings are not those of the thesis.
const LESS_AT_HIGH_LOAD: &str =
    "savings are larger here where there is less to do: --load 0.75 --jobs 2500 shows it";

/// Text on how overhead is counted: as in the thesis, or each job's times its nodes.
fn counted(in_node_time: bool) -> &'static str {
    match in_node_time {
        false => "overhead summed over jobs, not times nodes",
        true => "overhead of each job times its nodes",
    }
}

/// Reported savings over a baseline in the first `settings` settings: least and largest.
fn reported(base: usize, settings: usize) -> String {
    let cells = REDUCTIONS.iter().flat_map(|table| &table[..settings]);
    let [low, high] = range(cells.map(|cell| cell[base]));
    format!("{low:.2} to {high:.2} % over {}", ALLOCATIONS[base].0)
}

pub(super) fn falls(judge: &Judge<'_>, in_node_time: bool) -> Claim {
    let all = judge.reductions(in_node_time);
    let rises: Vec<_> = all.iter().filter(|cell| cell.3.mean <= 0.0).collect();
    let falls = all.len() - rises.len();
    let surely = all
        .iter()
        .filter(|cell| cell.3.mean > 0.0 && cell.3.is_significant());
    let name = |&&(setting, allocation, base, saved): &&(usize, usize, usize, Estimate)| {
        let [allocation, base] = [allocation, base].map(|place| ALLOCATIONS[place].0);
        let setting = SETTINGS[setting].name();
        format!("{setting} {allocation} over {base} {}", words(saved))
    };
    let not = match rises.as_slice() {
        [] => String::new(),
        rises => {
            let names: Vec<_> = rises.iter().map(name).collect();
            format!("; not in {}", names.join(", "))
        }
    };
    let of_models = all.iter().filter(|cell| cell.0 < MODELS);
    let models_fall = of_models.clone().filter(|cell| cell.3.mean > 0.0);
    let ranges: Vec<_> = (0..BASELINES)
        .map(|base| {
            let [low, high] = range(
                all.iter()
                    .filter(|cell| cell.2 == base)
                    .map(|cell| cell.3.mean),
            );
            format!("{low:.2} to {high:.2} % over {}", ALLOCATIONS[base].0)
        })
        .collect();
    let (what, why) = match in_node_time {
        false => ("overhead", ""),
        true => (
            "overhead counted in node time",
            "the thesis sums over jobs; what a cluster loses is node time",
        ),
    };
    Claim {
        statement: judge.statement(&format!(
            "Memory-aware allocation lowers {what} in all cases"
        )),
        setting: judge.setting(
            true,
            &format!("{}; means over workloads", counted(in_node_time)),
        ),
        reported: match in_node_time {
            false => format!(
                "in all 56 cells of tables 4 to 9: {} and {}",
                reported(0, SETTINGS.len()),
                reported(1, SETTINGS.len())
            ),
            true => String::new(),
        },
        measured: format!(
            "lower on average in {falls} of {} cells ({} of {} under the five models), surely in {}; {}{not}",
            all.len(),
            models_fall.count(),
            of_models.count(),
            surely.count(),
            ranges.join(" and ")
        ),
        holds: Holds::of(falls == all.len(), 4 * falls >= 3 * all.len()),
        chosen: judge.chosen(),
        why: why.to_owned(),
    }
}

pub(super) fn in_order(judge: &Judge<'_>) -> Claim {
    let positive = |setting, pair| {
        let saved = judge.results.reduction((setting, judge.rule), pair);
        saved.is_some_and(|saved| saved.mean > 0.0)
    };
    let ordered = |setting: &usize| {
        positive(*setting, (1, 0))
            && CONFIGURATIONS
                .iter()
                .all(|&place| positive(*setting, (place, 1)))
    };
    let count = (0..MODELS).filter(ordered).count();
    let not = (0..MODELS).filter(|setting| !ordered(setting));
    let not: Vec<_> = not.map(|setting| SETTINGS[setting].name()).collect();
    let not = match not.as_slice() {
        [] => String::new(),
        not => format!("; not under {}", not.join(", ")),
    };
    let intelligent: Vec<_> = (0..MODELS)
        .filter_map(|setting| judge.results.reduction((setting, judge.rule), (1, 0)))
        .map(words)
        .collect();
    Claim {
        statement: judge.statement(
            "Overhead: memory-aware (all four) < intelligent < first-free under every memory model",
        ),
        setting: judge.setting(false, "means over workloads"),
        reported: "so in every cell of tables 4 to 7".to_owned(),
        measured: format!(
            "so under {count} of {MODELS} models{not}; intelligent saves {} % over first-free under MM1 to MM5",
            intelligent.join(", ")
        ),
        holds: Holds::of(count == MODELS, 2 * count > MODELS),
        chosen: judge.chosen(),
        why: LESS_AT_HIGH_LOAD.to_owned(),
    }
}

pub(super) fn sizes(judge: &Judge<'_>) -> Claim {
    let all = judge.reductions(false);
    let of = |base: usize| {
        let cells = all.iter();
        let cells = cells.filter(move |cell| cell.0 < MODELS && cell.2 == base);
        let mut cells: Vec<_> = cells.map(|cell| cell.3).collect();
        cells.sort_by(|one, other| one.mean.total_cmp(&other.mean));
        cells
    };
    let ends = [0, 1].map(|base| {
        let cells = of(base);
        [cells[0], cells[cells.len() - 1]]
    });
    let within = |[low, high]: [Estimate; 2], least, most| low.mean >= least && high.mean <= most;
    let said = ends.map(|[low, high]| format!("from {} to {} %", words(low), words(high)));
    Claim {
        statement: judge.statement(
            "Savings of 1 to 15 % over first-free and 0 to 9 % over intelligent allocation under the five models",
        ),
        setting: judge.setting(false, "each cell a mean over workloads"),
        reported: format!("{} and {}", reported(0, MODELS), reported(1, MODELS)),
        measured: format!("{} over first-free, {} over intelligent", said[0], said[1]),
        holds: Holds::of(
            within(ends[0], 1.0, 15.0) && within(ends[1], 0.0, 9.0),
            ends[0][0].mean > 0.0,
        ),
        chosen: format!(
            "the bounds of the target were set when another program of ours had measured 2.5 to 13.1 and 0.4 to 8.1 % by our rule; {}",
            judge.chosen()
        ),
        why: LESS_AT_HIGH_LOAD.to_owned(),
    }
}

/// Claim that best/worst and best/best fit save more than worst/worst and worst/best fit.
pub(super) fn best_first(judge: &Judge<'_>) -> Claim {
    const WHERE: [usize; 4] = [0, 1, 3, 4];
    let pairs = [&CONFIGURATIONS[..2], &CONFIGURATIONS[2..]];
    let saved = |setting: usize| {
        pairs.map(|places| {
            let at = (setting, judge.rule);
            judge.results.mean_reduction(at, places, 0)
        })
    };
    let better = WHERE.iter().filter(|&&setting| match saved(setting) {
        [Some(best), Some(worst)] => best.mean >= worst.mean,
        _ => false,
    });
    let better = better.count();
    let measured = WHERE.map(|setting| {
        let [best, worst] = saved(setting).map(|saved| saved.map_or("-".to_owned(), words));
        format!("{} {best} against {worst}", SETTINGS[setting].name())
    });
    let reported = WHERE.map(|setting| {
        let mean = |tables: std::ops::Range<usize>| {
            let cells = REDUCTIONS[tables].iter().map(|table| table[setting][0]);
            cells.sum::<f64>() / 2.0
        };
        let [best, worst] = [mean(0..2), mean(2..4)];
        format!("{} {best:.2} against {worst:.2}", SETTINGS[setting].name())
    });
    Claim {
        statement: judge.statement(
            "Best fit first saves at least as much as worst fit first under MM1, MM2, MM4 and MM5: a target of ours, not a claim of the thesis",
        ),
        setting: judge.setting(false, "means over workloads and both second stages"),
        reported: format!("per cent over first-free: {}", reported.join(", ")),
        measured: format!("per cent over first-free: {}", measured.join(", ")),
        holds: Holds::of(better == WHERE.len(), 2 * better > WHERE.len()),
        chosen: format!(
            "the target was set when another program of ours had measured so; {}",
            judge.chosen()
        ),
        why: "the thesis's own cells say otherwise under MM4".to_owned(),
    }
}

pub(super) fn most_where_runtime_does_not_tell(judge: &Judge<'_>) -> Claim {
    const EVEN: usize = MODELS - 1;
    let mean = |setting: usize, places: &[usize]| {
        let at = (setting, judge.rule);
        judge.results.mean_reduction(at, places, 0)
    };
    let highest = |places: &[usize]| {
        let means = |setting| mean(setting, places).map_or(0.0, |saved| saved.mean);
        (0..EVEN).all(|setting| means(setting) <= means(EVEN))
    };
    let most = CONFIGURATIONS
        .iter()
        .filter(|&&place| highest(&[place]))
        .count();
    let means: Vec<_> = (0..MODELS)
        .filter_map(|setting| mean(setting, &CONFIGURATIONS))
        .collect();
    let above = means
        .iter()
        .filter(|saved| Some(saved.mean) > means.last().map(|even| even.mean));
    let above = above.count();
    let said: Vec<_> = means.iter().map(|&saved| words(saved)).collect();
    let reported = |setting: usize| {
        let cells = REDUCTIONS.iter().map(|table| table[setting][0]);
        format!("{:.2}", cells.sum::<f64>() / 4.0)
    };
    let reported: Vec<_> = (0..MODELS).map(reported).collect();
    Claim {
        statement: judge
            .statement("Most is saved where the runtime does not tell the memory (MM5)"),
        setting: judge.setting(
            false,
            "means over workloads and the four configurations, and highest in at least three of these, as in the thesis",
        ),
        reported: format!(
            "highest in 3 of 4 configurations; on average over them {} % over first-free under MM1 to MM5",
            reported.join(", ")
        ),
        measured: format!(
            "highest in {most} of 4 configurations; on average over them {} % under MM1 to MM5",
            said.join(", ")
        ),
        holds: Holds::of(above == 0 && most >= 3, above <= 1),
        chosen: format!(
            "MM5 was deduced from this very finding, as its line of table 3 is damaged; {}",
            judge.chosen()
        ),
        ..Claim::default()
    }
}
