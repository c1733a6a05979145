//! Each family of policies in the window.

mod coscheduling;
mod moldable;
mod own;
mod servers;
mod slicing;
mod slot_policy;
mod slots;
