//! The thesis's claims, and the targets set for them beforehand.

use super::super::{Claim, Estimate, Holds};
use super::reported::{LANL_CM5, LUBLIN, Mix, OVERHEAD_SHARE};
use super::tables::Results;
use super::{ALLOCATIONS, BASELINES, MODELS, SETTINGS};

/// The four configurations, by their place among the allocations.
const CONFIGURATIONS: std::ops::Range<usize> = BASELINES..ALLOCATIONS.len();

pub(super) fn claims(results: &Results) -> Vec<Claim> {
    vec![
        overhead_falls(results),
        in_order(results),
        sizes(results),
        best_first(results),
        most_where_runtime_does_not_tell(results),
        responses(results),
        share(results),
        mix(results),
    ]
}

/// Settings that were run.
fn settings(results: &Results) -> impl Iterator<Item = usize> {
    (0..SETTINGS.len()).filter(|&setting| results.of(setting).next().is_some())
}

/// The reductions of every configuration over both baselines.
fn reductions(results: &Results) -> Vec<(usize, usize, usize, Estimate)> {
    let mut all = Vec::new();
    for setting in settings(results) {
        for allocation in CONFIGURATIONS {
            for base in 0..BASELINES {
                if let Some(estimate) = results.reduction(setting, allocation, base) {
                    all.push((setting, allocation, base, estimate));
                }
            }
        }
    }
    all
}

fn overhead_falls(results: &Results) -> Claim {
    let all = reductions(results);
    let falls = all.iter().filter(|cell| cell.3.mean > 0.0).count();
    let surely = all
        .iter()
        .filter(|cell| cell.3.mean > 0.0 && cell.3.is_significant());
    let rises = all.iter().filter(|cell| cell.3.mean <= 0.0);
    let rises: Vec<_> = rises
        .map(|&(setting, allocation, base, estimate)| {
            format!(
                "{} {} over {} {:.2}",
                SETTINGS[setting].name(),
                ALLOCATIONS[allocation].0,
                ALLOCATIONS[base].0,
                estimate.mean
            )
        })
        .collect();
    let rises = match rises.as_slice() {
        [] => String::new(),
        rises => format!("; not in {}", rises.join(", ")),
    };
    Claim {
        why: String::new(),
        statement: "Memory-aware allocation lowers overhead in all cases".to_owned(),
        measured: format!(
            "lower on average in {falls} of {} cells, surely in {}{rises}",
            all.len(),
            surely.count()
        ),
        holds: Holds::of(falls == all.len(), 4 * falls >= 3 * all.len()),
        ..Claim::default()
    }
}

fn in_order(results: &Results) -> Claim {
    let models: Vec<_> = settings(results)
        .filter(|&setting| setting < MODELS)
        .collect();
    let ordered = |&&setting: &&usize| {
        let positive = |allocation, base| {
            results
                .reduction(setting, allocation, base)
                .is_some_and(|estimate| estimate.mean > 0.0)
        };
        positive(1, 0)
            && CONFIGURATIONS
                .into_iter()
                .all(|allocation| positive(allocation, 1))
    };
    let count = models.iter().filter(ordered).count();
    Claim {
        why: String::new(),
        statement:
            "Overhead: memory-aware (all four) < intelligent < first-free under every memory model"
                .to_owned(),
        measured: format!("so under {count} of {} models", models.len()),
        holds: Holds::of(count == models.len(), 2 * count > models.len()),
        ..Claim::default()
    }
}

fn sizes(results: &Results) -> Claim {
    let all = reductions(results);
    let models = all.iter().filter(|cell| cell.0 < MODELS);
    let range = |base: usize| {
        let means = models
            .clone()
            .filter(|cell| cell.2 == base)
            .map(|cell| cell.3.mean);
        means.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), mean| {
            (low.min(mean), high.max(mean))
        })
    };
    let (first_free, intelligent) = (range(0), range(1));
    let within = |(low, high): (f64, f64), least, most| low >= least && high <= most;
    Claim {
        why: String::new(),
        statement: "Savings of 1 to 15 % over first-free and 0 to 9 % over intelligent (thesis: 0.7 to 13.8 and 0.1 to 7.1)"
            .to_owned(),
        measured: format!(
            "{:.2} to {:.2} % and {:.2} to {:.2} % under the five models",
            first_free.0, first_free.1, intelligent.0, intelligent.1
        ),
        holds: Holds::of(
            within(first_free, 1.0, 15.0) && within(intelligent, 0.0, 9.0),
            first_free.0 > 0.0,
        ),
        ..Claim::default()
    }
}

