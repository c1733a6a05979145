//! The program here against cases worked out on paper, and those of another program.

use std::path::Path;

use num_traits::Signed;
use serde_json::Value;

use super::memory::Memory;
use super::nodes::{Allocation, Fit, MemoryAware, Node, choose};
use super::simulate::simulate;
use super::{Class, Job, Rules, Scenario};
use crate::rational::{Exact, Number, decimal, ratio};

fn number(value: &Value) -> Number {
    Number::of(value.to_string().trim_end_matches(".0"))
}

fn class(value: &Value) -> Class {
    match value.as_str().unwrap() {
        "S" => Class::Short,
        "M" => Class::Medium,
        _ => Class::Long,
    }
}

fn fit(value: &Value) -> Fit {
    match value.as_str() {
        Some("worst") => Fit::Worst,
        Some("first") => Fit::First,
        _ => Fit::Best,
    }
}

/// Memory-aware allocation with `options`.
fn aware(options: &Value) -> Allocation {
    Allocation::MemoryAware(MemoryAware {
        first: fit(&options["fit1"]),
        second: if options["fit2"].is_null() {
            Fit::Worst
        } else {
            fit(&options["fit2"])
        },
        literal_second_stage: options["unfree_rule"] == "literal",
        soonest_end: options["time_rule"] == "soonest",
        resident_check: false,
        by_resident: false,
    })
}

fn scenario(case: &Value, config: &Value, name: &str) -> Scenario {
    let jobs = case["jobs"].as_array().unwrap().iter().map(|job| Job {
        submit: number(&job["submit"]),
        runtime: number(&job["run"]),
        nodes: job["nodes"].as_u64().unwrap() as usize,
        memory: number(&job["mem"]),
        class: class(&job["type"]),
    });
    let slices = config["slices"].as_array().unwrap().iter();
    let says = |what| name.ends_with(what);
    Scenario {
        nodes: config["N"].as_u64().unwrap() as usize,
        capacity: number(&config["M"]),
        rate: number(&config["R"]),
        jobs: jobs.collect(),
        rules: Rules {
            slices: slices
                .map(|slice| (class(&slice[0]), number(&slice[1])))
                .collect(),
            is_easy: !says("conservative"),
            fills: !says("nontsb"),
            guards: !says("noguard"),
            literal: says("literalmem"),
            by_event: says("_event") || config["swap_charge"] == "event",
            allocation: match (name, config["alloc"].as_str()) {
                ("first_free", _) | (_, Some("first_free")) => Allocation::FirstFree,
                ("intelligent", _) | (_, Some("intelligent")) => Allocation::Intelligent,
                ("wf_bf", _) => Allocation::MemoryAware(MemoryAware {
                    first: Fit::Worst,
                    second: Fit::Best,
                    literal_second_stage: false,
                    soonest_end: false,
                    resident_check: false,
                    by_resident: false,
                }),
                _ => aware(config),
            },
        },
    }
}

fn same(exact: &Exact, value: &Value) -> bool {
    let off = exact - decimal(value.to_string().trim_end_matches(".0"));
    off.abs() < ratio(1, 1_000_000_000)
}

fn check(name: &str, scenario: &Scenario, expected: &Value) {
    let live = simulate(scenario).unwrap();
    for (job, reported) in expected["schedule"].as_object().unwrap() {
        let found = &live[job.parse::<usize>().unwrap() - 1];
        let mut nodes = found.nodes.clone();
        nodes.sort_unstable();
        let listed = reported[2].as_array().unwrap().iter();
        let mut listed: Vec<_> = listed.map(|node| node.as_u64().unwrap() as usize).collect();
        listed.sort_unstable();
        assert!(
            same(&found.started, &reported[0])
                && same(&found.completed, &reported[1])
                && nodes == listed,
            "{name}: job {job} is {found:?}, expected {reported}"
        );
    }
    let loading: Exact = live.iter().map(|job| job.loading.clone()).sum();
    let swapping: Exact = live.iter().map(|job| job.swapping.clone()).sum();
    let metrics = &expected["metrics"];
    assert!(
        same(&loading, &metrics["overhead_load"]),
        "{name}: loading {loading}"
    );
    assert!(
        same(&swapping, &metrics["overhead_swap"]),
        "{name}: swapping {swapping}"
    );
}

