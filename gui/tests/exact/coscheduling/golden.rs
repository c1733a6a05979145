//! The programs here against cases worked out on paper, and those of another program.

use std::path::Path;

use serde_json::Value;

use super::{Class, Job, Policy, Scenario, simulate};
use crate::rational::{Exact, Number, decimal, ratio};
use num_traits::Signed;

fn number(value: &Value) -> Number {
    Number::of(value.to_string().trim_end_matches(".0"))
}

fn job(value: &Value) -> Job {
    let class = match value["cls"].as_str().unwrap() {
        "fine" => Class::Fine,
        "medium" => Class::Medium,
        "coarse" => Class::Coarse,
        _ => Class::Independent,
    };
    Job {
        submit: number(&value["submit"]),
        runtime: number(&value["run"]),
        nodes: value["nodes"].as_u64().unwrap() as usize,
        class,
        barrier: (!value["grain"].is_null()).then(|| number(&value["grain"])),
        utilisation: Some(number(&value["u"])),
    }
}

/// Compares the run of `case` with such options with its schedule.
fn check(name: &str, case: &Value, policy: &str, options: &Value, expected: &Value) {
    let (policy_name, policy) = match policy {
        "agile_literal" => ("agile_literal", Policy::Agile),
        "agile" => ("agile", Policy::Agile),
        "fcs" => ("fcs", Policy::Flexible),
        other => (other, Policy::Gang),
    };
    let jobs = case["jobs"].as_array().unwrap().iter().map(job).collect();
    let nodes = case["N"].as_u64().unwrap() as usize;
    let mut scenario = Scenario::usual(policy, nodes, &case["q"].to_string(), jobs);
    let rules = &mut scenario.rules;
    let says = |name: &str, otherwise: bool| options[name].as_bool().unwrap_or(otherwise);
    rules.alternates = says("alternate", true);
    rules.unify = says("unify", true);
    rules.alone = says("single", false) || policy_name == "gang_single";
    rules.literal = policy_name == "agile_literal" || options["scan"] == "window";
    let (started, completed) = simulate(&scenario);
    for (job, times) in expected["schedule"].as_object().unwrap() {
        let index: usize = job.parse().unwrap();
        let same = |exact: &Exact, value: &Value| {
            let off = exact - decimal(value.to_string().trim_end_matches(".0"));
            off.abs() < ratio(1, 1_000_000_000)
        };
        let both = (&started[index - 1], &completed[index - 1]);
        assert!(
            same(both.0, &times[0]) && same(both.1, &times[1]),
            "{name}, {policy_name} {options}: job {job} at {both:?}, expected {times}"
        );
    }
}

#[test]
fn stored_cases_come_out_as_they_are() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/golden/timeshare.json");
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("skipped: {} is not there", file.display());
        return;
    };
    let stored: Value = serde_json::from_str(&text).unwrap();
    for (name, case) in stored["hand"].as_object().unwrap() {
        for run in case["runs"].as_array().unwrap() {
            let policy = run["policy"].as_str().unwrap();
            check(name, case, policy, &run["options"], &run["expected"]);
        }
    }
    for (index, case) in stored["random"].as_array().unwrap().iter().enumerate() {
        for (policy, expected) in case["expected"].as_object().unwrap() {
            check(
                &format!("random {index}"),
                case,
                policy,
                &Value::Null,
                expected,
            );
        }
    }
}
