//! Maintenance that was known beforehand: spans in which the machine stood empty, and before which no job
//! started that would have run into them.

use std::collections::{HashMap, HashSet};

use super::standstill::{LARGEST_CHANCE, PROMPT, SHORTEST, Standstill, Standstills};
use super::{MOST_NAMED, zero};
use crate::base::format::{counted, span};
use crate::load::account::Accounts;
use crate::record::Experiment;
use crate::run::fit::evidence::{Evidence, RanJob};
use crate::scenario::cluster::Reservation;
use crate::scenario::outages::MaintenanceWindow;
use crate::scenario::{Cluster, PolicyName, Scenario};

/// Probability that users ask for so little time by chance, below which it is believed: what stands still
/// without that is an outage.
const LARGEST_CHANCE_OF_LIMITS: f64 = 0.01;

/// Maintenance of the whole machine, as a log shows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::run::fit) struct Maintenance {
    /// By when all that ran was to end, by its limits, and had, in milliseconds; [rounded](rounded).
    pub(super) from: i64,
    /// Its end, the next start.
    pub(super) until: i64,
    /// Jobs that waited for ten minutes of it at least, and started within ten minutes of its end.
    pub(super) held: u32,
    /// Their users.
    pub(super) users: u32,
    /// Users of whom a job started so late that one of its user's longest would have run into it.
    pub(super) starters: u32,
    /// Probability that the last jobs of these users had ended so early by their limits.
    pub(super) chance: f64,
}

impl Maintenance {
    /// Whether it has a time in common with the span `from` then `until` then, in milliseconds.
    pub(super) fn meets(&self, from: i64, until: i64) -> bool {
        self.from < until && from < self.until
    }
}

/// The maintenance that `evidence` shows, among what stood still.
///
/// Whoever knows when the machine will be empty starts only what ends by then. So the last job of
/// each user that started before is no longer than the time that was left, of all limits that its user ever
/// had; jobs of one user depend on one another and count once. If those limits had nothing to do
/// with it, the probability of that is the product of the shares of each user's limits that are no
/// longer. It must be less than 0.01, and less than 0.001 together with the chance that what stood still did by
/// itself, times all that were looked at. As nothing runs, no job is held by a limit of running jobs.
pub(in crate::run::fit) fn maintenance(
    evidence: &Evidence<'_>,
    found: &Standstills,
) -> Vec<Maintenance> {
    let starts = Starts::of(&evidence.jobs);
    let all = found.spans.iter().chain(&found.others);
    let each = all.filter_map(|&standstill| {
        let one = starts.before(standstill)?;
        let chance = one.chance * found.chance(one.users);
        (one.chance < LARGEST_CHANCE_OF_LIMITS && chance < LARGEST_CHANCE).then_some(one)
    });
    let mut all: Vec<Maintenance> = each.collect();
    all.sort_by_key(|one| one.from);
    all
}

/// Jobs in order of their starts, with what is known of all up to each.
struct Starts<'a> {
    jobs: Vec<&'a RanJob>,
    /// By when all up to each were over, and were to be by their limits.
    over: Vec<i64>,
    /// Limits of each user, in order.
    limits: HashMap<Option<u32>, Vec<i64>>,
    longest: i64,
}

/// Limit of a job in milliseconds, if known.
fn limit(job: &RanJob) -> Option<i64> {
    i64::try_from(job.limit?).ok()
}

/// The next full five minutes, behind a minute: maintenance begins at such instants, and who has just enough
/// time left in the log would not have it in a simulation that starts it a second later.
fn rounded(at: i64) -> i64 {
    const MINUTE: i64 = 60_000;
    let late = at + MINUTE;
    late + (-late).rem_euclid(5 * MINUTE)
}

impl<'a> Starts<'a> {
    fn of(jobs: &'a [RanJob]) -> Self {
        let mut limits: HashMap<Option<u32>, Vec<i64>> = HashMap::new();
        for job in jobs {
            let own = limits.entry(job.owners[0]).or_default();
            own.extend(limit(job));
        }
        for own in limits.values_mut() {
            own.sort_unstable();
        }
        let longest = limits.values().filter_map(|own| own.last());
        let longest = longest.max().copied().unwrap_or(0);
        let mut jobs: Vec<&RanJob> = jobs.iter().collect();
        jobs.sort_by_key(|job| job.start);
        let over = jobs.iter().scan(i64::MIN, |over, job| {
            let planned = limit(job).map_or(job.end, |limit| job.start.saturating_add(limit));
            *over = (*over).max(job.end).max(planned);
            Some(*over)
        });
        Self {
            over: over.collect(),
            jobs,
            limits,
            longest,
        }
    }

