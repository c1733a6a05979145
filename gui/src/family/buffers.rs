//! The desktop's memory for policies: boxes of the size the experiment needs.

use cosched_core::engine::{Setup, Sizes};
use cosched_core::machine::Candidate;
use cosched_core::machine::contention::Threads;
use cosched_core::policy::placement::{Average, Goal};
use cosched_core::policy::slicing::{Classes, Slicing, SlicingBuffers, held_words_for};
use cosched_core::policy::{
    AnyPolicy, Conservative, Easy, Fcfs, LoadAverage, LookAhead, Mapping, ScojoPect,
};
use cosched_core::profile::points_for;
use cosched_core::storage::{threads_for, words_for};
use cosched_core::workload::Class;
use cosched_core::{Duration, JobId, Memory, Part, Profile, ServerId, Time, workflow};

use crate::base::problem::Problem;
use crate::family::coscheduling::buffers::OwnedCoscheduling;
use crate::family::moldable::admission::{OwnedAdmission, ReadyPolicy};
use crate::family::moldable::buffers::OwnedMolding;
use crate::family::slots::buffers::OwnedWindows;
use crate::family::slots::market::Market;
use crate::scenario::placement::{Placing, Ready};
use crate::scenario::{Parameters, PolicyName};

/// Whether there is memory for what [`cosched_core::engine::BoxedStorage`] and a policy's matrix of `rows`
/// rows take for `setup`.
///
/// # Errors
/// There is not, with how much is needed.
pub(crate) fn check_room(setup: &Setup<'_>, rows: usize) -> Result<(), Problem> {
    let (jobs, nodes) = (setup.jobs(), setup.nodes as usize);
    // The profile, with parts, and a bill of each job; the candidates for its nodes; the
    // threads looked ahead.
    let policy = [
        (2 * jobs, size_of::<Time>() + size_of::<Part>()),
        (2 * jobs, size_of::<u32>()),
        (nodes, size_of::<Candidate>()),
        (threads_of(setup), size_of::<Threads>()),
        (rows, words_for(nodes) * size_of::<u64>()),
    ];
    let sizes = policy.map(|(count, size)| count.saturating_mul(size));
    let bytes = sizes
        .into_iter()
        .fold(Sizes::of(setup).bytes(), usize::saturating_add);
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(bytes).map_err(|_| {
        Problem::output(format!(
            "there is not enough memory to simulate it: some {} MiB are needed",
            bytes >> 20
        ))
    })
}

/// How many threads of groups the servers of `setup` may have to hold.
fn threads_of(setup: &Setup<'_>) -> usize {
    match setup.hosting.servers.len() {
        0 => 0,
        _ => threads_for(setup.jobs(), setup.hosting.threads.groups().len()),
    }
}

/// How soon all jobs can be done at best; nothing without servers.
pub(crate) fn bound(setup: &Setup<'_>) -> Option<workflow::Bound> {
    let jobs = setup.jobs();
    let mut scratch = vec![Threads::EMPTY; threads_of(setup)];
    let (mut times, mut completions) = (vec![Duration::ZERO; jobs], vec![Time::ZERO; jobs]);
    workflow::lower_bound(setup, &mut scratch, &mut times, &mut completions).ok()
}

/// A policy's buffers, and those of the door before it where deadlines are hard.
#[derive(Debug)]
pub struct OwnedPolicy {
    buffers: Buffers,
    admission: Option<OwnedAdmission>,
}

/// A policy's buffers.
#[derive(Debug)]
struct Buffers {
    name: PolicyName,
    parameters: Parameters,
    jobs: usize,
    // Jobs that a profile has room for.
    profiled: usize,
    times: Box<[Time]>,
    parts: Box<[Part]>,
    free: Box<[u32]>,
    candidates: Box<[Option<JobId>]>,
    slicing: Option<OwnedSlicing>,
    placing: OwnedPlacing,
    coscheduling: OwnedCoscheduling,
    molding: OwnedMolding,
    windows: OwnedWindows,
}

/// What policies need that place jobs on servers.
#[derive(Debug, Default)]
struct OwnedPlacing {
    keys: Box<[f64]>,
    averages: Box<[Average]>,
    scratch: Box<[Threads]>,
    mapping: Box<[ServerId]>,
    ranks: Option<Box<[Duration]>>,
}