fn best_first(results: &Results) -> Claim {
    // Best/worst and best/best against worst/worst and worst/best fit.
    let mean = |setting, places: [usize; 2]| {
        let both = places.map(|place| results.reduction(setting, place, 0));
        both.iter()
            .flatten()
            .map(|estimate| estimate.mean)
            .sum::<f64>()
            / 2.0
    };
    let models = [0, 1, 3, 4];
    let better = models
        .iter()
        .filter(|&&setting| mean(setting, [2, 3]) >= mean(setting, [4, 5]))
        .count();
    let values = models.map(|setting| {
        format!(
            "{} {:.2} against {:.2}",
            SETTINGS[setting].name(),
            mean(setting, [2, 3]),
            mean(setting, [4, 5])
        )
    });
    Claim {
        why: String::new(),
        statement:
            "Best fit first saves at least as much as worst fit first under MM1, MM2, MM4 and MM5"
                .to_owned(),
        measured: format!("per cent over first-free: {}", values.join(", ")),
        holds: Holds::of(better == models.len(), 2 * better > models.len()),
        ..Claim::default()
    }
}

fn most_where_runtime_does_not_tell(results: &Results) -> Claim {
    let mut most = 0;
    let mut sums = [0.0; MODELS];
    for allocation in CONFIGURATIONS {
        let means: [f64; MODELS] = std::array::from_fn(|setting| {
            let estimate = results.reduction(setting, allocation, 0);
            estimate.map_or(0.0, |estimate| estimate.mean)
        });
        let highest = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most += usize::from(means[MODELS - 1] >= highest);
        for (sum, mean) in sums.iter_mut().zip(means) {
            *sum += mean / CONFIGURATIONS.len() as f64;
        }
    }
    let above = sums[..MODELS - 1]
        .iter()
        .filter(|&&sum| sum > sums[MODELS - 1]);
    let above = above.count();
    let means: Vec<_> = sums.iter().map(|sum| format!("{sum:.2}")).collect();
    Claim {
        why: String::new(),
        statement: "Most is saved where the runtime does not tell the memory (MM5)".to_owned(),
        measured: format!(
            "in {most} of 4 configurations; on average over them {} per cent under MM1 to MM5",
            means.join(", ")
        ),
        holds: Holds::of(most == 4, above <= 1),
        ..Claim::default()
    }
}

fn responses(results: &Results) -> Claim {
    let (mut largest, mut sure, mut count) = (0.0_f64, 0, 0);
    for setting in settings(results) {
        for allocation in CONFIGURATIONS {
            let change = results.less(setting, allocation, 0, |outcome| outcome.responses[3]);
            if let Some(change) = change {
                largest = largest.max(change.mean.abs());
                sure += usize::from(change.is_significant());
                count += 1;
            }
        }
    }
    Claim {
        why: String::new(),
        statement: "No significant change of the relative response time (target: within 7 %)"
            .to_owned(),
        measured: format!(
            "at most {largest:.2} % over first-free; {sure} of {count} changes are surely not zero"
        ),
        holds: Holds::of(largest <= 7.0 && 10 * sure <= count, largest <= 7.0),
        ..Claim::default()
    }
}

fn share(results: &Results) -> Claim {
    let mut shares = Vec::new();
    for setting in settings(results) {
        for allocation in CONFIGURATIONS {
            shares.extend(results.share(setting, allocation));
        }
    }
    let low = shares
        .iter()
        .map(|share| share.mean)
        .fold(f64::INFINITY, f64::min);
    let high = shares.iter().map(|share| share.mean).fold(0.0, f64::max);
    let close = low <= OVERHEAD_SHARE && OVERHEAD_SHARE <= high;
    Claim {
        why: String::new(),
        statement: format!(
            "Overhead is about {OVERHEAD_SHARE} % of processing time (target: 1 to 6 %)"
        ),
        measured: format!("{low:.2} to {high:.2} %, first loads included"),
        holds: Holds::of(
            close && high <= 2.0 * OVERHEAD_SHARE,
            (1.0..=6.0).contains(&low) && high <= 6.0,
        ),
        ..Claim::default()
    }
}

fn mix(results: &Results) -> Claim {
    let farthest = |setting: usize, reported: &Mix| {
        let count = results.of(setting).count().max(1) as f64;
        let mean = |kind: usize, class: usize| {
            results
                .of(setting)
                .map(|sample| sample.mix[kind][class])
                .sum::<f64>()
                / count
        };
        let jobs = (0..3).map(|class| (mean(0, class) - reported.jobs[class]).abs());
        let work = reported.work.unwrap_or_default();
        let work = (0..3).map(|class| (mean(1, class) - work[class]).abs());
        [jobs.fold(0.0, f64::max), work.fold(0.0, f64::max)]
    };
    let mut parts = vec![("Lublin", farthest(0, &LUBLIN))];
    if settings(results).any(|setting| setting == 6) {
        parts.push(("LANL-CM5", farthest(6, &LANL_CM5)));
    }
    let words = parts.iter().map(|(name, [jobs, work])| {
        format!("{name} off by at most {jobs:.2} points of jobs and {work:.2} of work")
    });
    let words: Vec<_> = words.collect();
    Claim {
        why: String::new(),
        statement: "The class mix is that of table 2 within 1 point (2 for work)".to_owned(),
        measured: words.join("; "),
        holds: Holds::of(
            parts
                .iter()
                .all(|(_, [jobs, work])| *jobs <= 1.0 && *work <= 2.0),
            parts.iter().all(|(_, [jobs, _])| *jobs <= 1.0),
        ),
        ..Claim::default()
    }
}
