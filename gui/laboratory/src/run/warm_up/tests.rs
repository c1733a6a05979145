//! Runs with a warm-up: by hand, and against a run of a whole log, whose state at an instant a cut
//! has to begin with.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use cosched_core::{JobSpec, Time};

use crate::base::progress::Progress;
use crate::base::ron_text::read_ron;
use crate::base::text_file::read;
use crate::export::schedule_swf;
use crate::load;
use crate::metrics::values;
use crate::record::{Outcome, Run};
use crate::run::{choices, simulate};
use crate::scenario::sweep::Edge;
use crate::scenario::{Branch, PolicyName, Scenario, WarmUp};

/// The log in `path` under `policy`, with that warm-up.
fn scenario(path: &Path, policy: PolicyName, warm_up: WarmUp) -> Scenario {
    let mut scenario = load::open(path).unwrap();
    scenario.policies = vec![policy];
    assert!(scenario.workload.set_warm_up(warm_up));
    scenario
}

/// The run of `scenario`, or why there is none.
fn run(scenario: &Scenario, path: &Path) -> Result<Run, String> {
    let progress = Progress::default();
    let experiment = load::prepare(scenario, Some(path), &progress);
    let experiment = experiment.map_err(|problem| problem.sentence)?;
    let choice = choices(&experiment.scenario).pop().unwrap();
    let run = simulate(&Arc::new(experiment), &choice, false, &progress);
    run.map(Option::unwrap).map_err(|problem| problem.sentence)
}

/// The run of the log in `path` under `policy`, with that warm-up.
fn ran(path: &Path, policy: PolicyName, warm_up: WarmUp) -> Run {
    run(&scenario(path, policy, warm_up), path).unwrap()
}

/// A log as a file.
fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".swf").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

fn seconds(seconds: f64) -> WarmUp {
    WarmUp::Edge(Edge::Seconds(seconds))
}

/// Four processors. By the log 1 runs from 0 s to 100 s on all, 2 on three from 100 s to 200 s, 3 on
/// two from 200 s to 250 s, 4 on one from 250 s to 260 s; 2 may run until 250 s, the others as long
/// as they do.
const LOG: &str = "; MaxProcs: 4
1 0 0 100 4 -1 -1 4 100 -1 1 1 1 -1 1 -1 -1 -1
2 10 90 100 3 -1 -1 3 150 -1 1 1 1 -1 1 -1 -1 -1
3 20 180 50 2 -1 -1 2 50 -1 1 1 1 -1 1 -1 -1 -1
4 130 120 10 1 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1 -1
";

/// Numbers and starts of the jobs of a run.
fn starts(run: &Run) -> Vec<(u64, u64)> {
    let numbers = run.experiment.labels.iter().map(|label| label.number());
    let starts = run.outcomes.iter().map(|one| one.started.second());
    numbers.zip(starts).collect()
}

/// At 120 s 1 has ended, 2 runs, 3 waits. EASY lets 4 pass 3, which starts when 2 ends, as 4 is over
/// before 2 may be; under FCFS both start when 2 ends.
#[test]
fn a_policy_takes_over_what_runs_and_waits() {
    let log = file(LOG);
    let easy = ran(log.path(), PolicyName::Easy, seconds(120.0));
    assert_eq!(starts(&easy), [(2, 100), (3, 200), (4, 130)]);
    assert_eq!(easy.outcomes[0].completed, Time::from_seconds(200));
    let fcfs = ran(log.path(), PolicyName::Fcfs, seconds(120.0));
    assert_eq!(starts(&fcfs), [(2, 100), (3, 200), (4, 200)]);
    // Only 4 counts, which waits for 0 s and 70 s and ends 10 s and 80 s after it was submitted.
    for (run, wait, makespan) in [(&easy, 0.0, 10.0), (&fcfs, 70.0, 80.0)] {
        let values = values(run);
        let found = ["jobs", "mean_wait", "wait_p50", "longest_wait", "makespan"];
        let found = found.map(|name| values.value(name).unwrap());
        assert_eq!(found, [1.0, wait, wait, wait, makespan]);
        // Of 4 × 130 s from the cut to 250 s: 80 s of 2 on three, 50 s of 3 on two, 10 s of 4.
        let used = (240.0 + 100.0 + 10.0) / 520.0;
        assert!((values.value("utilisation").unwrap() - used).abs() < 1e-12);
    }
    let said = &easy.experiment.remarks;
    assert!(said.iter().any(|one| one == "warm-up of 2 min: at its end the policy takes over 1 job that ran and 1 that waited, without 1 that had ended; only jobs submitted from then on count: 1"), "{said:?}");
}

