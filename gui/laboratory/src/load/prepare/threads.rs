//! Threads of the jobs of a workflow on servers of each kind.

use cosched_core::Duration;
use cosched_core::machine::contention::ThreadGroup;

use crate::base::problem::Problem;
use crate::scenario::nanoseconds;
use crate::scenario::placement::workflow::{Task, Threads};

/// Threads of `job` on servers of each kind.
pub(super) fn threads_by_kind(
    number: u64,
    job: &Task,
    kinds: &[&str],
) -> Result<Vec<Vec<ThreadGroup>>, Problem> {
    let unknown = job.on.iter().find(|on| !kinds.contains(&&*on.kind));
    if let Some(on) = unknown {
        return Err(Problem::input(format!(
            "job {number}: `on` names servers of the kind `{}`; the machine has {}",
            on.kind,
            match kinds {
                [] => "no kinds with names".to_owned(),
                kinds => kinds.join(", "),
            }
        )));
    }
    if kinds.is_empty() {
        return Ok(vec![groups(&job.threads)]);
    }
    let of_kind = |kind: &&str| {
        let on = job.on.iter().find(|on| on.kind == **kind);
        groups(on.map_or(&job.threads, |on| &on.threads))
    };
    Ok(kinds.iter().map(of_kind).collect())
}

/// Threads for the core; values were checked when they were read.
pub(super) fn groups(threads: &[Threads]) -> Vec<ThreadGroup> {
    let mut groups = Vec::new();
    for threads in threads {
        let first = ThreadGroup {
            count: threads.count as u32,
            demand: Duration(nanoseconds(threads.demand)),
            utilisation: threads.utilisation,
            bandwidth: threads.bandwidth,
            deviation: threads.deviation,
            continues: false,
        };
        groups.push(first);
        groups.extend(threads.then.iter().map(|phase| ThreadGroup {
            demand: Duration(nanoseconds(phase.demand)),
            utilisation: phase.utilisation,
            bandwidth: phase.bandwidth,
            continues: true,
            ..first
        }));
    }
    groups
}
