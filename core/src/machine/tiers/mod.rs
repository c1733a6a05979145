//! Processors with two virtual machines each: the background one gets the time that the
//! foreground one leaves.

mod take;

use crate::buffers::buffers;
use crate::engine::storage::words_for;
use crate::error::CapacityError;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::workload::Share;

/// One of the two virtual machines of a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tier {
    /// Served first.
    Foreground,
    /// Gets the time that the foreground leaves.
    Background,
}

/// Processors of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TierAssignment {
    // 0 if it has none, 1 in the foreground, 2 in the background.
    tier: u8,
    // In the background: whether its rate may have changed since it was last reported.
    has_changed: bool,
    share: Share,
    // Number of its processors, and the lowest of them.
    count: u32,
    first: u32,
    // In the background: the number of them whose foreground is busy.
    covered: u32,
    // The next job in the background.
    next: Option<JobId>,
}

impl TierAssignment {
    /// No processors; all zero bytes.
    pub const EMPTY: Self = Self {
        tier: 0,
        has_changed: false,
        share: Share::NONE,
        count: 0,
        first: 0,
        covered: 0,
        next: None,
    };

    /// Its tier, if it has processors.
    pub const fn tier(self) -> Option<Tier> {
        match self.tier {
            0 => None,
            1 => Some(Tier::Foreground),
            _ => Some(Tier::Background),
        }
    }

    /// Processors of `job`, given its seat and the jobs on these machines.
    fn own_processors(self, job: JobId, machines: &[Option<JobId>]) -> impl Iterator<Item = usize> {
        let first = self.first as usize;
        let own = (first..).zip(&machines[first..]);
        let own = own.filter(move |(_, machine)| **machine == Some(job));
        // Stops after its last one.
        own.map(|(index, _)| index).take(self.count as usize)
    }
}

buffers! {
    /// Borrowed buffers of two tiers.
    pub struct TierBuffers, TierSizes, BoxedTiers::as_buffers, StaticTiers<JOBS, NODES, WORDS>, "" {
        /// Job in the foreground of each processor.
        foreground: [Option<JobId>; processors; NODES] = None,
        /// Job in the background of each processor.
        background: [Option<JobId>; processors; NODES] = None,
        /// An entry for each processor: those to choose from.
        choice: [(Share, u32); processors; NODES] = (Share::NONE, 0),
        /// An entry for each job.
        assignments: [TierAssignment; jobs; JOBS] = TierAssignment::EMPTY,
        /// A bit for each processor.
        words: [u64; words_for(processors); WORDS] = 0,
    }
    with {}
    /// Computes the sizes for `processors` processors and `jobs` jobs.
    sizes of(processors: usize, jobs: usize) {}
}

/// Assignment of virtual machines to jobs. All processes of a job advance together, as fast
/// as the one that gets the least.
#[derive(Debug)]
pub struct Tiers<'a> {
    buffers: TierBuffers<'a>,
    idle: [u32; 2],
    // First of the jobs in the background.
    in_background: Option<JobId>,
}

