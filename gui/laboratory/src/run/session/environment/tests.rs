//! Environments are rewarded as their runs come out, draw what their seeds say, and do side by side
//! what they do alone.

use std::sync::Arc;

use super::{Batch, Environment, Episodes, Reward, Rows, Settings};
use crate::base::progress::Progress;
use crate::load;
use crate::record::{Experiment, JobAttributes};
use crate::run::session::{Maxima, Observation};
use crate::scenario;

/// 120 jobs on 16 nodes, on which some outages end jobs if `outages` says so.
fn experiment(outages: &str) -> Arc<Experiment> {
    let text = format!(
        "(machine: Cluster(nodes: 16{outages}), seed: 5, policies: [Fcfs],
          workload: Lublin(jobs: 120, load: 1.1, estimates: UpTo(4)))"
    );
    let scenario = scenario::parse(&text, None).unwrap();
    Arc::new(load::prepare(&scenario, None, &Progress::default()).unwrap())
}

fn settings(jobs: Option<usize>, reward: Reward) -> Settings {
    Settings {
        window: 8,
        jobs,
        reward,
        is_backfilling: true,
        observation: Observation::Shares,
    }
}

/// An action that depends on step and environment only, now and then beyond the jobs there are.
fn action(step: usize, index: usize) -> usize {
    (step * 5 + index * 3) % 8
}

#[test]
fn rewards_are_metrics_of_the_run_also_where_jobs_begin_again() {
    let outages = ", outages: (events: [(at: 30000, first: 0, count: 12, what: Down), (at: 45000, first: 0, count: 12, what: Up)])";
    for outages in ["", outages] {
        for (name, reward) in Reward::ALL {
            let episodes = Episodes::new(&experiment(outages), settings(None, reward)).unwrap();
            let mut environment = Environment::new(&episodes).unwrap();
            environment.reset(None).unwrap();
            let (mut step, mut last) = (0, 0.0);
            while !environment.is_over() {
                assert_eq!(last, 0.0);
                last = environment.step(action(step, 0)).unwrap();
                step += 1;
            }
            let run = environment.session().finish("Agent").unwrap();
            let value = match reward {
                Reward::BoundedSlowdown => -run.metrics.mean_bounded_slowdown(),
                Reward::Wait => -run.metrics.mean_wait(),
                Reward::Response => -run.metrics.mean_response(),
                Reward::Utilisation => run.metrics.utilisation(16),
            };
            assert_eq!(last, value, "{name}");
            assert_eq!(run.metrics.requeues > 0, !outages.is_empty());
            assert_eq!(run.metrics, *environment.session().metrics());
        }
    }
}

/// What a batch has written.
#[derive(Clone, PartialEq, Debug)]
struct Written {
    observations: Vec<f32>,
    masks: Vec<bool>,
    rewards: Vec<f64>,
    ends: Vec<bool>,
}

impl Written {
    fn of(count: usize) -> Self {
        Self {
            observations: vec![f32::NAN; count * 8 * 6],
            masks: vec![false; count * 8],
            rewards: vec![f64::NAN; count],
            ends: vec![false; count],
        }
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            ends: &mut self.ends,
        }
    }
}

/// What `count` environments come to one by one in `steps` steps.
fn alone(episodes: &Arc<Episodes>, count: usize, steps: usize) -> Vec<Written> {
    let mut all = vec![Written::of(count); steps + 1];
    for index in 0..count {
        let mut environment = Environment::new(episodes).unwrap();
        environment.seed(index as u64);
        environment.reset(None).unwrap();
        for (step, written) in all.iter_mut().enumerate() {
            written.rewards[index] = match step {
                0 => 0.0,
                _ if environment.is_over() => environment.reset(None).map(|()| 0.0).unwrap(),
                _ => environment.step(action(step, index)).unwrap(),
            };
            written.ends[index] = environment.is_over();
            let rows = &mut written.observations[index * 48..][..48];
            environment.observe(rows, &mut written.masks[index * 8..][..8]);
        }
    }
    all
}

