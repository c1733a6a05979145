//! Sessions choose what policies start, and become the same runs.

mod heads;

use std::sync::{Arc, Mutex};

use cosched_core::engine::{Context, Policy, StartReason};

use super::{Session, Snapshot};
use crate::base::progress::Progress;
use crate::load;
use crate::record::choice::Choice;
use crate::record::{Experiment, Run};
use crate::run::{choices, simulate};
use crate::scenario::policy::own::{Description, OwnPolicy};
use crate::scenario::{self, Parameters, PolicyName};

/// 150 jobs on equal nodes, equal nodes that are maintained, and nodes that jobs share.
const MACHINES: [&str; 3] = [
    "nodes: 16",
    "nodes: 16, outages: (maintenance: [(from: 20000, until: 50000, first: 2, count: 9), (from: 90000, until: 99000, first: 0, count: 16)])",
    r#"kinds: [(name: "thin", count: 6, cores: 2), (name: "fat", count: 2, cores: 4)],
       partitions: [(name: "all", nodes: ["thin", "fat"], default: true), (name: "fat", nodes: ["fat"])]"#,
];

fn experiment(machine: &str, policy: &str) -> (Arc<Experiment>, Choice) {
    let text = format!(
        "(machine: Cluster({machine}), seed: 5, policies: [{policy}],
          workload: Lublin(jobs: 150, load: 1.1, estimates: UpTo(4)))"
    );
    let scenario = scenario::parse(&text, None).unwrap();
    let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
    (Arc::new(experiment), choices(&scenario)[0].clone())
}

fn run(machine: &str, policy: &str) -> Run {
    let (experiment, choice) = experiment(machine, policy);
    let run = simulate(&experiment, &choice, true, &Progress::default());
    run.unwrap().unwrap()
}

fn session(run: &Run) -> Session {
    Session::new(&run.experiment, &run.parameters).unwrap()
}

/// Starts what started in `run`, in its order of starts; ends after `most` choices.
fn follow(session: &mut Session, run: &Run, most: usize) {
    for _ in 0..most {
        if !session.until_choice(usize::MAX).unwrap() {
            return;
        }
        let starts_now = |job: usize| run.outcomes[job].started == session.now();
        let queue = session.queue().iter();
        match queue
            .clone()
            .position(|one| one.fits && starts_now(one.job.index()))
        {
            Some(index) => session.start(index).unwrap(),
            None => session.pass(),
        }
    }
}

#[test]
fn what_policies_start_can_be_chosen_and_becomes_the_same_run() {
    for machine in MACHINES {
        for policy in ["Fcfs", "Easy", "Conservative"] {
            let run = run(machine, policy);
            let mut session = session(&run);
            follow(&mut session, &run, usize::MAX);
            let waited = run
                .outcomes
                .iter()
                .map(|one| one.started.since(one.entered).0);
            let waited: u128 = waited.map(u128::from).sum();
            assert_eq!(session.waited, waited, "{policy} on {machine}");
            let chosen = session.finish("Chosen").unwrap();
            assert_eq!(chosen.outcomes, run.outcomes, "{policy} on {machine}");
            assert!(session.chosen().len() >= 150);
        }
    }
}

#[test]
fn a_restored_session_goes_on_as_it_did() {
    let run = run(MACHINES[2], "Easy");
    let mut session = session(&run);
    let mut snapshots: Vec<(Snapshot, Vec<super::WaitingJob>)> = Vec::new();
    for _ in 0..60 {
        follow(&mut session, &run, 5);
        snapshots.push((session.snapshot(), session.queue().to_vec()));
    }
    let end = session.finish("Chosen").unwrap();
    for (snapshot, queue) in snapshots.iter().rev() {
        session.restore(snapshot).unwrap();
        assert_eq!(session.queue(), queue);
        assert_eq!(session.chosen(), snapshot.chosen);
        follow(&mut session, &run, usize::MAX);
        assert_eq!(session.finish("Chosen").unwrap().outcomes, end.outcomes);
    }
    let mut other =
        Session::new(&experiment("nodes: 3", "Fcfs").0, &Parameters::default()).unwrap();
    let foreign = other.restore(&snapshots[40].0).unwrap_err().to_string();
    assert_eq!(foreign, "the snapshot is not of this session's experiment");
}

