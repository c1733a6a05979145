//! Scenarios of jobs on nodes by their grammar: every field of the format, with numbers that are sometimes extreme.

use super::shared;
use crate::draw::{BOOLS, Draw, one_of};
use crate::files;
use crate::input::Input;

const CLUSTER: [&str; 12] = [
    "Fcfs",
    "Easy",
    "Conservative",
    "ScojoPect",
    "Gang",
    "Flexible",
    "Agile",
    "Kceasy",
    "Parallel",
    "Fair",
    "Adasa",
    "Slots",
];
const ORDERS: [&str; 10] = [
    "Submitted",
    "ShortestEstimate",
    "LongestEstimate",
    "FewestNodes",
    "MostNodes",
    "LargestArea",
    "Wfp3",
    "Unicef",
    "Formula(\"(wait / estimate)^3 * nodes\")",
    "Formula(\"-(log10(estimate) * nodes + 870 * log10(submit - 9))\")",
];
const GRAINS: [&str; 4] = ["Fine", "Medium", "Coarse", "Independent"];
const CRITERIA: [&str; 6] = [
    "FirstFit",
    "GroupFirst",
    "MinFinish",
    "MinRuntime",
    "MinCost",
    "MaxQ",
];
const MEMORIES: [&str; 7] = ["Log", "Mm1", "Mm2", "Mm3", "Mm4", "Mm5", "Uniform"];
pub(super) fn text_of(
    draw: &mut Draw,
    machine: &str,
    workload: &str,
    policies: &[&str],
    jobs: usize,
) -> String {
    let count = 1 + draw.below(3);
    let names = draw.list(count, |draw, _| draw.pick(policies).to_owned());
    let mut text = format!("(machine: {machine}, workload: {workload}, policies: {names}, ");
    if draw.chance(70) {
        text += &format!("parameters: {}, ", parameters(draw, jobs));
    }
    if draw.chance(15) {
        let label = if draw.chance(50) {
            format!("label: \"{}\", ", draw.name())
        } else {
            String::new()
        };
        let (policy, parameters) = (draw.pick(policies), parameters(draw, jobs));
        text += &format!("variants: [(policy: {policy}, {label}parameters: {parameters})], ");
    }
    if draw.chance(20) {
        text += &format!("seed: {}, ", draw.whole(0, 1 << 40));
    }
    if draw.chance(15) {
        text += &format!("moldable: {}, ", moldable(draw));
    }
    if draw.chance(10) {
        let times = draw.list(jobs, |draw, _| draw.time());
        let policy = draw.pick(policies);
        let tolerance = draw.time();
        text +=
            &format!("expect: [(policy: {policy}, completed: {times}, tolerance: {tolerance})], ");
    }
    text + ")"
}

pub(super) fn scenario(draw: &mut Draw) -> Input {
    let most = [1, 2, 4, 8, 70][draw.below(5)];
    let nodes = draw.whole(1, most);
    let kinds = draw.chance(10);
    let machine = if kinds {
        let count = 1 + draw.below(3);
        let kinds = draw.list(count, |draw, _| {
            let count = draw.whole(1, 4);
            let rest = draw.fields(&mut [
                ("performance", 70, &mut |draw| draw.span()),
                ("price", 70, &mut |draw| draw.amount()),
                ("quality", 50, &mut |draw| draw.amount()),
            ]);
            format!("(count: {count}, {rest})")
        });
        format!("Cluster(kinds: {kinds})")
    } else {
        let rest = draw.fields(&mut [
            ("memory", 60, &mut |draw| draw.whole(20, 40)),
            ("transfer_rate", 50, &mut |draw| draw.amount()),
        ]);
        format!("Cluster(nodes: {nodes}, {rest})")
    };
    let is_shared = draw.chance(15);
    let machine = if is_shared {
        shared::machine(draw)
    } else {
        machine
    };
    let policies: &[&str] = match (is_shared, kinds) {
        (true, _) => &["Fcfs", "Easy", "Easy", "Conservative"],
        (false, true) => &["Slots"],
        (false, false) => &CLUSTER,
    };
    let widest = nodes.parse().unwrap_or(1_u64).clamp(1, 100);
    let mut input = Input::default();
    let count = match draw.below(10) {
        0 => draw.below(60),
        _ => draw.below(10),
    } + 1;
    let workload = match draw.below(20) {
        0 => {
            let log = files::log(draw);
            input.companion("log.swf", log);
            let rest = draw.fields(&mut [
                ("jobs", 30, &mut |draw| draw.whole(1, 30)),
                ("load", 30, &mut |draw| draw.amount()),
                ("rebase", 30, &mut one_of(&BOOLS)),
                ("keep_zero_runtimes", 30, &mut one_of(&BOOLS)),
                ("prefer_requested", 30, &mut one_of(&BOOLS)),
                ("clip_wide", 60, &mut one_of(&BOOLS)),
                ("raise_estimates", 30, &mut one_of(&BOOLS)),
                ("exact_estimates", 30, &mut one_of(&BOOLS)),
                ("memory", 30, &mut one_of(&MEMORIES)),
            ]);
            format!("Swf(path: \"log.swf\", {rest})")
        }
        1 => {
            let (model, own) = if draw.chance(50) {
                ("Lublin", ("set", ["Typeless", "Typed"]))
            } else {
                ("Jann", ("sizes", ["Uniform", "Empirical"]))
            };
            let jobs = draw.whole(1, 40);
            let own_value = draw.pick(&own.1);
            let rest = draw.fields(&mut [
                ("load", 40, &mut |draw| draw.amount()),
                ("estimates", 40, &mut |draw| {
                    let factor = draw.span();
                    match draw.below(3) {
                        0 => "Exact".to_owned(),
                        1 => format!("Times({factor})"),
                        _ => format!("UpTo({factor})"),
                    }
                }),
                ("memory", 40, &mut one_of(&MEMORIES[1..])),
            ]);
            format!("{model}(jobs: {jobs}, {}: {own_value}, {rest})", own.0)
        }
        _ => {
            let numbered = draw.chance(20);
            let jobs = draw.list(count, |draw, index| {
                if is_shared {
                    shared::job(draw)
                } else {
                    job(draw, index, widest, numbered)
                }
            });
            format!("Jobs({jobs})")
        }
    };
    let text = text_of(draw, &machine, &workload, policies, count);
    input.main("x.ron", text.into_bytes());
    input
}

