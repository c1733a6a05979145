//! Workloads and platforms written by hand, and the message for each mistake in them.

use super::platform::Platform;
use super::workload::{ParsedWorkload, parse};
use crate::scenario::Job;

/// Four hosts of 2 × 10⁹ operations a second and one of Batsim's own.
const PLATFORM: &str = r#"<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="AS0" routing="Full">
    <cluster id="c" prefix="n" suffix="" radical="0-1,7" speed="2Gf" bw="1Gbps" lat="1us"/>
    <zone id="AS1" routing="None">
      <host id="master_host" speed="100Mf"/>
      <host id="fast" speed="4Gf, 2000Mf" pstate="1"/>
    </zone>
  </zone>
</platform>"#;

fn workload(jobs: &str) -> String {
    format!(
        r#"{{"nb_res": 3, "description": "by hand", "jobs": [{jobs}],
 "profiles": {{"a": {{"type": "delay", "delay": 20.5}},
  "b": {{"type": "parallel_homogeneous", "cpu": 3e10, "com": 1e6}},
  "c": {{"type": "smpi", "trace": "x.txt"}},
  "d": {{"type": "delay", "delay": 0}},
  "e": {{"type": "delay", "delay": 1, "ret": 1}},
  "f": {{"type": "delay"}}}}}}"#
    )
}

