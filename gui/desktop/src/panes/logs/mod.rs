//! Panes of a log of a real machine: how sound it is, and how well a simulation fits it.

pub(crate) mod fit;
pub(crate) mod health;
