//! Choice of nodes for a job among the eligible ones.

use super::ScojoPect;
use crate::engine::Context;
use crate::machine::fits_at;
use crate::machine::{Allocation, Candidate};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use crate::workload::Class;

impl ScojoPect<'_> {
    /// Writes the nodes for `job` into `chosen`, ascending.
    pub(super) fn choose(&mut self, context: &mut Context<'_, '_>, job: JobId, class: Class) {
        let nodes = context.nodes_of(job) as usize;
        let simple = self.slicing.allocation == Allocation::FirstFree && !context.wants_reasons();
        let most = if simple { nodes } else { usize::MAX };
        let count = self.list_candidates(context, (job, class), most, !simple);
        let candidates = core::mem::take(&mut self.candidates);
        let considered = &mut candidates[..count];
        if !simple && let Some(memory) = context.memory() {
            let (need, capacity) = (context.request(job).memory, memory.setup().capacity);
            let soonest = match self.slicing.allocation {
                Allocation::MemoryAware(rules) => rules.soonest_end,
                _ => false,
            };
            let jobs_on = |node| memory.residents(node).map(|(other, _)| other);
            let mut last = None;
            let fits = |node| {
                // Jobs have several nodes, so neighbours often have the same result.
                if let Some((neighbour, at)) = last
                    && jobs_on(node).eq(jobs_on(neighbour))
                {
                    return at;
                }
                let ends = memory.residents(node).map(|(other, resident)| {
                    (self.expected_end(context, other), resident.demand())
                });
                let at = if soonest {
                    ends.map(|(end, _)| end).min().unwrap_or(context.now())
                } else {
                    fits_at(context.now(), ends, need, capacity)
                };
                last = Some((node, at));
                at
            };
            self.slicing
                .allocation
                .choose(considered, nodes, need, capacity, fits);
            context.report_candidates(job, considered);
        }
        for (slot, candidate) in self.chosen.iter_mut().zip(&*considered).take(nodes) {
            *slot = candidate.node;
        }
        self.candidates = candidates;
        self.chosen[..nodes].sort_unstable();
    }

    /// Lists up to `most` eligible nodes, ascending; returns their number.
    fn list_candidates(
        &mut self,
        context: &Context<'_, '_>,
        (job, class): (JobId, Class),
        most: usize,
        in_full: bool,
    ) -> usize {
        let candidates = core::mem::take(&mut self.candidates);
        let mut count = 0;
        for (index, word) in self.eligible(context, class, Some(job)).enumerate() {
            let mut word = word;
            while word != 0 && count < most {
                let node = index as u32 * 64 + word.trailing_zeros();
                word &= word - 1;
                candidates[count] = if in_full {
                    candidate(context, node)
                } else {
                    Candidate {
                        node,
                        ..Candidate::EMPTY
                    }
                };
                count += 1;
            }
        }
        self.candidates = candidates;
        count
    }

    /// Expected end of `job` if it runs in its own slices only.
    fn expected_end(&self, context: &Context<'_, '_>, job: JobId) -> Time {
        let share = self.slicing.slices.share_of(self.class_of(context, job));
        let left = u128::from(context.estimate_left(job).round_up().0);
        let interval = u128::from(self.slicing.slices.interval().0);
        let time = left * interval / u128::from(share.0.max(1));
        let time = u64::try_from(time).unwrap_or(u64::MAX);
        context.now().after(Duration(time))
    }
}

fn candidate(context: &Context<'_, '_>, node: u32) -> Candidate {
    let Some(memory) = context.memory() else {
        return Candidate {
            node,
            ..Candidate::EMPTY
        };
    };
    let capacity = memory.setup().capacity.0;
    let (jobs, assigned) = memory.counted(node);
    Candidate {
        node,
        jobs,
        free: i64::from(capacity) - assigned as i64,
        unused: capacity - memory.resident(node).0,
        ..Candidate::EMPTY
    }
}
