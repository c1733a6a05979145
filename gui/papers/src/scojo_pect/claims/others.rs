//! Claims of the thesis on response, on the size of overhead, and on the workloads.

use super::super::reported::{self, Mix, OVERHEAD_SHARE};
use super::super::tables::{self, MIXES, run};
use super::super::{CONFIGURATIONS, MIX, MODELS, Point, RESPONSE, SHARE, Setting};
use super::{Judgement, logs_run, models_run, range};
use crate::trials::{Treatment, Trials};
use crate::{Claim, Estimate, Extent, Holds};

pub(super) fn responses(judge: &Judgement<'_>, base: Treatment) -> Claim {
    let (mut sure, mut count) = (0, 0);
    // For the models alone, and for all that was run.
    let mut largest: [Option<(Estimate, Setting, Treatment)>; 2] = [None; 2];
    for setting in run(judge.results.trials, Setting::all()) {
        for allocation in CONFIGURATIONS {
            let Some(change) = judge.results.saving(setting, (allocation, base), RESPONSE) else {
                continue;
            };
            sure += usize::from(change.is_significant());
            count += 1;
            for largest in &mut largest[usize::from(!setting.is_model())..] {
                let size = largest.map_or(0.0, |(most, ..)| most.mean.abs());
                if change.mean.abs() >= size {
                    *largest = Some((change, setting, allocation));
                }
            }
        }
    }
    let cells = CONFIGURATIONS
        .into_iter()
        .flat_map(|one| MODELS.map(|setting| reported::responses(setting, (one, base))[3]));
    let [low, high] = range(cells.flatten());
    let most = largest[1].map_or(0.0, |(change, ..)| change.mean.abs());
    let said = largest.map(|largest| {
        largest.map_or(String::new(), |(change, setting, allocation)| {
            let mean = change.mean.abs();
            let size = Estimate { mean, ..change }.words();
            let less = if change.mean < 0.0 { "more" } else { "less" };
            format!("{size} % {less} ({}, {allocation})", setting.name())
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
        choices: format!(
            "the bound of 60 s of the relative response time is invented; the target was set when another program of ours had measured -6.1 to 5.8 %; {}",
            judge.choices_text()
        ),
        ..Claim::default()
    }
}

pub(super) fn share(judge: &Judgement<'_>) -> Claim {
    let mut shares = Vec::new();
    for setting in run(judge.results.trials, Setting::all()) {
        let point = (setting, judge.results.rule);
        let of = |allocation| judge.results.trials.estimate(point, allocation, SHARE);
        shares.extend(CONFIGURATIONS.into_iter().filter_map(of));
    }
    shares.sort_by(|one, other| one.mean.total_cmp(&other.mean));
    let ends = [shares.first(), shares.last()].map(|end| end.copied());
    let said = ends.map(|end| end.map_or("-".to_owned(), |end| end.words()));
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
        choices: format!(
            "the target was set when another program of ours had measured 2.5 to 4.5 %; {}",
            judge.choices_text()
        ),
        explanation: "how long slices are, and so how often memory is swapped, is not printed"
            .to_owned(),
    }
}

/// Largest deviations of jobs and of work, in points.
fn deviations_of_mix(trials: &Trials<Point>, setting: Setting, reported: &Mix) -> Option<[f64; 2]> {
    let farthest = |kind: usize| {
        let classes = MIX[kind].into_iter().zip(reported[kind]);
        let off = classes.map(|(metric, reported)| {
            let measured = tables::mix(trials, setting, metric)?;
            Some((measured.mean - reported).abs())
        });
        let off: Option<Vec<_>> = off.collect();
        Some(range(off?.into_iter())[1])
    };
    Some([farthest(0)?, farthest(1)?])
}

pub(super) fn mix(trials: &Trials<Point>, extent: &Extent) -> Claim {
    let run = MIXES.iter().filter_map(|(setting, name, reported)| {
        Some((
            *setting,
            *name,
            reported,
            deviations_of_mix(trials, *setting, reported)?,
        ))
    });
    let run: Vec<_> = run.collect();
    let said = run.iter().map(|(_, name, _, [jobs, work])| {
        format!("{name} off by at most {jobs:.2} points of jobs and {work:.2} of work")
    });
    let said: Vec<_> = said.collect();
    let close = |[jobs, work]: [f64; 2]| jobs <= 1.0 && work <= 2.0;
    let reported = run.iter().map(|(_, name, reported, _)| {
        let cells = |values: [f64; 3]| values.map(|value| value.to_string()).join("/");
        let [jobs, work] = reported.map(cells);
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
            logs_run(trials, extent)
        ),
        reported: reported.join("; "),
        measured: said.join("; "),
        holds: Holds::among(run.iter().map(|(.., off)| close(*off))),
        choices: "nothing: the model's mix comes out of its published constants, the logs' of their first usable jobs".to_owned(),
        explanation: if run.iter().any(|(setting, ..)| *setting == Setting::SdscBlue) {
            "the thesis had an older version of SDSC-BLUE's log than there is now".to_owned()
        } else {
            String::new()
        },
    }
}
