//! Limits on the tasks of an array that run at once, as far as a log shows them.

pub(super) mod proposed;

use std::collections::HashMap;

use crate::run::fit::evidence::{Evidence, RanJob, Room};
use crate::run::fit::limits::{FEWEST_JOBS, holds};
use proposed::{HeldArray, ProposedArrays};

/// Arrays whose tasks were held with as many of them running as ever, as `%n` in `--array=0-99%n`
/// has it; `None` without any. At most `most`, those that were held for longest.
///
/// An array is held as an owner is by a limit of running jobs. Accounting may say of tasks that are
/// held back that they could not start before: they count as waiting as soon as they were submitted
/// and one of the array had started; before that the whole of it may have waited for others.
pub(super) fn proposed(
    evidence: &Evidence<'_>,
    room: &Room,
    most: usize,
) -> Option<ProposedArrays> {
    let mut found = held_arrays(evidence, room);
    found.truncate(most);
    (!found.is_empty()).then_some(ProposedArrays(found))
}

/// The arrays that were held, those that were for longest first.
fn held_arrays(evidence: &Evidence<'_>, room: &Room) -> Vec<HeldArray> {
    let arrays = tasks_of_arrays(&evidence.jobs);
    if arrays.is_empty() {
        return Vec::new();
    }
    let mut numbers: Vec<u64> = arrays.keys().copied().collect();
    numbers.sort_unstable();
    let jobs = evidence.jobs.iter().map(|job| {
        let array = job.array.and_then(|array| arrays.get(&array));
        array.map_or(*job, |(_, first)| RanJob {
            ready: job.ready.min(job.submit.max(*first)),
            ..*job
        })
    });
    let mut jobs: Vec<RanJob> = jobs.collect();
    jobs.sort_by_key(|job| (job.ready, job.start));
    let index = |job: &RanJob| numbers.binary_search(&job.array?).ok();
    let owners: Vec<Option<u32>> = jobs
        .iter()
        .map(|job| index(job).map(|index| index as u32))
        .collect();
    let evidence = Evidence {
        accounts: evidence.accounts,
        jobs,
    };
    let held = holds(&evidence, &owners, room).into_iter();
    let held = held.filter_map(|(index, hold)| {
        let number = numbers[index as usize];
        let (tasks, _) = arrays[&number];
        // What is held by its size may be held by anything.
        let running = hold.running.filter(|running| *running < tasks)?;
        Some(HeldArray {
            number,
            tasks,
            running,
            hold,
        })
    });
    let mut held: Vec<HeldArray> = held.collect();
    held.sort_by_key(|one| (std::cmp::Reverse(one.hold.held), one.number));
    held
}

/// Number of tasks, and first start, of each array that has enough of them to show a limit.
fn tasks_of_arrays(jobs: &[RanJob]) -> HashMap<u64, (u32, i64)> {
    let mut arrays: HashMap<u64, (u32, i64)> = HashMap::new();
    for job in jobs {
        let Some(array) = job.array else { continue };
        let (tasks, first) = arrays.entry(array).or_insert((0, i64::MAX));
        (*tasks, *first) = (*tasks + 1, job.start.min(*first));
    }
    arrays.retain(|_, (tasks, _)| *tasks > FEWEST_JOBS);
    arrays
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::account::Accounts;

    /// The sentence on `tasks` of an array that are submitted at 0 and run 600 s each, `at_once` of
    /// them from 1200 s on, and accounting that says when tasks `could_start`.
    fn sentence(tasks: i64, at_once: i64, could_start: fn(i64) -> i64) -> Option<String> {
        let jobs = (0..tasks).map(|task| {
            let start = 1200 + task / at_once * 600;
            RanJob {
                array: Some(42),
                ready: 1000 * could_start(start),
                start: 1000 * start,
                end: 1000 * (start + 600),
                ..RanJob::EXAMPLE
            }
        });
        let evidence = Evidence {
            accounts: &Accounts::default(),
            jobs: jobs.collect(),
        };
        let room = Room {
            all: 1000,
            partitions: Vec::new(),
        };
        let found = proposed(&evidence, &room, 8)?;
        Some(format!("{}: {}", found.in_words(), found.evidence()))
    }

    /// Three of 30 at once, from 1200 s on: 27 wait until the last three start, for nine times
    /// 600 s. That is so whether accounting has them as held back or not; the 1200 s before the
    /// first start, in which none ran, do not count if it has.
    #[test]
    fn an_array_with_as_many_tasks_as_ever_is_held() {
        let found = sentence(30, 3, |start| start).unwrap();
        let expected = "limit on the tasks at once (%n): 3 of array 42: held by it, or by one of a user who had nothing else: array 42 never had more than 3 of its 30 tasks at once, and just as many in 100 % of the 1 h 30 in which 27 of them waited though there was room";
        assert_eq!(found, expected);
        // Of 6600 s 1200 are without one that runs: 81 %.
        assert_eq!(sentence(30, 3, |_| 0), None);
    }

    /// Nineteen tasks that wait are too few, and all at once are not held.
    #[test]
    fn few_tasks_and_all_at_once_show_none() {
        assert_eq!(sentence(22, 3, |start| start), None);
        assert_eq!(sentence(30, 30, |start| start), None);
    }
}
