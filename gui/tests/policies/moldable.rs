//! Moldable jobs through the program: refused input, and the output of a run.

use crate::program::{cosched, text};
use crate::refused::assert_scenario_refused;

#[test]
fn invalid_moldable_jobs_get_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (job, sentence) in [
        (
            "speedup: Table([1, 2, 1.5])",
            ":2:91: the speed-up on 3 processors must be above 0 and not below that on fewer",
        ),
        (
            "speedup: Table([])",
            ":2:82: a table of speed-ups has at least one entry",
        ),
        (
            "speedup: Downey(parallelism: 4, variance: -1)",
            ":2:109: a variance of parallelism of -1 is not allowed: it is 0 to 1000000000",
        ),
        (
            "speedup: Downey(parallelism: 0.5, variance: 1)",
            ":2:110: an average parallelism of 0.5 is not allowed: it is 1 to 1000000000",
        ),
        (
            "deadline: 5",
            ": the job in place 1 is to have ended at 5 s, before it is submitted at 9 s",
        ),
        (
            "work: 0, speedup: Table([1])",
            ":2:71: 0 is not a span of time: more than 0 and up to 9000000000 seconds are allowed",
        ),
        (
            "work: 7",
            ": the job in place 1 has a `work` but no `speedup`",
        ),
        (
            "work: 7, speedup: Table([1, 2])",
            ": the job in place 1 has a runtime of 5 s; its work on 2 processors takes 3.5 s",
        ),
    ] {
        let scenario = format!(
            "(machine: Cluster(nodes: 4), policies: [Adasa],
 workload: Jobs([(submit: 9, runtime: 5, nodes: 2, estimate: 5, {job})]))"
        );
        assert_scenario_refused(folder.path(), &scenario, &format!("x.ron{sentence}"));
    }
    for (moldable, sentence) in [
        (
            "slack: (6, 2)",
            ":3:25: (6, 2) is not a range: two numbers from 0 to 1000000 are allowed, the first not above the second",
        ),
        (
            "over_request: 0",
            ":3:27: 0 is not allowed: 0.001 to 1000000 is",
        ),
    ] {
        let scenario = format!(
            "(machine: Cluster(nodes: 4), policies: [Adasa],
 workload: Jann(jobs: 5),
 moldable: ({moldable}))"
        );
        assert_scenario_refused(folder.path(), &scenario, &format!("x.ron{sentence}"));
    }
}

#[test]
fn an_impossible_loss_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 4), policies: [Adasa], workload: Jann(jobs: 5),
 parameters: (molding: (loss: 1)))";
    let sentence = "x.ron:2:31: 1 is not a loss: 0 to 0.9 is allowed";
    assert_scenario_refused(folder.path(), scenario, sentence);
}

/// Twelve jobs of the model, moldable: the missed ones are counted.
#[test]
fn a_run_reports_deadlines_and_kills() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 30), policies: [Easy, Kceasy, Parallel, Fair, Adasa],
        workload: Jann(jobs: 12, load: 2), moldable: (over_request: 2))";
    std::fs::write(folder.path().join("x.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(said.matches("deadlines missed ").count(), 5, "{said}");
    assert_eq!(said.matches("lost by kills ").count(), 4, "{said}");
}

#[test]
fn hard_deadlines_are_for_policies_that_can_refuse() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 4), policies: [Gang], workload: Jann(jobs: 5),
 parameters: (molding: (deadlines: Hard)))";
    let sentence = "x.ron: `deadlines: Hard` is not for the policy Gang: Fcfs, Easy, Conservative, Kceasy, Parallel, Fair and Adasa can refuse jobs";
    assert_scenario_refused(folder.path(), scenario, sentence);
}

/// The second of two jobs on one node cannot be done in time.
#[test]
fn a_refused_job_is_written_as_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 1), policies: [Easy], workload: Jobs([
        (submit: 0, runtime: 10, nodes: 1, deadline: 20),
        (submit: 1, runtime: 5, nodes: 1, deadline: 12)]),
        parameters: (molding: (deadlines: Hard)))";
    std::fs::write(folder.path().join("x.ron"), scenario).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--quiet", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out/easy").join(name));
    let (jobs, log) = (read("jobs.csv").unwrap(), read("schedule.swf").unwrap());
    // job, submission, nodes, estimate, success
    assert!(jobs.contains("\n1,0,1,10,1,"), "{jobs}");
    assert!(jobs.contains("\n2,1,1,5,0,"), "{jobs}");
    let status = |line: &str| line.split_whitespace().nth(10).map(str::to_owned);
    let lines: Vec<_> = log.lines().filter(|line| !line.starts_with(';')).collect();
    assert_eq!(status(lines[0]).as_deref(), Some("1"));
    assert_eq!(status(lines[1]).as_deref(), Some("5"));
}
