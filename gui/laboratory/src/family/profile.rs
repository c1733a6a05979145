//! Heap buffers of a profile of the machine.

use cosched_core::engine::Setup;
use cosched_core::exact::Fraction;
use cosched_core::machine::profile::points_for;
use cosched_core::{Profile, Time};

/// Buffers of a profile.
#[derive(Debug)]
pub(crate) struct OwnedProfile {
    times: Box<[Time]>,
    parts: Box<[Fraction]>,
    free: Box<[u32]>,
}

impl OwnedProfile {
    /// Allocates for the reservations of so many jobs of `setup`.
    pub(crate) fn of(jobs: usize, setup: &Setup<'_>) -> Self {
        Self::with_points(points_for(jobs), setup)
    }

    /// Empty buffers, for policies that need no profile.
    pub(crate) fn none(setup: &Setup<'_>) -> Self {
        Self::with_points(0, setup)
    }

    fn with_points(points: usize, setup: &Setup<'_>) -> Self {
        Self {
            times: vec![Time::ZERO; points].into(),
            parts: vec![Fraction::NONE; if setup.has_parts() { points } else { 0 }].into(),
            free: vec![0; points].into(),
        }
    }

    /// Returns an empty profile on these buffers.
    pub(crate) fn as_profile(&mut self) -> Profile<'_> {
        Profile::new(&mut self.times, &mut self.free).with_parts(&mut self.parts)
    }
}
