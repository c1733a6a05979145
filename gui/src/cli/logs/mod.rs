//! Logs of real machines: read, inspected, and held against a simulation.

pub(super) mod fit;
pub(super) mod import;
pub(super) mod inspect;
pub(super) mod site;
