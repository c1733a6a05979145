//! The reservations of conservative backfilling, derived from the actual schedule.

use std::collections::{BTreeMap, BTreeSet};

use super::schedule::Schedule;

/// The planned start of each waiting job at each instant, once all that happens then has happened.
pub(super) fn plans(schedule: &Schedule) -> BTreeMap<u64, BTreeMap<usize, u64>> {
    let jobs = &schedule.jobs;
    let instants = jobs.iter().flat_map(|job| [job.submit, job.start, job.end]);
    let instants: BTreeSet<u64> = instants.collect();
    let (mut plans, mut all) = (BTreeMap::new(), BTreeMap::new());
    for at in instants {
        let mut queue: Vec<usize> = (0..jobs.len())
            .filter(|&job| jobs[job].submit <= at && at <= jobs[job].start)
            .collect();
        queue.sort_by(|&one, &other| {
            if schedule.is_ahead(one, other, at) {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            }
        });
        let is_early = jobs.iter().any(|job| job.ends_early(at));
        for &job in &queue {
            // When a job ends early, each in turn gets the earliest start there is.
            if is_early && plans.remove(&job).is_some() {
                let start = earliest(schedule, &plans, job, at);
                plans.insert(job, start);
            }
        }
        for &job in &queue {
            if !plans.contains_key(&job) {
                let start = earliest(schedule, &plans, job, at);
                plans.insert(job, start);
            }
        }
        for &job in &queue {
            let is_due = plans[&job] == at;
            assert_eq!(is_due, jobs[job].start == at, "job {job} at {at}");
            if is_due {
                plans.remove(&job);
            }
        }
        all.insert(at, plans.clone());
    }
    all
}

/// The earliest instant from `at` on at which `job` delays neither those running nor `plans`.
fn earliest(schedule: &Schedule, plans: &BTreeMap<usize, u64>, job: usize, at: u64) -> u64 {
    let jobs = &schedule.jobs;
    // Those that start just now have their nodes by their plans.
    let running = jobs.iter().filter(|one| one.start < at && at < one.end);
    let running = running.map(|one| (at, one.start + one.estimate, one.nodes));
    let planned = plans
        .iter()
        .map(|(&one, &start)| (start, start + jobs[one].estimate, jobs[one].nodes));
    let spans: Vec<(u64, u64, u64)> = running.chain(planned).collect();
    let fits = |start: u64| {
        let end = start + jobs[job].estimate;
        let begins = spans.iter().map(|&(from, _, _)| from);
        let mut looked = begins
            .filter(|&from| start < from && from < end)
            .chain([start]);
        looked.all(|instant| {
            let there = spans
                .iter()
                .filter(|&&(from, until, _)| from <= instant && instant < until);
            there.map(|&(_, _, nodes)| nodes).sum::<u64>() + jobs[job].nodes <= schedule.nodes
        })
    };
    let ends = spans.iter().map(|&(_, until, _)| until);
    let starts = ends.chain([at]).filter(|&start| fits(start));
    starts.min().expect("after everybody there is room")
}
