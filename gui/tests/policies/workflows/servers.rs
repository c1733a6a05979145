//! Servers and threads on them that cannot be.

use super::{COUNT, scenario};
use crate::refused::assert_scenario_refused;

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
        "1:27: there is no `Exact`; there are `Fluid` and `Cycle`",
    ),
    (
        "th: Busy",
        "1:23: there is no `Busy`; there are `Running` and `All`",
    ),
    (
        "bw_model: Fair",
        "1:29: there is no `Fair`; there are `Equal` and `MaxMin`",
    ),
    (
        "eq14: Never",
        "1:25: there is no `Never`; there are `Literal` and `Always`",
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
