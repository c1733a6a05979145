//! The thesis's claims, and the targets set for them beforehand, each by either rule.

mod others;
mod overhead;

use super::tables::Results;
use super::{BASELINES, CONFIGURATIONS, LOAD, MODELS, RULES, SETTINGS, jobs, workloads};
use crate::study::{Claim, Estimate, Extent};

pub(super) fn claims(results: &Results, extent: &Extent) -> Vec<Claim> {
    let mut claims = vec![others::mix(results, extent)];
    for rule in 0..RULES.len() {
        let judge = Judge {
            results,
            extent,
            rule,
        };
        claims.extend([
            overhead::falls(&judge, false),
            overhead::falls(&judge, true),
            overhead::in_order(&judge),
            overhead::sizes(&judge),
            overhead::best_first(&judge),
            overhead::most_where_runtime_does_not_tell(&judge),
            others::responses(&judge, 0),
            others::responses(&judge, 1),
            others::share(&judge),
        ]);
    }
    claims
}

/// Results and rule by which a claim is judged.
struct Judge<'r> {
    results: &'r Results,
    extent: &'r Extent,
    rule: usize,
}

impl Judge<'_> {
    /// Statement of a claim, with the rule by which it is judged.
    fn statement(&self, words: &str) -> String {
        format!("{words} ({})", RULES[self.rule].name)
    }

    /// Text on the setting of a claim: the models alone, or all that was run.
    fn setting(&self, logs: bool, means: &str) -> String {
        let rule = RULES[self.rule].words;
        let logs = match logs {
            true => logs_run(self.results, self.extent),
            false => String::new(),
        };
        format!(
            "{rule}; {}{logs}; {means}",
            models_run(self.extent, "MM1 to MM5")
        )
    }

    /// Text on inventions, and choices made with the outcome in view.
    fn chosen(&self) -> String {
        let of_rule = match self.rule {
            0 => {
                "the charge once a period and the launch guard were introduced when jobs never ended by the literal rule"
            }
            _ => {
                "the rule is the program's; the launch guard, which it has not, was introduced when jobs never ended and is kept"
            }
        };
        format!(
            "{of_rule}; the slice lengths are invented; conservative and EASY backfilling were compared after both had been fixed"
        )
    }

    /// Savings of every configuration over every baseline: setting, allocation, baseline and per
    /// cent.
    fn reductions(&self, in_node_time: bool) -> Vec<(usize, usize, usize, Estimate)> {
        let mut all = Vec::new();
        for setting in self.results.settings() {
            for allocation in CONFIGURATIONS {
                for base in 0..BASELINES {
                    let at = (setting, self.rule);
                    let saved =
                        self.results
                            .less(at, (allocation, base), |run| match in_node_time {
                                true => run.node_overhead,
                                false => run.overhead,
                            });
                    all.extend(saved.map(|saved| (setting, allocation, base, saved)));
                }
            }
        }
        all
    }
}

fn models_run(extent: &Extent, models: &str) -> String {
    format!(
        "{} workloads of {} jobs at load {} (seeds from 1) for {models}",
        workloads(extent),
        jobs(extent),
        extent.load.unwrap_or(LOAD)
    )
}

/// Text on the logs that were run, each with the number of draws.
fn logs_run(results: &Results, extent: &Extent) -> String {
    let logs = results.settings().filter(|&setting| setting >= MODELS);
    let words = logs.map(|setting| {
        let draws = match results.of(setting, 0).count() {
            1 => String::new(),
            draws => format!(" with memory drawn {draws} times"),
        };
        let name = SETTINGS[setting].name();
        format!(", the first {} jobs of {name}{draws}", jobs(extent))
    });
    words.collect()
}

/// A mean with half of its interval.
fn words(estimate: Estimate) -> String {
    match estimate.half_width {
        Some(half) => format!("{:.2} ± {half:.2}", estimate.mean),
        None => format!("{:.2}", estimate.mean),
    }
}

/// Least and largest of `values`.
fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
        [low.min(value), high.max(value)]
    })
}
