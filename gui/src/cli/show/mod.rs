//! Output on a terminal and in folders; what the command line says of itself.

pub(super) mod bar;
pub(super) mod folder;
pub(super) mod manual;
pub(super) mod output;
