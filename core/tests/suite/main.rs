//! Tests of the core: structures against slow oracles, verbs by hand, invariants on random
//! workloads.

mod caps;
mod cluster;
mod common;
mod coscheduling;
mod engine;
mod moldable;
mod outages;
mod priority;
mod queue;
mod slicing;
mod slot_policy;
mod slots;
mod watch;
mod workflow;
mod workload;
