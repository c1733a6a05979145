//! Workflows through the program: every error, and its sentence.

mod program;
mod refused;

use refused::{assert_refused, assert_scenario_refused};

/// A workflow on servers, with the servers in line 1, the jobs in line 2 and the rest in line 3.
fn scenario(servers: &str, jobs: &str, rest: &str) -> String {
    format!("(machine: Servers({servers}),\n workload: Workflow(jobs: [{jobs}]),\n{rest})")
}

/// The threads of job 7, and the field and the value at fault.
const THREADS: [(&str, &str, &str); 23] = [
    ("demand: 0", "demand", "0"),
    ("demand: -3", "demand", "-3"),
    ("demand: NaN", "demand", "NaN"),
    ("demand: inf", "demand", "inf"),
    ("demand: 1e300", "demand", "1e300"),
    ("demand: 1e-10", "demand", "1e-10"),
    ("demand: 5, then: [(demand: 0)]", "demand", "0"),
    ("demand: 5, bandwidth: -1", "bandwidth", "-1"),
    ("demand: 5, bandwidth: NaN", "bandwidth", "NaN"),
    ("demand: 5, bandwidth: 1e300", "bandwidth", "1e300"),
    (
        "demand: 5, then: [(demand: 1, bandwidth: -2)]",
        "bandwidth",
        "-2",
    ),
    ("demand: 5, utilisation: 1.5", "utilisation", "1.5"),
    ("demand: 5, utilisation: 0", "utilisation", "0"),
    ("demand: 5, utilisation: NaN", "utilisation", "NaN"),
    (
        "demand: 5, then: [(demand: 1, utilisation: 2)]",
        "utilisation",
        "2",
    ),
    ("demand: 5, deviation: 1", "deviation", "1"),
    ("demand: 5, deviation: -0.1", "deviation", "-0.1"),
    ("demand: 5, deviation: NaN", "deviation", "NaN"),
    ("count: 0, demand: 5", "count", "0"),
    ("count: -1, demand: 5", "count", "-1"),
    ("count: 1.5, demand: 5", "count", "1.5"),
    ("count: NaN, demand: 5", "count", "NaN"),
    ("count: 1e300, demand: 5", "count", "1e300"),
];

#[test]
fn threads_that_cannot_run_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (threads, field, seen) in THREADS {
        let allowed = match field {
            "demand" => "more than 0 and up to 9000000000 seconds are allowed",
            "utilisation" => "0.001 to 1 is allowed",
            "bandwidth" => "0 to 1000000 GB/s is allowed",
            "deviation" => "0 or more and below 1 is allowed",
            _ => "a whole number from 1 to 1000000 is allowed",
        };
        let jobs = format!("(threads: [(demand: 5)]), (id: 7, threads: [({threads})])");
        // The end of the job.
        let column = " workload: Workflow(jobs: [".len() + jobs.len() + 1;
        let sentence = format!("x.ron:2:{column}: job 7: `{field}` is {seen}; {allowed}");
        assert_scenario_refused(folder.path(), &scenario("count: 2", &jobs, ""), &sentence);
    }
}

const COUNT: &str = "is not allowed: a whole number from 1 to 65536 is";
const CORES: &str = "is not allowed: a whole number from 1 to 1048576 is";
const BANDWIDTH: &str = "is not a server's bandwidth in GB/s: 0.001 to 1000000 is allowed";
const LATENCY: &str = "is not a ratio of latencies: 1 to 1000 is allowed";
const INTERVAL: &str =
    "is not a span of time: more than 0 and up to 9000000000 seconds are allowed";

/// Servers with a wrong number, the column of that number in line 1, and the error.
const NUMBERS: [(&str, usize, &str); 18] = [
    ("count: 0", 26, COUNT),
    ("count: -1", 26, COUNT),
    ("count: 2.5", 26, COUNT),
    ("count: 1e300", 26, COUNT),
    ("cores: 0", 26, CORES),
    ("cores: 1e300", 26, CORES),
    ("bandwidth: 0", 30, BANDWIDTH),
    ("bandwidth: -4", 30, BANDWIDTH),
    ("bandwidth: NaN", 30, BANDWIDTH),
    ("bandwidth: 1e300", 30, BANDWIDTH),
    ("delta_rl: 0.5", 29, LATENCY),
    ("delta_rl: NaN", 29, LATENCY),
    ("engine: Cycle(interval: 0)", 43, INTERVAL),
    ("engine: Cycle(interval: -1)", 43, INTERVAL),
    ("engine: Cycle(interval: 1e300)", 43, INTERVAL),
    (
        "kinds: [(name: \"a\", count: 0, cores: 4, bandwidth: 4)]",
        46,
        COUNT,
    ),
    ("kinds: [(name: \"a\", cores: 0, bandwidth: 4)]", 46, CORES),
    (
        "kinds: [(name: \"a\", cores: 4, bandwidth: 0)]",
        60,
        BANDWIDTH,
    ),
];

