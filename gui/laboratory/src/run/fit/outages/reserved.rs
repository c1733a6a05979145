//! Advance reservations that accounting names: whose jobs ran in them, when, and on which nodes.

use std::collections::{BTreeMap, BTreeSet};

use super::maintenance::Maintenance;
use super::{MOST_NAMED, zero};
use crate::base::format::{count, counted, listed, span};
use crate::record::Experiment;
use crate::run::fit::evidence::{Evidence, RanJob};
use crate::run::fit::node_names::{NodesOfJobs, ProposedMachine};
use crate::scenario::Cluster;
use crate::scenario::cluster::{Reservation, check_name};

/// An advance reservation as its jobs used it.
struct Used {
    /// Index of its name.
    name: u32,
    /// First start and last end of its jobs, and the last end by their limits, in milliseconds.
    from: i64,
    until: i64,
    planned: i64,
    nodes: BTreeSet<u32>,
    jobs: usize,
    /// Whether another job had one of its nodes meanwhile.
    is_shared: bool,
}

/// Advance reservations that accounting names.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedReservations {
    /// The reservations, of nodes of the proposed machine.
    pub reservations: Vec<Reservation>,
    evidence: String,
}

/// The advance reservations that the jobs of `evidence` name on the `machine` of its nodes' names.
fn used(evidence: &Evidence<'_>, machine: &ProposedMachine) -> Vec<Used> {
    let Some(of_jobs) = NodesOfJobs::new(evidence, machine) else {
        return Vec::new();
    };
    let mut found: BTreeMap<u32, Used> = BTreeMap::new();
    for (index, job) in evidence.jobs.iter().enumerate() {
        let Some(name) = job.reservation else {
            continue;
        };
        let one = found.entry(name).or_insert_with(|| Used {
            name,
            from: i64::MAX,
            until: i64::MIN,
            planned: i64::MIN,
            nodes: BTreeSet::new(),
            jobs: 0,
            is_shared: false,
        });
        one.jobs += 1;
        one.from = one.from.min(job.start);
        one.until = one.until.max(job.end);
        one.planned = one.planned.max(planned(job));
        one.nodes.extend(of_jobs.of(index));
    }
    for (index, job) in evidence.jobs.iter().enumerate() {
        for one in found.values_mut() {
            let is_meanwhile = job.start < one.until && one.from < job.end;
            if is_meanwhile && job.reservation != Some(one.name) {
                let mut nodes = of_jobs.of(index).iter();
                one.is_shared |= nodes.any(|node| one.nodes.contains(node));
            }
        }
    }
    found.into_values().collect()
}

/// When a job was to end at the latest.
fn planned(job: &RanJob) -> i64 {
    let limit = job.limit.and_then(|limit| i64::try_from(limit).ok());
    let planned = limit.map_or(job.end, |limit| job.start.saturating_add(limit));
    planned.max(job.end)
}

impl Used {
    fn can_be_proposed(&self, name: &str) -> bool {
        !self.is_shared && !self.nodes.is_empty() && check_name(name).is_ok()
    }
}

