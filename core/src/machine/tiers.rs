//! Processors with two virtual machines each: the background one gets what the foreground one leaves.

use crate::engine::storage::words_for;
use crate::error::CapacityError;
use crate::ids::JobId;
use crate::rate::Rate;
use crate::workload::Share;

/// One of the two virtual machines of a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tier {
    /// Served first.
    Foreground,
    /// Gets what the foreground leaves.
    Background,
}

/// Where a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TierSeat {
    // 0 if it is nowhere, 1 in the foreground, 2 in the background.
    tier: u8,
    share: Share,
    // The most that a foreground leaves it too little, while rates are found.
    most: Share,
}

impl TierSeat {
    /// Nowhere; all zero bytes.
    pub const EMPTY: Self = Self {
        tier: 0,
        share: Share::NONE,
        most: Share::NONE,
    };

    /// Which virtual machines it has, if any.
    pub const fn tier(self) -> Option<Tier> {
        match self.tier {
            0 => None,
            1 => Some(Tier::Foreground),
            _ => Some(Tier::Background),
        }
    }
}

/// Borrowed buffers of two tiers.
#[derive(Debug, Default)]
pub struct TierBuffers<'a> {
    /// Who has the foreground of each processor.
    pub foreground: &'a mut [Option<JobId>],
    /// Who has the background of each processor.
    pub background: &'a mut [Option<JobId>],
    /// An entry for each processor: those to choose from.
    pub choice: &'a mut [(Share, u32)],
    /// An entry for each job.
    pub seats: &'a mut [TierSeat],
    /// A bit for each processor.
    pub words: &'a mut [u64],
}

/// Who has which virtual machines. All processes of a job advance together, as
/// fast as the one that gets the least.
#[derive(Debug)]
pub struct Tiers<'a> {
    buffers: TierBuffers<'a>,
    idle: [u32; 2],
}

