//! Queues, nodes and lists of hosts as Slurm prints them.

use crate::draw::Draw;
use crate::input::Input;

/// Numbers in lists of hosts and of tasks.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "3",
    "007",
    "12",
    "16",
    "40",
    "999",
    "65536",
    "1048575",
    "4294967295",
    "18446744073709551615",
    "99999999999999999999",
    "-",
];

fn number(draw: &mut Draw) -> String {
    match draw.below(60) {
        0 => "0".repeat([20, 33, 70_000][draw.below(3)]) + "1",
        1..6 => draw.pick(&NUMBERS).to_owned(),
        _ => draw.below(20).to_string(),
    }
}

fn range(draw: &mut Draw) -> String {
    let from = draw.below(12);
    match draw.below(20) {
        0 => number(draw),
        1 => format!("{}-{}", number(draw), number(draw)),
        2..10 => from.to_string(),
        _ => format!("{from:02}-{}", from + draw.below(9)),
    }
}

/// A list as in `n[1-3,7],login2`.
pub(crate) fn list(draw: &mut Draw) -> String {
    let words = 1 + draw.below(3);
    let words = (0..words).map(|_| {
        let mut word = draw
            .often(&["n", "node-", "r", "gpu_"], &["", "é", "]", "["])
            .to_owned();
        if draw.below(200) == 0 {
            word = word.repeat(10_000);
        }
        for _ in 0..draw.below(3) {
            let several = match draw.below(200) {
                0 => 300,
                _ => 1 + draw.below(3),
            };
            let ranges: Vec<_> = (0..several).map(|_| range(draw)).collect();
            word += &format!("[{}]", ranges.join(","));
            word += draw.pick(&["", "c", "-ib", ""]);
        }
        word
    });
    words.collect::<Vec<_>>().join(",")
}

/// Lists of hosts, one a line.
pub(crate) fn hosts(draw: &mut Draw) -> Input {
    let lines: Vec<_> = (0..1 + draw.below(4)).map(|_| list(draw)).collect();
    let mut input = Input::default();
    input.main("x.hosts", lines.join("\n").into_bytes());
    input
}

/// Hosts that a queue and its nodes usually have in common.
fn few(draw: &mut Draw) -> String {
    match draw.below(40) {
        0 => list(draw),
        1..4 => String::new(),
        _ => format!("n[{}-{}]", 1 + draw.below(3), 3 + draw.below(6)),
    }
}

/// A queue, and sometimes the nodes.
pub(crate) fn queue(draw: &mut Draw) -> Input {
    let mut input = Input::default();
    let is_json = draw.chance(40);
    let text = if is_json { jobs(draw) } else { lines(draw) };
    input.main("queue", text.into_bytes());
    if draw.chance(90) {
        let text = if draw.chance(40) {
            machine(draw)
        } else {
            sinfo(draw)
        };
        input.companion("nodes", text.into_bytes());
    }
    if draw.chance(25) {
        let index = draw.below(input.files.len());
        input.change_file(index, draw);
    }
    input
}

const STATES: [&str; 10] = [
    "PENDING",
    "PENDING",
    "RUNNING",
    "RUNNING",
    "COMPLETING",
    "SUSPENDED",
    "COMPLETED",
    "PD",
    "R",
    "NODE_FAIL",
];
const REASONS: [&str; 8] = [
    "Resources",
    "Priority",
    "Dependency",
    "None",
    "JobHeldUser",
    "BeginTime",
    "QOSMaxJobsPerUserLimit",
    "(null)",
];
const INSTANTS: [&str; 3] = ["2026-11-23T09:20:56", "2026-11-23T08:00:00", "N/A"];
const LIMITS: [&str; 6] = [
    "30:00",
    "10:00",
    "1-00:00:00",
    "UNLIMITED",
    "Partition_Limit",
    "NOT_SET",
];
const WRONG_LIMITS: [&str; 3] = ["INVALID", "99999999-00:00:00", "x"];

fn name(draw: &mut Draw) -> String {
    let number = 1 + draw.below(40);
    match draw.below(10) {
        0 => format!("{number}_{}", number_of_task(draw)),
        1 => {
            let (from, most) = (draw.below(9), 1 + draw.below(5));
            format!("{number}_[{from}-{}%{most}]", from + draw.below(20))
        }
        2 if draw.chance(20) => {
            let several = 1 + draw.below(40);
            format!("{number}_[{}]", vec!["1-999999"; several].join(","))
        }
        3 => format!("{number}+{}", draw.below(3)),
        4 if draw.chance(10) => draw.extreme().to_owned(),
        _ => number.to_string(),
    }
}

fn number_of_task(draw: &mut Draw) -> String {
    match draw.below(30) {
        0 => number(draw),
        _ => draw.below(30).to_string(),
    }
}

fn lines(draw: &mut Draw) -> String {
    const COLUMNS: [&str; 15] = [
        "JOBID",
        "USER",
        "ACCOUNT",
        "PARTITION",
        "STATE",
        "SUBMIT_TIME",
        "START_TIME",
        "TIME",
        "TIME_LIMIT",
        "NODES",
        "CPUS",
        "PRIORITY",
        "NODELIST",
        "REASON",
        "DEPENDENCY",
    ];
    let mark = if draw.chance(80) { "|" } else { " " };
    let columns: Vec<&str> = COLUMNS
        .into_iter()
        .filter(|_| draw.below(300) > 0)
        .collect();
    let mut text = columns.join(mark) + "\n";
    for _ in 0..draw.below(12) {
        let cells: Vec<String> = columns.iter().map(|column| cell(draw, column)).collect();
        text += &(cells.join(mark) + "\n");
    }
    text
}

