//! Planned start, end and size of a moldable job beside a given profile.

use crate::engine::{Context, KeptShare};
use crate::exact::Exact;
use crate::machine::profile::Profile;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::MoldSpec;

/// Moldable job to be planned.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizeSearch<'a> {
    now: Exact,
    spec: Option<&'a MoldSpec<'a>>,
    // Size beyond which it gains nothing.
    most: u32,
    // Part of its work that need not be repeated.
    kept: KeptShare,
}

/// Size, start and end in a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizedStart {
    pub(super) size: u32,
    pub(super) start: Exact,
    pub(super) end: Exact,
}

impl<'a> SizeSearch<'a> {
    /// Outlook of `job`, which gains nothing from more than `most` processors.
    pub(super) fn of(context: &Context<'_, 'a>, job: JobId, most: u32) -> Self {
        Self {
            now: context.exact_now(),
            spec: context.foresight().mold_spec(job),
            most,
            kept: context.kept_part(job),
        }
    }

    /// Its deadline.
    pub(super) fn deadline(&self) -> Time {
        self.spec.map_or(Time::MAX, |spec| spec.deadline)
    }

    /// Its runtime on `size` processors.
    pub(super) fn time(&self, size: u32) -> Exact {
        let time = self.spec.map_or(Exact::whole(1), |spec| spec.time(size));
        self.kept.rest_of(time)
    }

    /// Least size with which it meets its deadline.
    pub(super) fn on_time(&self, profile: &Profile<'_>) -> Option<SizedStart> {
        let deadline = Exact::from(self.deadline());
        let span = deadline - self.now;
        // Speed-ups never fall: below the first size that is fast enough on an empty
        // machine there is none.
        let (mut below, mut enough) = (0, self.most + 1);
        while enough - below > 1 {
            let middle = below + (enough - below) / 2;
            if self.time(middle) <= span {
                enough = middle
            } else {
                below = middle
            }
        }
        let mut places = (enough..=self.most).map(|size| {
            let run = self.time(size);
            self.by(profile, size, run, deadline, |_| {})
        });
        places.find(|index| index.end <= deadline)
    }

    /// Size with which it ends first, the least of equals.
    pub(super) fn soonest(&self, profile: &Profile<'_>) -> SizedStart {
        let (mut size, mut run) = (self.most, self.time(self.most));
        let mut below = 0;
        let mut best = self.by(profile, size, run, Exact::MAX, |free| {
            below = below.max(free)
        });
        loop {
            (size, run) = self.next_size(size, run, below, best.end);
            // Fewer processors take longer: no smaller size can end sooner either.
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

    /// Next size to try after `size` with runtime `run`, and its runtime; skips sizes that
    /// cannot end before `best`.
    ///
    /// At each point that was passed no more than `below` processors were free: a larger
    /// size passes the same ones, starts no sooner than `size`, and ends later if it takes
    /// longer. Ends beyond the range of time are all equal.
    fn next_size(&self, size: u32, run: Exact, below: u32, best: Exact) -> (u32, Exact) {
        let smaller = size - 1;
        let longer = self.time(smaller);
        if smaller > below && longer > run && best < Exact::MAX {
            (below, self.time(below))
        } else {
            (smaller, longer)
        }
    }

    /// Earliest start and end on `size` processors.
    pub(super) fn at(&self, profile: &Profile<'_>, size: u32) -> SizedStart {
        self.by(profile, size, self.time(size), Exact::MAX, |_| {})
    }

    /// Earliest start and end with the runtime `run`, exact up to `limit` only: what is
    /// planned for later need not be searched. Calls `passed` with the number of free
    /// processors where there are too few.
    fn by(
        &self,
        profile: &Profile<'_>,
        size: u32,
        run: Exact,
        limit: Exact,
        passed: impl FnMut(u32),
    ) -> SizedStart {
        let behind = if limit < Exact::MAX {
            limit - run + Exact::whole(1)
        } else {
            Exact::MAX
        };
        let start = profile.earliest_observed(size, run, behind, passed);
        let start = start.unwrap_or(Exact::MAX);
        let end = start + run;
        SizedStart { size, start, end }
    }
}
