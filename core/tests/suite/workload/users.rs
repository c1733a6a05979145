//! Users who react: closed loops by hand, and invariants.

use cosched_core::engine::{Policy, Setup, Source, Stream, each};
use cosched_core::machine::profile::points_for;
use cosched_core::policy::{Easy, Fcfs, Order};
use cosched_core::users::{
    Feedback, Habits, LoggedJob, PastEnd, Predecessor, ReadJob, User, Users,
};
use cosched_core::workload::lublin::{Draws, Generator, ParameterSet};
use cosched_core::{Duration, Event, JobSpec, Metrics, Profile, Sink, Time, View};

use crate::common::{Boxed, job};

/// A job of a log on one node, which may follow another after a think time in seconds.
fn planned(tag: u64, submit: u64, runtime: u64, after: Option<(u64, u64)>) -> LoggedJob {
    LoggedJob {
        tag,
        spec: job(submit, 1, runtime, runtime),
        after: after.map(|(tag, think)| Predecessor {
            tag,
            think: Duration::from_seconds(think),
        }),
    }
}

/// Submission and end of each job, in the order of submission.
#[derive(Default)]
struct JobRecorder {
    lives: Vec<(u64, Time, Time)>,
    most: usize,
}

impl Sink for JobRecorder {
    fn record(&mut self, _: Time, _: Event) {}

    fn instant(&mut self, view: &View<'_, '_>) {
        let ended = view
            .ended()
            .map(|ended| (ended.tag, ended.submit, ended.completed));
        self.lives.extend(ended);
        self.most = self.most.max((view.waiting() + view.running()) as usize);
    }
}

impl JobRecorder {
    /// Tag and second of each submission, by time.
    fn submitted(&self) -> Vec<(u64, u64)> {
        let seconds = |&(tag, submit, _): &(u64, Time, Time)| (tag, submit.0 / 1_000_000_000);
        let mut all: Vec<_> = self.lives.iter().map(seconds).collect();
        all.sort_by_key(|&(tag, at)| (at, tag));
        all
    }
}

fn run(source: &mut dyn Source, policy: &mut dyn Policy, nodes: u32, slots: usize) -> JobRecorder {
    let mut storage = Boxed::new(slots, nodes as usize, 0, 1);
    let mut stream = Stream::new(Setup::open(slots as u32, nodes), storage.as_storage()).unwrap();
    let mut lives = JobRecorder::default();
    stream.run(source, policy, &mut lives).unwrap();
    lives
}

/// Runs `log` on `nodes` nodes; returns the submissions, and the numbers of late jobs and
/// of those with unknown predecessors.
fn follow(log: &[LoggedJob], nodes: u32, ahead: usize, past: usize) -> (Vec<(u64, u64)>, [u64; 2]) {
    let (mut ahead, mut past) = (vec![ReadJob::EMPTY; ahead], vec![PastEnd::EMPTY; past]);
    let mut inside = [0; 8];
    let jobs = log.iter().copied();
    let mut source = Feedback::new(jobs, &mut ahead, &mut inside, &mut past);
    let lives = run(&mut source, &mut Fcfs::new(), nodes, 8);
    (lives.submitted(), [source.late(), source.unknown()])
}

/// The second follows the first and the fourth the second, long before the log says.
fn log() -> [LoggedJob; 5] {
    [
        planned(1, 0, 10, None),
        planned(3, 12, 20, None),
        planned(5, 14, 1, None),
        planned(2, 100, 10, Some((1, 5))),
        planned(4, 300, 10, Some((2, 0))),
    ]
}

#[test]
fn a_closed_loop_by_hand() {
    // One node, first come, first served. Job 1 runs from 0 to 10: job 2 comes at 15.
    // Job 3 has come at 12 and runs to 32, job 5 at 14 and runs to 33, job 2 to 43:
    // job 4 comes at 43.
    let submitted = vec![(1, 0), (3, 12), (5, 14), (2, 15), (4, 43)];
    assert_eq!(follow(&log(), 1, 8, 8), (submitted, [0, 0]));
    // On two nodes job 5 runs from 14 to 15 and job 2, which comes then, to 25.
    let submitted = vec![(1, 0), (3, 12), (5, 14), (2, 15), (4, 25)];
    assert_eq!(follow(&log(), 2, 8, 8), (submitted, [0, 0]));
}

#[test]
fn jobs_read_too_late_are_late_by_hand() {
    // Only one job is read ahead. Job 2 is read when job 5 is submitted at 14, which is
    // soon enough; job 4 when job 2 is, at 15.
    let one = follow(&log(), 1, 1, 8);
    assert_eq!(one, follow(&log(), 1, 8, 8));
    // Where job 2 stands before job 3, it takes the only entry until it is submitted at 15,
    // when jobs 3 and 5 should have been: the one comes then, and when that is submitted
    // the other. Job 3 runs from 25, when job 2 has ended, to 45.
    let mut log = log();
    log.swap(2, 3);
    log.swap(1, 2);
    assert_eq!(log.map(|job| job.tag), [1, 2, 3, 5, 4]);
    let submitted = vec![(1, 0), (2, 15), (3, 15), (5, 15), (4, 25)];
    assert_eq!(follow(&log, 1, 1, 8), (submitted, [2, 0]));
}

