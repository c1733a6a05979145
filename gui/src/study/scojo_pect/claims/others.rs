//! Claims of the thesis on response, on the size of overhead, and on the workloads.

use super::super::reported::{Mix, OVERHEAD_SHARE, RESPONSES};
use super::super::tables::{MIXES, Results};
use super::super::{ALLOCATIONS, CONFIGURATIONS, MODELS, SDSC_BLUE, SETTINGS};
use super::{Judge, logs_run, models_run, range, words};
use crate::study::{Claim, Estimate, Extent, Holds};

/// Index of all jobs among the classes of a response.
const ALL: usize = 3;

pub(super) fn responses(judge: &Judge<'_>, base: usize) -> Claim {
    let (mut sure, mut count) = (0, 0);
    // For the models alone, and for all that was run.
    let mut largest: [Option<(Estimate, usize, usize)>; 2] = [None; 2];
    for setting in judge.results.settings() {
        for place in CONFIGURATIONS {
            let at = (setting, judge.rule);
            let change = judge
                .results
                .less(at, (place, base), |outcome| outcome.responses[ALL]);
            let Some(change) = change else { continue };
            sure += usize::from(change.is_significant());
            count += 1;
            for largest in &mut largest[usize::from(setting >= MODELS)..] {
                let size = largest.map_or(0.0, |(most, ..)| most.mean.abs());
                if change.mean.abs() >= size {
                    *largest = Some((change, setting, place));
                }
            }
        }
    }
    let cells = RESPONSES.iter().flatten().map(|bases| bases[base][ALL]);
    let [low, high] = range(cells.flatten());
    let base = ALLOCATIONS[base].0;
    let most = largest[1].map_or(0.0, |(change, ..)| change.mean.abs());
    let said = largest.map(|largest| {
        largest.map_or(String::new(), |(change, setting, place)| {
            let size = words(Estimate {
                mean: change.mean.abs(),
                ..change
            });
            let less = if change.mean < 0.0 { "more" } else { "less" };
            let (setting, place) = (SETTINGS[setting].name(), ALLOCATIONS[place].0);
            format!("{size} % {less} ({setting}, {place})")
        })
    });
    Claim {
        statement: judge.statement(&format!(
            "No significant change of the relative response time over {base} allocation (target: within 7 %)"
        )),
        setting: judge.setting(true, "mean relative response of all jobs, means over workloads"),
        reported: format!(
            "{low:.2} to {high:.2} % less over all jobs, which the thesis calls not significant"
        ),
        measured: format!(
            "at most {} under the five models, {} in all; {sure} of {count} changes are surely not zero",
            said[0], said[1]
        ),
        holds: Holds::of(most <= 7.0 && 10 * sure <= count, most <= 7.0),
        chosen: format!(
            "the bound of 60 s of the relative response time is invented; the target was set when another program of ours had measured -6.1 to 5.8 %; {}",
            judge.chosen()
        ),
        ..Claim::default()
    }
}

pub(super) fn share(judge: &Judge<'_>) -> Claim {
    let mut shares = Vec::new();
    for setting in judge.results.settings() {
        for place in CONFIGURATIONS {
            shares.extend(judge.results.share((setting, judge.rule), place));
        }
    }
    shares.sort_by(|one, other| one.mean.total_cmp(&other.mean));
    let ends = [shares.first(), shares.last()].map(|end| end.copied());
    let said = ends.map(|end| end.map_or("-".to_owned(), words));
    let [low, high] = ends.map(|end| end.map_or(0.0, |end| end.mean));
    Claim {
        statement: judge.statement(&format!(
            "Overhead is about {OVERHEAD_SHARE} % of processing time (target: 1 to 6 %)"
        )),
        setting: judge.setting(
            true,
            "under memory-aware allocation, first loads included; means over workloads",
        ),
        reported: format!("about {OVERHEAD_SHARE} %"),
        measured: format!("{} to {} %", said[0], said[1]),
        holds: Holds::of(
            low <= OVERHEAD_SHARE && (OVERHEAD_SHARE..=2.0 * OVERHEAD_SHARE).contains(&high),
            low >= 1.0 && high <= 6.0,
        ),
        chosen: format!(
            "the target was set when another program of ours had measured 2.5 to 4.5 %; {}",
            judge.chosen()
        ),
        why: "how long slices are, and so how often memory is swapped, is not printed".to_owned(),
    }
}

/// Largest deviations of jobs and of work, in points.
fn off(results: &Results, setting: usize, reported: &Mix) -> Option<[f64; 2]> {
    let farthest = |kind: usize| {
        let reported = [reported.jobs, reported.work][kind];
        let classes = reported.into_iter().enumerate();
        let off = classes.map(|(class, reported)| {
            let measured = results.mix(setting, kind, class)?;
            Some((measured.mean - reported).abs())
        });
        let off: Option<Vec<_>> = off.collect();
        Some(range(off?.into_iter())[1])
    };
    Some([farthest(0)?, farthest(1)?])
}

pub(super) fn mix(results: &Results, extent: &Extent) -> Claim {
    let run = MIXES.iter().filter_map(|(setting, name, reported)| {
        Some((*setting, *name, reported, off(results, *setting, reported)?))
    });
    let run: Vec<_> = run.collect();
    let said = run.iter().map(|(_, name, _, [jobs, work])| {
        format!("{name} off by at most {jobs:.2} points of jobs and {work:.2} of work")
    });
    let said: Vec<_> = said.collect();
    let close = |[jobs, work]: [f64; 2]| jobs <= 1.0 && work <= 2.0;
    let reported = run.iter().map(|(_, name, reported, _)| {
        let cells = |values: [f64; 3]| values.map(|value| value.to_string()).join("/");
        let [jobs, work] = [reported.jobs, reported.work].map(cells);
        format!("{name} {jobs} % of jobs, {work} % of work")
    });
    let reported: Vec<_> = reported.collect();
    Claim {
        statement:
            "The workloads have the class mix of table 2 within 1 point (2 for work), short/medium/long"
                .to_owned(),
        setting: format!(
            "{}{}; the same by either rule",
            models_run(extent, "the model"),
            logs_run(results, extent)
        ),
        reported: reported.join("; "),
        measured: said.join("; "),
        holds: Holds::of(
            run.iter().all(|(.., off)| close(*off)),
            run.iter().any(|(.., off)| close(*off)),
        ),
        chosen: "nothing: the model's mix comes out of its published constants, the logs' of their first usable jobs".to_owned(),
        why: match run.iter().any(|(setting, ..)| *setting == SDSC_BLUE) {
            true => "the thesis had an older version of SDSC-BLUE's log than there is now".to_owned(),
            false => String::new(),
        },
    }
}
