//! Jobs placed on shared servers: widgets, panes, and inspector.

pub(crate) mod contention;
pub(crate) mod graph;
pub(crate) mod moved;
pub(crate) mod moving;
pub(crate) mod placed;
pub(crate) mod server_counts;
pub(crate) mod servers;
pub(crate) mod workflow;

use super::room::Room;
use crate::shared::pane::Pane;
use charts::colour::ColourBy;
use laboratory::family::placement::FAMILY;
use laboratory::scenario::{Machine, Workload};

pub(crate) const ROOM: Room = Room {
    shelf: "Workflow",
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
