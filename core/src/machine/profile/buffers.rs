//! Buffers of a profile.

use super::{Profile, points_for};
use crate::buffers::buffers;
use crate::exact::Fraction;
use crate::units::time::Time;

buffers! {
    /// Borrowed buffers of a [`Profile`], which is made [from](Profile::from) them.
    pub struct ProfileBuffers, ProfileSizes, BoxedProfile::as_buffers, StaticProfile<POINTS>, "" {
        /// [`points_for`] the jobs.
        times: [Time; points; POINTS] = Time::ZERO,
        /// As many; empty where all instants are whole.
        parts: [Fraction; if is_exact { points } else { 0 }; POINTS] = Fraction::NONE,
        /// As many.
        free: [u32; points; POINTS] = 0,
    }
    with {}
    /// Computes the sizes for `jobs` running or reserved jobs; `is_exact` where instants are
    /// not rounded, as [`Setup::has_parts`](crate::Setup::has_parts) says.
    sizes of(jobs: usize, is_exact: bool) {
        let points = points_for(jobs);
    }
}

impl<'a> From<ProfileBuffers<'a>> for Profile<'a> {
    fn from(ProfileBuffers { times, parts, free }: ProfileBuffers<'a>) -> Self {
        Self::new(times, free).with_parts(parts)
    }
}

#[cfg(feature = "alloc")]
impl BoxedProfile {
    /// An empty profile on the buffers.
    pub fn as_profile(&mut self) -> Profile<'_> {
        self.as_buffers().into()
    }
}