/// With an estimate of 60 s, 2 has outrun it at 160 s by the log, and runs on to 200 s all the same;
/// what starts at the instant of the cut is for the policy to decide.
#[test]
fn what_ran_runs_to_its_recorded_end() {
    let log = file(&LOG.replace(" 150 -1", " 60 -1"));
    let easy = ran(log.path(), PolicyName::Easy, seconds(120.0));
    assert_eq!(starts(&easy), [(2, 100), (3, 200), (4, 130)]);
    assert_eq!(easy.outcomes[0].completed, Time::from_seconds(200));
    assert!(!easy.outcomes[0].killed);
    let raised = "1 job that ran at the end of the warm-up with an estimate below the runtime";
    let said = &easy.experiment.remarks;
    assert!(said.iter().any(|one| one.starts_with(raised)), "{said:?}");
    // From 100 s on: 2 and 3 wait then, and 2 is killed at its estimate, as it is the policy's.
    let easy = ran(log.path(), PolicyName::Easy, seconds(100.0));
    assert_eq!(starts(&easy), [(2, 100), (3, 160), (4, 130)]);
    assert!(easy.outcomes[0].killed);
}

/// On two nodes of two cores that jobs share, where each asks for as many cores.
#[test]
fn shared_nodes_are_taken_over_alike() {
    let log = file(LOG);
    let machine = "Cluster(kinds: [(count: 2, cores: 2)])";
    for (policy, last) in [(PolicyName::Easy, 130), (PolicyName::Fcfs, 200)] {
        let mut scenario = scenario(log.path(), policy, seconds(120.0));
        scenario.machine = read_ron(machine).unwrap();
        let run = run(&scenario, log.path()).unwrap();
        assert_eq!(starts(&run), [(2, 100), (3, 200), (4, last)]);
        let said = &run.experiment.remarks;
        let placed = "jobs that ran at the end of the warm-up are on the first nodes with room";
        assert!(said.iter().any(|one| one.starts_with(placed)), "{said:?}");
    }
}

/// The partition allows 80 s: 1 is left out, and 2, which by the log ran for 100 s from 100 s on with
/// an estimate of 60 s, may run for 80 s.
#[test]
fn estimates_are_raised_no_further_than_partitions_allow() {
    let log = file(&LOG.replace(" 150 -1", " 60 -1"));
    let mut scenario = scenario(log.path(), PolicyName::Easy, seconds(110.0));
    let machine =
        "Cluster(kinds: [(count: 2, cores: 2)], partitions: [(name: \"short\", most_time: 80)])";
    scenario.machine = read_ron(machine).unwrap();
    let run = run(&scenario, log.path()).unwrap();
    assert_eq!(starts(&run), [(2, 100), (3, 180), (4, 130)]);
    let said = &run.experiment.remarks;
    let raised = "1 job that ran at the end of the warm-up for longer than their partition";
    assert!(said.iter().any(|one| one.starts_with(raised)), "{said:?}");
}

/// Its backfill pass, every 30 s, lets 4 pass 3; that starts in a pass after 2 has ended.
#[test]
fn slurm_takes_over() {
    let log = file(LOG);
    let run = ran(log.path(), PolicyName::Slurm, seconds(120.0));
    let [(2, 100), (3, third), (4, fourth)] = starts(&run)[..] else {
        panic!("{:?}", starts(&run))
    };
    assert_eq!(run.outcomes[0].completed, Time::from_seconds(200));
    assert!((200..=265).contains(&third), "{third}");
    assert!((130..=195).contains(&fourth), "{fourth}");
}

#[test]
fn the_end_may_be_a_number_of_jobs_or_the_first_end() {
    let log = file(LOG);
    for (warm_up, until) in [
        (WarmUp::Edge(Edge::Jobs(3)), Some(130)),
        (WarmUp::FirstEnd, Some(100)),
        (WarmUp::NONE, None),
    ] {
        let run = ran(log.path(), PolicyName::Fcfs, warm_up);
        let found = run.experiment.warm_up.map(|warm_up| warm_up.until.second());
        assert_eq!(found, until, "{warm_up:?}");
    }
}