impl ProposedReservations {
    /// Reservations of `experiment` on the `machine`, of whose log `evidence` is; `None` without any, or if
    /// it is not known when its time began. Those whose nodes others had meanwhile are left, as are those
    /// whose nodes an earlier one has at the same time, and those in which there was `maintenance` of the
    /// whole machine.
    pub(in crate::run::fit) fn of(
        evidence: &Evidence<'_>,
        machine: &ProposedMachine,
        experiment: &Experiment,
        maintenance: &[Maintenance],
    ) -> Option<Self> {
        let names = evidence.accounts.names.reservations.names();
        let zero = zero(evidence.accounts, experiment)?;
        let seconds = |at: i64| at.saturating_sub(zero).max(0) as f64 / 1e3;
        let mut taken: Vec<Used> = Vec::new();
        for one in used(evidence, machine) {
            let meets = |other: &Used| {
                let is_meanwhile = one.from < other.planned && other.from < one.planned;
                is_meanwhile && !one.nodes.is_disjoint(&other.nodes)
            };
            let is_kept = |kept: &Maintenance| kept.meets(one.from, one.planned);
            let is_free = !taken.iter().any(meets) && !maintenance.iter().any(is_kept);
            if is_free && one.can_be_proposed(&names[one.name as usize]) {
                taken.push(one);
            }
        }
        let reservations = taken.iter().map(|one| Reservation {
            name: names[one.name as usize].clone(),
            nodes: machine.in_scenario(&one.nodes),
            from: seconds(one.from),
            until: seconds(one.planned),
        });
        let said = taken.iter().take(MOST_NAMED).map(|one| {
            format!(
                "{} from {} for {}, of {}, {}",
                names[one.name as usize],
                experiment.clock.instant(seconds(one.from)),
                span((one.planned - one.from) as f64 / 1e3),
                counted(one.jobs, "job"),
                counted(one.nodes.len(), "node"),
            )
        });
        let mut said: Vec<String> = said.collect();
        if taken.len() > MOST_NAMED {
            let more = taken.len() - MOST_NAMED;
            said.push(format!("and {} more", count(more as u64)));
        }
        (!taken.is_empty()).then(|| Self {
            reservations: reservations.collect(),
            evidence: format!(
                "accounting says which jobs ran in them, from the first start to the last end by limits: {}",
                said.join("; ")
            ),
        })
    }

    pub(in crate::run::fit) fn in_words(&self) -> String {
        let names: Vec<&str> = self.reservations.iter().map(|one| &*one.name).collect();
        let named = match names.get(..MOST_NAMED) {
            Some(first) if names.len() > MOST_NAMED => format!("{}, …", first.join(", ")),
            _ => listed(&names, "and"),
        };
        let number = counted(names.len(), "advance reservation");
        format!("{number}: {named}")
    }

    pub(in crate::run::fit) fn evidence(&self) -> String {
        self.evidence.clone()
    }

    /// Takes them into the machine, in place of any of the same name.
    pub(in crate::run::fit) fn apply(&self, cluster: &mut Cluster) {
        let is_new = |known: &&Reservation| {
            let mut own = self.reservations.iter();
            !own.any(|one| one.name == known.name)
        };
        let known = cluster.reservations.iter().filter(is_new).cloned();
        cluster.reservations = known.chain(self.reservations.iter().cloned()).collect();
    }
}

/// Sentence on advance reservations that accounting names and that are not proposed, but for those in the
/// `proposed` ones; `None` without any.
pub(in crate::run::fit) fn remark(
    evidence: &Evidence<'_>,
    machine: Option<&ProposedMachine>,
    proposed: Option<&ProposedReservations>,
) -> Option<String> {
    let names = evidence.accounts.names.reservations.names();
    let is_proposed = |name: &str| {
        let mut all = proposed.iter().flat_map(|one| &one.reservations);
        all.any(|one| one.name == name)
    };
    let jobs = evidence.jobs.iter().filter(|job| {
        let name = job.reservation.map(|index| &*names[index as usize]);
        name.is_some_and(|name| !is_proposed(name))
    });
    let left: Vec<u32> = jobs.filter_map(|job| job.reservation).collect();
    let number = left.iter().collect::<BTreeSet<_>>().len();
    let why = match machine {
        Some(_) => {
            "others had their nodes meanwhile (as when several times have one name), or their names or nodes do not suit a scenario"
        }
        None => "which nodes of the scenario they had, names do not say",
    };
    (number > 0).then(|| {
        let verb = if number == 1 { "is" } else { "are" };
        format!(
            "{} that accounting names {verb} not proposed, of {}: {why}",
            counted(number, "advance reservation"),
            counted(left.len(), "job"),
        )
    })
}