#[test]
fn a_session_may_be_sent_and_begun_again() {
    let run = run(MACHINES[0], "Easy");
    let mut session = session(&run);
    follow(&mut session, &run, 30);
    let session = std::thread::scope(|scope| {
        let resumed = scope.spawn(|| {
            follow(&mut session, &run, usize::MAX);
            session
        });
        resumed.join().unwrap()
    });
    let mut session = session;
    let outcomes = session.finish("Chosen").unwrap().outcomes;
    for _ in 0..2 {
        session.reset(None).unwrap();
        assert_eq!((session.chosen().len(), session.waited()), (0, 0.0));
        follow(&mut session, &run, usize::MAX);
        assert_eq!(session.finish("Chosen").unwrap().outcomes, outcomes);
    }
}

#[test]
fn impossible_choices_are_refused_and_change_nothing() {
    let text = "(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 10, nodes: 3), (submit: 0, runtime: 5, nodes: 4)]))";
    let scenario = scenario::parse(text, None).unwrap();
    let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
    let mut session = Session::new(&Arc::new(experiment), &scenario.parameters).unwrap();
    let before = session.start(0).unwrap_err().to_string();
    assert_eq!(before, "choice 0: 0 jobs can be chosen now, counted from 0");
    assert!(session.until_choice(8).unwrap());
    session.start(0).unwrap();
    let wide = session.start(0).unwrap_err().to_string();
    assert_eq!(
        wide,
        "choice 0: job 2, which asks for 4 nodes, cannot start now, when 1 are free; only jobs that fit can be chosen"
    );
    assert!(session.start(1).is_err());
    // With the window of one job that is left, the same.
    assert!(session.until_choice(1).unwrap());
    assert_eq!((session.now().seconds(), session.queue().len()), (10.0, 1));
    let early = session.finish("Chosen").unwrap_err().to_string();
    assert!(early.contains("wait for ever"), "{early}");
    session.start(0).unwrap();
    assert!(!session.until_choice(1).unwrap());
    assert_eq!(session.waited(), 10.0);
    assert_eq!(
        session.finish("Chosen").unwrap().outcomes[1]
            .completed
            .seconds(),
        15.0
    );
}

/// First fit that compares what it is told to fit with what can be started.
struct FirstFit(Arc<Mutex<[usize; 2]>>);

impl Policy for FirstFit {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            let (fits, is_allowed) = (context.fits(job), context.is_allowed(job));
            let starts = is_allowed && context.start(job, StartReason::Head).is_ok();
            assert_eq!(fits, starts, "job {} at {}", job.index(), context.now());
            self.0.lock().unwrap()[usize::from(fits)] += 1;
        }
    }
}

#[test]
fn a_job_fits_if_and_only_if_it_can_be_started() {
    for machine in MACHINES {
        let (experiment, choice) = experiment(machine, "Fcfs");
        let counts = Arc::new(Mutex::new([0; 2]));
        let kept = Arc::clone(&counts);
        let description = Description::new("Fitting", "Fitting", "First fit", move |_| {
            Ok(Box::new(FirstFit(Arc::clone(&kept))))
        });
        let policy = PolicyName::Own(OwnPolicy::new(description));
        let choice = Choice::plain(policy, &choice.parameters);
        simulate(&experiment, &choice, false, &Progress::default())
            .unwrap()
            .unwrap();
        let counts = *counts.lock().unwrap();
        assert!(
            counts[0] > 100 && counts[1] >= 150,
            "{counts:?} on {machine}"
        );
    }
}
