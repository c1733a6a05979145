//! Advance reservations: errors in one sentence, and jobs that miss theirs.

use cosched::metrics;

use crate::program::{self, cosched};
use crate::shared_nodes::{prepared, runs};

/// Reservations, and requests of jobs in them: each error is one sentence.
#[test]
fn faults_of_a_reservation_are_one_sentence() {
    let course = "(name: \"course\", nodes: [\"cpu[0-1]\"], from: 10, until: 30)";
    let cases = [
        (
            "(name: \"a\", from: 5, until: 5)",
            "",
            "",
            "it ends after 5 s and begins after 5 s; it must begin before it ends",
        ),
        (
            "(name: \"a\", nodes: [\"gpu\"], from: 5, until: 9)",
            "",
            "x.ron:1:",
            "reservation `a`: there is no kind of nodes `gpu`; there are cpu",
        ),
        (
            &format!("{course}, (name: \"b\", nodes: [\"cpu[1-2]\"], from: 29, until: 40)"),
            "",
            "x.ron:1:",
            "reservations `course` and `b` have a node at the same time",
        ),
        (
            &format!("{course}, {course}"),
            "",
            "x.ron:1:",
            "two reservations are called `course`",
        ),
        (
            course,
            "reservation: \"curse\"",
            "x.ron:2:",
            "the job in place 1 asks for reservation `curse`; there are course",
        ),
        (
            "",
            "reservation: \"course\"",
            "x.ron:2:",
            "the job in place 1 asks for reservation `course`; the machine has none",
        ),
        (
            course,
            "nodes: 3, reservation: \"course\"",
            "x.ron:2:",
            "asks for 3 nodes such that reservation `course` has room for 2 of them",
        ),
        (
            course,
            "estimate: 21, reservation: \"course\"",
            "",
            "the job in place 1 is estimated to run for 21 s; reservation `course` lasts 20 s",
        ),
    ];
    for (reservations, job, index, sentence) in cases {
        let nodes = if job.contains("nodes") {
            ""
        } else {
            "nodes: 1, "
        };
        let text = format!(
            "(machine: Cluster(kinds: [(name: \"cpu\", count: 3, cores: 2)], reservations: [{reservations}]),
              workload: Jobs([(submit: 0, runtime: 1, {nodes}{job})]), policies: [Easy])"
        );
        let problem = prepared(&text).unwrap_err();
        assert!(
            problem.contains(index) && problem.contains(sentence),
            "{problem}"
        );
    }
}

/// Job 1 is submitted when 18 s are left of its reservation, and may run for 20 s: it can never
/// start. Job 2 is independent of that, runs from 40 s to 45 s, and its results are kept.
#[test]
fn a_job_that_misses_its_reservation_leaves_the_results_of_the_others() {
    let text = "(machine: Cluster(kinds: [(name: \"k\", count: 1, cores: 2)],
            reservations: [(name: \"r\", nodes: [\"k\"], from: 10, until: 30)]),
        workload: Jobs([(submit: 12, runtime: 20, nodes: 1, reservation: \"r\"),
            (submit: 40, runtime: 5, nodes: 1)]),
        policies: [Fcfs, Easy, Conservative])";
    for run in runs(text) {
        let label = &run.label;
        assert_eq!(run.never_started().collect::<Vec<_>>(), [0], "{label}");
        let second = run.outcomes[1];
        let times = [second.started, second.completed].map(|at| at.seconds());
        assert_eq!(times, [40.0, 45.0], "{label}");
        let values = metrics::values(&run);
        let values = ["jobs", "never_started", "mean_wait"].map(|name| values.value(name));
        assert_eq!(values, [Some(1.0), Some(1.0), Some(0.0)], "{label}");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.ron"), text).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0));
    let sentence =
        "  1 job (1) never started: the advance reservation that was asked for had ended\n";
    let said = program::text(&output.stdout);
    assert_eq!(said.matches(sentence).count(), 3, "{said}");
    let requested = [
        "explain", "x.ron", "--policy", "fcfs", "--job", "1", "--quiet",
    ];
    let output = cosched(folder.path(), &requested);
    let said = program::text(&output.stdout);
    assert!(
        said.starts_with("Job 1 under FCFS: never started, as its advance reservation had ended\n"),
        "{said} {}",
        program::text(&output.stderr)
    );
}