#[test]
fn a_batch_does_what_its_environments_do_alone() {
    let (count, steps) = (12, 70);
    let episodes = Episodes::new(&experiment(""), settings(Some(20), Reward::Wait)).unwrap();
    let expected = alone(&episodes, count, steps);
    let ends = expected.iter().flat_map(|written| &written.ends);
    assert!(ends.filter(|is_over| **is_over).count() > 2 * count);
    for threads in [1, 2, 3] {
        let mut batch = Batch::new(&episodes, count, Some(threads)).unwrap();
        let mut written = Written::of(count);
        let seeds: Vec<Option<u64>> = (0..count as u64).map(Some).collect();
        batch
            .reset(&seeds, &vec![true; count], None, written.rows())
            .unwrap();
        assert_eq!(written, expected[0]);
        for (step, expected) in expected.iter().enumerate().skip(1) {
            let actions: Vec<i64> = (0..count).map(|index| action(step, index) as i64).collect();
            batch.step(&actions, written.rows()).unwrap();
            assert_eq!(written, *expected, "step {step} on {threads} threads");
        }
    }
}

#[test]
fn what_is_out_of_range_is_refused_and_nothing_goes_on() {
    let whole = experiment("");
    let refused = |jobs| {
        let made = Episodes::new(&whole, settings(Some(jobs), Reward::Wait));
        made.err().map(|problem| problem.to_string())
    };
    let range = "1 to 120, as many as there are, are allowed";
    assert_eq!(refused(0), Some(format!("jobs 0: {range}")));
    assert_eq!(refused(121), Some(format!("jobs 121: {range}")));
    let episodes = Episodes::new(&whole, settings(Some(119), Reward::Wait)).unwrap();
    let mut environment = Environment::new(&episodes).unwrap();
    let sentence = |done: Result<f64, crate::base::problem::Problem>| done.unwrap_err().to_string();
    let over = sentence(environment.step(0));
    assert_eq!(over, "the episode is over: it is to be reset first");
    let first = environment.reset(Some(2)).unwrap_err().to_string();
    assert_eq!(
        first,
        "first 2: episodes begin with the jobs in rows 0 to 1"
    );
    environment.reset(Some(1)).unwrap();
    assert_eq!(
        sentence(environment.step(8)),
        "action 8: 0 to 7 are allowed"
    );
    assert!(!environment.is_over());
    let mut batch = Batch::new(&episodes, 2, Some(1)).unwrap();
    let mut written = Written::of(2);
    batch
        .reset(&[None; 2], &[true; 2], Some(0), written.rows())
        .unwrap();
    let before = written.clone();
    for (actions, sentence) in [
        (&[0, -1][..], "action -1: 0 to 7 are allowed"),
        (&[0], "1 actions for 2 environments: one each is wanted"),
    ] {
        let problem = batch.step(actions, written.rows()).unwrap_err();
        assert_eq!(
            (problem.to_string().as_str(), &written),
            (sentence, &before)
        );
    }
    let none = Batch::new(&episodes, 0, None).err().unwrap().to_string();
    assert_eq!(none, "0 environments: 1 and more are allowed");
}

