//! When a moldable job could run on how many processors, beside what is planned.

use crate::engine::{Context, KeptPart};
use crate::exact::Exact;
use crate::machine::profile::Profile;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::MoldSpec;

/// What a moldable job can be promised.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook<'a> {
    now: Exact,
    spec: Option<&'a MoldSpec<'a>>,
    // The size beyond which it gains nothing.
    most: u32,
    // How much of it need not be done again.
    kept: KeptPart,
}

/// A place in a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) size: u32,
    pub(super) start: Exact,
    pub(super) end: Exact,
}

impl<'a> Outlook<'a> {
    /// That of `job`, which gains nothing from more than `most` processors.
    pub(super) fn of(context: &Context<'_, 'a>, job: JobId, most: u32) -> Self {
        Self {
            now: context.exact_now(),
            spec: context.foresight().mold_spec(job),
            most,
            kept: context.kept_part(job),
        }
    }

    /// When it should have ended.
    pub(super) fn deadline(&self) -> Time {
        self.spec.map_or(Time::MAX, |spec| spec.deadline)
    }

    /// How long it runs on so many processors.
    pub(super) fn time(&self, size: u32) -> Exact {
        let time = self.spec.map_or(Exact::whole(1), |spec| spec.time(size));
        self.kept.rest_of(time)
    }

    /// The least size with which it meets its deadline.
    pub(super) fn on_time(&self, profile: &Profile<'_>) -> Option<Place> {
        let deadline = Exact::from(self.deadline());
        let span = deadline - self.now;
        // Speed-ups never fall: below the first size that is fast enough on an
        // empty machine there is none.
        let (mut below, mut enough) = (0, self.most + 1);
        while enough - below > 1 {
            let middle = below + (enough - below) / 2;
            match self.time(middle) <= span {
                true => enough = middle,
                false => below = middle,
            }
        }
        let mut places = (enough..=self.most).map(|size| {
            let run = self.time(size);
            self.by(profile, size, run, deadline, |_| {})
        });
        places.find(|place| place.end <= deadline)
    }

    /// The size with which it ends first, the least of equals.
    pub(super) fn soonest(&self, profile: &Profile<'_>) -> Place {
        let (mut size, mut run) = (self.most, self.time(self.most));
        let mut below = 0;
        let mut best = self.by(profile, size, run, Exact::MAX, |free| {
            below = below.max(free)
        });
        loop {
            (size, run) = self.next_size(size, run, below, best.end);
            // The fewer, the longer: nobody smaller can end sooner either.
            if size == 0 || self.now + run > best.end {
                return best;
            }
            below = 0;
            let found = self.by(profile, size, run, best.end, |free| below = below.max(free));
            if found.end <= best.end {
                best = found;
            }
        }
    }

    /// The size to be looked at after `size`, with which it runs for `run`, and how long
    /// it runs with that; none if no other can be better than what ends at `best`.
    ///
    /// At each point that was passed no more than `below` processors were free: whoever
    /// is larger passes the same ones, starts no sooner than `size`, and ends later if it
    /// takes longer. Ends that cannot be told are all the same.
    fn next_size(&self, size: u32, run: Exact, below: u32, best: Exact) -> (u32, Exact) {
        let smaller = size - 1;
        let longer = self.time(smaller);
        match smaller > below && longer > run && best < Exact::MAX {
            true => (below, self.time(below)),
            false => (smaller, longer),
        }
    }

    /// When it could start and end on so many processors.
    pub(super) fn at(&self, profile: &Profile<'_>, size: u32) -> Place {
        self.by(profile, size, self.time(size), Exact::MAX, |_| {})
    }

    /// The same where it runs for `run`, and nobody wants to know more than that it ends
    /// after `limit`: what is planned for later need not be looked at. `passed` hears how
    /// many processors are free where there are too few.
    fn by(
        &self,
        profile: &Profile<'_>,
        size: u32,
        run: Exact,
        limit: Exact,
        passed: impl FnMut(u32),
    ) -> Place {
        let behind = match limit < Exact::MAX {
            true => limit - run + Exact::whole(1),
            false => Exact::MAX,
        };
        let start = profile.earliest_noting(size, run, behind, passed);
        let start = start.unwrap_or(Exact::MAX);
        let end = start + run;
        Place { size, start, end }
    }
}
