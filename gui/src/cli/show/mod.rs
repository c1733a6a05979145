//! Output on a terminal and in folders.

pub(super) mod bar;
pub(super) mod folder;
pub(super) mod output;
