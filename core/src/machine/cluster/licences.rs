//! Licences: counted things that belong to no node, of which running jobs hold some.

use super::{ClusterRequest, ClusterSetup, LimitTables};
use crate::error::ClusterError;
use crate::units::ids::JobId;

/// Number of different licences.
pub const LICENCES: usize = 8;

/// A number of each licence, by its index in [`LimitTables::licences`].
///
/// A job that asks for more than are free is held as by a limit: no policy considers it, and it holds up
/// nobody. Of Slurm that is the manual's rule without `bf_licenses`, and was not measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Licences(pub [u16; LICENCES]);

impl Licences {
    /// None.
    pub const NONE: Self = Self([0; LICENCES]);

    /// Those of which there are some: the index of each, and how many.
    pub fn each(self) -> impl Iterator<Item = (usize, u32)> {
        let all = self.0.into_iter().enumerate();
        all.filter(|(_, count)| *count > 0)
            .map(|(index, count)| (index, u32::from(count)))
    }
}

impl LimitTables<'_> {
    /// How many there are of the licence with this index; unlimited if it is in no table.
    pub(super) fn licences_of(&self, index: usize) -> u32 {
        self.licences.get(index).copied().unwrap_or(u32::MAX)
    }
}

impl ClusterSetup<'_> {
    /// Checks that there are as many licences as `job` asks for.
    ///
    /// # Errors
    /// There are fewer of one.
    pub(super) fn check_licences(
        &self,
        job: JobId,
        request: &ClusterRequest,
    ) -> Result<(), ClusterError> {
        let mut each = request.licences.each();
        let missing = each.find(|&(index, count)| count > self.limits.licences_of(index));
        missing.map_or(Ok(()), |(licence, _)| {
            Err(ClusterError::Licences { job, licence })
        })
    }
}