impl OwnedPlacing {
    fn new(name: PolicyName, parameters: &Parameters, setup: &Setup<'_>) -> Result<Self, Problem> {
        if !name.is_for_servers() {
            return Ok(Self::default());
        }
        let (jobs, servers) = (setup.jobs(), setup.hosting.servers.len());
        let Placing { ready, mapping, .. } = &parameters.placing;
        if name == PolicyName::Mapping {
            check_mapping(mapping, jobs, servers)?;
        }
        let mapping = mapping.iter().map(|&server| ServerId::new(server as usize));
        Ok(Self {
            keys: vec![0.0; servers].into(),
            averages: vec![Average::IDLE; servers].into(),
            scratch: vec![Threads::EMPTY; threads_of(setup)].into(),
            mapping: mapping.collect(),
            ranks: (*ready == Ready::UpwardRank).then(|| ranks(setup)),
        })
    }
}

/// Whether each of `jobs` jobs is mapped to one of the servers.
fn check_mapping(mapping: &[u32], jobs: usize, servers: usize) -> Result<(), Problem> {
    if mapping.len() != jobs {
        return Err(Problem::input(format!(
            "`mapping` has {} servers; it needs one for each of the {jobs} jobs",
            mapping.len()
        )));
    }
    let wrong = mapping
        .iter()
        .enumerate()
        .find(|(_, server)| **server as usize >= servers);
    match wrong {
        Some((job, server)) => Err(Problem::input(format!(
            "`mapping` sends the job in place {} to server {server}; there are 0 to {}",
            job + 1,
            servers.saturating_sub(1)
        ))),
        None => Ok(()),
    }
}

/// The upward ranks of all jobs, each taken to be alone where it is fastest.
fn ranks(setup: &Setup<'_>) -> Box<[Duration]> {
    let jobs = setup.jobs();
    let mut scratch = vec![Threads::EMPTY; threads_of(setup)];
    let (mut times, mut ranks) = (vec![Duration::ZERO; jobs], vec![Duration::ZERO; jobs]);
    if workflow::times_alone(setup, &mut scratch, &mut times).is_ok() {
        workflow::upward_ranks(&times, &setup.precedence, &mut ranks);
    }
    ranks.into()
}

/// What Scojo-PECT needs besides.
#[derive(Debug)]
struct OwnedSlicing {
    slicing: Slicing,
    classes: Box<[Class]>,
    held: Box<[u64]>,
    candidates: Box<[Candidate]>,
    chosen: Box<[u32]>,
}

impl OwnedPolicy {
    /// Room for the policy `name` on the workload of `setup`, whose jobs are
    /// of `classes`, on nodes with so much memory (0 if it was not said). Only
    /// `Windows` needs a market.
    ///
    /// # Errors
    /// What is wrong with the parameters.
    pub fn new(
        name: PolicyName,
        parameters: &Parameters,
        setup: &Setup<'_>,
        classes: &[Class],
        node_memory: Memory,
        market: Market,
    ) -> Result<Self, Problem> {
        Ok(Self {
            buffers: Buffers::new(name, parameters, setup, classes, node_memory, market)?,
            admission: OwnedAdmission::new(name, &parameters.molding, setup)?,
        })
    }

    /// The policy, on these buffers.
    ///
    /// # Errors
    /// The parameters do not suit the workload.
    pub fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let policy = self.buffers.policy(setup)?;
        match &mut self.admission {
            None => Ok(ReadyPolicy::Plain(policy)),
            Some(admission) => admission.before(policy, setup),
        }
    }
}

