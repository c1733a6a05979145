//! Jobs placed on shared servers: widgets, panes, and inspector.

pub(in crate::desktop) mod contention;
pub(in crate::desktop) mod graph;
pub(in crate::desktop) mod moving;
pub(in crate::desktop) mod placed;
pub(in crate::desktop) mod server_counts;
pub(in crate::desktop) mod servers;
pub(in crate::desktop) mod workflow;

use super::room::Room;
use crate::desktop::shared::pane::Pane;
use crate::draw::colour::ColourBy;
use crate::family::placement::FAMILY;
use crate::scenario::{Machine, Workload};

pub(in crate::desktop) const ROOM: Room = Room {
    below: &[Pane::Workflow, Pane::Servers],
    fills: |shared, pane| {
        let scenario = &shared.document.scenario;
        let has_servers = matches!(scenario.machine, Machine::Servers(_));
        let has_workflow = matches!(scenario.workload, Workload::Workflow(_));
        has_servers || has_workflow && pane == Pane::Workflow
    },
    // Jobs hardly wait for servers.
    colour_by: ColourBy::Job,
    ..Room::of_family(&FAMILY)
};
