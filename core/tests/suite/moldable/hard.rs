//! Hard deadlines: jobs that are refused on arrival, by hand.

use super::{Job, simulate};
use cosched_core::policy::moldable::Rule;
use cosched_core::{Event, JobId, Sink, Time, engine::KillReason};

const ADASA: Rule = Rule::Adasa { expand: false };

/// Nanoseconds in a second.
const SECOND: u64 = 1_000_000_000;

/// A job with submit time, work on one processor, all of which it uses, and deadline; in
/// seconds.
const fn alone(submit: u64, work: u64, deadline: u64) -> Job {
    let deadline = deadline.saturating_mul(SECOND);
    (
        submit * SECOND,
        work * SECOND,
        1,
        deadline,
        &[1.0],
        Some(1.0),
    )
}

/// End of each job, if it was not refused.
fn ends(processors: u32, jobs: &[Job], rule: Rule, hard: bool) -> Vec<Option<u64>> {
    let found = simulate(processors, jobs, rule, hard, &mut ());
    let ends = found
        .into_iter()
        .map(|end| end.map(|(_, end, _)| end / SECOND));
    ends.collect()
}

#[test]
fn a_job_late_behind_running_jobs_is_refused() {
    // One processor, busy until 10: five more seconds end at 15, four at 14.
    let jobs = [alone(0, 10, 20), alone(1, 5, 12), alone(2, 4, 14)];
    for rule in [Rule::Kceasy, Rule::Parallel, Rule::Fair, ADASA] {
        let [soft, hard] = [false, true].map(|hard| ends(1, &jobs, rule, hard));
        assert_eq!(soft[0], Some(10));
        assert!(soft[1] > Some(12), "{rule:?} is late unless it refuses");
        assert_eq!(hard, [Some(10), None, Some(14)], "{rule:?}");
    }
}

#[test]
fn the_order_of_service_is_that_of_the_policy() {
    // In the order of submission the third would end at 19; the most urgent
    // first, at 14.
    let jobs = [alone(0, 10, 20), alone(1, 5, 30), alone(2, 4, 15)];
    assert_eq!(
        ends(1, &jobs, Rule::Kceasy, true),
        [Some(10), Some(15), None]
    );
    assert_eq!(ends(1, &jobs, ADASA, true), [Some(10), Some(19), Some(14)]);
}

#[test]
fn a_job_in_time_on_more_processors_is_refused_at_fixed_sizes_only() {
    // Eight seconds of work with a deadline of four: never on one processor, just on two.
    let job: Job = (0, 8 * SECOND, 1, 4 * SECOND, &[1.0, 2.0, 3.0, 4.0], None);
    assert_eq!(ends(4, &[job], Rule::Kceasy, true), [None]);
    assert_eq!(ends(4, &[job], ADASA, true), [Some(4)]);
    // Five: on four processors not in one second either.
    let job: Job = (0, 8 * SECOND, 1, SECOND, &[1.0, 2.0, 3.0, 4.0], None);
    assert_eq!(ends(4, &[job], ADASA, true), [None]);
}

/// Three jobs of a third of the time on three processors: ends are rounded up to 10/3, 20/3
/// and 10 s and a few nanoseconds.
#[test]
fn three_thirds_are_in_time() {
    let third: Job = (0, 10 * SECOND, 3, 10 * SECOND, &[1.0, 2.0, 3.0], None);
    let found = simulate(3, &[third; 3], Rule::Kceasy, true, &mut ());
    let ends: Vec<_> = found.iter().flatten().map(|(_, end, _)| *end).collect();
    assert_eq!(ends, [3_333_333_334, 6_666_666_667, 10 * SECOND]);
}

#[test]
fn a_job_without_a_deadline_is_never_refused() {
    let jobs = [alone(0, 10, u64::MAX), alone(1, 5, u64::MAX)];
    assert_eq!(ends(1, &jobs, Rule::Kceasy, true), [Some(10), Some(15)]);
}

/// Times at which jobs are refused.
#[derive(Default)]
struct RefusalSink(Vec<(u64, JobId)>);

impl Sink for RefusalSink {
    fn record(&mut self, at: Time, event: Event) {
        if let Event::Killed(job, KillReason::Dropped) = event {
            self.0.push((at.0 / SECOND, job));
        }
    }
}

#[test]
fn refusals_are_reported_at_once_and_admitted_jobs_stay() {
    // The third goes before the second, which is then late, and yet not refused.
    let jobs = [alone(0, 10, 20), alone(1, 5, 16), alone(2, 4, 15)];
    let mut refused = RefusalSink::default();
    let ends = simulate(1, &jobs, ADASA, true, &mut refused);
    assert_eq!(ends[1].map(|(_, end, _)| end / SECOND), Some(19));
    assert_eq!(refused.0, []);
    // It arrives with the processor planned until 19.
    let jobs = [jobs[0], jobs[1], jobs[2], alone(3, 1, 19)];
    let mut refused = RefusalSink::default();
    simulate(1, &jobs, ADASA, true, &mut refused);
    assert_eq!(refused.0, [(3, JobId::new(3))]);
}