fn job(draw: &mut Draw, index: usize, widest: u64, numbered: bool) -> String {
    let (submit, runtime, nodes) = (draw.time(), draw.span(), draw.whole(1, widest));
    let id = if numbered {
        format!("id: {}, ", index + 5)
    } else {
        String::new()
    };
    let work = if draw.chance(15) {
        format!("speedup: {}, work: {}, ", speedup(draw), draw.span())
    } else if draw.chance(30) {
        format!("speedup: {}, ", speedup(draw))
    } else {
        String::new()
    };
    let rest = draw.fields(&mut [
        ("estimate", 40, &mut |draw| draw.span()),
        ("memory", 40, &mut |draw| draw.whole(0, 20)),
        ("class", 30, &mut one_of(&["Short", "Medium", "Long"])),
        ("grain", 50, &mut one_of(&GRAINS)),
        ("barrier", 30, &mut |draw| draw.span()),
        ("utilisation", 30, &mut |draw| draw.share()),
        ("deadline", 25, &mut |draw| draw.whole(26, 90)),
        ("budget", 15, &mut |draw| draw.amount()),
        ("criterion", 15, &mut one_of(&CRITERIA)),
        ("least", 10, &mut |draw| draw.amount()),
    ]);
    format!("({id}submit: {submit}, runtime: {runtime}, nodes: {nodes}, {work}{rest})")
}

fn speedup(draw: &mut Draw) -> String {
    if draw.chance(50) {
        let (parallelism, variance) = (draw.whole(1, 20), draw.amount());
        format!("Downey(parallelism: {parallelism}, variance: {variance})")
    } else {
        let (count, mut last) = (1 + draw.below(6), 1.0);
        let table = draw.list(count, |draw, _| {
            last += draw.random.uniform();
            if draw.random.below(400) < draw.extreme_rate {
                draw.extreme().to_owned()
            } else {
                format!("{last}")
            }
        });
        format!("Table({table})")
    }
}

fn moldable(draw: &mut Draw) -> String {
    let rest = draw.fields(&mut [
        ("variance", 50, &mut |draw| {
            format!("(0, {})", draw.amount())
        }),
        ("over_request", 50, &mut |draw| draw.span()),
        ("slack", 50, &mut |draw| {
            let from = draw.whole(0, 3);
            format!("({from}, {})", draw.whole(3, 9))
        }),
    ]);
    format!("({rest})")
}

fn parameters(draw: &mut Draw, jobs: usize) -> String {
    let rest = draw.fields(&mut [
        ("order", 25, &mut one_of(&ORDERS)),
        ("backfill_order", 25, &mut one_of(&ORDERS)),
        ("depth", 15, &mut |draw| draw.whole(1, 5)),
        ("kill_at_estimate", 25, &mut one_of(&BOOLS)),
        ("slicing", 40, &mut slicing),
        ("coscheduling", 55, &mut coscheduling),
        ("placing", 40, &mut |draw| placing(draw, jobs)),
        ("molding", 35, &mut molding),
        ("windows", 30, &mut buying),
    ]);
    format!("({rest})")
}

