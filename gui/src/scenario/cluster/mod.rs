//! Clusters in a scenario: kinds of nodes with cores, memory and GPUs, partitions, limits, and
//! requests of jobs.

mod asks;
mod kinds;
mod layout;
mod node_set;
mod partitions;
mod refused;
mod reservations;
mod rows;
mod words;
mod wrong;

pub use asks::Asked;
pub use kinds::NodeKind;
pub(crate) use kinds::check_name;
pub(super) use kinds::{is_zero, optional_cores};
pub use layout::{Layout, LayoutKind, LayoutPartition, LayoutReservation, Owners};
pub(super) use partitions::is_false;
pub use partitions::{Limit, Limits, Partition};
pub use refused::{Refused, Why};
pub use reservations::Reservation;
pub use words::noun;
pub use wrong::Wrong;

use super::Workload;

/// Index of the first job of `workload` whose request can never be satisfied, with a sentence.
pub(super) fn refused(layout: &Layout, workload: &Workload) -> Option<(usize, String)> {
    let Workload::Jobs(jobs) = workload else {
        return None;
    };
    let mut each = jobs.iter().enumerate();
    each.find_map(|(place, job)| {
        let refused = layout.ask(&Asked::by(job)).err()?;
        let sentence = refused.sentence(layout);
        Some((place, format!("the job in place {} {sentence}", place + 1)))
    })
}
