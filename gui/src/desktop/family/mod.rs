//! What the families of policies add to the window, a room for each.

pub(super) mod coscheduling;
pub(super) mod moldable;
pub(super) mod own;
pub(super) mod placement;
pub(super) mod queue;
pub(super) mod room;
pub(super) mod slicing;
pub(super) mod slots;
