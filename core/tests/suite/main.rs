//! The core's tests: structures against slow oracles, verbs by hand, invariants on random workloads.

mod changes;
mod common;
mod coscheduling;
mod eras;
mod errors;
mod exactness;
mod fits;
mod hosting;
mod invariants;
mod jann;
mod live;
mod lublin;
mod matrix;
mod moldable;
mod oracle;
mod orders;
mod outages;
mod slicing;
mod slot_policy;
mod slots;
mod structures;
mod swf;
mod users;
mod verbs;
mod watch;
mod workflow;
