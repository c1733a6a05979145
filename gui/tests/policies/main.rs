//! Policies through the program, a file for each family and for those of one's own.

mod buying;
mod coscheduling;
mod external;
mod formulas;
mod moldable;
mod own_policy;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/refused.rs"]
mod refused;
mod scojo_pect;
mod slots;
mod slurm;
mod workflow_runs;
mod workflows;
