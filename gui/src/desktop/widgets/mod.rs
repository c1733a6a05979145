//! Pieces that panels and panes are made of.

pub(super) mod format;
pub(super) mod parameter;
pub(super) mod stamp;
pub(super) mod wide;