fn stored() -> Option<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/golden/scojo.json");
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("skipped: {} is not there", file.display());
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}

#[test]
fn stored_cases_come_out_as_they_are() {
    let Some(stored) = stored() else { return };
    for (name, case) in stored["hand"].as_object().unwrap() {
        check(name, &scenario(case, &case["cfg"], name), &case["expected"]);
    }
    for (index, case) in stored["random"].as_array().unwrap().iter().enumerate() {
        for (name, expected) in case["expected"].as_object().unwrap() {
            check(
                &format!("random {index}, {name}"),
                &scenario(case, case, name),
                expected,
            );
        }
    }
}

#[test]
fn stored_choices_of_nodes_come_out_as_they_are() {
    let Some(stored) = stored() else { return };
    for case in stored["allocate"].as_array().unwrap() {
        let on_node = case["on_node"].as_object().unwrap();
        let node = |(node, jobs): (&String, &Value)| {
            let jobs = jobs.as_array().unwrap().iter();
            let job = |job: &Value| {
                let end = &case["est"][job[0].to_string()];
                (number(end).exact, number(&job[1]).exact)
            };
            Node {
                number: node.parse().unwrap(),
                jobs: jobs.map(job).collect(),
                resident_free: decimal("0"),
            }
        };
        let options = &case["options"];
        let allocation = match options["policy"].as_str().unwrap() {
            "first_free" => Allocation::FirstFree,
            "intelligent" => Allocation::Intelligent,
            _ => aware(options),
        };
        let nodes: Vec<_> = on_node.iter().map(node).collect();
        let [demand, capacity] = ["req", "M"].map(|name| number(&case[name]).exact);
        let count = options["k"].as_u64().unwrap() as usize;
        let chosen = choose(allocation, &nodes, count, &demand, &capacity);
        let expected = case["expected"].as_array().unwrap().iter();
        let expected: Vec<_> = expected
            .map(|node| node.as_u64().unwrap() as usize)
            .collect();
        assert_eq!(chosen, expected, "{options}");
    }
}

/// fixtures/papers/scojo_pect.md, 6.7, P6: loads one after another on one node.
#[test]
fn loads_one_after_another_by_hand() {
    for (literal, times, paid) in [
        (
            false,
            ["75", "50", "37.5", "62.5", "50"],
            ["25", "37.5", "62.5", "50"],
        ),
        (
            true,
            ["75", "50", "37.5", "50", "50"],
            ["25", "0", "12", "25"],
        ),
    ] {
        let job = |memory: &str| Job {
            submit: Number::of("0"),
            runtime: Number::of("1"),
            nodes: 1,
            memory: Number::of(memory),
            class: Class::Short,
        };
        let scenario = Scenario {
            nodes: 1,
            capacity: Number::of("400"),
            rate: Number::of("4"),
            jobs: ["300", "200", "150"].map(job).to_vec(),
            rules: Rules {
                slices: Vec::new(),
                is_easy: true,
                fills: true,
                guards: true,
                literal,
                by_event: true,
                allocation: Allocation::FirstFree,
            },
        };
        let mut memory = Memory::new(&scenario);
        for (index, job) in [0, 1, 2, 0, 1].into_iter().enumerate() {
            assert_eq!(memory.load_time(job, &[0]), decimal(times[index]));
            let mut charges = memory.begin(job, &[0]);
            charges.extend(memory.finish(job, &[0]));
            let sum: Exact = charges.into_iter().map(|(_, seconds)| seconds).sum();
            if let Some(before) = index.checked_sub(1) {
                assert_eq!(sum, decimal(paid[before]), "{literal} {index}");
            }
        }
    }
}
