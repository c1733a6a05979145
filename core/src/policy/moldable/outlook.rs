//! When a moldable job could run on how many processors, beside what is planned.

use crate::engine::Context;
use crate::exact::Exact;
use crate::ids::JobId;
use crate::profile::Profile;
use crate::time::Time;
use crate::workload::MoldSpec;

/// What a moldable job can be promised.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook<'a> {
    now: Exact,
    spec: Option<&'a MoldSpec<'a>>,
    // The size beyond which it gains nothing.
    most: u32,
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
            spec: context.mold_spec(job),
            most,
        }
    }

    /// When it should have ended.
    pub(super) fn deadline(&self) -> Time {
        self.spec.map_or(Time::MAX, |spec| spec.deadline)
    }

    /// How long it runs on so many processors.
    pub(super) fn time(&self, size: u32) -> Exact {
        self.spec.map_or(Exact::whole(1), |spec| spec.time(size))
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
        let mut places = (enough..=self.most).map(|size| self.by(profile, size, deadline));
        places.find(|place| place.end <= deadline)
    }

    /// The size with which it ends first, the least of equals.
    pub(super) fn soonest(&self, profile: &Profile<'_>) -> Place {
        let mut best = self.at(profile, self.most);
        for size in (1..self.most).rev() {
            // The fewer, the longer: nobody smaller can end sooner either.
            if self.now + self.time(size) > best.end {
                break;
            }
            let found = self.by(profile, size, best.end);
            if found.end <= best.end {
                best = found;
            }
        }
        best
    }

    /// When it could start and end on so many processors.
    pub(super) fn at(&self, profile: &Profile<'_>, size: u32) -> Place {
        self.by(profile, size, Exact::MAX)
    }

    /// The same where nobody wants to know more than that it ends after `limit`:
    /// what is planned for later need not be looked at.
    fn by(&self, profile: &Profile<'_>, size: u32, limit: Exact) -> Place {
        let run = self.time(size);
        let behind = match limit < Exact::MAX {
            true => limit - run + Exact::whole(1),
            false => Exact::MAX,
        };
        let start = profile.earlier(size, run, Exact::MAX, behind);
        let start = start.unwrap_or(Exact::MAX);
        let end = start + run;
        Place { size, start, end }
    }
}
