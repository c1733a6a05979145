//! Shared nodes, and requests of jobs there: every field of the format.

use crate::draw::{BOOLS, Draw, one_of};

const KINDS: [&str; 3] = ["a", "b", "c"];
const SETS: [&str; 8] = ["a", "b", "c", "a[0]", "a[0-1]", "b[0,1]", "a[1-0]", "d["];
const PARTITIONS: [&str; 4] = ["p", "q", "r", "s"];
const USERS: [&str; 3] = ["\"ann\"", "\"bob\"", "\"eve\""];
const FEATURES: [&str; 4] = ["[]", "[\"x\"]", "[\"x\", \"y\"]", "[\"z\"]"];
const RESOURCES: [&str; 4] = [
    "{}",
    "{\"u\": 1}",
    "{\"u\": 2, \"v\": 1}",
    "{\"w\": 4294967295}",
];

pub(crate) fn machine(draw: &mut Draw) -> String {
    let count = 1 + draw.below(3);
    let kinds = draw.list(count, |draw, index| {
        let (count, cores) = (draw.whole(1, 4), draw.whole(1, 8));
        let rest = draw.fields(&mut [
            ("memory", 50, &mut |draw| draw.whole(0, 40)),
            ("gpus", 40, &mut |draw| draw.whole(0, 3)),
            ("features", 40, &mut one_of(&FEATURES)),
            ("resources", 30, &mut one_of(&RESOURCES)),
        ]);
        format!(
            "(name: \"{}\", count: {count}, cores: {cores}, {rest})",
            KINDS[index]
        )
    });
    let mut text = format!("Cluster(kinds: {kinds}, ");
    if draw.chance(70) {
        let count = 1 + draw.below(3);
        let mut usual = draw.below(4);
        let partitions = draw.list(count, |draw, index| {
            let most = draw.below(3);
            let nodes = draw.list(most, |draw, _| format!("\"{}\"", draw.pick(&SETS[..])));
            let rest = draw.fields(&mut [
                ("most_time", 20, &mut |draw| draw.span()),
                ("most_nodes", 20, &mut |draw| draw.whole(1, 6)),
                ("tier", 40, &mut |draw| draw.whole(0, 2)),
                ("up", 5, &mut one_of(&BOOLS)),
                ("whole_nodes", 25, &mut one_of(&BOOLS)),
            ]);
            let is_usual = std::mem::replace(&mut usual, usize::MAX) < 3;
            format!(
                "(name: \"{}\", nodes: {nodes}, default: {is_usual}, {rest})",
                PARTITIONS[index]
            )
        });
        text += &format!("partitions: {partitions}, ");
    }
    if draw.chance(40) {
        let rest = draw.fields(&mut [
            ("users", 60, &mut limits),
            ("accounts", 40, &mut |draw| limits_with(draw, 30)),
            ("qos", 40, &mut limits),
        ]);
        text += &format!("limits: ({rest}), ");
    }
    text + ")"
}

fn limits(draw: &mut Draw) -> String {
    limits_with(draw, 1)
}

/// Limits, with this chance in a hundred of a parent.
fn limits_with(draw: &mut Draw, parents: u64) -> String {
    let count = 1 + draw.below(2);
    draw.list(count, |draw, _| {
        let rest = draw.fields(&mut [
            ("name", 60, &mut one_of(&USERS)),
            ("parent", parents, &mut one_of(&USERS)),
            ("running", 40, &mut |draw| draw.whole(1, 3)),
            ("nodes", 30, &mut |draw| draw.whole(1, 8)),
            ("cores", 30, &mut |draw| draw.whole(1, 30)),
            ("submitted", 20, &mut |draw| draw.whole(1, 4)),
        ]);
        format!("({rest})")
    })
}

pub(crate) fn job(draw: &mut Draw) -> String {
    let (submit, runtime) = (draw.time(), draw.span());
    let shape = if draw.chance(30) {
        format!("tasks: {}", draw.whole(1, 12))
    } else {
        format!("nodes: {}", draw.whole(1, 3))
    };
    let rest = draw.fields(&mut [
        ("estimate", 40, &mut |draw| draw.span()),
        ("cores", 50, &mut |draw| draw.whole(1, 3)),
        ("memory", 20, &mut |draw| draw.whole(0, 20)),
        ("gpus", 8, &mut |draw| draw.whole(0, 2)),
        ("resources", 4, &mut one_of(&RESOURCES)),
        ("features", 5, &mut one_of(&FEATURES)),
        ("whole_nodes", 15, &mut one_of(&BOOLS)),
        ("partition", 12, &mut |draw| {
            format!("\"{}\"", draw.pick(&PARTITIONS[..]))
        }),
        ("user", 40, &mut one_of(&USERS)),
        ("account", 30, &mut one_of(&USERS)),
        ("qos", 20, &mut one_of(&USERS)),
    ]);
    format!("(submit: {submit}, runtime: {runtime}, {shape}, {rest})")
}
