//! Preemption of qualities of service, as `sacctmgr -P show qos` prints it.

use std::collections::BTreeMap;

use cosched_core::machine::cluster::PreemptMode;

use super::{PrintedLimits, Setting};
use crate::load::slurm::machine::simulated_mode;
use crate::scenario::Scenario;
use crate::scenario::cluster::Qos;

/// What is printed of the preemption of a quality of service.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PrintedPreemption {
    /// Names of those that it may preempt (`Preempt`).
    preempt: Vec<String>,
    /// What becomes of its own jobs (`PreemptMode`); as in all of the cluster if it says nothing.
    mode: Option<PreemptMode>,
}

/// By the names of the qualities of service.
pub(super) type PrintedQos = BTreeMap<String, PrintedPreemption>;

/// Takes a value of the quality of service `name` into `known`; returns whether it is simulated.
pub(super) fn take(known: &mut PrintedQos, name: &str, setting: &Setting) -> bool {
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
            return simulated_mode(value).is_some();
        }
        _ => return false,
    }
    true
}

impl PrintedLimits {
    /// Lets qualities of service of `scenario` preempt others as they say, where a `slurm.conf` has
    /// `PreemptType=preempt/qos` and `usual` as `PreemptMode`.
    pub fn apply_preemption(&self, usual: PreemptMode, scenario: &mut Scenario) {
        let Some(cluster) = scenario.machine.nodes_mut() else {
            return;
        };
        if self.qos.values().all(|one| one.preempt.is_empty()) {
            return;
        }
        let all = self.qos.iter().map(|(name, one)| Qos {
            name: name.clone(),
            preempt: one.preempt.clone(),
            preempt_mode: one.mode.unwrap_or(usual),
            priority: self.qos_priorities.get(name).copied().unwrap_or(0),
        });
        cluster.qos = all.collect();
    }

    /// What they say of preemption, which is not simulated without `PreemptType=preempt/qos`.
    pub fn preemption_in_words(&self) -> impl Iterator<Item = String> {
        let all = self.qos.iter().filter(|(_, one)| !one.preempt.is_empty());
        all.map(|(name, one)| {
            let preempt = one.preempt.join(",");
            format!("Preempt={preempt} of quality of service {name}")
        })
    }
}