#[test]
fn what_cannot_be_cut_is_refused() {
    let log = file(LOG);
    let refused = |change: &dyn Fn(&mut Scenario)| {
        let mut scenario = scenario(log.path(), PolicyName::Easy, seconds(120.0));
        change(&mut scenario);
        run(&scenario, log.path()).unwrap_err()
    };
    let warm_up = |warm_up| {
        refused(&|scenario: &mut Scenario| assert!(scenario.workload.set_warm_up(warm_up)))
    };
    assert_eq!(
        warm_up(seconds(131.0)),
        "`warm_up` leaves no job that counts: the log has 4 jobs, submitted within 2 min 10, and 2 min 11 are longer than that"
    );
    assert_eq!(
        warm_up(WarmUp::Edge(Edge::Jobs(4))),
        "`warm_up` leaves no job that counts: the log has 4 jobs, submitted within 2 min 10, and the first 4 are all of them or more"
    );
    let gang = refused(&|scenario| scenario.policies = vec![PolicyName::Gang]);
    assert!(
        gang.contains("cannot take over the jobs that the log says run"),
        "{gang}"
    );
    let branch: Branch = read_ron("(at: 60, changes: [Policy(Fcfs)])").unwrap();
    let branch = refused(&|scenario| scenario.branches = vec![branch.clone()]);
    assert!(branch.contains("the warm-up is not over"), "{branch}");
    let unknown = file(
        "; MaxProcs: 4\n1 0 -1 9 1 -1 -1 1 9 -1 1 1 1 -1 1 -1 -1 -1\n2 5 -1 9 1 -1 -1 1 9 -1 1 1 1 -1 1 -1 -1 -1\n",
    );
    let nothing = scenario(unknown.path(), PolicyName::Easy, seconds(3.0));
    let nothing = run(&nothing, unknown.path()).unwrap_err();
    assert!(nothing.contains("the log says of no job how long it waited"));
}

/// The log of KTH-SP2, if it is there.
fn kth() -> Option<std::path::PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/traces/KTH-SP2-1996-2.1-cln.swf.gz");
    if !path.exists() {
        eprintln!("{} is not there: not tested", path.display());
        return None;
    }
    Some(path)
}

const DAY: u64 = 86_400;

/// The whole log under `policy`, and its schedule as a log.
fn whole(path: &Path, policy: PolicyName) -> (Run, tempfile::NamedTempFile) {
    let whole = ran(path, policy, WarmUp::NONE);
    let log = file(&schedule_swf(&whole));
    (whole, log)
}

/// Whether a job waits at that second of `run`, what starts then included.
fn waits_at(run: &Run, second: u64) -> bool {
    let mut jobs = run.experiment.jobs.iter().zip(&run.outcomes);
    jobs.any(|(job, one)| job.submit.second() < second && one.started.second() >= second)
}

/// Checks that cut at that second the schedule of `whole`, which is in the file `log`, goes on as it
/// did; returns how many jobs waited then.
fn assert_goes_on(whole: &Run, log: &Path, policy: PolicyName, second: u64) -> usize {
    let first = whole.experiment.jobs[0].submit.second();
    let cut = ran(log, policy, seconds((second - first) as f64));
    let known: HashMap<u64, u64> = starts(whole).into_iter().collect();
    let found = starts(&cut);
    let (at, counted) = (Time::from_seconds(second), cut.experiment.first_counted());
    let is_left = |one: &&Outcome| one.completed > at;
    let left = whole.outcomes.iter().filter(is_left).count();
    assert_eq!(found.len(), left, "{policy:?} at {second} s");
    for (number, start) in &found {
        assert_eq!(
            Some(start),
            known.get(number),
            "{policy:?} at {second} s: job {number}"
        );
    }
    let before = &found[..counted];
    before.iter().filter(|(_, start)| *start >= second).count()
}

/// The state at an instant is all that these two decide by, so that nothing may differ later.
#[test]
fn fcfs_and_easy_go_on_from_their_own_state_at_any_instant() {
    let Some(path) = kth() else { return };
    for policy in [PolicyName::Fcfs, PolicyName::Easy] {
        let (whole, log) = whole(&path, policy);
        let waiting = [
            30 * DAY + 12_345,
            100 * DAY + 7,
            200 * DAY + 43_210,
            300 * DAY,
        ]
        .map(|second| assert_goes_on(&whole, log.path(), policy, second));
        assert!(waiting.iter().any(|count| *count > 1), "{waiting:?}");
    }
}

/// Its reservations depend on when they were made, which no log says: what waits gets new ones. So
/// it goes on as before where nobody waits, while jobs run.
#[test]
fn conservative_goes_on_from_its_own_state_where_nobody_waits() {
    let Some(path) = kth() else { return };
    let policy = PolicyName::Conservative;
    let (whole, log) = whole(&path, policy);
    let runs_at = |second: u64| {
        let at = Time::from_seconds(second);
        let mut outcomes = whole.outcomes.iter();
        outcomes.any(|one| one.started < at && one.completed > at)
    };
    for day in [50, 250] {
        let hours = (0..).map(|hour| (day * 24 + hour) * 3_600 + 1);
        let mut calm = hours.filter(|&second| runs_at(second) && !waits_at(&whole, second));
        let second = calm.next().unwrap();
        assert_eq!(assert_goes_on(&whole, log.path(), policy, second), 0);
    }
}

