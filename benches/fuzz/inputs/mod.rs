//! Inputs by their grammars, with values that are sometimes extreme.

pub(crate) mod confs;
pub(crate) mod draw;
mod files;
pub(crate) mod filters;
pub(crate) mod input;
pub(crate) mod policies;
pub(crate) mod queues;
mod scenario;
mod search;
mod servers;
mod shared;
pub(crate) mod tables;
