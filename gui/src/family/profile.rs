//! The desktop's memory for a profile of the machine.

use cosched_core::engine::Setup;
use cosched_core::exact::Part;
use cosched_core::machine::profile::points_for;
use cosched_core::{Profile, Time};

/// Room for a profile.
#[derive(Debug)]
pub(crate) struct OwnedProfile {
    times: Box<[Time]>,
    parts: Box<[Part]>,
    free: Box<[u32]>,
}

impl OwnedProfile {
    /// Room for the reservations of so many jobs of `setup`.
    pub(crate) fn of(jobs: usize, setup: &Setup<'_>) -> Self {
        Self::with_points(points_for(jobs), setup)
    }

    /// No room, for policies that need none.
    pub(crate) fn none(setup: &Setup<'_>) -> Self {
        Self::with_points(0, setup)
    }

    fn with_points(points: usize, setup: &Setup<'_>) -> Self {
        Self {
            times: vec![Time::ZERO; points].into(),
            parts: vec![Part::NONE; if setup.has_parts() { points } else { 0 }].into(),
            free: vec![0; points].into(),
        }
    }

    /// An empty profile, there.
    pub(crate) fn as_profile(&mut self) -> Profile<'_> {
        Profile::new(&mut self.times, &mut self.free).with_parts(&mut self.parts)
    }
}
