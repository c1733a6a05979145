//! Clusters in a scenario: kinds of nodes with cores, memory and GPUs, partitions, limits, and
//! requests of jobs.

mod core_bound;
mod kinds;
mod layout;
mod layout_error;
mod licences;
mod node_choice;
mod node_set;
mod owner_limits;
mod partitions;
mod qos;
mod refusal;
mod request_text;
mod requests;
mod reservations;
mod rows;
mod sleep;
mod topology;

pub use kinds::NodeKind;
pub(crate) use kinds::check_name;
pub use layout::{Layout, LayoutKind, LayoutPartition, LayoutReservation};
pub use layout_error::LayoutError;
pub use licences::array_licence;
pub use node_choice::NodeChoice;
pub use owner_limits::OwnerLimits;
pub use partitions::{Limit, Limits, Partition};
pub use qos::{Qos, qos_preemption};
pub use refusal::{Refusal, RefusalReason};
pub use request_text::unit_noun;
pub use requests::NamedRequest;
pub use reservations::Reservation;
pub use sleep::{LayoutSleep, Sleep};
pub use topology::blocks::{Block, LayoutBlocks};
pub(crate) use topology::blocks::{levels as block_levels, usual_sizes as usual_block_sizes};
pub use topology::switches::{LayoutSwitch, Switch};

use super::Workload;

/// Index of the first job of `workload` whose request can never be satisfied, with a sentence.
pub(super) fn first_refused(layout: &Layout, workload: &Workload) -> Option<(usize, String)> {
    let Workload::Jobs(jobs) = workload else {
        return None;
    };
    let mut each = jobs.iter().enumerate();
    each.find_map(|(index, job)| {
        let refused = layout.resolve(&NamedRequest::from_job(job)).err()?;
        let sentence = refused.sentence(layout);
        Some((index, format!("the job in place {} {sentence}", index + 1)))
    })
}
