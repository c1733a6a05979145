//! The commands of the program: what each prints and writes, and how it refuses.

mod cases;
mod command_line;
mod explain;
mod faults;
mod fit;
mod guide;
mod outputs;
#[path = "../support/packed.rs"]
mod packed;
#[path = "../support/piped.rs"]
mod piped;
mod predict;
#[path = "../support/program.rs"]
mod program;
mod queue_now;
#[path = "../support/refused.rs"]
mod refused;
mod report;
mod reproduce;
#[cfg(unix)]
mod serve;
mod standard_input;
mod stream;
#[path = "../support/summed.rs"]
mod summed;
mod sweep;
mod whatif;