#[test]
fn jobs_with_unknown_predecessors_follow_the_log() {
    let stray = [
        planned(1, 0, 10, None),
        // There is none with that tag, nor before it in the log.
        planned(2, 50, 10, Some((99, 5))),
        planned(3, 70, 10, Some((4, 5))),
        planned(4, 90, 10, None),
    ];
    let submitted = vec![(1, 0), (2, 50), (3, 70), (4, 90)];
    assert_eq!(follow(&stray, 1, 8, 8), (submitted, [0, 2]));
    // Job 3 is read at 200, when job 1 has long ended; remembered or not, it is too
    // late for the 15 it should have come at, and for the 210 of the log it is not.
    let forgotten = [
        planned(1, 0, 10, None),
        planned(2, 200, 10, None),
        planned(3, 210, 10, Some((1, 5))),
    ];
    let submitted = vec![(1, 0), (2, 200), (3, 200)];
    assert_eq!(follow(&forgotten, 1, 1, 1), (submitted, [0, 0]));
    let submitted = vec![(1, 0), (2, 200), (3, 210)];
    assert_eq!(follow(&forgotten, 1, 1, 0), (submitted, [0, 1]));
}

/// Jobs of the model for 64 nodes, numbered from 1.
fn model(seed: u64, count: usize) -> impl Iterator<Item = (u64, JobSpec)> {
    let model = Generator::new(ParameterSet::Typeless, 64, seed, Draws::Free).take(count);
    (1..).zip(model.map(|job| job.spec()))
}

#[test]
fn no_user_has_two_jobs() {
    for seed in 0..20 {
        let mut users = [User::EMPTY; 12];
        let mut source = Users::new(&mut users, Habits::USUAL, seed, model(seed, 3_000));
        // As many slots as users are enough.
        let lives = run(&mut source, &mut Fcfs::new(), 64, 12);
        assert_eq!(lives.lives.len(), 3_000);
        assert!((2..=12).contains(&lives.most), "{}", lives.most);
    }
}

#[test]
fn a_seed_determines_a_run() {
    let submitted = |seed| {
        let mut users = [User::EMPTY; 12];
        let mut source = Users::new(&mut users, Habits::USUAL, seed, model(1, 500));
        run(&mut source, &mut Fcfs::new(), 64, 12).submitted()
    };
    assert_eq!(submitted(3), submitted(3));
    assert_ne!(submitted(3), submitted(4));
}

#[test]
fn longer_waits_delay_submissions() {
    // Longest first makes all who submit short jobs wait: fewer of them come back soon.
    let last = |policy: &mut dyn Policy| {
        let mut users = [User::EMPTY; 40];
        let mut source = Users::new(&mut users, Habits::USUAL, 1, model(1, 4_000));
        let lives = run(&mut source, policy, 64, 40);
        lives.submitted().last().unwrap().1
    };
    let (mut times, mut free) = (vec![Time::ZERO; points_for(40)], vec![0; points_for(40)]);
    let mut easy = Easy::new(Profile::new(&mut times, &mut free), 40).unwrap();
    let (easy, slow) = (last(&mut easy), last(&mut Fcfs::by(Order::LongestEstimate)));
    assert!(easy < slow, "{easy} {slow}");
}

#[test]
fn habits_follow_their_distributions() {
    // One user, whose jobs all take an hour from submission to end.
    let hour = job(0, 1, 3_600, 3_600);
    let jobs = (1..=20_001).map(|tag| (tag, hour));
    let mut users = [User::EMPTY; 1];
    let mut source = Users::new(&mut users, Habits::USUAL, 1, jobs);
    let JobRecorder { lives, .. } = run(&mut source, &mut Fcfs::new(), 1, 1);
    let pauses = lives
        .windows(2)
        .map(|two| two[1].1.since(two[0].2).seconds());
    let (thought, broken): (Vec<f64>, Vec<f64>) = pauses.partition(|&pause| pause <= 1_200.0);
    // They go on with a probability of 0.8 / (0.05 · 60 + 1) = 0.2, four thousand times
    // give or take the root of 20 000 · 0.2 · 0.8, which is 57; here and below within
    // five times of what is to be expected.
    assert!(
        (thought.len() as f64 - 4_000.0).abs() < 285.0,
        "{}",
        thought.len()
    );
    // Think times: an exponential distribution of mean 240 s, cut off at 1 200 s, has a
    // mean of 240 - 1 200 / (e^5 - 1) = 231.86 s and a deviation below 240 s.
    let mean = thought.iter().sum::<f64>() / thought.len() as f64;
    assert!((mean - 231.86).abs() < 5.0 * 240.0 / 63.0, "{mean}");
    // Breaks: logarithms uniform from that of 1 200 s to that of 28 800 s, so that half
    // are below the root of the product, 5 879 s, give or take the root of 16 000 / 4.
    assert!(
        broken
            .iter()
            .all(|pause| (1_200.0..=28_800.0).contains(pause))
    );
    let short = broken.iter().filter(|&&pause| pause < 5_878.8).count() as f64;
    assert!(
        (short - broken.len() as f64 / 2.0).abs() < 5.0 * 64.0,
        "{short}"
    );
}

#[test]
fn users_go_on_for_longer_than_the_clock() {
    // One user with jobs of a hundred years, and breaks that are short beside them.
    let century = 100 * 365 * 86_400;
    let jobs = (1..=10).map(|tag| (tag, job(0, 1, century, century)));
    let mut users = [User::EMPTY; 1];
    let mut source = Users::new(&mut users, Habits::USUAL, 1, jobs);
    let mut storage = Boxed::new(1, 1, 0, 1);
    let mut stream = Stream::new(Setup::open(1, 1), storage.as_storage()).unwrap();
    let (mut metrics, mut events) = (Metrics::new(), 0);
    let sink = (&mut metrics, each(|_, _| events += 1));
    stream
        .run(&mut source, &mut Fcfs::new(), &mut { sink })
        .unwrap();
    assert_eq!((metrics.jobs, events), (10, 30));
    let busy = 10 * u128::from(century) * 1_000_000_000;
    let breaks = metrics.span() - busy;
    assert!(breaks > 0 && breaks < 9 * 28_800 * 1_000_000_000);
}