/// Two jobs that wait, 6 h after the first came: by the formulas of `build_observation` in RLScheduler's
/// `HPCSimPickJobs.py`. 21600 / 43200 of the wait, estimates as shares of the longest runtime of 9000 s
/// (one is longer, and cut), nodes of 8, memory of 4096 KB, users of 4, groups of 2, applications of 5;
/// what is not known is 1.
#[test]
fn rl_schedulers_observation_by_its_formulas() {
    let text = "(machine: Cluster(nodes: 8), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 9000, nodes: 8),
        (submit: 1, runtime: 100, estimate: 20000, nodes: 2),
        (submit: 1, runtime: 4500, nodes: 8),
    ]))";
    let scenario = scenario::parse(text, None).unwrap();
    let mut experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
    let known = [
        (Some(4), Some(2), Some(5), Some(4096)),
        (Some(3), Some(1), Some(0), Some(1024)),
    ];
    for (label, (user, group, executable, memory)) in experiment.labels.iter_mut().zip(known) {
        *label = label.with(JobAttributes {
            user,
            group,
            executable,
            requested_memory: memory,
            ..label.attributes()
        });
    }
    let settings = Settings {
        window: 3,
        observation: Observation::RlScheduler(Maxima::of(&experiment)),
        is_backfilling: false,
        ..settings(None, Reward::Wait)
    };
    let episodes = Episodes::new(&Arc::new(experiment), settings).unwrap();
    let mut environment = Environment::new(&episodes).unwrap();
    environment.reset(None).unwrap();
    let (mut rows, mut mask) = ([0.0; 24], [false; 3]);
    environment.observe(&mut rows, &mut mask);
    let (near, far) = (1.0 - 1e-5_f32, 1e-5_f32);
    let empty = [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0];
    assert_eq!(rows[..8], [0.0, near, near, near, near, near, near, near]);
    assert_eq!(
        (&rows[8..16], &rows[16..], mask),
        (&empty[..], &empty[..], [true, false, false])
    );
    // The first runs until 9000 s; both others have come at 1 s.
    environment.step(0).unwrap();
    environment.observe(&mut rows, &mut mask);
    let second = [0.0, near, 0.25, 0.25, 0.75, 0.5, 0.0, far];
    assert_eq!(rows[..8], second);
    assert_eq!(rows[8..16], [0.0, 0.5, near, 1.0, 1.0, 1.0, 1.0, far]);
    assert_eq!((&rows[16..], mask), (&empty[..], [true, true, false]));
    // The third waits for the first, and with it the second: 8999 s of 43 200 s, and 4500 s more.
    environment.step(1).unwrap();
    environment.observe(&mut rows, &mut mask);
    assert_eq!(rows[0], (8999.0_f64 / 43200.0) as f32);
}

/// Five jobs wait, and three are shown: the shortest (the last but one), the narrowest (the last), and
/// of the next shortest and the next narrow one the shortest.
#[test]
fn rl_scheduler_is_shown_the_short_and_the_small_of_a_long_queue() {
    let jobs = [(9, 6), (30, 5), (10, 4), (5, 7), (20, 2)];
    let jobs: String = jobs
        .iter()
        .map(|(runtime, nodes)| format!("(submit: 1, runtime: {runtime}, nodes: {nodes}),"))
        .collect();
    let text = format!(
        "(machine: Cluster(nodes: 8), policies: [Fcfs], workload: Jobs([(submit: 0, runtime: 100, nodes: 8), {jobs}]))"
    );
    let scenario = scenario::parse(&text, None).unwrap();
    let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
    let settings = Settings {
        window: 3,
        observation: Observation::RlScheduler(Maxima::of(&experiment)),
        is_backfilling: false,
        ..settings(None, Reward::Wait)
    };
    let mut environment =
        Environment::new(&Episodes::new(&Arc::new(experiment), settings).unwrap()).unwrap();
    environment.reset(None).unwrap();
    environment.step(0).unwrap();
    let (mut rows, mut mask) = ([0.0; 24], [false; 3]);
    environment.observe(&mut rows, &mut mask);
    let nodes = [rows[2], rows[10], rows[18]].map(|share| (share * 8.0).round());
    assert_eq!((nodes, mask), ([7.0, 2.0, 6.0], [true; 3]));
    // The second row is the last job.
    environment.step(1).unwrap();
    let last = environment.session().chosen().last().unwrap();
    assert_eq!((last.job.index(), last.at.seconds()), (5, 100.0));
}
