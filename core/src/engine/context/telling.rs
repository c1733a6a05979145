//! What policies tell besides what they do: places that they keep themselves, and reasons.

use super::Context;
use crate::engine::told::detail::{Detail, Used};
use crate::machine::Candidate;
#[cfg(feature = "slots")]
use crate::slots::Window;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::GrainClass;

impl Context<'_, '_> {
    pub(in crate::engine) fn tell(&mut self, detail: &Detail<'_>) {
        self.sink.detail(self.state.now, detail);
    }

    /// Says which nodes were considered for `job`, best first, if anybody
    /// wants to hear it.
    pub fn considered(&mut self, job: JobId, nodes: &[Candidate]) {
        if self.asks_why() {
            self.tell(&Detail::Considered { job, nodes });
        }
    }

    /// Says by which keys the server for `job` is chosen, if anybody wants to
    /// hear it.
    pub fn weighed(&mut self, job: JobId, keys: &[f64]) {
        if self.asks_why() {
            self.tell(&Detail::Weighed { job, keys });
        }
    }

    /// Says which nodes processes of `job` have until then, and what becomes of
    /// their time: for policies that keep their own places, to be seen in charts.
    pub fn occupies(&mut self, job: JobId, nodes: &[u64], until: Time, used: Used) {
        self.tell(&Detail::Occupies {
            job,
            nodes,
            until,
            used,
        });
    }

    /// Says in which row of a matrix `job` has its place from now on; `columns`
    /// (a bit each) may be empty if they are what they were.
    pub fn seats(&mut self, job: JobId, row: u32, columns: &[u64]) {
        self.tell(&Detail::Seated { job, row, columns });
    }

    /// Says that `job`, which is not done, has no place in a matrix any more.
    pub fn unseats(&mut self, job: JobId) {
        self.tell(&Detail::Unseated { job });
    }

    /// Says that `job` is treated as one of `class` from now on.
    pub fn classifies(&mut self, job: JobId, class: GrainClass) {
        self.tell(&Detail::Classified { job, class });
    }

    /// Says that `window` is reserved for `job`, which waits for it from now on.
    #[cfg(feature = "slots")]
    pub fn reserves(&mut self, job: JobId, window: &Window<'_>) {
        self.tell(&Detail::Reserves { job, window });
    }

    /// Says which processors (a bit each) the molded `job` has from now on.
    pub fn tiers(&mut self, job: JobId, in_background: bool, processors: &[u64]) {
        self.tell(&Detail::Tiered {
            job,
            in_background,
            processors,
        });
    }
}
