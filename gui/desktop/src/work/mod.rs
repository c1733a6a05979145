//! Work in the background, so that the window never waits.

pub(super) mod at_once;
pub(super) mod flow;
pub(super) mod instant;
pub(super) mod keep;
pub(super) mod message;
mod messages;
pub(super) mod pending;
pub(super) mod predict;
pub(super) mod runs;
pub(super) mod worker;