/// Servers with other faults, and their errors.
const SERVERS: [(&str, &str); 7] = [
    (
        "engine: Exact",
        "1:27: Unexpected variant named `Exact` in enum `Engine`, expected either `Fluid` or `Cycle` instead",
    ),
    (
        "th: Busy",
        "1:23: Unexpected variant named `Busy` in enum `Th`, expected either `Running` or `All` instead",
    ),
    (
        "bw_model: Fair",
        "1:29: Unexpected variant named `Fair` in enum `BandwidthModel`, expected either `Equal` or `MaxMin` instead",
    ),
    (
        "eq14: Never",
        "1:25: Unexpected variant named `Never` in enum `Equation14`, expected either `Literal` or `Always` instead",
    ),
    (
        "count: 60000, cores: 1000000",
        " the machine has 60000000000 cores on all its servers; 1 to 16777216 are allowed",
    ),
    (
        "kinds: [(name: \"a\", cores: 4, bandwidth: 4), (name: \"a\", cores: 8, bandwidth: 4)]",
        "1:99: two kinds of servers are called `a`; each needs a name of its own",
    ),
    (
        "kinds: [(name: \"a\", count: 60000, cores: 4, bandwidth: 4), (name: \"b\", count: 60000, cores: 8, bandwidth: 4)]",
        " the machine has 120000 servers; 1 to 65536 are allowed",
    ),
];

#[test]
fn servers_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let assert_refused = |servers: &str, sentence: &str| {
        let content = scenario(servers, "(threads: [(demand: 5)])", "");
        assert_scenario_refused(folder.path(), &content, &format!("x.ron:{sentence}"));
    };
    for (servers, column, sentence) in NUMBERS {
        let line = format!("(machine: Servers({servers}");
        let end = |c: char| !(c.is_alphanumeric() || "-.".contains(c));
        let seen = line[column - 1..].split(end).next().unwrap();
        assert_refused(servers, &format!("1:{column}: {seen} {sentence}"));
    }
    for (servers, sentence) in SERVERS {
        assert_refused(servers, sentence);
    }
}

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
    (
        "(id: 7)",
        "2:34: Unexpected missing field named `threads` in `Task`, at `)`",
    ),
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

/// The rest of a scenario with two servers and two jobs, and its error.
const POLICIES: [(&str, &str); 11] = [
    (
        "policies: [Easy]",
        " EASY needs `machine: Cluster(…)`; on `Servers` there are SLF, LET, MOM, Load average, Mapping",
    ),
    (
        "variants: [(policy: Fcfs)]",
        " FCFS needs `machine: Cluster(…)`; on `Servers` there are SLF, LET, MOM, Load average, Mapping",
    ),
    (
        "policies: [Mapping]",
        " `mapping` has 0 servers; it needs one for each of the 2 jobs",
    ),
    (
        "policies: [Mapping], parameters: (placing: (mapping: [1]))",
        " `mapping` has 1 servers; it needs one for each of the 2 jobs",
    ),
    (
        "policies: [Mapping], parameters: (placing: (mapping: [1, 0, 1]))",
        " `mapping` has 3 servers; it needs one for each of the 2 jobs",
    ),
    (
        "policies: [Mapping], parameters: (placing: (mapping: [1, 2]))",
        " `mapping` sends the job in place 2 to server 2; there are 0 to 1",
    ),
    (
        "parameters: (placing: (mapping: [-1]))",
        "3:34: -1 is not a server: a whole number from 0 to 65535 is allowed",
    ),
    (
        "parameters: (placing: (mapping: [0.5]))",
        "3:34: 0.5 is not a server: a whole number from 0 to 65535 is allowed",
    ),
    (
        "parameters: (placing: (mapping: [1e300]))",
        "3:34: 1e300 is not a server: a whole number from 0 to 65535 is allowed",
    ),
    (
        "parameters: (placing: (mom: Most))",
        "3:29: Unexpected variant named `Most` in enum `Over`, expected either `All` or `Existing` instead",
    ),
    (
        "parameters: (placing: (ready: Random))",
        "3:31: Unexpected variant named `Random` in enum `Ready`, expected either `Listed` or `UpwardRank` instead",
    ),
];

