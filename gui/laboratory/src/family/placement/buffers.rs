//! Heap buffers of policies that place jobs on servers.

use cosched_core::engine::Setup;
use cosched_core::engine::storage::threads_for;
use cosched_core::machine::contention::Threads;
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::placement::{Goal, LoadAverage, LookAhead, Mapping, ServerAverage};
use cosched_core::{Duration, ServerId, Time, workflow};

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::scenario::PolicyName;
use crate::scenario::placement::{Over, Placing, Ready};

/// Largest number of threads, in groups, that the servers of `setup` may hold.
pub(crate) fn threads_of(setup: &Setup<'_>) -> usize {
    match setup.server_setup.servers.len() {
        0 => 0,
        _ => threads_for(setup.jobs(), setup.server_setup.threads.groups().len()),
    }
}

/// Lower bound of the makespan of `experiment`; `None` without servers.
pub(super) fn bound(experiment: &Experiment) -> Option<workflow::LowerBounds> {
    let setup = Setup::cluster(&experiment.jobs, 0)
        .with_server_setup(experiment.hosting.as_core())
        .with_precedence(experiment.precedents.as_core());
    let jobs = setup.jobs();
    let mut scratch = vec![Threads::EMPTY; threads_of(&setup)];
    let (mut times, mut completions) = (vec![Duration::ZERO; jobs], vec![Time::ZERO; jobs]);
    workflow::lower_bound(&setup, &mut scratch, &mut times, &mut completions).ok()
}

/// Buffers of a policy that places jobs.
#[derive(Debug)]
pub(super) struct OwnedPlacing {
    name: PolicyName,
    jobs: usize,
    mom: Over,
    keys: Box<[f64]>,
    averages: Box<[ServerAverage]>,
    scratch: Box<[Threads]>,
    mapping: Box<[ServerId]>,
    ranks: Option<Box<[Duration]>>,
}

impl OwnedPlacing {
    /// Allocates for the policy of `choice`.
    ///
    /// # Errors
    /// The mapping is invalid.
    pub(super) fn new(choice: &Choice, setup: &Setup<'_>) -> Result<Self, Problem> {
        let (jobs, servers) = (setup.jobs(), setup.server_setup.servers.len());
        let Placing {
            ready,
            mapping,
            mom,
            ..
        } = &choice.parameters.placing;
        if choice.policy == PolicyName::Mapping {
            check_mapping(mapping, jobs, servers)?;
        }
        let mapping = mapping.iter().map(|&server| ServerId::new(server as usize));
        Ok(Self {
            name: choice.policy,
            jobs,
            mom: *mom,
            keys: vec![0.0; servers].into(),
            averages: vec![ServerAverage::IDLE; servers].into(),
            scratch: vec![Threads::EMPTY; threads_of(setup)].into(),
            mapping: mapping.collect(),
            ranks: (*ready == Ready::UpwardRank).then(|| ranks(setup)),
        })
    }
}

impl Buffers for OwnedPlacing {
    fn policy<'p>(&'p mut self, _: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let (servers, threads) = (self.keys.len(), self.scratch.len());
        let goal = match self.name {
            PolicyName::Slf => Goal::LeastLoad,
            PolicyName::Let => Goal::EarliestCompletion,
            PolicyName::LoadAverage => {
                let policy = LoadAverage::new(&mut self.averages, &mut self.keys, servers);
                let policy = policy.map_err(problem)?;
                let policy = AnyPolicy::LoadAverage(match &self.ranks {
                    Some(ranks) => policy.by_rank(ranks),
                    None => policy,
                });
                return Ok(policy.into());
            }
            PolicyName::Mapping => {
                let policy = Mapping::new(&self.mapping, self.jobs).map_err(problem)?;
                let policy = AnyPolicy::Mapping(match &self.ranks {
                    Some(ranks) => policy.by_rank(ranks),
                    None => policy,
                });
                return Ok(policy.into());
            }
            _ => Goal::EarliestLastCompletion(self.mom.into()),
        };
        let policy = LookAhead::new(goal, &mut self.keys, servers, &mut self.scratch, threads);
        let policy = policy.map_err(problem)?;
        let policy = AnyPolicy::LookAhead(match &self.ranks {
            Some(ranks) => policy.by_rank(ranks),
            None => policy,
        });
        Ok(policy.into())
    }
}

/// Checks that each of `jobs` jobs is mapped to one of the servers.
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

/// Upward ranks of all jobs, each with the time it takes alone on its fastest server.
fn ranks(setup: &Setup<'_>) -> Box<[Duration]> {
    let jobs = setup.jobs();
    let mut scratch = vec![Threads::EMPTY; threads_of(setup)];
    let (mut times, mut ranks) = (vec![Duration::ZERO; jobs], vec![Duration::ZERO; jobs]);
    if workflow::times_alone(setup, &mut scratch, &mut times).is_ok() {
        workflow::upward_ranks(&times, &setup.precedence, &mut ranks);
    }
    ranks.into()
}
