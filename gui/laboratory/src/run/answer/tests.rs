//! Answers against workings by hand.

use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::base::progress::Progress;
use crate::load;
use crate::run::fit::LogFit;
use crate::run::{choices, simulate};
use crate::scenario::{self, Scenario};

/// All runs of `scenario`.
fn runs(scenario: &Scenario) -> Vec<Run> {
    let experiment = Arc::new(load::prepare(scenario, None, &Progress::default()).unwrap());
    let runs = choices(scenario).into_iter().map(|choice| {
        let run = simulate(&experiment, &choice, true, &Progress::default());
        run.unwrap().unwrap()
    });
    runs.collect()
}

/// The answer from `runs`, explained; the baseline is the first, or beside a log as recorded the
/// simulated one.
fn explained_answer(runs: &[Run], scope: &Scope) -> Answer {
    let policies: Vec<_> = runs.iter().map(|run| run.policy).collect();
    let beside_log = policies[0] == PolicyName::Recorded;
    let baseline = simulated(&policies).filter(|_| beside_log);
    answer_against(runs, baseline.unwrap_or(0), scope)
}

/// The answer against the run at index `baseline`.
fn answer_against(runs: &[Run], baseline: usize, scope: &Scope) -> Answer {
    let named: Vec<(&str, &Run)> = runs.iter().map(|run| (run.label.as_str(), run)).collect();
    let question = Question {
        runs: &named,
        baseline,
        scope,
    };
    let mut answer = answer(&question).unwrap();
    let simulated = &runs[answer.simulated];
    answer.explain(simulated, &Progress::default()).unwrap();
    answer
}

fn runs_of_text(text: &str) -> Vec<Run> {
    runs(&scenario::parse(text, None).unwrap())
}

/// Two nodes. Job 1 has one until 100, job 2 needs both, and job 3 fits beside job 1.
/// EASY: waits of 0, 99 and 0 s, 33 in the mean. FCFS: job 3 starts when job 2 ends, at 110:
/// waits of 0, 99 and 108 s, 69 in the mean, 2.09 times as much.
const THREE: &str = "(
    title: \"three jobs\",
    machine: Cluster(nodes: Some(2)),
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 1),
        (submit: 1, runtime: 10, nodes: 2),
        (submit: 2, runtime: 50, nodes: 1),
    ]),
    policies: [Easy, Fcfs],
)";

#[test]
fn three_jobs_by_hand() {
    let runs = runs_of_text(THREE);
    let answer = explained_answer(&runs, &Scope::default());
    assert_eq!(answer.values, [Some(33.0), Some(69.0)]);
    assert_eq!(
        answer.sentences(),
        "Under EASY jobs wait 33 s on average. \
         Against EASY: FCFS × 2.1, too short to say whether that holds for other jobs. \
         Longest wait: job 2, 1 min 39 under EASY: 1 job passed it, and job 1 was the last to leave its nodes."
    );
}

#[test]
fn numbers_link_to_their_sources() {
    let runs = runs_of_text(THREE);
    let lines = explained_answer(&runs, &Scope::default()).lines();
    let target = |line: usize, text: &str| {
        let mut parts = lines[line].parts.iter();
        let part = parts.find(|part| part.text == text).unwrap();
        part.target.clone().unwrap()
    };
    assert_eq!(target(0, "EASY"), Target::Run(0));
    assert_eq!(target(0, "33 s"), Target::Compare(0));
    assert_eq!(target(1, "FCFS"), Target::Run(1));
    assert_eq!(target(1, "× 2.1"), Target::Compare(1));
    assert_eq!(target(2, "1 min 39"), Target::Job { run: 0, job: 1 });
    assert_eq!(target(2, "job 1"), Target::Job { run: 0, job: 0 });
}

/// Of jobs 1 and 3 alone: waits of 0 s under EASY, 54 s in the mean under FCFS.
#[test]
fn only_selected_jobs_count() {
    let runs = runs_of_text(THREE);
    let scope = Scope {
        filter: "nodes == 1".parse().unwrap(),
        ..Scope::default()
    };
    let answer = explained_answer(&runs, &scope);
    assert_eq!(answer.values, [Some(0.0), Some(54.0)]);
    assert_eq!(
        answer.sentences(),
        "Under EASY none of the selected jobs waits. \
         Against EASY: FCFS 54 s, too short to say whether that holds for other jobs."
    );
    let none = Scope {
        filter: "nodes == 7".parse().unwrap(),
        ..Scope::default()
    };
    assert_eq!(
        explained_answer(&runs, &none).sentences(),
        "No job is selected."
    );
}

