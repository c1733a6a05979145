//! Choice of processors for a job: those whose other tier is used the least.

use super::{Tier, TierAssignment, TierBuffers, Tiers};
use crate::units::ids::JobId;
use crate::workload::Share;

impl Tiers<'_> {
    /// Gives `job`, which has none and uses `share` of each, `count` idle virtual machines
    /// of a tier: those whose other tier is used the least, the lowest of equals. There
    /// must be that many.
    pub fn take(&mut self, job: JobId, tier: Tier, count: u32, share: Share) {
        self.take_among(job, tier, count, share, |_| true);
    }

    /// As [`Tiers::take`], among the processors that it `may_have`; as many as there are.
    pub fn take_among(
        &mut self,
        job: JobId,
        tier: Tier,
        count: u32,
        share: Share,
        may_have: impl Fn(u32) -> bool,
    ) {
        self.buffers.assignments[job.index()] = TierAssignment {
            tier: tier as u8 + 1,
            has_changed: true,
            share,
            first: u32::MAX,
            ..TierAssignment::EMPTY
        };
        let shared = self.take_unshared(job, tier, count, may_have);
        let missing = (count - self.buffers.assignments[job.index()].count) as usize;
        if missing < shared {
            self.buffers.choice[..shared].select_nth_unstable(missing);
        }
        for index in 0..missing.min(shared) {
            let (_, index) = self.buffers.choice[index];
            self.occupy(job, tier, index as usize);
        }
        self.idle[tier as usize] -= self.buffers.assignments[job.index()].count;
        if tier == Tier::Background && count > 0 {
            self.buffers.assignments[job.index()].next = self.in_background.replace(job);
        }
    }

    /// Gives `job` up to `count` of those idle whose other tier is not used at all. If
    /// there are fewer, puts all others into the choice; returns their number.
    fn take_unshared(
        &mut self,
        job: JobId,
        tier: Tier,
        count: u32,
        may_have: impl Fn(u32) -> bool,
    ) -> usize {
        let (mut left, mut shared) = (count, 0);
        for index in 0..self.buffers.foreground.len() {
            if left == 0 {
                break;
            }
            let (own, other) = self.machines_at(tier, index);
            if own.is_some() || !may_have(index as u32) {
                continue;
            }
            let used = self.share_of(other);
            if used == Share::NONE {
                self.occupy(job, tier, index);
                left -= 1;
            } else {
                self.buffers.choice[shared] = (used, index as u32);
                shared += 1;
            }
        }
        shared
    }

    /// Jobs on that tier of a processor, and on the other.
    fn machines_at(&self, tier: Tier, index: usize) -> (Option<JobId>, Option<JobId>) {
        let foreground = self.buffers.foreground[index];
        let background = self.buffers.background[index];
        match tier {
            Tier::Foreground => (foreground, background),
            Tier::Background => (background, foreground),
        }
    }

    /// Gives `job`, which is in that tier, one more processor.
    fn occupy(&mut self, job: JobId, tier: Tier, index: usize) {
        let (_, other) = self.machines_at(tier, index);
        let TierBuffers {
            foreground,
            background,
            assignments: seats,
            ..
        } = &mut self.buffers;
        let seat = &mut seats[job.index()];
        seat.count += 1;
        seat.first = seat.first.min(index as u32);
        match tier {
            Tier::Foreground => {
                foreground[index] = Some(job);
                if let Some(below) = other {
                    seats[below.index()].covered += 1;
                    seats[below.index()].has_changed = true;
                }
            }
            Tier::Background => {
                background[index] = Some(job);
                seat.covered += u32::from(other.is_some());
            }
        }
    }
}