fn slicing(draw: &mut Draw) -> String {
    let rest = draw.fields(&mut [
        ("slices", 70, &mut |draw| {
            let count = 1 + draw.below(5);
            draw.list(count, |draw, index| {
                let class = if index < 3 {
                    ["Long", "Medium", "Short"][index]
                } else {
                    draw.pick(&["Long", "Medium", "Short"])
                };
                let length = if draw.chance(70) {
                    draw.whole(5, 60)
                } else {
                    draw.span()
                };
                format!("({class}, {length})")
            })
        }),
        ("interval", 5, &mut |draw| draw.span()),
        ("classes", 30, &mut |draw| {
            let medium = draw.whole(1, 10);
            format!("(medium: {medium}, long: {})", draw.whole(10, 20))
        }),
        ("backfilling", 30, &mut one_of(&["Easy", "Conservative"])),
        ("fill_slices", 40, &mut one_of(&BOOLS)),
        ("allocation", 50, &mut |draw| match draw.below(3) {
            0 => "FirstFree".to_owned(),
            1 => "Intelligent".to_owned(),
            _ => {
                let rest = draw.fields(&mut [
                    ("first", 50, &mut one_of(&["Best", "Worst", "First"])),
                    ("second", 50, &mut one_of(&["Best", "Worst", "First"])),
                    ("literal_second_stage", 30, &mut one_of(&BOOLS)),
                    ("soonest_end", 30, &mut one_of(&BOOLS)),
                    ("resident_check", 30, &mut one_of(&BOOLS)),
                    ("by_resident", 30, &mut one_of(&BOOLS)),
                ]);
                format!("MemoryAware({rest})")
            }
        }),
        ("launch_guard", 30, &mut one_of(&BOOLS)),
        ("short_slices", 50, &mut one_of(&BOOLS)),
        ("swapping", 40, &mut one_of(&["Exact", "Literal"])),
        ("charge", 40, &mut one_of(&["Period", "Event"])),
        ("relative_response_bound", 10, &mut |draw| draw.span()),
    ]);
    format!("({rest})")
}

fn coscheduling(draw: &mut Draw) -> String {
    let rest = draw.fields(&mut [
        ("quantum", 80, &mut |draw| draw.span()),
        ("switch", 20, &mut |draw| draw.pick(&["0.1", "0.333333333", "1e-9", "0.9"]).to_owned()),
        ("grain", 60, &mut one_of(&GRAINS)),
        ("rows", 20, &mut |draw| draw.whole(1, 4)),
        ("alternates", 30, &mut one_of(&BOOLS)),
        ("unify", 30, &mut one_of(&BOOLS)),
        ("alone", 20, &mut one_of(&BOOLS)),
        ("classes", 30, &mut |draw| {
            let rest = draw.fields(&mut [
                ("granularity", 50, &mut |draw| draw.span()),
                ("efficiency", 50, &mut |draw| draw.share()),
                ("quanta", 50, &mut |draw| draw.whole(1, 4)),
                ("reset", 50, &mut |draw| draw.span()),
            ]);
            if draw.chance(30) {
"ByGrain".to_owned()
} else {
format!("Measured({rest})")
}
        }),
        ("reading", 30, &mut one_of(&["Recommended", "Literal"])),
        ("most", 30, &mut |draw| draw.whole(1, 6)),
        ("shares", 25, &mut |draw| {
            let kind = draw.pick(&["Quanta", "Nodes"]);
            let most = if kind == "Nodes" { 2 } else { 5 };
            let part = |draw: &mut Draw| draw.whole(1, most);
            let (fine, medium, coarse) = (part(draw), part(draw), part(draw));
            let independent = part(draw);
            format!("{kind}(fine: {fine}, medium: {medium}, coarse: {coarse}, independent: {independent})")
        }),
    ]);
    format!("({rest})")
}

fn placing(draw: &mut Draw, jobs: usize) -> String {
    let rest = draw.fields(&mut [
        ("mom", 50, &mut one_of(&["All", "Existing"])),
        ("ready", 50, &mut one_of(&["Listed", "UpwardRank"])),
        ("mapping", 70, &mut |draw| {
            draw.list(jobs, |draw, _| draw.whole(0, 0))
        }),
    ]);
    format!("({rest})")
}

fn molding(draw: &mut Draw) -> String {
    let rest = draw.fields(&mut [
        ("expand_idle", 40, &mut one_of(&BOOLS)),
        ("fair", 40, &mut one_of(&["First", "Weighted"])),
        ("loss", 30, &mut |draw| {
            draw.pick(&["0", "0.1", "0.9", "0.33"]).to_owned()
        }),
        ("deadlines", 40, &mut one_of(&["Soft", "Hard"])),
    ]);
    format!("({rest})")
}

fn buying(draw: &mut Draw) -> String {
    let rest = draw.fields(&mut [
        ("criterion", 60, &mut one_of(&CRITERIA)),
        ("budget", 40, &mut |draw| draw.whole(1, 2000)),
        ("scale", 20, &mut |draw| draw.whole(1, 10)),
        ("horizon", 40, &mut |draw| draw.whole(20, 2000)),
    ]);
    format!("({rest})")
}
