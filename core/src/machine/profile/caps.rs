//! Profiles under a cap on busy nodes.

use super::Profile;
use crate::units::time::Time;

impl Profile<'_> {
    /// Leaves no more than `most` nodes free from `from` until `until`.
    pub(crate) fn lower(&mut self, from: Time, until: Time, most: u32) {
        self.change_each(from, until, |free| *free = (*free).min(most));
    }

    /// Takes `nodes` nodes away from `from` until `until`, or as many as are free; returns
    /// whether all were.
    pub(crate) fn take_up_to(&mut self, from: Time, until: Time, nodes: u32) -> bool {
        let mut are_all = true;
        self.change_each(from, until, |free| {
            are_all &= *free >= nodes;
            *free = free.saturating_sub(nodes);
        });
        are_all
    }

    /// Earliest time when `nodes` nodes may be free, if they are not throughout from `from`
    /// until `until`.
    pub(crate) fn room_after(&self, nodes: u32, from: Time, until: Time) -> Option<Time> {
        let ends = self.points().skip(1).map(|(at, _)| at.instant());
        let ends = ends.chain(core::iter::once(Time::MAX));
        let steps = self.points().zip(ends);
        let within = steps.filter(|&((at, _), end)| at.instant() < until && end > from);
        let too_few = within.filter(|&((_, free), _)| free < nodes);
        too_few.last().map(|(_, end)| end)
    }

    /// Changes the free nodes by different amounts, so that neighbours may become equal.
    fn change_each(&mut self, from: Time, until: Time, mut act: impl FnMut(&mut u32)) {
        if from >= until {
            return;
        }
        let start = self.split::<false>(from.into());
        let end = self.split::<false>(until.into());
        for index in start..end {
            act(&mut self.free[self.first + index]);
        }
        for index in (start..=end).rev() {
            self.merge(index);
        }
    }
}
