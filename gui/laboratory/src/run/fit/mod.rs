//! Fit of a simulated cluster to the log of the real one: proposals from what the log shows, and how
//! near a simulation is with them and without.

mod arrays;
mod distance;
mod evidence;
mod held;
mod limits;
mod log_fit;
mod means;
mod nearest;
mod node_names;
mod outages;
mod owner;
mod part;
mod period;
mod proposal;
mod ranks;
pub mod report;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use cosched_core::machine::cluster::LICENCES;

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load::account::{self, Accounts};
use crate::load::{self, scenario_log};
use crate::record::Run;
use crate::run::{check, choices, simulate};
use crate::scenario::{PolicyName, Scenario, TableWorkload, Workload};

use evidence::{Evidence, Room};
use log_fit::Half;
use nearest::{Nearest, nearest, usual_of};
use outages::{Maintenance, SingleGaps, Standstills, maintenance, reserved, standstills};

pub(crate) use self::{means::waits, part::largest_part};
pub use arrays::proposed::ProposedArrays;
pub use evidence::Hold;
pub(crate) use log_fit::is_simulated_log;
pub use log_fit::{FitBy, GroupFit, LogFit};
pub use means::MeanFit;
pub use node_names::ProposedMachine;
pub use outages::{
    ProposedMaintenance, ProposedNodeOutages, ProposedOutages, ProposedReservations,
};
pub use owner::Owner;
pub use part::LargestPart;
pub use period::ProposedPeriod;
pub use proposal::{Proposal, ProposedLimit, ProposedPolicy};
pub use ranks::ProposedRanks;
pub use report::{FitReport, OutOfSample};

/// A log, and what is known of the machine and the policy that it is of.
#[derive(Clone, Copy, Debug)]
pub struct FitQuestion<'a> {
    /// The scenario that is to fit: its machine, and the policy if that is known.
    pub scenario: &'a Scenario,
    /// Its file.
    pub source: Option<&'a Path>,
    /// Whether its policy is known; otherwise the usual ones are tried.
    pub is_policy_known: bool,
}

/// Fits a scenario to its log; `None` if cancelled.
///
/// # Errors
/// The scenario has no log with recorded starts, or it cannot be simulated.
pub fn fit(question: &FitQuestion<'_>, progress: &Progress) -> Result<Option<FitReport>, Problem> {
    let scenario = question.scenario;
    let path = question.source.unwrap_or(Path::new(""));
    let (accounts, options, machine) =
        scenario_log::read(scenario, path, &TableWorkload::default())?;
    let evidence = Evidence::of(&accounts, &options);
    let half = evidence.half().ok_or_else(nothing_to_fit)?;
    if question.is_policy_known && scenario.all_policies().all(PolicyName::replays) {
        return Err(Problem::input(
            "the schedule as recorded is the log itself: a policy is wanted that decides when jobs start",
        ));
    }
    let subject = Subject {
        question,
        accounts: &accounts,
        options: &options,
        size: machine.unwrap_or_else(|| accounts.in_use(&options)),
    };
    let whole = subject.proposals(&evidence);
    let first = subject.proposals(&evidence.until(half));
    let Some([before, after, by_half]) = subject.all_runs(&whole, &first, progress)? else {
        return Ok(None);
    };
    let usual = usual_of(&before).ok_or_else(nothing_to_fit)?;
    let last = nearest(&after, Half::Both).ok_or_else(nothing_to_fit)?;
    let chosen = nearest(&by_half, Half::First).ok_or_else(nothing_to_fit)?;
    let of_second = |run: &Run| LogFit::of(run, &Half::Second.jobs(run));
    let out_of_sample = of_second(usual)
        .zip(of_second(&by_half[chosen.run]))
        .map(|fits| OutOfSample {
            proposals: subject.with_policy(first, &chosen),
            fits: fits.into(),
        });
    let proposals = subject.with_policy(whole, &last);
    Ok(Some(FitReport {
        policy: usual.policy,
        before: LogFit::of(usual, &Half::Both.jobs(usual)).ok_or_else(nothing_to_fit)?,
        after: last.fit,
        out_of_sample,
        fitted: subject.fitted(&proposals),
        remarks: subject
            .remarks(&evidence, &proposals)
            .into_iter()
            .chain(usual.experiment.warm_up_in_words())
            .collect(),
        proposals,
    }))
}

fn nothing_to_fit() -> Problem {
    Problem::input(
        "no job that ran has a recorded start: there is nothing that a simulation could fit to",
    )
}

/// The scenario that is to fit, with its log.
struct Subject<'a> {
    question: &'a FitQuestion<'a>,
    accounts: &'a Accounts,
    /// How the log is read.
    options: &'a TableWorkload,
    /// Size of the machine, as it is said or as it was in use at once.
    size: u32,
}

