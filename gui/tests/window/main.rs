//! The window, driven by the names of its widgets as a screen reader sees them.

mod accessible;
mod beside;
mod branches;
mod coscheduling;
mod desk;
mod driver;
mod files;
mod finding;
mod instant;
mod models;
mod moldable;
mod own;
mod power;
mod predictions;
mod runs;
mod same;
mod selecting;
mod servers;
mod slicing;
mod slot_policy;
mod slots;
mod start;
mod studies;
mod sweep;
mod trial;
mod what_if;