impl<'a> Tiers<'a> {
    /// Idle processors, for `jobs` jobs.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        processors: u32,
        jobs: usize,
        mut buffers: TierBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let count = processors as usize;
        buffers.check(count, jobs)?;
        buffers.foreground = &mut buffers.foreground[..count];
        buffers.background = &mut buffers.background[..count];
        buffers.foreground.fill(None);
        buffers.background.fill(None);
        buffers.assignments.fill(TierAssignment::EMPTY);
        Ok(Self {
            buffers,
            idle: [processors; 2],
            in_background: None,
        })
    }

    /// Checks that there is room for `jobs` jobs.
    pub(crate) fn check(&self, jobs: usize) -> Result<(), CapacityError> {
        CapacityError::unless("assignments", jobs, self.buffers.assignments.len())
    }

    /// Number of processors.
    pub fn processors(&self) -> u32 {
        self.buffers.foreground.len() as u32
    }

    /// Number of idle virtual machines of a tier.
    pub fn idle(&self, tier: Tier) -> u32 {
        self.idle[tier as usize]
    }

    /// Tier of `job`.
    pub fn tier_of(&self, job: JobId) -> Option<Tier> {
        self.buffers.assignments[job.index()].tier()
    }

    /// Jobs on the virtual machines of a tier, by processor.
    pub fn jobs_of(&self, tier: Tier) -> &[Option<JobId>] {
        match tier {
            Tier::Foreground => self.buffers.foreground,
            Tier::Background => self.buffers.background,
        }
    }

    /// Jobs in the background, each once, in no order.
    pub fn in_background(&self) -> impl Iterator<Item = JobId> + '_ {
        let seats = &*self.buffers.assignments;
        core::iter::successors(self.in_background, |job| seats[job.index()].next)
    }

    /// Recounts the idle virtual machines, of processors `in_service` only. To be called
    /// again whenever that changes, or a job has left while some are out of service.
    pub fn count_idle(&mut self, in_service: impl Fn(u32) -> bool) {
        let TierBuffers {
            foreground,
            background,
            ..
        } = &self.buffers;
        self.idle = [0; 2];
        for (index, machines) in (0..).zip(foreground.iter().zip(background.iter())) {
            if in_service(index) {
                self.idle[Tier::Foreground as usize] += u32::from(machines.0.is_none());
                self.idle[Tier::Background as usize] += u32::from(machines.1.is_none());
            }
        }
    }

    /// Number of processors of `job` for which `such` is true.
    pub fn count_of(&self, job: JobId, matches: impl Fn(u32) -> bool) -> u32 {
        let seat = self.buffers.assignments[job.index()];
        let Some(tier) = seat.tier().filter(|_| seat.count > 0) else {
            return 0;
        };
        let places = seat.own_processors(job, self.jobs_of(tier));
        places.filter(|&index| matches(index as u32)).count() as u32
    }

    /// Processors of `job`, a bit each.
    pub fn processors_of(&mut self, job: JobId) -> &[u64] {
        let tier = self.tier_of(job).unwrap_or(Tier::Foreground);
        let TierBuffers {
            foreground,
            background,
            words,
            ..
        } = &mut self.buffers;
        let own = match tier {
            Tier::Foreground => foreground,
            Tier::Background => background,
        };
        words.fill(0);
        for (index, machine) in own.iter().enumerate() {
            if *machine == Some(job) {
                words[index / 64] |= 1 << (index % 64);
            }
        }
        words
    }

    /// Takes all virtual machines from `job`.
    pub fn release(&mut self, job: JobId) {
        let TierBuffers {
            foreground,
            background,
            assignments: seats,
            ..
        } = &mut self.buffers;
        let seat = core::mem::replace(&mut seats[job.index()], TierAssignment::EMPTY);
        let Some(tier) = seat.tier() else {
            return;
        };
        let (mut left, mut index) = (seat.count, seat.first as usize);
        while left > 0 {
            let machine = match tier {
                Tier::Foreground => &mut foreground[index],
                Tier::Background => &mut background[index],
            };
            if *machine == Some(job) {
                *machine = None;
                left -= 1;
                // The job behind it gets more of the processor now.
                let below = background[index].filter(|_| tier == Tier::Foreground);
                if let Some(below) = below {
                    seats[below.index()].covered -= 1;
                    seats[below.index()].has_changed = true;
                }
            }
            index += 1;
        }
        self.idle[tier as usize] += seat.count;
        if tier == Tier::Background {
            self.unlink(job, seat.next);
        }
    }

    /// Removes `job`, behind which is `next`, from the list of jobs in the background.
    fn unlink(&mut self, job: JobId, next: Option<JobId>) {
        let seats = &mut *self.buffers.assignments;
        let mut link = &mut self.in_background;
        while let Some(other) = *link
            && other != job
        {
            link = &mut seats[other.index()].next;
        }
        *link = next;
    }

    /// Whether `job` is in the background and all foregrounds there are idle.
    pub fn can_promote(&self, job: JobId) -> bool {
        let seat = self.buffers.assignments[job.index()];
        seat.tier() == Some(Tier::Background) && seat.covered == 0
    }

    /// Swaps the tiers of the processors of `job`, which [can](Self::can_promote)
    /// be promoted.
    pub fn promote(&mut self, job: JobId) {
        let seat = self.buffers.assignments[job.index()];
        for index in seat.first as usize..self.buffers.background.len() {
            if self.buffers.background[index] == Some(job) {
                self.buffers.foreground[index] = self.buffers.background[index].take();
            }
        }
        self.idle[Tier::Background as usize] += seat.count;
        // Those that are out of service are not counted as idle.
        let idle = &mut self.idle[Tier::Foreground as usize];
        *idle = idle.saturating_sub(seat.count);
        self.unlink(job, seat.next);
        self.buffers.assignments[job.index()] = TierAssignment {
            tier: Tier::Foreground as u8 + 1,
            next: None,
            ..seat
        };
    }

    /// Rate of `job`: full in the foreground; in the background the share that the
    /// foregrounds leave it, the least over its processors.
    pub fn rate(&self, job: JobId) -> Rate {
        let seat = self.buffers.assignments[job.index()];
        if seat.tier() != Some(Tier::Background) || seat.covered == 0 {
            return Rate::FULL;
        }
        let own = seat.own_processors(job, self.buffers.background);
        let shares = own.map(|index| self.share_of(self.buffers.foreground[index]));
        shares.max().unwrap_or_default().rate_beside(seat.share)
    }

    fn share_of(&self, job: Option<JobId>) -> Share {
        job.map_or(Share::NONE, |job| {
            self.buffers.assignments[job.index()].share
        })
    }

    /// Reports the rates of jobs in the background to the callback: of all of them, or only
    /// those that may have changed since the last call.
    pub fn background_rates(&mut self, all: bool, mut visit: impl FnMut(JobId, Rate)) {
        let mut next = self.in_background;
        while let Some(job) = next {
            let seat = &mut self.buffers.assignments[job.index()];
            next = seat.next;
            if core::mem::take(&mut seat.has_changed) || all {
                visit(job, self.rate(job));
            }
        }
    }
}