/// Three nodes, and the same every 1 000 s: a job of three until 10 s, one of two until 110 s,
/// one of three until 120 s, and one of one node, for 50 s, by user 3. Under EASY that starts at
/// 10 s beside the second; under FCFS at 120 s. Waits: 0, 9, 108 and 7 s, 31 in the mean, and
/// 0, 9, 108 and 117 s, 58.5 in the mean: 27.5 / 31 = 88.7 % more. User 3, alone in losing,
/// waits 117 / 7 = 16.7 times as long.
fn cycles() -> Vec<Run> {
    let cycle = |cycle: usize| {
        let jobs = [(0, 10, 3, 1), (1, 100, 2, 1), (2, 10, 3, 2), (3, 50, 1, 3)];
        let jobs = jobs.map(|(at, runtime, nodes, user)| {
            let submit = 1_000 * cycle + at;
            format!("(submit: {submit}, runtime: {runtime}, nodes: {nodes}, user: \"{user}\"),")
        });
        jobs.concat()
    };
    let jobs: String = (0..200).map(cycle).collect();
    runs_of_text(&format!(
        "(title: \"cycles\", machine: Cluster(nodes: Some(3)), workload: Jobs([{jobs}]), \
         policies: [Easy, Fcfs])"
    ))
}

#[test]
fn identical_cycles_give_a_significant_change_and_a_loser() {
    let answer = explained_answer(&cycles(), &Scope::default());
    assert_eq!(answer.values, [Some(31.0), Some(58.5)]);
    let [change] = answer.changes[..] else {
        panic!("{:?}", answer.changes)
    };
    assert!((change.share.unwrap() - 27.5 / 31.0).abs() < 1e-12);
    let Verdict::Sure([low, high]) = change.verdict else {
        panic!("{change:?}")
    };
    // All cycles are alike: the interval is that one number, but for what sums round.
    for end in [low, high] {
        assert!((end - 27.5 / 31.0).abs() < 1e-9, "{low} {high}");
    }
    let loser = answer.loser.unwrap();
    assert_eq!((loser.name.as_str(), loser.jobs), ("user 3", 200));
    assert!((loser.share - 110.0 / 7.0).abs() < 1e-9);
}

#[test]
fn intervals_with_zero_are_not_significant() {
    let paired = |better, worse, interval| {
        let pairs = Pairs::default();
        verdict(&PairedSummary {
            better,
            worse,
            interval,
            ..pairs.summary()
        })
    };
    let around = [-0.02, 0.03];
    assert_eq!(paired(4, 5, Some(around)), Verdict::NotSignificant(around));
    assert_eq!(
        paired(9, 0, Some([-0.3, -0.1])),
        Verdict::Sure([-0.3, -0.1])
    );
    assert_eq!(paired(2, 1, None), Verdict::TooShort);
    assert_eq!(paired(0, 0, Some([0.0, 0.0])), Verdict::Same);
}

/// The log of `lines` of job, submission, recorded wait, runtime and processors, on two.
fn log(folder: &Path, lines: &[[i64; 5]]) -> Scenario {
    let path = folder.join("log.swf");
    let mut text = "; MaxProcs: 2\n".to_owned();
    for [job, submit, wait, runtime, processors] in lines {
        text += &format!(
            "{job} {submit} {wait} {runtime} {processors} -1 -1 {processors} {runtime} -1 1 1 1 -1 1 -1 -1 -1\n"
        );
    }
    std::fs::write(&path, text).unwrap();
    load::log_scenario(&path)
}

/// The second job waits for the first, 90 s, and was recorded to wait 100 s: 45 s in the mean
/// where the log has 50 s, 10 % less.
#[test]
fn a_simulation_is_compared_with_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let mut scenario = log(folder.path(), &[[1, 0, 0, 100, 2], [2, 10, 100, 50, 1]]);
    scenario.policies = vec![PolicyName::Recorded, PolicyName::Easy, PolicyName::Fcfs];
    let recorded = runs(&scenario);
    let answer = explained_answer(&recorded, &Scope::default());
    let fit = answer.fit.as_ref().unwrap();
    assert_eq!((fit.means.recorded, fit.means.simulated), (50.0, 45.0));
    assert_eq!((answer.baseline, answer.simulated), (1, 1));
    assert_eq!(
        answer.sentences(),
        "Under EASY jobs wait 45 s on average. As recorded they wait 50 s: the simulation fits within 10 %. \
         Against EASY: FCFS the same. \
         Longest wait: job 2, 1 min 30 under EASY: nobody passed it, and job 1 was the last to leave its processors."
    );
    // With the log as the baseline too: the error of a simulation is no effect of a policy.
    let against_log = answer_against(&recorded, 0, &Scope::default());
    assert_eq!((against_log.baseline, against_log.simulated), (0, 1));
    assert_eq!(against_log.sentences(), answer.sentences());
    // Without that run, the recorded wait is the labels'.
    scenario.policies = vec![PolicyName::Easy];
    let simulated = runs(&scenario);
    assert_eq!(
        explained_answer(&simulated, &Scope::default())
            .fit
            .unwrap()
            .means
            .recorded,
        50.0
    );
}