#[test]
fn policies_that_do_not_suit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "(threads: [(demand: 5)]), (threads: [(demand: 5)])";
    for (rest, sentence) in POLICIES {
        let content = scenario("count: 2", jobs, rest);
        assert_scenario_refused(folder.path(), &content, &format!("x.ron:{sentence}"));
    }
    let on_nodes = "(machine: Cluster(nodes: 4), workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Fcfs, Mom])";
    let sentence = "x.ron: MOM needs `machine: Servers(…)`; on `Cluster` there are FCFS, EASY, Conservative, Scojo-PECT, Gang, Flexible, Agile, KCEASY, Parallel, Fair-shared, ADaSA, Slots, Slurm, As recorded";
    assert_scenario_refused(folder.path(), on_nodes, sentence);
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
        "x.ron:1:56: Unexpected variant named `Ring` in enum `Shape`, expected one of `Batch`, `ForkJoin`, `Chain`, or `Layers` instead",
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

#[test]
fn options_that_suit_no_workflow_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "(threads: [(demand: 5)]), (threads: [(demand: 5)])";
    let kinds = "kinds: [(name: \"a\", cores: 4, bandwidth: 4)]";
    let expecting =
        |expect: &str| scenario("count: 2", jobs, &format!("expect: [(policy: {expect})]"));
    for (name, content) in [
        ("good.ron", scenario("count: 2", jobs, "")),
        ("kinds.ron", scenario(kinds, jobs, "")),
        ("servers.ron", expecting("Mom, servers: [1]")),
        ("keys.ron", expecting("Let, keys: [[1, 1]]")),
        ("easy.ron", expecting("Easy, servers: [0, 1]")),
        (
            "two.stg",
            "2\n0 0 0\n1 5 1 0\n2 5 1 1\n3 0 1 2\n".to_owned(),
        ),
    ] {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let written = "a workflow that is written out or in a file is run whole";
    let queued = "the jobs of a workflow enter the queue when others have completed";
    let easy = "EASY needs `machine: Cluster(…)`; on `Servers` there are SLF, LET, MOM, Load average, Mapping";
    for (arguments, sentence) in [
        (
            &["run", "good.ron", "--jobs", "1"][..],
            format!("--jobs: {written}"),
        ),
        (
            &["run", "two.stg", "--jobs", "1"],
            format!("--jobs: {written}"),
        ),
        (
            &["run", "good.ron", "--load", "0.5"],
            format!("--load: {queued}"),
        ),
        (
            &["run", "two.stg", "--load", "0.5"],
            format!("--load: {queued}"),
        ),
        (
            &["run", "good.ron", "--policy", "easy"],
            format!("good.ron: {easy}"),
        ),
        (
            &["run", "two.stg", "--policy", "easy"],
            format!("two.stg: {easy}"),
        ),
        (
            &["run", "good.ron", "--nodes", "70000"],
            "good.ron: the machine has 70000 servers; 1 to 65536 are allowed".to_owned(),
        ),
        (
            &["run", "kinds.ron", "--nodes", "2"],
            "--nodes: the machine has servers of several kinds, each with its own count".to_owned(),
        ),
        (
            &["check", "servers.ron"],
            "servers.ron: `expect` has 1 values in `servers`; the workload has 2 jobs".to_owned(),
        ),
        (
            &["check", "keys.ron"],
            "keys.ron: `expect` has 1 values in `keys`; the workload has 2 jobs".to_owned(),
        ),
        (&["check", "easy.ron"], format!("easy.ron: {easy}")),
    ] {
        let arguments = [arguments, &["--quiet"]].concat();
        assert_refused(folder.path(), &arguments, &sentence, &arguments.join(" "));
    }
}