    /// The maintenance in which the machine stood still so, if it was empty for long enough.
    fn before(&self, standstill: Standstill) -> Option<Maintenance> {
        let started = self.jobs.partition_point(|job| job.start < standstill.from);
        let from = *self.over.get(started.checked_sub(1)?)?;
        if standstill.until - from < SHORTEST {
            return None;
        }
        let mut left: HashMap<Option<u32>, i64> = HashMap::new();
        let late = self.jobs[..started].iter().rev();
        let late = late.take_while(|job| from - job.start < self.longest);
        for job in late.filter(|job| job.limit.is_some()) {
            left.entry(job.owners[0]).or_insert(from - job.start);
        }
        let shares = left.iter().filter_map(|(user, left)| {
            let own = &self.limits[user];
            let shorter = own.partition_point(|limit| limit <= left);
            (shorter < own.len()).then(|| shorter as f64 / own.len() as f64)
        });
        let mut shares: Vec<f64> = shares.collect();
        // Sums and products of floats depend on their order.
        shares.sort_by(f64::total_cmp);
        let until = standstill.until;
        let waited = self.jobs[started..].iter();
        let waited = waited.take_while(|job| job.start - until < PROMPT);
        let waited = waited.filter(|job| until - job.ready >= PROMPT);
        let users = waited.map(|job| job.owners[0]).collect::<Vec<_>>();
        Some(Maintenance {
            from: rounded(from),
            until,
            held: users.len() as u32,
            users: users.into_iter().collect::<HashSet<_>>().len() as u32,
            starters: shares.len() as u32,
            chance: shares.into_iter().product(),
        })
    }
}

/// Maintenance of the whole machine.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedMaintenance {
    /// When the machine was kept empty, from and until, in seconds of the scenario's time.
    pub spans: Vec<[f64; 2]>,
    /// Whether it is an advance reservation of all nodes, as the policy has no nodes out of service.
    is_reserved: bool,
    evidence: String,
}

impl ProposedMaintenance {
    /// Maintenance of `experiment`, of whose log these `found` ones are; `None` without any, or if it is
    /// not known when its time began.
    pub(in crate::run::fit) fn of(
        found: &[Maintenance],
        accounts: &Accounts,
        experiment: &Experiment,
        is_reserved: bool,
    ) -> Option<Self> {
        let zero = zero(accounts, experiment)?;
        let seconds = |at: i64| at.saturating_sub(zero).max(0) as f64 / 1e3;
        let within = |one: &Maintenance| [seconds(one.from), seconds(one.until)];
        let spans = found
            .iter()
            .map(within)
            .filter(|[from, until]| from < until);
        let spans: Vec<[f64; 2]> = spans.collect();
        let instant = |at: i64| experiment.clock.instant(seconds(at));
        (!spans.is_empty()).then(|| Self {
            spans,
            is_reserved,
            evidence: in_words(found, &instant),
        })
    }

    /// Whether `scenario` has it as advance reservations, as its policy has no nodes out of service.
    pub(in crate::run::fit) fn is_reserved(scenario: &Scenario, is_policy_known: bool) -> bool {
        let mut policies = scenario.all_policies();
        is_policy_known && policies.any(PolicyName::refuses_outages)
    }

    /// Whether `scenario` can have it.
    pub(in crate::run::fit) fn suits(scenario: &Scenario, is_policy_known: bool) -> bool {
        let Some(cluster) = scenario.machine.nodes() else {
            return false;
        };
        let is_free = if Self::is_reserved(scenario, is_policy_known) {
            cluster.reservations.is_empty()
        } else {
            cluster.outages.is_none()
        };
        is_free && scenario.workload.load().is_none()
    }

    pub(in crate::run::fit) fn in_words(&self) -> String {
        let times = match self.spans.len() {
            1 => "one time".to_owned(),
            times => format!("{times} times"),
        };
        format!("maintenance of the whole machine, known beforehand, {times}")
    }

    pub(in crate::run::fit) fn evidence(&self) -> String {
        self.evidence.clone()
    }

    /// Takes it into the machine.
    pub(in crate::run::fit) fn apply(&self, cluster: &mut Cluster) {
        if self.is_reserved {
            let known = cluster.reservations.iter().cloned();
            let more = (1..)
                .zip(&self.spans)
                .map(|(index, &[from, until])| Reservation {
                    name: format!("maintenance {index}"),
                    nodes: Vec::new(),
                    from,
                    until,
                });
            cluster.reservations = known.chain(more).collect();
            return;
        }
        let outages = cluster.outages.get_or_insert_default();
        let windows = self.spans.iter().map(|&[from, until]| MaintenanceWindow {
            from,
            until,
            first: 0,
            count: None,
        });
        outages.maintenance.extend(windows);
    }
}

/// The longest of the spans, with the instants of the log as `instant` says them.
fn in_words(found: &[Maintenance], instant: &dyn Fn(i64) -> String) -> String {
    let length = |one: &Maintenance| one.until - one.from;
    let mut longest: Vec<&Maintenance> = found.iter().collect();
    longest.sort_by_key(|one| (-length(one), one.from));
    let left = longest.len().saturating_sub(MOST_NAMED);
    longest.truncate(MOST_NAMED);
    let each = longest.iter().map(|one| {
        let held = match one.held {
            0 => String::new(),
            held => format!(
                ", and {} of {} started within 10 min of its end",
                counted(held as usize, "job"),
                counted(one.users as usize, "user"),
            ),
        };
        format!(
            "from {} for {}; the last jobs of {} before it asked for no more time than was left (chance {:.0e}){held}",
            instant(one.from),
            span(length(one) as f64 / 1e3),
            counted(one.starters as usize, "user"),
            one.chance,
        )
    });
    let mut each: Vec<String> = each.collect();
    if left > 0 {
        each.push(format!("and {left} shorter ones"));
    }
    format!(
        "the machine stood empty though jobs waited, and no job had started before that would have run into it: {}",
        each.join("; ")
    )
}
