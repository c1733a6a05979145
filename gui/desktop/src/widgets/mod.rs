//! Pieces that panels and panes are made of.

pub(super) mod align;
pub(super) mod bar;
pub(super) mod command_line;
pub(super) mod curves;
pub(super) mod documentation;
pub(super) mod focus;
pub(super) mod icon;
pub(super) mod landmark;
pub(super) mod lines;
pub(super) mod over_time;
pub(super) mod parameter;
pub(super) mod run;
pub(super) mod section;
pub(super) mod stamp;
pub(super) mod tab;
mod typed;
pub(super) mod wide;
