//! What is shown on a terminal, and where files go.

pub(super) mod bar;
pub(super) mod folder;
pub(super) mod output;
