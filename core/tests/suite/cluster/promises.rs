//! Promises on clusters with maintenance: no later job delays a promised start, and no job
//! waits that delays no other.

use std::collections::BTreeMap;

use cosched_core::engine::{Detail, WaitReason};
use cosched_core::{Event, JobId, Sink, Time};

use super::draw::{Case, around_windows};
use super::oracle::{Policy, Run, Schedule, World, watched};
use super::{compare, run};
use crate::outages::ReasonSink;

const CASES: u64 = 1_000;

fn seconds(at: Time) -> u64 {
    at.0 / 1_000_000_000
}

/// Promised starts of jobs, and actual starts with nodes.
#[derive(Default)]
struct PromisedStarts {
    // Time, job, and promised start; `None` at a start itself, `u64::MAX` for a job held
    // without a promise.
    events: Vec<(u64, usize, Option<u64>)>,
    runs: Vec<Run>,
}

impl Sink for PromisedStarts {
    fn record(&mut self, at: Time, event: Event) {
        let at = seconds(at);
        match event {
            Event::Started(job, _) => self.events.push((at, job.index(), None)),
            Event::StillWaiting(job, WaitReason::Reserved { start })
            | Event::StillWaiting(job, WaitReason::HeadUntil { shadow: start, .. }) => {
                self.events.push((at, job.index(), Some(seconds(start))));
            }
            Event::StillWaiting(job, _) => self.events.push((at, job.index(), Some(u64::MAX))),
            _ => {}
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        if let Detail::Shares { job, places } = *detail {
            let places = places.iter().map(|one| (one.node as usize, one.units));
            self.runs.push(Run {
                job: JobId::index(job),
                start: seconds(at),
                up: seconds(at),
                places: places.collect(),
                gpus: Vec::new(),
            });
        }
    }
}

/// Schedule of `case` under `policy`, with the promises.
fn run_with_promises(policy: Policy, case: &Case) -> (Schedule, PromisedStarts) {
    let mut promised = PromisedStarts::default();
    let schedule = run(policy, case, &mut (&mut promised, ReasonSink));
    assert_eq!(schedule, run(policy, case, &mut ()), "it was asked why");
    (schedule, promised)
}

#[test]
fn conservative_keeps_promised_starts() {
    let mut promises = 0;
    for (number, case) in (0..CASES).map(|number| (number, around_windows(number, false))) {
        let (_, made) = run_with_promises(Policy::Conservative, &case);
        let mut promised = BTreeMap::new();
        for &(at, job, start) in &made.events {
            let until = promised.get(&job).copied().unwrap_or(u64::MAX);
            let start = start.unwrap_or(at);
            assert!(
                start <= until,
                "{number}: job {job} at {at}: {start}, not {until}: {case:?}"
            );
            promised.insert(job, start);
            promises += usize::from(start > at && start < u64::MAX);
        }
    }
    assert!(promises > 1_000, "{promises}");
}

/// Where every job ends by its estimate, later jobs change nothing at all.
#[test]
fn conservative_starts_do_not_depend_on_later_jobs() {
    for (number, case) in (0..CASES).map(|number| (number, around_windows(number, true))) {
        let all = run(Policy::Conservative, &case, &mut ());
        let later =
            (1..case.jobs.len()).filter(|&job| case.jobs[job - 1].submit < case.jobs[job].submit);
        for count in later {
            let mut before = case.clone();
            before.jobs.truncate(count);
            let found = run(Policy::Conservative, &before, &mut ());
            let starts = |all: &Schedule| -> Vec<_> {
                all[..count]
                    .iter()
                    .map(|ran| ran.as_ref().map(|ran| ran.0))
                    .collect()
            };
            assert_eq!(starts(&found), starts(&all), "{number}, {count}: {case:?}");
        }
    }
}

/// Whether `job` has room from `at` on for as long as it runs, beside all these.
fn has_room(world: &World<'_>, runs: &[Run], job: usize, at: u64) -> bool {
    let requested = &world.case.jobs[job];
    let until = at + requested.estimate;
    let units = |node: usize| {
        if !world.is_there(job, node, at, until) {
            return 0;
        }
        let room = (at..until).map(|second| {
            let there = |run: &&Run| run.start <= second && second < world.end(run);
            let others = runs.iter().filter(|run| run.job != job).filter(there);
            world.units(job, node, world.free(node, others))
        });
        room.min().unwrap_or(0)
    };
    let room: u32 = (0..world.case.nodes()).map(units).sum();
    room >= requested.count
}

/// Where every job ends by its estimate, none could have started earlier on unused nodes.
#[test]
fn conservative_leaves_no_usable_nodes_idle() {
    let mut waited = 0;
    for (number, case) in (0..CASES).map(|number| (number, around_windows(number, true))) {
        let (schedule, made) = run_with_promises(Policy::Conservative, &case);
        let world = World::of(&case);
        for (job, ran) in schedule.iter().enumerate() {
            let start = ran.as_ref().map_or(case.horizon(), |ran| ran.0);
            for at in case.jobs[job].submit..start {
                waited += 1;
                let has_room = has_room(&world, &made.runs, job, at);
                assert!(!has_room, "{number}: job {job} from {at}: {case:?}");
            }
        }
    }
    assert!(waited > 1_000, "{waited}");
}

/// Whether `job` goes before `other` in the queue.
fn is_ahead(case: &Case, job: usize, other: usize) -> bool {
    let tier = |job: usize| case.partitions[case.jobs[job].partition].tier;
    (u32::MAX - tier(job), job) < (u32::MAX - tier(other), other)
}

/// The first head's shadow time is a promise to it, which only jobs ahead of it may break:
/// those that waited for an advance reservation to begin, or are of a higher tier. (A head
/// behind another one, of another partition, also waits for that one when its time has
/// come.)
#[test]
fn easy_never_delays_the_first_head_for_jobs_behind() {
    let mut promises = 0;
    for (number, case) in (0..CASES).map(|number| (number, around_windows(number, false))) {
        let (_, made) = run_with_promises(Policy::Easy, &case);
        // First head of the last instant with one, and its promised start.
        let (mut promised, mut known): (Option<(usize, u64)>, _) = (None, u64::MAX);
        for &(at, job, start) in &made.events {
            let start = start.unwrap_or(at);
            if start == u64::MAX || (start > at && known == at) {
                continue;
            }
            match promised {
                Some((head, until)) if head == job => {
                    assert!(
                        start <= until,
                        "{number}: job {job} at {at}: {start}, not {until}: {case:?}"
                    );
                    promises += 1;
                    promised = None;
                }
                Some((head, _)) if is_ahead(&case, job, head) => promised = None,
                _ => {}
            }
            if start > at {
                (promised, known) = (Some((job, start)), at);
            }
        }
    }
    assert!(promises > 1_000, "{promises}");
}

/// Whether `left` units of `job` can be on nodes from `node` on so that each of the heads
/// loses no more than it can spare.
fn can_pass(
    world: &World<'_>,
    job: usize,
    (node, left): (usize, u32),
    heads: &[(usize, u64, u32)],
) -> bool {
    if left == 0 {
        return true;
    }
    if node == world.case.nodes() {
        return false;
    }
    let until = world.now + world.case.jobs[job].estimate;
    let most = if world.is_there(job, node, world.now, until) {
        world.units(job, node, world.free(node, world.running.iter()))
    } else {
        0
    };
    (0..=most.min(left)).any(|units| {
        let own = world.run(job, vec![(node, units)]);
        let spared = heads.iter().map(|&(head, shadow, spare)| {
            let before = world.units_then(head, node, shadow, &[]);
            let after = world.units_then(head, node, shadow, std::slice::from_ref(&own));
            Some((
                head,
                shadow,
                spare.checked_sub(if units == 0 { 0 } else { before - after })?,
            ))
        });
        let spared: Option<Vec<_>> = spared.collect();
        spared.is_some_and(|heads| can_pass(world, job, (node + 1, left - units), &heads))
    })
}

/// A job with tasks gets as many on a node as fit there, or none: it may wait although
/// fewer on each of more nodes would delay no job.
#[test]
fn easy_starts_every_job_with_nodes_that_delays_no_head() {
    let mut waited = 0;
    for (number, case) in (0..CASES).map(|number| (number, around_windows(number, false))) {
        let watch = |world: &World<'_>| {
            let waits = |job: &usize| world.may_start(*job) && !case.jobs[*job].tasks;
            for job in world.queue().into_iter().filter(waits) {
                waited += 1;
                let end = world.now + case.jobs[job].estimate;
                let is_late = |head: usize, shadow| is_ahead(&case, head, job) && shadow < end;
                let late = world.heads.iter().filter(|&&(head, at)| is_late(head, at));
                let spare = |head, at| world.ready(head, at) - case.jobs[head].count;
                let late: Vec<_> = late
                    .map(|&(head, at)| (head, at, spare(head, at)))
                    .collect();
                let count = case.jobs[job].count;
                assert!(
                    !can_pass(world, job, (0, count), &late),
                    "{number}: job {job} at {} behind {late:?}: {case:?}",
                    world.now
                );
            }
        };
        watched(Policy::Easy, &case, watch);
    }
    assert!(waited > 1_000, "{waited}");
}

#[test]
fn easy_and_conservative_as_the_slow_program_has_it_around_maintenance() {
    compare(
        Policy::Easy,
        (0..CASES).map(|number| around_windows(number, false)),
    );
    compare(
        Policy::Conservative,
        (0..CASES).map(|number| around_windows(number, false)),
    );
}
