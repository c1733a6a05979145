//! Jobs that start after others, from a scenario on.

use cosched::base::progress::Progress;
use cosched::load;
use cosched::scenario::parse;

const MACHINE: &str = "Cluster(kinds: [(count: 2, cores: 8)])";

/// The sentence by which the scenario is refused.
fn refusal(text: &str) -> String {
    let scenario = parse(text, None).unwrap();
    let prepared = load::prepare(&scenario, None, &Progress::default());
    prepared.unwrap_err().sentence
}

#[test]
fn jobs_start_after_those_submitted_before_them() {
    let job = |what: &str| format!("(submit: 0, runtime: 1, nodes: 1{what}),");
    for (jobs, sentence) in [
        (
            job(", after: [2]") + &job(""),
            "job 1 is to start after job 2, which is not ahead of it; a job that is submitted before it is needed",
        ),
        (
            job(", after: [1]"),
            "job 1 is to start after job 1, which is not ahead of it; a job that is submitted before it is needed",
        ),
        (
            job("") + &job(", after: [1, 7]"),
            "job 2 is to start after job 7, which is not in the workload; a job that is submitted before it is needed",
        ),
    ] {
        let text = format!("(machine: {MACHINE}, workload: Jobs([{jobs}]), policies: [Fcfs])");
        assert_eq!(refusal(&text), sentence);
    }
    let jobs = job("") + &job(", after: [1]");
    let plain = format!("(machine: Cluster(nodes: 2), workload: Jobs([{jobs}]), policies: [Easy])");
    let problem = refusal(&plain);
    assert!(
        problem.contains("the job in place 2 says `after`"),
        "{problem}"
    );
}
