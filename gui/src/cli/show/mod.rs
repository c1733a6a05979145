//! Output on a terminal, in folders and as figures; what the command line says of itself.

pub(super) mod bar;
pub(super) mod figure;
pub(super) mod folder;
pub(super) mod manual;
pub(super) mod output;