/// What an extract by end has of a log: the lines of jobs that end at that second or later.
fn extract(text: &str, second: i64) -> String {
    let is_kept = |line: &&str| {
        let fields: Vec<i64> = line
            .split_whitespace()
            .take(4)
            .filter_map(|field| field.parse().ok())
            .collect();
        match fields[..] {
            [_, submit, wait, runtime] => submit + wait.max(0) + runtime >= second,
            _ => true,
        }
    };
    let lines: Vec<&str> = text.lines().filter(is_kept).collect();
    lines.join("\n") + "\n"
}

/// Numbers of jobs submitted in that span of seconds, with their waits in seconds.
fn waits(run: &Run, span: &Range<u64>) -> HashMap<u64, u64> {
    let jobs = run.experiment.jobs.iter().map(|job| job.submit.second());
    let waits = jobs.zip(starts(run));
    let waits = waits.filter(|(submit, _)| span.contains(submit));
    waits
        .map(|(submit, (number, start))| (number, start - submit))
        .collect()
}

/// An extract by end of the schedule that EASY made, cut at its first end, goes on as that did, job by
/// job. Submitted as it is, with what had ended missing, it does not.
#[test]
fn an_extract_by_end_goes_on_as_the_whole_log() {
    let Some(path) = kth() else { return };
    let (whole, log) = whole(&path, PolicyName::Easy);
    let text = std::fs::read_to_string(log.path()).unwrap();
    // With a queue: where nobody waits, nothing else is held up.
    let queue = |second: u64| {
        let jobs = whole.experiment.jobs.iter().zip(&whole.outcomes);
        let waits = |(job, one): &(&JobSpec, &Outcome)| {
            job.submit.second() < second && one.started.second() >= second
        };
        jobs.filter(waits).count()
    };
    let mut hours = (0..).map(|hour| 100 * DAY + hour * 3_600);
    let begin = hours.find(|&second| queue(second) >= 20).unwrap();
    let extract = file(&extract(&text, begin as i64));
    let [cut, uncut] = [WarmUp::FirstEnd, WarmUp::NONE]
        .map(|warm_up| ran(extract.path(), PolicyName::Easy, warm_up));
    let until = cut.experiment.warm_up.unwrap().until.second();
    let ends = whole.outcomes.iter().map(|one| one.completed.second());
    assert_eq!(Some(until), ends.filter(|end| *end >= begin).min());
    let later = until..u64::MAX;
    let [whole, cut, uncut] = [&whole, &cut, &uncut].map(|run| waits(run, &later));
    assert_eq!(cut, whole);
    assert_ne!(uncut, whole);
}

/// The log itself is not as EASY has it, so that nothing is equal. Of extracts by end every 20 days,
/// most have a mean wait of the first week that is nearer to the log's with a warm-up than without.
#[test]
fn the_first_week_of_an_extract_is_nearer_to_the_log() {
    let Some(path) = kth() else { return };
    let text = read(&path, "log").unwrap();
    let (mut nearer, days) = (0, (20..320).step_by(20));
    for day in days.clone() {
        let log = file(&extract(&text, (day * DAY) as i64));
        let [cut, uncut] = [WarmUp::FirstEnd, WarmUp::NONE]
            .map(|warm_up| ran(log.path(), PolicyName::Easy, warm_up));
        let until = cut.experiment.warm_up.unwrap().until.second();
        let week = until..until + 7 * DAY;
        let [with, without] = [&cut, &uncut].map(|run| waits(run, &week));
        let labels = cut.experiment.labels.iter();
        let recorded = labels.filter(|label| with.contains_key(&label.number()));
        let recorded: u64 = recorded
            .map(|label| label.recorded_wait().unwrap().0 / 1_000_000_000)
            .sum();
        let [with, without] = [with, without].map(|waits| waits.values().sum::<u64>());
        nearer += usize::from(with.abs_diff(recorded) < without.abs_diff(recorded));
    }
    let all = days.count();
    eprintln!("with a warm-up the first week is nearer to the log in {nearer} of {all}");
    assert!(2 * nearer > all, "{nearer} of {all}");
}

/// The 40th day of the log has few jobs that were submitted before and ran or waited, and a busy
/// machine.
#[test]
fn an_extract_that_shows_as_one_has_a_warm_up_by_itself() {
    let Some(path) = kth() else { return };
    let text = read(&path, "log").unwrap();
    let log = file(&extract(&text, 40 * DAY as i64));
    let has_one = |path: &Path| {
        let scenario = load::open(path).unwrap();
        let experiment = load::prepare(&scenario, Some(path), &Progress::default());
        experiment.unwrap().warm_up.is_some()
    };
    assert!(has_one(log.path()));
    assert!(!has_one(&path));
}
