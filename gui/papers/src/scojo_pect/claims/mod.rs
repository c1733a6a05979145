//! The thesis's claims, and the targets set for them beforehand, each by either rule.

mod others;
mod overhead;

use super::tables::{ByRule, run};
use super::{
    BASELINES, CONFIGURATIONS, LOGS, NODE_OVERHEAD, OURS, OVERHEAD, Point, RULES, SCALED_LOAD,
    Setting, jobs, workloads,
};
use crate::trials::{Metric, Treatment, Trials};
use crate::{Claim, Estimate, Extent};

pub(super) fn claims(trials: &Trials<Point>, extent: &Extent) -> Vec<Claim> {
    let mut claims = vec![others::mix(trials, extent)];
    for rule in RULES {
        let results = ByRule { trials, rule };
        let judge = Judgement { results, extent };
        claims.extend([
            overhead::falls(&judge, OVERHEAD),
            overhead::falls(&judge, NODE_OVERHEAD),
            overhead::in_order(&judge),
            overhead::sizes(&judge),
            overhead::best_first(&judge),
            overhead::most_where_runtime_does_not_tell(&judge),
            others::responses(&judge, BASELINES[0]),
            others::responses(&judge, BASELINES[1]),
            others::share(&judge),
        ]);
    }
    claims
}

/// Results and rule by which a claim is judged.
struct Judgement<'t> {
    results: ByRule<'t>,
    extent: &'t Extent,
}

impl Judgement<'_> {
    /// Statement of a claim, with the rule by which it is judged.
    fn statement(&self, words: &str) -> String {
        format!("{words} ({})", self.results.rule.name)
    }

    /// Text on the setting of a claim: the models alone, or all that was run.
    fn setting(&self, logs: bool, means: &str) -> String {
        let rule = self.results.rule.words;
        let logs = if logs {
            logs_run(self.results.trials, self.extent)
        } else {
            String::new()
        };
        format!(
            "{rule}; {}{logs}; {means}",
            models_run(self.extent, "MM1 to MM5")
        )
    }

    /// Text on inventions, and choices made with the outcome in view.
    fn choices_text(&self) -> String {
        let of_rule = if self.results.rule == OURS {
            "the charge once a period and the launch guard were introduced when jobs never ended by the literal rule"
        } else {
            "the rule is the program's; the launch guard, which it has not, was introduced when jobs never ended and is kept"
        };
        format!(
            "{of_rule}; the slice lengths are invented; conservative and EASY backfilling were compared after both had been fixed"
        )
    }

    /// Savings of every configuration over every baseline: setting, allocation, baseline and per
    /// cent.
    fn savings(&self, metric: Metric) -> Vec<(Setting, Treatment, Treatment, Estimate)> {
        let mut all = Vec::new();
        for setting in run(self.results.trials, Setting::all()) {
            for allocation in CONFIGURATIONS {
                for base in BASELINES {
                    let saved = self.results.saving(setting, (allocation, base), metric);
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
        extent.load.unwrap_or(SCALED_LOAD)
    )
}

/// Text on the logs that were run, each with the number of draws.
fn logs_run(trials: &Trials<Point>, extent: &Extent) -> String {
    let words = run(trials, LOGS).map(|setting| {
        let draws = match trials.at((setting, OURS)).count() {
            1 => String::new(),
            draws => format!(" with memory drawn {draws} times"),
        };
        let name = setting.name();
        format!(", the first {} jobs of {name}{draws}", jobs(extent))
    });
    words.collect()
}

/// Least and largest of `values`.
fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
        [low.min(value), high.max(value)]
    })
}