impl Subject<'_> {
    /// Proposals from `evidence`, but for the policy.
    fn proposals(&self, evidence: &Evidence<'_>) -> Vec<Proposal> {
        let machine = self.question.scenario.machine.nodes();
        let is_open =
            machine.is_some_and(|machine| machine.count().is_none() && !machine.is_shared());
        let has_size = matches!(&self.question.scenario.workload,
            Workload::Table(table) if table.size.is_none() && !table.clip_wide);
        let machine = Some(evidence).filter(|_| is_open && has_size);
        let machine = machine.and_then(node_names::machine);
        let room = machine
            .as_ref()
            .map_or_else(|| self.room(), ProposedMachine::room);
        let limits = limits::limits(evidence, &room).into_iter();
        let machine = machine.map(Proposal::Machine).into_iter();
        let period = period::period(evidence).filter(|period| self.takes(period));
        // Each is a licence, beside those of the scenario.
        let licences = self.question.scenario.machine.nodes();
        let licences = licences.map_or(0, |cluster| cluster.licences.len());
        let free = LICENCES.saturating_sub(licences);
        let arrays = arrays::proposed(evidence, &room, free).map(Proposal::Arrays);
        let found = machine.chain(limits.map(Proposal::Limit)).chain(arrays);
        let mut found: Vec<Proposal> = found.chain(period.map(Proposal::Period)).collect();
        if self.takes_ranks() {
            let is_limited = |index| found.iter().any(|one| one.is_limit_of(Owner::Qos, index));
            let ranks = ProposedRanks::of(evidence, is_limited);
            found.extend(ranks.map(Proposal::Ranks));
        }
        // Some policies take nodes whole: under these nothing of the kind can be simulated.
        let is_possible = load::check_policies(&self.fitted(&found)).is_ok();
        if !is_possible && self.question.is_policy_known {
            return Vec::new();
        }
        let outages = self.outages(evidence, &room, &found);
        found.extend(outages);
        found
    }

    /// Advance reservations, maintenance and outages that `evidence` shows on a machine with that much `room`,
    /// beside what else was `found`.
    fn outages(&self, evidence: &Evidence<'_>, room: &Room, found: &[Proposal]) -> Vec<Proposal> {
        let (mut standstills, kept) = self.stood_still(evidence, room);
        let takes_outages = self.no_outages().is_none();
        if !takes_outages {
            standstills.spans.clear();
        }
        let machine = found.iter().find_map(Proposal::machine);
        let gaps = machine.filter(|_| takes_outages);
        let gaps = gaps.and_then(|machine| SingleGaps::of(evidence, machine));
        let reserved = machine.filter(|_| evidence.names_reservations());
        let is_idle = standstills.spans.is_empty() && kept.is_empty();
        if is_idle && gaps.is_none() && reserved.is_none() {
            return Vec::new();
        }
        // What is wrong in it is told when it is simulated.
        let scenario = self.tried(&self.fitted(found));
        let progress = Progress::default();
        let Ok(experiment) = load::prepare(&scenario, self.question.source, &progress) else {
            return Vec::new();
        };
        let whole = ProposedOutages::of(&standstills, self.accounts, &experiment);
        let single = gaps
            .and_then(|gaps| ProposedNodeOutages::of(&gaps, evidence, &experiment, whole.as_ref()));
        let reserved = reserved
            .and_then(|machine| ProposedReservations::of(evidence, machine, &experiment, &kept));
        let is_reserved = self.reserves_maintenance();
        let kept = ProposedMaintenance::of(&kept, self.accounts, &experiment, is_reserved);
        let all = [
            reserved.map(Proposal::Reservations),
            kept.map(Proposal::Maintenance),
            whole.map(Proposal::Outages),
            single.map(Proposal::NodeOutages),
        ];
        all.into_iter().flatten().collect()
    }

    /// When the machine stood still, by `evidence`: unforeseen, and in maintenance that was known before.
    fn stood_still(&self, evidence: &Evidence<'_>, room: &Room) -> (Standstills, Vec<Maintenance>) {
        let found = standstills(evidence, room);
        let question = self.question;
        let is_taken = ProposedMaintenance::suits(question.scenario, question.is_policy_known);
        let kept = if is_taken {
            maintenance(evidence, &found)
        } else {
            Vec::new()
        };
        (found.without(&kept), kept)
    }

    /// Whether maintenance is an advance reservation, as the policy has no nodes out of service.
    fn reserves_maintenance(&self) -> bool {
        ProposedMaintenance::is_reserved(self.question.scenario, self.question.is_policy_known)
    }

    /// Whether the scenario takes ranks of qualities of service.
    fn takes_ranks(&self) -> bool {
        ProposedRanks::suits(&self.tried(self.question.scenario))
    }

    /// Why the scenario cannot have outages, if so.
    fn no_outages(&self) -> Option<&'static str> {
        ProposedOutages::refusal(self.question.scenario, self.question.is_policy_known)
    }

    /// Whether the scenario takes the period of a scheduler.
    fn takes(&self, period: &ProposedPeriod) -> bool {
        self.question.is_policy_known && period.suits(self.question.scenario)
    }

    /// Sentences on `evidence` that no proposal is made of.
    fn remarks(&self, evidence: &Evidence<'_>, proposals: &[Proposal]) -> Vec<String> {
        let machine = proposals.iter().find_map(Proposal::machine);
        let room = machine.map_or_else(|| self.room(), ProposedMachine::room);
        let is_rank = |one: &Proposal| matches!(one, Proposal::Ranks(_));
        let period = period::period(evidence).filter(|period| !self.takes(period));
        let remarks = [
            period.map(|one| one.remark(self.question.scenario, self.question.is_policy_known)),
            evidence.held_before(),
            self.no_outages()
                .and_then(|why| self.stood_still(evidence, &room).0.remark(why)),
            reserved::remark(
                evidence,
                machine,
                proposals.iter().find_map(Proposal::reservations),
            ),
            self.single_gaps(evidence, machine),
            held::with_room(evidence, &room),
            held::passed(evidence),
            ranks::remark(evidence, proposals.iter().any(is_rank)),
        ];
        remarks.into_iter().flatten().collect()
    }

    /// Sentence on gaps in the use of single nodes, if these cannot be outages of the `machine` that is
    /// proposed.
    fn single_gaps(
        &self,
        evidence: &Evidence<'_>,
        machine: Option<&ProposedMachine>,
    ) -> Option<String> {
        let why = match (self.no_outages(), machine) {
            (Some(why), _) => why,
            (None, None) => "which node of the scenario that is, names do not say",
            (None, Some(_)) => return None,
        };
        let named = node_names::machine(evidence)?;
        Some(SingleGaps::of(evidence, &named)?.remark(why))
    }

    /// Room on the machine of the scenario.
    fn room(&self) -> Room {
        let layout = self.question.scenario.machine.nodes();
        let layout = layout.and_then(|cluster| cluster.layout().ok().flatten());
        let names = self.accounts.names.partitions.names().iter();
        let partitions = names.map(|name| {
            let mut all = layout.as_ref()?.partitions.iter();
            let own = all.find(|partition| partition.name == *name)?;
            Some(layout.as_ref()?.partition_cores(own))
        });
        Room {
            partitions: partitions.collect(),
            all: layout
                .as_ref()
                .map_or(u64::from(self.size), |layout| u64::from(layout.cores())),
        }
    }

    /// Runs without proposals, with those from the `whole` log and with those from its `first` half;
    /// `None` if cancelled.
    fn all_runs(
        &self,
        whole: &[Proposal],
        first: &[Proposal],
        progress: &Progress,
    ) -> Result<Option<[Arc<[Run]>; 3]>, Problem> {
        let mut found: Vec<(&[Proposal], Arc<[Run]>)> = Vec::new();
        for proposals in [&[], whole, first] {
            let known = found.iter().find(|(known, _)| *known == proposals);
            let runs = match known {
                Some((_, runs)) => runs.clone(),
                None => match self.runs(&self.fitted(proposals), progress)? {
                    Some(runs) => runs.into(),
                    None => return Ok(None),
                },
            };
            found.push((proposals, runs));
        }
        let runs = found.into_iter().map(|(_, runs)| runs);
        Ok(runs.collect::<Vec<_>>().try_into().ok())
    }

    /// Runs of `scenario`, under its policy or those that are tried; `None` if cancelled.
    fn runs(&self, scenario: &Scenario, progress: &Progress) -> Result<Option<Vec<Run>>, Problem> {
        let scenario = self.tried(scenario);
        let experiment = Arc::new(load::prepare(&scenario, self.question.source, progress)?);
        let runs = choices(&experiment.scenario).into_iter().map(|choice| {
            check(&experiment, &choice)?;
            simulate(&experiment, &choice, false, progress)
        });
        runs.collect()
    }

    /// `scenario` with its policy, or those that are tried.
    fn tried(&self, scenario: &Scenario) -> Scenario {
        let mut scenario = scenario.clone();
        if !self.question.is_policy_known {
            scenario.policies = PolicyName::defaults_for(&scenario.machine).to_vec();
            // Its settings are not known, and it is not simulated with nodes out of service.
            let cluster = scenario.machine.nodes();
            let has_outages = cluster.is_some_and(|one| one.outages.is_some());
            if !has_outages && account::is_slurm(&self.options.path) {
                scenario.policies.push(PolicyName::Slurm);
            }
            scenario.variants = Vec::new();
        }
        scenario.policies.retain(|policy| !policy.replays());
        scenario
    }

    /// `proposals`, with the policy if that is not known.
    fn with_policy(&self, mut proposals: Vec<Proposal>, nearest: &Nearest) -> Vec<Proposal> {
        if !self.question.is_policy_known {
            proposals.push(Proposal::Policy(ProposedPolicy {
                policy: nearest.policy,
                distances: nearest.distances.clone(),
            }));
        }
        proposals
    }

    /// The scenario with `proposals`.
    fn fitted(&self, proposals: &[Proposal]) -> Scenario {
        let mut scenario = self.question.scenario.clone();
        for proposal in proposals {
            proposal.apply(&mut scenario);
        }
        scenario_log::add_kinds(&mut scenario, self.accounts, self.options, self.size);
        scenario
    }
}