impl<'a> Tiers<'a> {
    /// Idle processors, for so many jobs.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        processors: u32,
        jobs: usize,
        mut buffers: TierBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let count = processors as usize;
        CapacityError::unless("foreground", count, buffers.foreground.len())?;
        CapacityError::unless("background", count, buffers.background.len())?;
        CapacityError::unless("choice", count, buffers.choice.len())?;
        CapacityError::unless("seats", jobs, buffers.seats.len())?;
        CapacityError::unless("words", words_for(count), buffers.words.len())?;
        buffers.foreground = &mut buffers.foreground[..count];
        buffers.background = &mut buffers.background[..count];
        buffers.foreground.fill(None);
        buffers.background.fill(None);
        buffers.seats.fill(TierSeat::EMPTY);
        Ok(Self {
            buffers,
            idle: [processors; 2],
        })
    }

    /// Whether there is room for `jobs` jobs.
    pub(crate) fn check(&self, jobs: usize) -> Result<(), CapacityError> {
        CapacityError::unless("seats", jobs, self.buffers.seats.len())
    }

    /// Processors there are.
    pub fn processors(&self) -> u32 {
        self.buffers.foreground.len() as u32
    }

    /// How many virtual machines of a tier are idle.
    pub fn idle(&self, tier: Tier) -> u32 {
        self.idle[tier as usize]
    }

    /// Where `job` is.
    pub fn tier_of(&self, job: JobId) -> Option<Tier> {
        self.buffers.seats[job.index()].tier()
    }

    /// Who has the virtual machines of a tier, processor by processor.
    pub fn of(&self, tier: Tier) -> &[Option<JobId>] {
        match tier {
            Tier::Foreground => self.buffers.foreground,
            Tier::Background => self.buffers.background,
        }
    }

    fn of_mut(&mut self, tier: Tier) -> &mut [Option<JobId>] {
        match tier {
            Tier::Foreground => self.buffers.foreground,
            Tier::Background => self.buffers.background,
        }
    }

    /// Gives `job`, which is nowhere and uses `share` of each, `count` idle
    /// virtual machines of a tier: those whose other tier is used the least, the
    /// lowest of equals. There must be so many.
    pub fn take(&mut self, job: JobId, tier: Tier, count: u32, share: Share) {
        let TierBuffers {
            foreground,
            background,
            choice,
            seats,
            ..
        } = &mut self.buffers;
        let (own, other) = match tier {
            Tier::Foreground => (foreground, background),
            Tier::Background => (background, foreground),
        };
        let mut found = 0;
        for (place, (own, other)) in (0..).zip(own.iter().zip(other.iter())) {
            if own.is_none() {
                let used = other.map_or(Share::NONE, |job| seats[job.index()].share);
                choice[found] = (used, place);
                found += 1;
            }
        }
        choice[..found].sort_unstable();
        for (_, place) in &choice[..found.min(count as usize)] {
            own[*place as usize] = Some(job);
        }
        seats[job.index()] = TierSeat {
            tier: tier as u8 + 1,
            share,
            most: Share::NONE,
        };
        self.idle[tier as usize] -= count;
    }

    /// The processors of `job`, a bit each.
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
        for (place, machine) in own.iter().enumerate() {
            if *machine == Some(job) {
                words[place / 64] |= 1 << (place % 64);
            }
        }
        words
    }

    /// Takes all virtual machines from `job`.
    pub fn release(&mut self, job: JobId) {
        let Some(tier) = self.tier_of(job) else {
            return;
        };
        let mut freed = 0;
        for machine in self.of_mut(tier) {
            if *machine == Some(job) {
                *machine = None;
                freed += 1;
            }
        }
        self.idle[tier as usize] += freed;
        self.buffers.seats[job.index()] = TierSeat::EMPTY;
    }

    /// Whether `job` is in the background and all foregrounds there are idle.
    pub fn can_promote(&self, job: JobId) -> bool {
        let pairs = self
            .buffers
            .background
            .iter()
            .zip(&*self.buffers.foreground);
        let mut own = pairs.filter(|(background, _)| **background == Some(job));
        self.tier_of(job) == Some(Tier::Background)
            && own.all(|(_, foreground)| foreground.is_none())
    }

    /// Swaps the tiers of the processors of `job`, which [can](Self::can_promote)
    /// be promoted.
    pub fn promote(&mut self, job: JobId) {
        let share = self.buffers.seats[job.index()].share;
        let mut count = 0;
        let pairs = self.buffers.background.iter_mut();
        for (background, foreground) in pairs.zip(&mut *self.buffers.foreground) {
            if *background == Some(job) {
                *foreground = background.take();
                count += 1;
            }
        }
        self.idle[Tier::Background as usize] += count;
        self.idle[Tier::Foreground as usize] -= count;
        self.buffers.seats[job.index()] = TierSeat {
            tier: Tier::Foreground as u8 + 1,
            share,
            most: Share::NONE,
        };
    }

    /// How fast `job` runs: at full rate in the foreground; in the background at
    /// what the foregrounds leave it, the least over its processors.
    pub fn rate(&self, job: JobId) -> Rate {
        let seat = self.buffers.seats[job.index()];
        if seat.tier() != Some(Tier::Background) {
            return Rate::FULL;
        }
        let pairs = self
            .buffers
            .background
            .iter()
            .zip(&*self.buffers.foreground);
        let own = pairs.filter(|(background, _)| **background == Some(job));
        let shares = own.map(|(_, foreground)| self.share_of(*foreground));
        shares.max().unwrap_or_default().leaves(seat.share)
    }

    fn share_of(&self, job: Option<JobId>) -> Share {
        job.map_or(Share::NONE, |job| self.buffers.seats[job.index()].share)
    }

    /// Finds the rates of all jobs in the background; `told` hears each, perhaps
    /// more than once.
    pub fn background_rates(&mut self, mut told: impl FnMut(JobId, Rate)) {
        for place in 0..self.buffers.background.len() {
            if let Some(job) = self.buffers.background[place] {
                let above = self.share_of(self.buffers.foreground[place]);
                let most = &mut self.buffers.seats[job.index()].most;
                *most = above.max(*most);
            }
        }
        for place in 0..self.buffers.background.len() {
            let Some(job) = self.buffers.background[place] else {
                continue;
            };
            let seat = &mut self.buffers.seats[job.index()];
            // Told at its last processor, as only there nothing is behind.
            let behind = &self.buffers.background[place + 1..];
            if !behind.contains(&Some(job)) {
                told(job, seat.most.leaves(seat.share));
                seat.most = Share::NONE;
            }
        }
    }
}
