//! Policies that are other programs, by their answers, and Slurm's scheduler, by its
//! parameters.

use crate::draw::{BOOLS, Draw, one_of};
use crate::input::Input;
use crate::scenario::shared;

/// Answers each line with the next one of a file.
const PROGRAM: &str = "while read -r asked && read -r answer <&3; do printf '%s\\\\n' \\\"$answer\\\"; done 3<answers.txt";

/// A scenario under a program, and the answers of that.
pub(crate) fn answers(draw: &mut Draw) -> Input {
    let count = 1 + draw.below(4);
    let jobs = draw.list(count, |draw, index| {
        let submit = if draw.chance(10) { draw.below(20) } else { 0 };
        let runtime = 1 + draw.below(20);
        let id = index + 1;
        format!("(id: {id}, submit: {submit}, runtime: {runtime}, nodes: 1)")
    });
    let text = format!(
        "(machine: Cluster(nodes: 4), workload: Jobs({jobs}), policies: [External(command: [\"sh\", \"-c\", \"{PROGRAM}\"], timeout: 20)])"
    );
    // A submitted job starts, at once or later, and there is nothing to do at the ends of
    // jobs.
    let started = draw.below(count + 1);
    let numbers = |from: usize, to: usize| {
        let all: Vec<_> = (from..to).map(|job| job.to_string()).collect();
        format!("{{\"start\":[{}], \"wake\": 4}}", all.join(","))
    };
    let mut lines = vec![
        "{}".to_owned(),
        numbers(0, started),
        numbers(started, count),
    ];
    for _ in 0..draw.below(30) {
        lines.push("{}".to_owned());
    }
    for _ in 0..draw.below(3) {
        let index = draw.below(lines.len());
        lines[index] = answer(draw);
    }
    let mut input = Input::default();
    input.main("x.ron", text.into_bytes());
    input.companion("answers.txt", (lines.join("\n") + "\n").into_bytes());
    if draw.chance(20) {
        input.change_file(1, draw);
    }
    input
}

fn answer(draw: &mut Draw) -> String {
    let job = |draw: &mut Draw| match draw.below(8) {
        0 => draw.extreme().to_owned(),
        _ => draw.below(5).to_string(),
    };
    let rest = draw.fields(&mut [
        ("\"start\"", 60, &mut |draw| {
            let count = draw.below(4);
            draw.list(count, |draw, _| {
                if draw.chance(70) {
                    job(draw)
                } else {
                    {
                        let (one, passed) = (job(draw), job(draw));
                        format!(
                            "{{\"job\": {one}, \"why\": \"{}\", \"passed\": {passed}}}",
                            draw.name()
                        )
                    }
                }
            })
        }),
        ("\"hold\"", 40, &mut |draw| {
            let count = draw.below(4);
            draw.list(count, |draw, _| {
                let one = job(draw);
                format!("{{\"job\": {one}, \"why\": \"{}\"}}", draw.name())
            })
        }),
        ("\"wake\"", 40, &mut |draw| draw.span()),
    ]);
    let rest = rest.trim_end_matches(", ");
    match draw.below(20) {
        0 => format!("[{rest}]"),
        1 => "{".repeat(200),
        2 => "x".repeat(70_000),
        3 => String::new(),
        _ => format!("{{{rest}}}"),
    }
}

/// Orders of queues; one of them is NaN.
const ORDERS: [&str; 5] = [
    "Submitted",
    "ShortestEstimate",
    "Wfp3",
    "Formula(\"0/0\")",
    "Formula(\"wait\")",
];

