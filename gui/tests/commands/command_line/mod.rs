//! The command line: output, files and errors.

mod bad_arguments;
mod bad_files;
mod logs;
mod manual;
mod output;

const RECORD: &str = "1 0 -1 10 2 -1 -1 2 20 -1 1 1 1 1 1 -1 -1 -1\n";

const HEADER: &str = "; MaxProcs: 4\n";

fn scenario(jobs: &str, rest: &str) -> Vec<u8> {
    format!("(\n    machine: Cluster(nodes: 4),\n    workload: Jobs([{jobs}]),\n{rest})\n")
        .into_bytes()
}
