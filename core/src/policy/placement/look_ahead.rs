//! SLF, LET and MOM: each waiting job goes to the server with the least key.

use super::{check, first_least, order_by_rank};
use crate::engine::storage::threads_for;
use crate::engine::{Context, Placement, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::machine::Server;
use crate::machine::contention::Threads;
use crate::units::ids::{JobId, ServerId};
use crate::units::time::Duration;

/// Key by which a job is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Server with the least load first (SLF): the fewest threads per core.
    LeastLoad,
    /// Least execution time (LET): where the job itself will end first.
    EarliestCompletion,
    /// Minimum of maximum (MOM): where the last of the jobs will end first.
    EarliestLastCompletion(MaximumOver),
}

/// Which jobs MOM takes the maximum over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MaximumOver {
    /// Those on the server and the one to be placed: a reading of the paper that gives
    /// shorter makespans on average.
    #[default]
    All,
    /// Those on the server, as the paper has it; an idle one is best.
    Existing,
}

/// Places waiting jobs one after another, each where its key is least, after looking ahead
/// on every server.
///
/// Chahal, Mathew and Nambiar, "Simulation based job scheduling optimization
/// for batch workloads", ICPE 2019, section 4. Of equal servers the first is
/// taken. Execution times are compared in whole nanoseconds.
#[derive(Debug)]
pub struct LookAhead<'a> {
    goal: Goal,
    keys: &'a mut [f64],
    scratch: &'a mut [Threads],
    ranks: Option<&'a [Duration]>,
}

impl<'a> LookAhead<'a> {
    /// With an entry of `keys` for each of `servers` servers and `threads`
    /// entries of `scratch` ([`crate::engine::storage::threads_for`]).
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        goal: Goal,
        keys: &'a mut [f64],
        servers: usize,
        scratch: &'a mut [Threads],
        threads: usize,
    ) -> Result<Self, CapacityError> {
        CapacityError::unless("keys", servers, keys.len())?;
        CapacityError::unless("look_ahead", threads, scratch.len())?;
        Ok(Self {
            goal,
            keys: &mut keys[..servers],
            scratch,
            ranks: None,
        })
    }

    /// Places jobs that wait together in the order of their upward ranks,
    /// greatest first ([`crate::workflow::upward_ranks`]).
    #[must_use]
    pub fn by_rank(self, ranks: &'a [Duration]) -> Self {
        Self {
            ranks: Some(ranks),
            ..self
        }
    }

    /// Server for `job`.
    fn choose(&mut self, context: &mut Context<'_, '_>, job: JobId) -> ServerId {
        let mut least = f64::INFINITY;
        let all = context.wants_reasons();
        for index in 0..self.keys.len() {
            let server = ServerId::new(index);
            self.keys[index] = f64::INFINITY;
            if !all && self.is_like_an_earlier(context.servers(), index) {
                continue; // it cannot be better
            }
            // A sink that wants the keys gets all of them; otherwise a look-ahead ends when
            // it cannot be the best any more.
            let limit = if all { f64::INFINITY } else { least };
            self.keys[index] = self.key(context, job, server, limit);
            least = least.min(self.keys[index]);
        }
        context.report_keys(job, self.keys);
        ServerId::new(first_least(self.keys))
    }

    /// Whether the server with this index is idle and equal to an earlier idle one.
    fn is_like_an_earlier(&self, servers: &[Server], index: usize) -> bool {
        let idle = |server: &Server| server.residents() == 0;
        let like = |other: &Server| idle(other) && other.spec() == servers[index].spec();
        idle(&servers[index]) && servers[..index].iter().any(like)
    }

    /// Key of `server` for `job`; infinite beyond `limit`.
    fn key(&mut self, context: &Context<'_, '_>, job: JobId, server: ServerId, limit: f64) -> f64 {
        if self.goal == Goal::LeastLoad {
            return context.servers()[server.index()].load();
        }
        let Ok(mut fork) = context.fork_with(server, job, self.scratch) else {
            return f64::INFINITY;
        };
        let limit = if limit.is_finite() {
            Duration(libm::ceil(limit * 1e9) as u64)
        } else {
            Duration::MAX
        };
        let time = match self.goal {
            Goal::EarliestCompletion => fork.completion(job, limit),
            Goal::EarliestLastCompletion(MaximumOver::Existing) => {
                fork.run_out(|other| other != job, limit)
            }
            _ => fork.run_out(|_| true, limit),
        };
        time.map_or(f64::INFINITY, Duration::seconds)
    }
}

impl Policy for LookAhead<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        check(self.keys.len(), self.ranks, setup)?;
        let groups = setup.server_setup.threads.groups().len();
        let threads = threads_for(setup.jobs(), groups);
        Ok(CapacityError::unless(
            "look_ahead",
            threads,
            self.scratch.len(),
        )?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        order_by_rank(context, self.ranks);
        let why = match self.goal {
            Goal::LeastLoad => Placement::LeastLoad,
            Goal::EarliestCompletion => Placement::EarliestCompletion,
            Goal::EarliestLastCompletion(_) => Placement::EarliestLastCompletion,
        };
        while let Some(job) = context.head() {
            let server = self.choose(context, job);
            if context.start_on_server(job, server, why).is_err() {
                return; // there is no server
            }
        }
    }
}