/// A scenario under Slurm's scheduler, on whole nodes or on shared ones, some of them in
/// advance reservations.
pub(crate) fn slurm(draw: &mut Draw) -> Input {
    let is_shared = draw.chance(60);
    let machine = if is_shared {
        let machine = shared::machine(draw);
        let open = machine.trim_end_matches(')');
        if draw.chance(60) {
            format!("{open}{})", reservations(draw))
        } else {
            machine
        }
    } else {
        format!("Cluster(nodes: {})", draw.whole(1, 70))
    };
    let count = 1 + draw.below(12);
    let jobs = draw.list(count, |draw, _| {
        if is_shared {
            let job = shared::job(draw);
            if draw.chance(25) {
                let (open, name) = (job.trim_end_matches(')'), draw.pick(&["r", "s"]));
                return format!("{open}reservation: \"{name}\")");
            }
            return job;
        }
        let (submit, runtime) = (draw.time(), draw.span());
        let rest = draw.fields(&mut [("estimate", 60, &mut |draw| draw.span())]);
        let nodes = draw.whole(1, 4);
        format!("(submit: {submit}, runtime: {runtime}, nodes: {nodes}, {rest})")
    });
    let own = parameters(draw);
    let rest = draw.fields(&mut [
        ("order", 25, &mut one_of(&ORDERS)),
        ("kill_at_estimate", 25, &mut one_of(&BOOLS)),
    ]);
    let policies = draw.pick(&["[Slurm]", "[Slurm]", "[Slurm, Easy]"]);
    let text = format!(
        "(machine: {machine}, workload: Jobs({jobs}), policies: {policies}, parameters: (slurm: ({own}), {rest}))"
    );
    let mut input = Input::default();
    input.main("x.ron", text.into_bytes());
    input
}

/// Advance reservations: in the past, soon, or forever.
fn reservations(draw: &mut Draw) -> String {
    let count = 1 + draw.below(2);
    let all = draw.list(count, |draw, index| {
        let from = draw.below(40);
        let until = match draw.below(6) {
            0 => draw.extreme().to_owned(),
            _ => (from + 1 + draw.below(300)).to_string(),
        };
        let name = ["r", "s"][index];
        format!(
            "(name: \"{name}\", nodes: [\"{}\"], from: {from}, until: {until})",
            draw.pick(&["a", "a[0]", "b"])
        )
    });
    format!("reservations: {all}, ")
}

fn parameters(draw: &mut Draw) -> String {
    draw.fields(&mut [
        ("version", 20, &mut one_of(&["V2205", "V2605"])),
        ("scheduler", 20, &mut one_of(&["Backfill", "Builtin"])),
        ("select", 30, &mut one_of(&["Linear", "ConsTres"])),
        ("bf_interval", 40, &mut |draw| draw.whole(1, 60)),
        ("bf_resolution", 40, &mut |draw| draw.whole(1, 300)),
        ("bf_window", 30, &mut |draw| draw.whole(1, 100)),
        ("bf_max_job_test", 30, &mut |draw| draw.whole(1, 10)),
        ("bf_max_job_start", 20, &mut |draw| draw.whole(1, 3)),
        ("bf_job_part_count_reserve", 20, &mut |draw| {
            draw.whole(1, 3)
        }),
        ("bf_min_age_reserve", 20, &mut |draw| draw.whole(0, 60)),
        ("default_queue_depth", 20, &mut |draw| draw.whole(1, 5)),
        ("batch_sched_delay", 20, &mut |draw| draw.whole(0, 9)),
        ("sched_interval", 20, &mut |draw| draw.whole(1, 60)),
        ("test_time", 20, &mut |draw| draw.whole(0, 2_000_000)),
        ("bf_yield_interval", 20, &mut |draw| {
            draw.whole(1, 3_000_000)
        }),
        ("bf_yield_sleep", 20, &mut |draw| draw.whole(1, 1_000_000)),
        ("bf_max_time", 20, &mut |draw| draw.whole(1, 60)),
        ("bf_continue", 20, &mut one_of(&BOOLS)),
        ("kill_wait", 20, &mut |draw| draw.whole(0, 60)),
        ("over_time_limit", 10, &mut |draw| draw.whole(0, 2)),
        ("phase", 30, &mut |draw| draw.whole(0, 99)),
    ])
}
