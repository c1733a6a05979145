//! Work in the background, so that the window never waits.

pub(super) mod at_once;
pub(super) mod flow;
mod instant;
mod keep;
pub(super) mod message;
mod messages;
pub(super) mod pending;
mod predict;
pub(super) mod requests;
pub(super) mod runs;
pub(super) mod worker;