impl Buffers {
    fn new(
        name: PolicyName,
        parameters: &Parameters,
        setup: &Setup<'_>,
        classes: &[Class],
        node_memory: Memory,
        market: Market,
    ) -> Result<Self, Problem> {
        let (jobs, nodes) = (setup.jobs(), setup.nodes as usize);
        let points = match name {
            PolicyName::Easy | PolicyName::Conservative => points_for(setup.profiled()),
            PolicyName::ScojoPect => points_for(jobs),
            name if name.molds() => points_for(setup.profiled()),
            _ => 0,
        };
        let backfill_order = parameters.backfill_order;
        let candidates = match (name, backfill_order) {
            (PolicyName::Easy, Some(order)) if order != parameters.order => jobs,
            _ => 0,
        };
        let slicing = match name {
            PolicyName::ScojoPect => Some(OwnedSlicing {
                slicing: parameters.slicing.to_core().map_err(problem)?,
                classes: classes.into(),
                held: vec![0; held_words_for(nodes)].into(),
                candidates: vec![Candidate::EMPTY; nodes].into(),
                chosen: vec![0; nodes].into(),
            }),
            _ => None,
        };
        Ok(Self {
            name,
            parameters: parameters.clone(),
            jobs,
            profiled: setup.profiled(),
            times: vec![Time::ZERO; points].into(),
            parts: vec![Part::NONE; if setup.has_parts() { points } else { 0 }].into(),
            free: vec![0; points].into(),
            candidates: vec![None; candidates].into(),
            slicing,
            placing: OwnedPlacing::new(name, parameters, setup)?,
            coscheduling: OwnedCoscheduling::new(
                name,
                &parameters.coscheduling,
                setup,
                node_memory,
            )?,
            molding: OwnedMolding::new(name, setup),
            windows: match name {
                PolicyName::Windows => OwnedWindows::new(market, &parameters.windows, setup)?,
                _ => OwnedWindows::default(),
            },
        })
    }

    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<AnyPolicy<'p>, Problem> {
        let profile = Profile::new(&mut self.times, &mut self.free).with_parts(&mut self.parts);
        let order = self.parameters.order;
        let depth = match self.parameters.depth {
            Some(depth) => depth as usize,
            None => usize::MAX,
        };
        Ok(match self.name {
            PolicyName::Fcfs => AnyPolicy::Fcfs(Fcfs::by(order)),
            PolicyName::Easy => {
                let easy = Easy::new(profile, self.profiled).map_err(problem)?;
                let easy = easy.by(order).to_depth(depth);
                AnyPolicy::Easy(match self.parameters.backfill_order {
                    Some(behind) if behind != order => easy
                        .backfilling_by(behind, &mut self.candidates, self.jobs)
                        .map_err(problem)?,
                    _ => easy,
                })
            }
            PolicyName::Conservative => AnyPolicy::Conservative(
                Conservative::new(profile, self.profiled)
                    .map_err(problem)?
                    .by(order)
                    .to_depth(depth),
            ),
            PolicyName::ScojoPect => {
                let Some(owned) = &mut self.slicing else {
                    return Err(Problem::input("the buffers were made for another policy"));
                };
                let buffers = SlicingBuffers {
                    profile,
                    held: &mut owned.held,
                    candidates: &mut owned.candidates,
                    chosen: &mut owned.chosen,
                };
                let classes = Classes::Given(&owned.classes);
                let policy = ScojoPect::new(&owned.slicing, classes, buffers, setup);
                AnyPolicy::ScojoPect(policy.map_err(problem)?)
            }
            PolicyName::Slf | PolicyName::Let | PolicyName::Mom => {
                let goal = match self.name {
                    PolicyName::Slf => Goal::LeastLoad,
                    PolicyName::Let => Goal::EarliestCompletion,
                    _ => Goal::EarliestLastCompletion(self.parameters.placing.mom.into()),
                };
                let OwnedPlacing {
                    keys,
                    scratch,
                    ranks,
                    ..
                } = &mut self.placing;
                let (servers, threads) = (keys.len(), scratch.len());
                let policy = LookAhead::new(goal, keys, servers, scratch, threads);
                let policy = policy.map_err(problem)?;
                AnyPolicy::LookAhead(match ranks {
                    Some(ranks) => policy.by_rank(ranks),
                    None => policy,
                })
            }
            PolicyName::LoadAverage => {
                let OwnedPlacing {
                    keys,
                    averages,
                    ranks,
                    ..
                } = &mut self.placing;
                let servers = keys.len();
                let policy = LoadAverage::new(averages, keys, servers).map_err(problem)?;
                AnyPolicy::LoadAverage(match ranks {
                    Some(ranks) => policy.by_rank(ranks),
                    None => policy,
                })
            }
            PolicyName::Kceasy | PolicyName::Parallel | PolicyName::Fair | PolicyName::Adasa => {
                let rule = self.parameters.molding.rule(self.name);
                return self.molding.policy(rule, profile, setup);
            }
            PolicyName::Windows => return self.windows.policy(setup),
            PolicyName::Gang | PolicyName::Flexible | PolicyName::Agile => {
                return self
                    .coscheduling
                    .policy(self.name, &self.parameters.coscheduling, setup);
            }
            PolicyName::Mapping => {
                let OwnedPlacing { mapping, ranks, .. } = &self.placing;
                let policy = Mapping::new(mapping, self.jobs).map_err(problem)?;
                AnyPolicy::Mapping(match ranks {
                    Some(ranks) => policy.by_rank(ranks),
                    None => policy,
                })
            }
        })
    }
}

fn problem(error: impl std::fmt::Display) -> Problem {
    Problem::input(error.to_string())
}
