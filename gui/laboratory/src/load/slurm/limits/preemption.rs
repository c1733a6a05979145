//! Preemption of qualities of service, as `sacctmgr -P show qos` prints it.

use std::collections::BTreeMap;

use cosched_core::machine::cluster::PreemptMode;

use super::{PrintedLimits, Setting};
use crate::base::problem::Problem;
use crate::load::slurm::machine::{UsualPreemption, simulated_mode};
use crate::load::slurm::text::time::span;
use crate::scenario::cluster::Qos;
use crate::scenario::{Scenario, SpanUnit};

/// Preemption of a quality of service as it is printed.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct PrintedPreemption {
    /// Names of those that it may preempt (`Preempt`).
    preempt: Vec<String>,
    /// What becomes of its own jobs (`PreemptMode`); as in all of the cluster if it says nothing.
    mode: Option<PreemptMode>,
    /// Seconds that its own jobs go on once they are preempted (`GraceTime`).
    grace: Option<f64>,
    /// Seconds that its own jobs have run at least before (`PreemptExemptTime`); as in all of the
    /// cluster if it says nothing.
    exempt: Option<f64>,
}

/// By the names of the qualities of service.
pub(super) type PrintedQos = BTreeMap<String, PrintedPreemption>;

/// Names of what is printed, in small letters.
pub(super) const NAMES: [&str; 4] = ["preempt", "preemptmode", "gracetime", "preemptexempttime"];

/// Takes a value of the quality of service `name` into `known`; returns whether it is simulated.
///
/// # Errors
/// It is no span of time.
pub(super) fn take(known: &mut PrintedQos, name: &str, setting: &Setting) -> Result<bool, Problem> {
    let own = known.entry(name.to_owned()).or_default();
    let value = setting.value.trim();
    match &*setting.name.to_ascii_lowercase() {
        "preempt" => {
            let names = value.split(',').map(str::trim);
            own.preempt = names
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect();
        }
        // `OFF` unsets what it says itself.
        "preemptmode"
            if ["cluster", "off"]
                .iter()
                .any(|one| value.eq_ignore_ascii_case(one)) => {}
        "preemptmode" => {
            own.mode = Some(simulated_mode(value).unwrap_or_default());
            return Ok(simulated_mode(value).is_some());
        }
        "gracetime" => own.grace = Some(setting.seconds(SpanUnit::Seconds)?),
        "preemptexempttime" => own.exempt = Some(setting.seconds(SpanUnit::Minutes)?),
        _ => return Ok(false),
    }
    Ok(true)
}

impl Setting {
    /// It as seconds, where a plain number is of `unit`.
    fn seconds(&self, unit: SpanUnit) -> Result<f64, Problem> {
        let milliseconds = span(self.value.trim(), unit);
        let milliseconds =
            milliseconds.ok_or_else(|| self.wrong("a span of time such as 00:10:00 is allowed"))?;
        Ok(milliseconds as f64 / 1e3)
    }
}

impl PrintedLimits {
    /// Lets qualities of service of `scenario` preempt others as they say, where a `slurm.conf` has
    /// `PreemptType=preempt/qos` and says what is `usual`.
    pub fn apply_preemption(&self, usual: UsualPreemption, scenario: &mut Scenario) {
        let Some(cluster) = scenario.machine.nodes_mut() else {
            return;
        };
        let preempting = self.preempting_qos(usual);
        // Those of the scenario stay where the limits name none.
        if !preempting.is_empty() {
            cluster.qos = preempting.into();
        }
    }

    /// Qualities of service and which of them preempt others, by what is `usual` in a `slurm.conf`; none if
    /// no one preempts another.
    pub fn preempting_qos(&self, usual: UsualPreemption) -> Vec<Qos> {
        if self.qos.values().all(|one| one.preempt.is_empty()) {
            return Vec::new();
        }
        let all = self.qos.iter().map(|(name, one)| Qos {
            name: name.clone(),
            preempt: one.preempt.clone(),
            preempt_mode: one.mode.unwrap_or(usual.mode),
            preempt_grace: one.grace.filter(|seconds| *seconds > 0.0),
            preempt_exempt: (one.exempt.or(usual.exempt)).filter(|seconds| *seconds > 0.0),
            priority: self.qos_priorities.get(name).copied().unwrap_or(0),
        });
        all.collect()
    }

    /// Sentence on their preemption, which is not simulated without `PreemptType=preempt/qos`.
    pub fn preemption_in_words(&self) -> impl Iterator<Item = String> {
        let all = self.qos.iter().filter(|(_, one)| !one.preempt.is_empty());
        all.map(|(name, one)| {
            let preempt = one.preempt.join(",");
            format!("Preempt={preempt} of quality of service {name}")
        })
    }

    /// Sentence on when jobs may be preempted, which is not simulated of preemption by partition.
    pub fn exemptions_in_words(&self) -> impl Iterator<Item = String> {
        let all = self.qos.iter();
        all.filter_map(|(name, one)| {
            let seconds = one.exempt?;
            Some(format!(
                "PreemptExemptTime of {seconds} s of quality of service {name}"
            ))
        })
    }
}
