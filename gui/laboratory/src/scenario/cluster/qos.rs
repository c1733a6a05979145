//! Qualities of service in a scenario: which of them preempt which.

use cosched_core::machine::cluster::{self as core, PreemptMode};
use cosched_parameters::parameters;

use super::partitions::{preempted_in_words, preemption};
use super::reservations::required_name;
use super::{LayoutError, Partition};
use crate::scenario::reference::kind::{COUNT_OR_NONE, SPAN};

/// Fields beside one of a quality of service.
const OTHERS: &str = ", name: \"a\"||, kinds: [(count: 1, cores: 1)]";

/// Quality of service that preempts others, or is preempted by them, under Slurm.
#[parameters(within = Machine, path = "Cluster(qos: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct Qos {
    /// Name.
    #[parameter(needed)]
    #[serde(deserialize_with = "required_name")]
    pub name: String,
    /// Names of the qualities of service whose running jobs its own may preempt (Preempt).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preempt: Vec<String>,
    /// What becomes of running jobs of a quality of service that are preempted for those of another under
    /// Slurm (PreemptMode). Other policies let them run.
    #[parameter(name = "Preempted jobs of a quality are", quiet, beside = OTHERS)]
    pub preempt_mode: PreemptMode,
    /// How long running jobs of a quality of service that are preempted go on, on their nodes (GraceTime).
    #[parameter(name = "Grace of preempted jobs of a quality", kind = SPAN, absent = "none", beside = OTHERS)]
    pub preempt_grace: Option<f64>,
    /// How long jobs of a quality of service have run at least before they are preempted (PreemptExemptTime).
    #[parameter(name = "Running before preemption, of a quality", kind = SPAN, absent = "any time", beside = OTHERS)]
    pub preempt_exempt: Option<f64>,
    /// Of running jobs those whose quality of service has a lower priority are preempted first.
    #[parameter(name = "Priority in preemption", kind = COUNT_OR_NONE, quiet, beside = OTHERS)]
    pub priority: u32,
}

impl Qos {
    /// Summary in a line.
    pub fn summary(&self) -> String {
        let preempts = match &*self.preempt.join(", ") {
            "" => "preempts none".to_owned(),
            names => format!("preempts {names}"),
        };
        let own = preempted_in_words(&self.preemption());
        let own = own.map_or(String::new(), |words| format!(", {words}"));
        format!("Quality of service {}: {preempts}{own}", self.name)
    }

    fn preemption(&self) -> core::Preemption {
        preemption(self.preempt_mode, self.preempt_grace, self.preempt_exempt)
    }

    /// It in the core's form, where `index_of` gives the index of a name.
    fn as_core(&self, index_of: impl Fn(&str) -> Option<usize>) -> core::QosPreemption {
        let indices = self.preempt.iter().filter_map(|name| index_of(name));
        core::QosPreemption {
            preempts: indices.fold(0, |set, index| set | 1 << index),
            preemption: self.preemption(),
            priority: self.priority,
        }
    }
}

/// Checks that `all` can preempt each other as they say, where jobs have these `partitions`.
///
/// # Errors
/// They contradict each other, or the partitions.
pub(super) fn check(all: &[Qos], partitions: &[Partition]) -> Result<(), LayoutError> {
    let index_of = |name: &str| all.iter().position(|one| one.name == name);
    for (index, qos) in all.iter().enumerate() {
        let wrong = LayoutError::at("qos", index);
        let name = &qos.name;
        if index_of(name) != Some(index) {
            return Err(wrong(format!(
                "two qualities of service are called `{name}`; each needs a name of its own"
            )));
        }
        if let Some(unknown) = qos.preempt.iter().find(|name| index_of(name).is_none()) {
            let known: Vec<&str> = all.iter().map(|one| &*one.name).collect();
            return Err(wrong(format!(
                "quality of service `{name}` preempts `{unknown}`, which is none; there are: {}",
                known.join(", ")
            )));
        }
    }
    if all.len() > core::QosPreemption::MOST {
        return LayoutError::of(format!(
            "there are {} qualities of service; {} are allowed",
            all.len(),
            core::QosPreemption::MOST
        ));
    }
    let by_tier = |one: &Partition| one.preempt_mode != PreemptMode::Off;
    if let (false, Some(index)) = (all.is_empty(), partitions.iter().position(by_tier)) {
        let name = &partitions[index].name;
        return Err(LayoutError::at("partitions", index)(format!(
            "partition `{name}` has a `preempt_mode`, and `qos` says which qualities of service preempt which: jobs are preempted by one of the two"
        )));
    }
    let table: Vec<_> = all.iter().map(|one| one.as_core(index_of)).collect();
    match core::QosPreemption::in_a_cycle(&table) {
        Some(index) => Err(LayoutError::at("qos", index)(format!(
            "quality of service `{}` preempts itself, or one that preempts it in turn",
            all[index].name
        ))),
        None => Ok(()),
    }
}

/// Preemption by the qualities of service that jobs name, by their numbers; empty if none of them is in
/// `all`.
///
/// # Errors
/// Jobs name more qualities of service than can be told apart; a sentence says so.
pub fn qos_preemption(all: &[Qos], names: &[String]) -> Result<Vec<core::QosPreemption>, String> {
    let index_of = |name: &str| names.iter().position(|one| one == name);
    let Some(last) = all.iter().filter_map(|one| index_of(&one.name)).max() else {
        return Ok(Vec::new());
    };
    let most = core::QosPreemption::MOST;
    if last >= most {
        return Err(format!(
            "jobs name {} qualities of service, and one behind the first {most} is to preempt others or be preempted; {most} are allowed",
            names.len()
        ));
    }
    let rules = |name: &String| {
        let found = all.iter().find(|one| one.name == *name);
        found.map_or(core::QosPreemption::NONE, |one| one.as_core(index_of))
    };
    Ok(names[..=last].iter().map(rules).collect())
}
