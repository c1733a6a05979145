//! Jobs that cannot follow one another, and jobs that come from nowhere.

use super::scenario;
use crate::refused::assert_scenario_refused;

/// Jobs, in which `T` stands for valid threads, and their errors.
const JOBS: [(&str, &str); 20] = [
    (
        "(id: 1, after: [1], T)",
        " job 1: `after` names the job itself",
    ),
    (
        "(id: 1, after: [3], T), (id: 2, after: [1], T), (id: 3, after: [2], T), (id: 4, after: [3], T)",
        " jobs follow one another in a circle, so none of them can start: 1, 2, 3",
    ),
    (
        "(id: 1, T), (id: 2, after: [1, 9], T)",
        " job 2: `after` names job 9, which the workflow does not have",
    ),
    (
        "(id: 1, T), (id: 2, after: [-1], T)",
        "2:77: -1 is not the number of a job: a whole number from 0 to 9007199254740992 is allowed",
    ),
    (
        "(id: 1.5, T)",
        "2:33: 1.5 is not the number of a job: a whole number from 0 to 9007199254740992 is allowed",
    ),
    (
        "(id: 1e300, T)",
        "2:33: 1e300 is not the number of a job: a whole number from 0 to 9007199254740992 is allowed",
    ),
    (
        "(id: 3, T), (id: 3, T)",
        " two jobs have the id 3; each needs its own, or none of them one",
    ),
    (
        "(T), (id: 1, T)",
        " two jobs have the id 1; each needs its own, or none of them one",
    ),
    (
        "",
        " a workflow needs just one of `jobs` (at least one), `path` and `shape`; this one has none of them",
    ),
    ("(id: 7)", "2:34: the field `threads` of `Task` is missing"),
    (
        "(id: 7, threads: [])",
        "2:48: job 7: `threads` is empty; at least one group is needed",
    ),
    (
        "(T), (threads: [(demand: 0)])",
        "2:78: job 2: `demand` is 0; more than 0 and up to 9000000000 seconds are allowed",
    ),
    (
        "(submit: -1, T)",
        "2:37: -1 is not a time: 0 to 9000000000 seconds are allowed",
    ),
    (
        "(submit: 1e300, T)",
        "2:37: 1e300 is not a time: 0 to 9000000000 seconds are allowed",
    ),
    (
        "(id: 7, T, on: [(kind: \"gpu\", T)])",
        " job 7: `on` names servers of the kind `gpu`; the machine has no kinds with names",
    ),
    (
        "(id: 7, T, on: [(kind: \"a\", T), (kind: \"a\", T)])",
        "2:139: job 7: `on` names the kind `a` twice; once is allowed",
    ),
    (
        "(id: 7, T, on: [(kind: \"a\", threads: [])])",
        "2:91: job 7: on servers of the kind `a`: `threads` is empty; at least one group is needed",
    ),
    // Nanoseconds in 64 bits are 584 years; half of that is for reservations.
    (
        "(threads: [(demand: 9e9, utilisation: 0.5)])",
        " with the job in place 1 the workload may take longer than 292 years",
    ),
    (
        "(threads: [(demand: 9e9)]), (after: [1], threads: [(demand: 9e9)])",
        " with the job in place 2 the workload may take longer than 292 years",
    ),
    (
        "(threads: [(count: 1000000, demand: 9e9, bandwidth: 1e6)])",
        " with the job in place 1 the workload may take longer than 292 years",
    ),
];

#[test]
fn jobs_that_cannot_follow_one_another_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (jobs, sentence) in JOBS {
        let jobs = jobs.replace('T', "threads: [(demand: 5)]");
        let content = scenario("count: 2", &jobs, "");
        assert_scenario_refused(folder.path(), &content, &format!("x.ron:{sentence}"));
    }
}

/// Sources of the jobs of a workflow, and their errors.
const SOURCES: [(&str, &str); 16] = [
    (
        "jobs: [(threads: [(demand: 5)])], path: \"a.stg\"",
        "x.ron: a workflow needs just one of `jobs` (at least one), `path` and `shape`; this one has `jobs` and `path`",
    ),
    (
        "path: \"a.stg\", shape: Chain(jobs: 4)",
        "x.ron: a workflow needs just one of `jobs` (at least one), `path` and `shape`; this one has `path` and `shape`",
    ),
    (
        "",
        "x.ron: a workflow needs just one of `jobs` (at least one), `path` and `shape`; this one has none of them",
    ),
    (
        "path: \"a.stg\", deviation: 1",
        "x.ron:1:75: 1 is not a deviation: 0 to 0.999 is allowed",
    ),
    (
        "path: \"a.stg\", defaults: (threads: 0)",
        "x.ron:1:84: 0 is not allowed: a whole number from 1 to 1000000 is",
    ),
    (
        "path: \"a.stg\", defaults: (utilisation: 2)",
        "x.ron:1:88: 2 is not a utilisation: 0.001 to 1 is allowed",
    ),
    (
        "path: \"a.stg\", defaults: (bandwidth: -1)",
        "x.ron:1:86: -1 is not a bandwidth in GB/s: 0 to 1000000 is allowed",
    ),
    (
        "path: \"a.stg\", defaults: (runtime: 0)",
        "x.ron:1:84: 0 is not a span of time: more than 0 and up to 9000000000 seconds are allowed",
    ),
    (
        "path: \"none.json\"",
        "none.json: cannot be read: no such file or directory",
    ),
    (
        "path: \"x.ron\"",
        "x.ron: no workflow file by its name; the endings .json (WfCommons), .dax, .xml (Pegasus) and .stg (Standard Task Graph) are allowed, each also with .gz",
    ),
    (
        "shape: Chain(jobs: 0)",
        "x.ron:1:68: 0 is not allowed: a whole number from 1 to 50000000 is",
    ),
    (
        "shape: Layers(jobs: 5, width: 0)",
        "x.ron:1:79: 0 is not allowed: a whole number from 1 to 4294967295 is",
    ),
    (
        "shape: ForkJoin(jobs: -5, width: 2)",
        "x.ron:1:71: -5 is not allowed: a whole number from 1 to 50000000 is",
    ),
    (
        "shape: Batch(jobs: 5, window: 0)",
        "x.ron:1:79: 0 is not allowed: a whole number from 1 to 4294967295 is",
    ),
    (
        "shape: Batch(jobs: 1e300)",
        "x.ron:1:68: 1e300 is not allowed: a whole number from 1 to 50000000 is",
    ),
    (
        "shape: Ring(jobs: 5)",
        "x.ron:1:56: there is no `Ring`; there are `Batch`, `ForkJoin`, `Chain` and `Layers`",
    ),
];

#[test]
fn jobs_that_come_from_nowhere_or_everywhere_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (workflow, sentence) in SOURCES {
        let content = format!("(machine: Servers(count: 2), workload: Workflow({workflow}))");
        assert_scenario_refused(folder.path(), &content, sentence);
    }
}
