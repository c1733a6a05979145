//! The families of policies: a room for each, with its buffers, what it records and how it is measured.

pub mod buffers;
pub mod coscheduling;
pub mod moldable;
pub mod placement;
pub mod slicing;
pub mod slots;