/// The log has the second job start at 90 s on a processor that the first has until 100 s: it waited
/// 80 s there, 40 s in the mean; as recorded and under EASY 90 s, 45 s in the mean, an eighth more.
/// The third has no recorded start: with it jobs wait 30 s in the mean.
#[test]
fn a_fit_is_to_the_log_also_where_this_has_processors_in_use_twice() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [[1, 0, 0, 100, 2], [2, 10, 80, 50, 1], [3, 200, -1, 10, 1]];
    for (jobs, said) in [
        (
            2,
            "Under EASY jobs wait 45 s on average. As recorded they wait 40 s (45 s in As recorded, as too few processors are free for all its starts): the simulation fits within 13 %.",
        ),
        (
            3,
            "Under EASY jobs wait 30 s on average. As recorded the 2 jobs with a recorded start wait 40 s, and 45 s simulated: the simulation fits within 13 %.",
        ),
    ] {
        let mut scenario = log(folder.path(), &lines[..jobs]);
        scenario.policies = vec![PolicyName::Recorded, PolicyName::Easy];
        let runs = runs(&scenario);
        let answer = explained_answer(&runs, &Scope::default());
        assert_eq!(answer.lines()[0].sentence(), said);
        // It is what `fit` and `whatif` say.
        let all: Vec<u32> = (0..jobs as u32).collect();
        let fit = LogFit::of(&runs[1], &all).unwrap();
        assert_eq!(answer.fit.unwrap().means, fit.all);
    }
}

/// The log has the second job start at 990 s on a processor that the first has until 1000 s: 490 s in the
/// mean, and 495 s in the run as recorded, 1.02 % more; a second later it is 490.5 s, and less than 1 %.
#[test]
fn a_run_as_recorded_that_is_near_the_log_is_said_without_reasons() {
    let folder = tempfile::tempdir().unwrap();
    for (wait, recorded, why) in [
        (
            980,
            "8 min 10",
            ", as too few processors are free for all its starts",
        ),
        (981, "8 min 11", ""),
    ] {
        let mut scenario = log(folder.path(), &[[1, 0, 0, 1000, 2], [2, 10, wait, 50, 1]]);
        scenario.policies = vec![PolicyName::Recorded, PolicyName::Easy];
        let answer = explained_answer(&runs(&scenario), &Scope::default());
        let said = answer.lines()[0].sentence();
        let bracket =
            format!("As recorded they wait {recorded} (8 min 15 in As recorded{why}): the");
        assert!(said.contains(&bracket), "{said}");
    }
}

/// As recorded, the second job waited ten minutes: nothing in the log says why.
#[test]
fn a_simulation_far_from_its_log_says_so_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut scenario = log(folder.path(), &[[1, 0, 0, 100, 2], [2, 10, 600, 50, 1]]);
    scenario.policies = vec![PolicyName::Recorded, PolicyName::Easy];
    let answer = explained_answer(&runs(&scenario), &Scope::default());
    let first = answer.lines()[0].sentence();
    let begin = "45 s of wait on average simulated under EASY where the log has 5 min, off by a factor of 6.7. Something held jobs back";
    assert!(first.starts_with(begin), "{first}");
    let (lines, end) = (answer.lines(), " off by a factor of 6.7");
    let parts = lines[0].first_sentence().iter();
    let alone: String = parts.map(|part| part.text.as_str()).collect();
    assert!(begin.starts_with(&alone) && alone.ends_with(end), "{alone}");
}

/// Accounting does not say how large the machine is: at most three nodes were ever busy.
#[test]
fn a_guessed_machine_is_the_first_suspect() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("guessed.csv");
    let rows = "jobid,submit,start,end,nnodes\n1,0,0,100,1\n2,0,10,110,2\n3,20,3600,3660,1\n";
    std::fs::write(&path, rows).unwrap();
    let load::Opened::Jobs(mut scenario) = load::open_any(&path).unwrap() else {
        panic!("jobs")
    };
    scenario.policies = vec![PolicyName::Easy];
    let answer = explained_answer(&runs(&scenario), &Scope::default());
    let first = answer.lines()[0].sentence();
    let guess = ". This machine is guessed as 3 nodes, the most that were ever busy at once; set it, or open slurm.conf or limits";
    assert!(first.contains(guess), "{first}");
    let parts = &answer.lines()[0].parts;
    assert!(
        parts
            .iter()
            .any(|part| part.target == Some(Target::Machine))
    );
}

/// Job 2 needs both cores of the node that job 1 has until 100 s: it never had a node alone.
#[test]
fn on_a_machine_of_cores_jobs_leave_cores() {
    let runs = runs_of_text(
        "(machine: Cluster(kinds: [(name: \"n\", count: 1, cores: 2)]), policies: [Fcfs],
        workload: Jobs([
            (submit: 0, runtime: 100, nodes: 1, cores: 2),
            (submit: 1, runtime: 10, nodes: 1, cores: 2),
        ]))",
    );
    let answer = explained_answer(&runs, &Scope::default());
    let lines = answer.lines();
    let longest = lines.last().unwrap().sentence();
    let begin = "Longest wait: job 2, 1 min 39 under FCFS";
    assert!(longest.starts_with(begin), "{longest}");
    let end = "job 1 was the last to leave its cores.";
    assert!(longest.ends_with(end), "{longest}");
}
