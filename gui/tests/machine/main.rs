//! Machines, from a scenario to the output: kinds of nodes, outages, power, shares.

mod clusters;
mod dependencies;
mod fragmentation;
mod gpu_parts;
mod outages;
mod parent_accounts;
mod power;
mod priority;
#[path = "../support/program.rs"]
mod program;
mod reservations;
mod shared_nodes;
mod sleep;
#[path = "../support/summed.rs"]
mod summed;
