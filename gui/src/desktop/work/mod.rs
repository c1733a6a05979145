//! Work in the background, so that the window never waits.

pub(super) mod at_once;
pub(super) mod flow;
pub(super) mod foretell;
pub(super) mod instant;
pub(super) mod keep;
mod news;
pub(super) mod worker;
