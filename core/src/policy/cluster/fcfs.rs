//! First come, first served on a cluster.

use super::queue::{Queue, explain_wait_by_rule};
use crate::engine::{Context, Outlook, Policy, Setup, StartReason, WaitReason};
use crate::error::{CapacityError, PolicyError};
use crate::machine::bits::is_member;
use crate::policy::{LastPass, Order};
use crate::units::ids::JobId;

/// Starts jobs in the order of the queue; one that finds no room blocks all nodes of its
/// partition, or of its advance reservation, for the jobs behind it.
#[derive(Debug)]
pub struct Fcfs<'a> {
    queue: Queue,
    last_pass: LastPass,
    // Bitmap of the blocked nodes.
    blocked: &'a mut [u64],
}

impl<'a> Fcfs<'a> {
    /// FCFS with the queue in `order`; `blocked` has a bit for each node, 64 to a word.
    pub fn new(order: Order, blocked: &'a mut [u64]) -> Self {
        Self {
            queue: Queue { order },
            last_pass: LastPass::new(),
            blocked,
        }
    }

    /// Whether all nodes for `job` are blocked.
    fn is_blocked(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        let Some(cluster) = context.cluster() else {
            return true;
        };
        let setup = cluster.setup();
        let request = setup.request(job.index());
        let mut blocked = self.blocked.iter().enumerate();
        blocked.all(|(word, blocked)| setup.eligible_word(&request, word) & !blocked == 0)
    }

    /// Whether all nodes of all partitions are blocked.
    fn is_all_blocked(&self, context: &Context<'_, '_>) -> bool {
        let partitions = context
            .cluster()
            .map_or(&[][..], |cluster| cluster.setup().partitions);
        partitions.iter().all(|partition| {
            let mut both = partition.nodes.iter().zip(self.blocked.iter());
            both.all(|(nodes, blocked)| nodes & !blocked == 0)
        })
    }

    fn block(&mut self, context: &Context<'_, '_>, job: JobId) {
        if let Some(cluster) = context.cluster() {
            let setup = cluster.setup();
            let (request, now) = (setup.request(job.index()), context.now());
            for (word, blocked) in self.blocked.iter_mut().enumerate() {
                *blocked |= setup.blocked_word(&request, now, word);
            }
        }
    }
}

/// Reports that `job` waits for room, or behind the first job that blocks its nodes.
fn explain_wait(context: &mut Context<'_, '_>, job: JobId) {
    if context.wants_reasons() {
        match blocking(context, job) {
            Some(head) => context.explain_wait(job, WaitReason::Behind { head }),
            None => context.explain_wait_for_room(job),
        }
    }
}

/// First job ahead of `job` that blocks nodes it could have.
fn blocking(context: &Context<'_, '_>, job: JobId) -> Option<JobId> {
    let setup = context.cluster()?.setup();
    let request = setup.request(job.index());
    let is_in_the_way = |other: JobId| {
        let other = setup.request(other.index());
        let words = 0..context.nodes().div_ceil(64) as usize;
        words.into_iter().any(|word| {
            setup.blocked_word(&other, context.now(), word) & setup.eligible_word(&request, word)
                != 0
        })
    };
    let mut ahead = context.queue().take_while(|&other| other != job);
    ahead.find(|&other| context.is_allowed(other) && is_in_the_way(other))
}

impl Policy for Fcfs<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        if setup.simulated_cluster().is_none() {
            return Err(PolicyError::NoCluster);
        }
        let words = setup.nodes.div_ceil(64) as usize;
        Ok(CapacityError::unless("blocked", words, self.blocked.len())?)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let passed = self.last_pass.next(context);
        self.queue.apply(context, passed.is_some());
        self.blocked.fill(0);
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            if !context.is_allowed(job) {
                explain_wait_by_rule(context, job);
                continue;
            }
            if !self.is_blocked(context, job) {
                let blocked = &*self.blocked;
                let is_open = |node: u32| !is_member(blocked, node);
                let mut open =
                    |_: &Outlook<'_, '_>, node, units| if is_open(node) { units } else { 0 };
                let started = context.start_in_rounds(job, &mut [&mut open], StartReason::Head);
                if started.is_ok() {
                    continue;
                }
            }
            self.block(context, job);
            explain_wait(context, job);
            if !context.wants_reasons() && self.is_all_blocked(context) {
                break;
            }
        }
        context.wake_for_advance(None);
    }
}
