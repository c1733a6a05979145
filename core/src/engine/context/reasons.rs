//! Reports of policies on their own assignments and reasons.

use super::Context;
use crate::engine::observe::detail::{Detail, QuantumUse};
use crate::machine::Candidate;
#[cfg(feature = "slots")]
use crate::slots::Window;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::GrainClass;

impl Context<'_, '_> {
    pub(in crate::engine) fn report(&mut self, detail: &Detail<'_>) {
        self.sink.detail(self.state.now, detail);
    }

    /// Reports the nodes that were considered for `job`, best first, if the sink wants
    /// reasons.
    pub fn report_candidates(&mut self, job: JobId, nodes: &[Candidate]) {
        if self.wants_reasons() {
            self.report(&Detail::Considered { job, nodes });
        }
    }

    /// Reports the keys by which the server for `job` is chosen, if the sink wants reasons.
    pub fn report_keys(&mut self, job: JobId, keys: &[f64]) {
        if self.wants_reasons() {
            self.report(&Detail::ServerKeys { job, keys });
        }
    }

    /// Reports the nodes that processes of `job` have until `until`, and the use of their
    /// time: for policies that assign nodes themselves, to be drawn in charts.
    pub fn report_occupation(&mut self, job: JobId, nodes: &[u64], until: Time, used: QuantumUse) {
        self.report(&Detail::Occupies {
            job,
            nodes,
            until,
            used,
        });
    }

    /// Reports that the running `job` is preempted for `by`, and leaves its nodes at `until` at the latest.
    pub fn report_preemption(&mut self, job: JobId, by: JobId, until: Time) {
        self.report(&Detail::Preempted { job, by, until });
    }

    /// Reports that `node` has slept since `from`.
    pub fn report_sleep(&mut self, node: u32, from: Time) {
        self.report(&Detail::Sleeps { node, from });
    }

    /// Reports the row of a matrix that `job` has from now on; `columns` (a bit each) may
    /// be empty if they are unchanged.
    pub fn report_row(&mut self, job: JobId, row: u32, columns: &[u64]) {
        self.report(&Detail::RowAssigned { job, row, columns });
    }

    /// Reports that `job`, which is not done, has no longer a row in a matrix.
    pub fn report_no_row(&mut self, job: JobId) {
        self.report(&Detail::RowRemoved { job });
    }

    /// Reports that `job` is treated as one of `class` from now on.
    pub fn report_class(&mut self, job: JobId, class: GrainClass) {
        self.report(&Detail::Classified { job, class });
    }

    /// Reports that `window` is reserved for the waiting `job` from now on.
    #[cfg(feature = "slots")]
    pub fn report_window(&mut self, job: JobId, window: &Window<'_>) {
        self.report(&Detail::Reserves { job, window });
    }

    /// Reports the processors (a bit each) of the molded `job` from now on.
    pub fn report_processors(&mut self, job: JobId, in_background: bool, processors: &[u64]) {
        self.report(&Detail::Tiered {
            job,
            in_background,
            processors,
        });
    }
}
