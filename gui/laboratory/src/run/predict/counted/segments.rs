//! Where on equal nodes each job runs: on the free ones of the lowest numbers, as the engine chooses.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cosched_core::Time;

use super::Machine;
use crate::record::choice::Choice;
use crate::record::{Experiment, Outcome, Segment, Segments};

/// What becomes of each job of `future` under `choice`, and where; `None` if that is more than numbers, or not on a
/// cluster, or not all of them start.
pub(in super::super) fn segments(
    future: &Experiment,
    choice: &Choice,
) -> Option<(Vec<Outcome>, Segments)> {
    future.cluster.as_ref()?;
    let mut machine = Machine::of(future, choice)?;
    machine.run(0..future.jobs.len());
    let outcomes = machine.starts.iter().zip(&future.jobs).map(|(start, job)| {
        let (started, executed) = ((*start)?, job.runtime.min(job.estimate));
        Some(Outcome {
            entered: job.submit,
            started,
            completed: started.after(executed),
            executed,
            killed: job.runtime > job.estimate,
            refused: false,
        })
    });
    let outcomes: Vec<Outcome> = outcomes.collect::<Option<_>>()?;
    let segments = placed(future, &machine.started, &outcomes);
    Some((outcomes, segments))
}

/// Where the jobs of `future` are that start in this order.
fn placed(future: &Experiment, started: &[usize], outcomes: &[Outcome]) -> Segments {
    let mut free: BinaryHeap<Reverse<u32>> = (0..future.nodes).map(Reverse).collect();
    let mut running: BinaryHeap<Reverse<(Time, usize)>> = BinaryHeap::new();
    let mut all: Vec<Segment> = Vec::new();
    // Of the segments of each job the first, and the one behind the last.
    let mut own = vec![(0, 0); outcomes.len()];
    for &job in started {
        let Outcome {
            started, completed, ..
        } = outcomes[job];
        while let Some(&Reverse((end, other))) = running.peek()
            && end <= started
        {
            running.pop();
            let (first, behind) = own[other];
            let nodes = all[first..behind].iter();
            free.extend(
                nodes
                    .flat_map(|one| one.first_node..one.first_node + one.nodes)
                    .map(Reverse),
            );
        }
        running.push(Reverse((completed, job)));
        let first = all.len();
        for _ in 0..future.jobs[job].nodes {
            let Some(Reverse(node)) = free.pop() else {
                break;
            };
            match all[first..].last_mut() {
                Some(last) if last.first_node + last.nodes == node => last.nodes += 1,
                _ => all.push(Segment {
                    from: started,
                    until: completed,
                    job: job as u32,
                    first_node: node,
                    nodes: 1,
                }),
            }
        }
        own[job] = (first, all.len());
    }
    all.into_iter().collect()
}