fn cell(draw: &mut Draw, column: &str) -> String {
    if draw.below(400) == 0 {
        return draw.extreme().to_owned();
    }
    match column {
        "JOBID" => name(draw),
        "USER" | "ACCOUNT" => draw.pick(&["ann", "bob", "=cmd", "(null)"]).to_owned(),
        "PARTITION" => draw
            .pick(&["main", "main", "long", "main,long", ""])
            .to_owned(),
        "STATE" => draw.often(&STATES, &["?", "CG", "ST"]).to_owned(),
        "SUBMIT_TIME" | "START_TIME" => {
            let others = ["1970-01-01T00:00:00", "9999-12-31T23:59:59", "2026-11-23"];
            draw.often(&INSTANTS, &others).to_owned()
        }
        "TIME" => {
            (draw.often(&["0:01", "0:00", "1-02:03:04"], &["INVALID", "99999999:00"])).to_owned()
        }
        "TIME_LIMIT" => draw.often(&LIMITS, &WRONG_LIMITS).to_owned(),
        "NODES" => draw.whole(1, 4),
        "CPUS" => draw.whole(1, 16),
        "PRIORITY" => draw.whole(1, 5000),
        "NODELIST" => few(draw),
        "REASON" => draw.pick(&REASONS).to_owned(),
        _ => draw
            .pick(&["(null)", "afterok:3(unfulfilled)", "singleton"])
            .to_owned(),
    }
}

fn sinfo(draw: &mut Draw) -> String {
    let mut text = "NODELIST|PARTITION|STATE|CPUS(A/I/O/T)|TIMELIMIT\n".to_owned();
    for node in 1..9 {
        let (partition, state) = (
            draw.pick(&["main*", "main*", "long", "x"]),
            draw.often(&["idle", "allocated", "mixed", "drained*", "down"], &["?"]),
        );
        let hosts = if draw.chance(2) {
            list(draw)
        } else {
            format!("n{node}")
        };
        let cores = draw.pick(&["4/0/0/4", "0/4/0/4", "4", "0/0/0/4294967295", "x"]);
        text += &format!(
            "{hosts}|{partition}|{state}|{cores}|{}\n",
            draw.pick(&LIMITS)
        );
    }
    text
}

/// A number of JSON in one of the ways in which versions write it.
fn json_number(draw: &mut Draw, usual: usize) -> String {
    let value = match draw.below(40) {
        0 => draw
            .pick(&[
                "4294967294",
                "4294967295",
                "18446744073709551615",
                "-1",
                "1e300",
                "null",
            ])
            .to_owned(),
        _ => usual.to_string(),
    };
    if draw.chance(30) {
        format!(
            "{{\"set\": {}, \"infinite\": {}, \"number\": {value}}}",
            draw.chance(90),
            draw.chance(5)
        )
    } else {
        value
    }
}

fn jobs(draw: &mut Draw) -> String {
    let count = draw.below(8);
    let jobs = draw.list(count, |draw, index| {
        let state = draw.often(&STATES, &["?", "CG"]);
        let reason = draw.pick(&REASONS);
        let several = draw.chance(30);
        let state = if several { format!("[\"{state}\", \"COMPLETING\"]") } else { format!("\"{state}\"") };
        let (nodes, limit, cores) = (few(draw), json_number(draw, 30), json_number(draw, 4));
        let (submit, start) = (json_number(draw, 1_700_000_000), json_number(draw, 1_700_000_100));
        let mut text = format!(
            "{{\"job_id\": {}, \"job_state\": {state}, \"state_reason\": \"{reason}\", \"partition\": \"main\", \"nodes\": \"{nodes}\", \"time_limit\": {limit}, \"cpus\": {cores}, \"node_count\": {}, \"submit_time\": {submit}, \"start_time\": {start}, \"user_name\": \"ann\", \"priority\": {}",
            index + 1,
            json_number(draw, 2),
            json_number(draw, 100),
        );
        if draw.chance(30) {
            let tasks = number_of_task(draw);
            text += &format!(
                ", \"array_job_id\": {}, \"array_task_string\": \"{tasks}-{}\", \"array_max_tasks\": {}",
                json_number(draw, 7),
                number_of_task(draw),
                json_number(draw, 2)
            );
        }
        text + "}"
    });
    format!(
        "{{\"jobs\": {jobs}, \"last_update\": {}}}",
        json_number(draw, 1_700_000_200)
    )
}

fn machine(draw: &mut Draw) -> String {
    let nodes = draw.list(8, |draw, index| {
        let (state, cores) = (draw.often(&["IDLE", "ALLOCATED", "DOWN"], &["?"]), json_number(draw, 4));
        format!(
            "{{\"name\": \"n{}\", \"state\": [\"{state}\"], \"cpus\": {cores}, \"partitions\": [\"main\"]}}",
            index + 1
        )
    });
    format!("{{\"nodes\": {nodes}}}")
}