fn read(jobs: &str) -> ParsedWorkload {
    let platform = Platform::parse(PLATFORM).unwrap();
    parse(&workload(jobs), Some(&platform)).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn hosts_are_counted_and_speeds_have_units() {
    let platform = Platform::parse(PLATFORM).unwrap();
    // Hosts n0, n1, n7 and `fast`, in its second state.
    assert_eq!((platform.hosts(), platform.speed()), (4, Ok(2e9)));
    let mixed = PLATFORM.replace(r#"pstate="1""#, "");
    let mixed = Platform::parse(&mixed).unwrap();
    assert_eq!(mixed.speed(), Err((2e9, 4e9)));
}

#[test]
fn jobs_of_both_profiles_are_read() {
    let read = read(
        r#"{"id": "w0!7", "subtime": 0, "walltime": 30, "res": 2, "profile": "a"},
        {"id": 8, "subtime": 1.5, "walltime": -1, "res": 4, "profile": "b"},
        {"id": "9", "subtime": 2, "res": 1, "profile": "e"}"#,
    );
    // 3 × 10¹⁰ operations at 2 × 10⁹ a second are 15 s.
    let expected = [
        Job {
            id: Some(7),
            estimate: Some(30.0),
            ..Job::new(0.0, 20.5, 2)
        },
        Job {
            id: Some(8),
            ..Job::new(1.5, 15.0, 4)
        },
        Job {
            id: Some(9),
            ..Job::new(2.0, 1.0, 1)
        },
    ];
    assert_eq!((read.jobs, read.nodes), (expected.to_vec(), 4));
    assert_eq!(
        read.remarks,
        [
            "2 of 3 jobs have no walltime: the runtime is taken as known",
            "1 of 3 jobs has communication, which takes no time here",
            "1 of 3 jobs has a return code, which is passed over",
        ]
    );
}

#[test]
fn without_a_platform_a_workload_says_how_many_hosts_there_are() {
    let delays = workload(r#"{"id": 1, "subtime": 0, "walltime": 30, "res": 3, "profile": "a"}"#);
    let read = parse(&delays, None).map_err(|problem| problem.to_string());
    assert_eq!(read.map(|read| read.nodes), Ok(3));
    let computes = workload(r#"{"id": 1, "subtime": 0, "walltime": 30, "res": 3, "profile": "b"}"#);
    let problem = parse(&computes, None).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        problem,
        "profile `b` computes, and how fast hosts do is not known: `cosched run --platform FILE` reads that"
    );
}

/// Each mistake in a job has a sentence with its position: jobs begin in line 1, column 53.
#[test]
fn a_job_with_a_mistake_is_refused_with_its_place() {
    let good = r#"{"id": 1, "subtime": 0, "walltime": 9, "res": 2, "profile": "a"}"#;
    for (part, wrong, sentence) in [
        (
            r#""res": 2"#,
            r#""res": 5"#,
            "job 1 asks for 5 hosts; there are 3",
        ),
        (
            r#""res": 2"#,
            r#""res": 1.5"#,
            "`res` of job 1 is `1.5`; a whole number of hosts is needed",
        ),
        (r#""res": 2, "#, "", "job 1 has no `res`"),
        (
            "9",
            "0",
            "`walltime` of job 1 is `0`; a number of seconds from 0.000000001 to 9000000000 is needed",
        ),
        (
            "0,",
            "-3,",
            "`subtime` of job 1 is `-3`; a number of seconds from 0 to 9000000000 is needed",
        ),
        (
            r#"1,"#,
            r#""w0!x","#,
            "the id of a job is `\"w0!x\"`; a whole number is needed, or one behind `!`",
        ),
        (
            r#""a""#,
            r#""z""#,
            "job 1 has the profile `z`, which is not there",
        ),
        (
            r#""a""#,
            r#""c""#,
            "profile `c` is of the type `smpi`; `delay` and `parallel_homogeneous` are read",
        ),
        (
            r#""a""#,
            r#""d""#,
            "the delay of profile `d` is `0`; a number of seconds from 0.000000001 to 9000000000 is needed",
        ),
        (r#""a""#, r#""f""#, "profile `f` has no `delay`"),
        (good, "7", "a job is `7`; an object {…} is needed"),
    ] {
        let text = workload(&good.replacen(part, wrong, 1));
        let problem = parse(&text, None).map(|_| ()).unwrap_err();
        assert_eq!(problem.sentence, sentence);
        assert!(problem.position.is_some(), "{problem}");
    }
    let twice = workload(&format!("{good}, {good}"));
    let problem = parse(&twice, None).map(|_| ()).unwrap_err();
    // The first job begins in column 50 and takes 64, a comma and a space; its id stands
    // 7 further on.
    let column = 50 + 64 + 2 + 7;
    assert_eq!(
        problem.to_string(),
        "two jobs have the id 1; each needs its own"
    );
    assert_eq!(
        problem.position.map(|index| (index.line, index.column)),
        Some((1, column))
    );
}

#[test]
fn a_platform_with_a_mistake_is_refused_with_its_place() {
    for (part, wrong, sentence, line) in [
        (
            "2Gf",
            "2Gb",
            "the speed is `2Gb`; a number above 0 is needed, and f, kf, Mf, Gf, Tf, Pf, Ef, Zf or Yf behind it",
            5,
        ),
        (
            "2Gf",
            "-1Gf",
            "the speed is `-1Gf`; a number above 0 is needed, and f, kf, Mf, Gf, Tf, Pf, Ef, Zf or Yf behind it",
            5,
        ),
        (
            "0-1,7",
            "5-1",
            "the radical is `5-1`; numbers and ranges are needed, as in `0-99,200`",
            5,
        ),
        (r#" radical="0-1,7""#, "", "a `cluster` has no `radical`", 5),
        (
            r#"pstate="1""#,
            r#"pstate="2""#,
            "there is no speed for the state `2` among `4Gf, 2000Mf`",
            8,
        ),
        (
            "<host id=\"fast\"",
            "<peer id=\"fast\"",
            "`peer` is not read; `host` and `cluster` are",
            8,
        ),
    ] {
        let text = PLATFORM.replacen(part, wrong, 1);
        let problem = Platform::parse(&text).unwrap_err();
        assert_eq!(
            (&*problem.sentence, problem.position.map(|index| index.line)),
            (sentence, Some(line))
        );
    }
    assert!(
        Platform::parse("<platform/>")
            .unwrap_err()
            .to_string()
            .contains("no hosts")
    );
    assert!(
        Platform::parse("{}")
            .unwrap_err()
            .to_string()
            .starts_with("not XML")
    );
}

#[test]
fn malformed_workloads_are_refused_with_position() {
    for (text, sentence) in [
        (
            r#"{"jobs": [], "nb_res": 1}"#,
            "a workload of Batsim has `profiles`",
        ),
        (
            r#"{"jobs": [], "profiles": {}}"#,
            "a workload of Batsim has `nb_res`",
        ),
        (
            r#"{"nb_res": 1, "profiles": {}}"#,
            "a workload of Batsim has `jobs`",
        ),
    ] {
        assert_eq!(
            parse(text, None).map(|_| ()).unwrap_err().to_string(),
            sentence
        );
    }
    let problem = parse("{\"jobs\": [\n}", None).map(|_| ()).unwrap_err();
    assert!(
        problem.sentence.starts_with("not JSON") && problem.position.is_some(),
        "{problem}"
    );
}
