//! Coscheduling: jobs that run at the same time on all their nodes, and take turns.

mod gang;

pub use gang::{Gang, GangBuffers, Turns};
