//! Workflows through the program: every error, and its sentence.

mod jobs;
mod policies;
mod servers;

/// A workflow on servers, with the servers in line 1, the jobs in line 2 and the rest in line 3.
fn scenario(servers: &str, jobs: &str, rest: &str) -> String {
    format!("(machine: Servers({servers}),\n workload: Workflow(jobs: [{jobs}]),\n{rest})")
}

const COUNT: &str = "is not allowed: a whole number from 1 to 65536 is";
