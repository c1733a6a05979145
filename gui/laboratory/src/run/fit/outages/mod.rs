//! Outages of the whole machine, by the spans in which a log shows that it took no jobs, and of single
//! nodes.

#[cfg(test)]
mod draws;
mod maintenance;
#[cfg(test)]
mod maintenance_tests;
mod node_gaps;
pub(super) mod reserved;
mod single;
mod standstill;
#[cfg(test)]
mod tests;

use crate::base::format::{count, counted, number, span};
use crate::load::account::Accounts;
use crate::record::Experiment;
use crate::scenario::outages::{NodeEvent, What};
use crate::scenario::{Cluster, PolicyName, Scenario};
use standstill::Standstill;

pub use maintenance::ProposedMaintenance;
pub(super) use maintenance::{Maintenance, maintenance};
pub use reserved::ProposedReservations;
pub use single::ProposedNodeOutages;
pub(super) use single::SingleGaps;
pub(super) use standstill::{Standstills, standstills};

/// Most spans that are named.
const MOST_NAMED: usize = 3;

/// Outages of the whole machine.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedOutages {
    /// When the machine took no jobs, from and until, in seconds of the scenario's time.
    pub spans: Vec<[f64; 2]>,
    /// Nodes of the machine.
    nodes: u32,
    evidence: String,
}

impl ProposedOutages {
    /// Outages of `experiment`, of whose log these `found` ones are; `None` without any, or if it
    /// is not known when its time began.
    pub(super) fn of(
        found: &Standstills,
        accounts: &Accounts,
        experiment: &Experiment,
    ) -> Option<Self> {
        if found.spans.is_empty() {
            return None;
        }
        let zero = zero(accounts, experiment)?;
        let seconds = |at: i64| at.saturating_sub(zero).max(0) as f64 / 1e3;
        let spans = found.spans.iter();
        let shared = experiment.cluster.as_ref();
        Some(Self {
            spans: spans
                .map(|span| [seconds(span.from), seconds(span.until)])
                .filter(|[from, until]| from < until)
                .collect(),
            nodes: shared.map_or(experiment.nodes, |shared| shared.layout.nodes()),
            evidence: found.in_words(&|at| experiment.clock.instant(seconds(at))),
        })
    }

    /// Why `scenario` cannot have them, if so.
    pub(super) fn refusal(scenario: &Scenario, is_policy_known: bool) -> Option<&'static str> {
        let cluster = scenario.machine.nodes()?;
        let mut policies = scenario.all_policies();
        if cluster.outages.is_some() {
            Some("the scenario has outages of its own")
        } else if scenario.workload.load().is_some() {
            Some("submissions are scaled, and have no such instants")
        } else if is_policy_known && policies.any(PolicyName::refuses_outages) {
            Some("nodes out of service are not simulated under its policy")
        } else {
            None
        }
    }

    pub(super) fn in_words(&self) -> String {
        format!(
            "{} of the whole machine, in which it takes no jobs",
            counted(self.spans.len(), "outage")
        )
    }

    pub(super) fn evidence(&self) -> String {
        self.evidence.clone()
    }

    /// Takes them into the machine: its nodes are drained, so that who runs stays, and nobody is
    /// said to have known it beforehand.
    pub(super) fn apply(&self, cluster: &mut Cluster) {
        for &span in &self.spans {
            drain(cluster, span, 0, self.nodes);
        }
    }
}

/// Drains `count` nodes from the `first` on for a span, in seconds of the scenario's time.
fn drain(cluster: &mut Cluster, [from, until]: [f64; 2], first: u32, count: u32) {
    let outages = cluster.outages.get_or_insert_default();
    let instants = [(from, What::Drain), (until, What::Up)];
    outages.events.extend(instants.map(|(at, what)| NodeEvent {
        at,
        what,
        first,
        count,
    }));
}

/// The instant of the log, in milliseconds, at which time is 0 in `experiment`.
fn zero(accounts: &Accounts, experiment: &Experiment) -> Option<i64> {
    if accounts.has_calendar {
        return Some(experiment.unix_start?.saturating_mul(1000));
    }
    let number = experiment.labels.first()?.number();
    let (index, _) = accounts.numbers().find(|(_, other)| *other == number)?;
    let entry = accounts.entries.get(index)?;
    let submit = entry.start.map_or(entry.submit, |at| at.min(entry.submit));
    let since = experiment.jobs.first()?.submit.0 / 1_000_000;
    Some(submit.0.saturating_sub_unsigned(since))
}

impl Standstills {
    /// Those that are none of the `known` maintenance.
    pub(super) fn without(mut self, known: &[Maintenance]) -> Self {
        let is_known = |span: &Standstill| known.iter().any(|one| one.until == span.until);
        self.spans.retain(|span| !is_known(span));
        self
    }

    /// Sentence for a scenario that does not take them, and `why`; `None` without any.
    pub(super) fn remark(&self, why: &str) -> Option<String> {
        let total: i64 = self.spans.iter().map(|span| span.until - span.from).sum();
        let times = match self.spans.len() {
            0 => return None,
            1 => "once".to_owned(),
            times => format!("{} times", count(times as u64)),
        };
        Some(format!(
            "{times} the machine took no jobs, {} in all, though several users waited and there was room for each job; {why}",
            span(total as f64 / 1e3)
        ))
    }

    /// The longest of the spans, with the instants of the log as `instant` says them.
    fn in_words(&self, instant: &dyn Fn(i64) -> String) -> String {
        let mut longest: Vec<&Standstill> = self.spans.iter().collect();
        longest.sort_by_key(|span| (span.from - span.until, span.from));
        let left = longest.len().saturating_sub(MOST_NAMED);
        longest.truncate(MOST_NAMED);
        let each = longest.iter().map(|one| {
            format!(
                "from {} for {}, at whose end {} of {} with nothing running started within 10 min, having waited{}",
                instant(one.from),
                span((one.until - one.from) as f64 / 1e3),
                counted(one.jobs as usize, "job"),
                counted(one.users as usize, "user"),
                match one.busy {
                    0 => String::new(),
                    busy => format!(" while jobs on {} ran on", count(busy)),
                }
            )
        });
        let mut each: Vec<String> = each.collect();
        if left > 0 {
            each.push(format!("and {left} shorter ones"));
        }
        format!(
            "no job started though there was room for each that waited: {}; of the {} jobs that found such room {} % started within 10 min",
            each.join("; "),
            count(u64::from(self.comers)),
            number(
                (1000.0 * f64::from(self.prompt) / f64::from(self.comers.max(1))).round() / 10.0
            )
        )
    }
}
