//! The window, driven by the names of its widgets as a screen reader sees them.

mod accessible;
mod around;
mod bands;
mod beside;
mod branches;
mod columns;
mod coscheduling;
mod desk;
mod documents;
mod driver;
mod fairshare;
mod files;
mod finding;
mod fragmentation;
mod instant;
mod models;
mod moldable;
mod own;
mod panes;
mod pictures;
mod power;
mod predictions;
mod runs;
mod same;
mod selecting;
mod servers;
mod slicing;
mod slot_policy;
mod slots;
#[path = "../soft/mod.rs"]
mod soft;
mod start;
mod studies;
mod sweep;
mod trial;
mod what_if;
