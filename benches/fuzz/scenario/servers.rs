//! Scenarios of workflows on servers by their grammar.

use super::cluster::text_of;
use crate::draw::{BOOLS, Draw, one_of};
use crate::files;
use crate::input::Input;

const SERVERS: [&str; 5] = ["Slf", "Let", "Mom", "LoadAverage", "Mapping"];

pub(super) fn scenario(draw: &mut Draw) -> Input {
    let rest = draw.fields(&mut [
        ("count", 70, &mut |draw| draw.whole(1, 4)),
        ("cores", 70, &mut |draw| draw.whole(1, 9)),
        ("bandwidth", 50, &mut |draw| draw.whole(1, 90)),
        ("kinds", 15, &mut |draw| {
            let count = 1 + draw.below(3);
            draw.list(count, |draw, index| {
                let (cores, bandwidth) = (draw.whole(1, 9), draw.whole(1, 90));
                format!("(name: \"k{index}\", cores: {cores}, bandwidth: {bandwidth})")
            })
        }),
        ("th", 40, &mut one_of(&["Running", "All"])),
        ("bw_model", 40, &mut one_of(&["Equal", "MaxMin"])),
        ("eq14", 30, &mut one_of(&["Literal", "Always"])),
        ("binding", 40, &mut one_of(&BOOLS)),
        ("delta_rl", 40, &mut |draw| {
            draw.pick(&["1", "1.5", "3", "100"]).to_owned()
        }),
        ("engine", 25, &mut |draw| {
            let interval = draw.pick(&["0.1", "1", "0.05", "7"]);
            format!("Cycle(interval: {interval})")
        }),
    ]);
    let machine = format!("Servers({rest})");
    let mut input = Input::default();
    let jobs = 1 + draw.below(12);
    let workload = match draw.below(5) {
        0 => {
            let (name, text) = files::workflow(draw);
            let path = name.to_owned();
            input.companion(name, text);
            let defaults = draw.fields(&mut [
                ("threads", 50, &mut |draw| draw.whole(1, 9)),
                ("utilisation", 50, &mut |draw| draw.share()),
                ("bandwidth", 50, &mut |draw| draw.amount()),
                ("runtime", 50, &mut |draw| draw.span()),
            ]);
            format!("Workflow(path: \"{path}\", defaults: ({defaults}))")
        }
        1 => {
            let (count, width) = (draw.whole(1, 25), draw.whole(1, 6));
            let shape = match draw.below(4) {
                0 => format!("Batch(jobs: {count}, window: {width})"),
                1 => format!("ForkJoin(jobs: {count}, width: {width})"),
                2 => format!("Chain(jobs: {count})"),
                _ => format!("Layers(jobs: {count}, width: {width})"),
            };
            let stream = draw.pick(&["Uniform", "ByThreads"]);
            format!("Workflow(shape: {shape}, stream: {stream})")
        }
        _ => {
            let tasks = draw.list(jobs, task);
            format!("Workflow(jobs: {tasks})")
        }
    };
    let text = text_of(draw, &machine, &workload, &SERVERS, jobs);
    input.main("x.ron", text.into_bytes());
    input
}

fn task(draw: &mut Draw, index: usize) -> String {
    let threads = draw.list(1, |draw, _| group(draw));
    let second = draw.chance(15).then(|| group(draw));
    let threads = match second {
        Some(second) => format!("{}, {second}]", &threads[..threads.len() - 1]),
        None => threads,
    };
    let rest = draw.fields(&mut [
        ("submit", 30, &mut |draw| draw.time()),
        ("after", 50, &mut |draw| {
            let count = draw.below(3).min(index);
            let mut all: Vec<_> = (0..count).map(|_| 1 + draw.below(index)).collect();
            all.sort_unstable();
            all.dedup();
            format!("{all:?}")
        }),
    ]);
    format!("({rest}threads: {threads})")
}

fn group(draw: &mut Draw) -> String {
    let demand = draw.span();
    let rest = draw.fields(&mut [
        ("count", 70, &mut |draw| draw.whole(1, 9)),
        ("utilisation", 50, &mut |draw| draw.share()),
        ("bandwidth", 50, &mut |draw| draw.amount()),
        ("deviation", 20, &mut |draw| {
            draw.pick(&["0", "0.1", "0.999"]).to_owned()
        }),
        ("then", 20, &mut |draw| {
            let demand = draw.span();
            format!("[(demand: {demand}, utilisation: {})]", draw.share())
        }),
    ]);
    format!("(demand: {demand}, {rest})")
}
