//! Logs, workflow files and tables in their formats, with numbers that are sometimes
//! extreme.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::draw::Draw;
use crate::input::Input;

/// A file of one of the formats by itself, sometimes compressed.
pub(crate) fn file(draw: &mut Draw) -> Input {
    let (name, bytes) = match draw.below(3) {
        0 => ("x.swf", log(draw)),
        _ => workflow(draw),
    };
    let mut input = Input::default();
    if draw.chance(15) {
        input.main(&format!("{name}.gz"), packed(&bytes))
    } else {
        input.main(name, bytes)
    }
    input
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// A log.
pub(crate) fn log(draw: &mut Draw) -> Vec<u8> {
    let mut text = String::new();
    let headers = [
        "MaxProcs",
        "MaxNodes",
        "MaxMemory",
        "UnixStartTime",
        "Note",
        "MaxPartitions",
        "Version",
    ];
    for _ in 0..draw.below(4) {
        let value = draw.whole(1, 64);
        text += &format!("; {}: {value}\n", draw.pick(&headers));
    }
    text += &format!("; MaxProcs: {}\n", draw.whole(1, 16));
    let mut at = 0;
    for number in 1..=draw.below(20) {
        at += draw.below(30);
        let fields = (0..18).map(|field| match (field, draw.below(25)) {
            (_, 0) => draw.whole(0, 50),
            (_, 1) => "-1".to_owned(),
            (0, _) => number.to_string(),
            (1, _) => at.to_string(),
            (3, _) => (1 + draw.below(60)).to_string(),
            (4 | 7, _) => (1 + draw.below(8)).to_string(),
            (8, _) => (1 + draw.below(90)).to_string(),
            (10, _) => "1".to_owned(),
            _ => "-1".to_owned(),
        });
        let fields: Vec<_> = fields.collect();
        text += &(fields.join(" ") + "\n");
    }
    text.into_bytes()
}

/// A workflow file and its name.
pub(crate) fn workflow(draw: &mut Draw) -> (&'static str, Vec<u8>) {
    let tasks = 1 + draw.below(9);
    match draw.below(4) {
        0 => ("x.stg", graph(draw, tasks).into_bytes()),
        1 => ("x.dax", dax(draw, tasks).into_bytes()),
        2 => ("x.json", today(draw, tasks).into_bytes()),
        _ => ("x.json", flat(draw, tasks).into_bytes()),
    }
}

fn graph(draw: &mut Draw, tasks: usize) -> String {
    let mut text = format!("{tasks}\n");
    for task in 0..tasks {
        let count = draw.below(3).min(task);
        text += &format!("{task} {} {count}", draw.span());
        for _ in 0..count {
            text += &format!(" {}", draw.below(task));
        }
        text += "\n";
    }
    text
}

fn dax(draw: &mut Draw, tasks: usize) -> String {
    let mut text = "<?xml version=\"1.0\"?>\n<adag version=\"2.1\">\n".to_owned();
    for task in 0..tasks {
        let (runtime, name) = (draw.span(), draw.name());
        let cores = if draw.chance(40) {
            format!(" cores=\"{}\"", draw.whole(1, 9))
        } else {
            String::new()
        };
        text += &format!("<job id=\"t{task}\" name=\"{name}\" runtime=\"{runtime}\"{cores}/>\n");
    }
    for task in 1..tasks {
        if draw.chance(60) {
            let parent = draw.below(task);
            text += &format!("<child ref=\"t{task}\"><parent ref=\"t{parent}\"/></child>\n");
        }
    }
    text + "</adag>\n"
}

fn parents(draw: &mut Draw, task: usize) -> String {
    let count = draw.below(3).min(task);
    draw.list(count, |draw, _| format!("\"t{}\"", draw.below(task)))
}

fn today(draw: &mut Draw, tasks: usize) -> String {
    let specification = draw.list(tasks, |draw, task| {
        let name = draw.name();
        format!(
            "{{\"name\": \"{name}\", \"id\": \"t{task}\", \"parents\": {}}}",
            parents(draw, task)
        )
    });
    let execution = draw.list(tasks, |draw, task| {
        let (runtime, cpu, cores) = (draw.span(), draw.amount(), draw.whole(1, 9));
        format!(
            "{{\"id\": \"t{task}\", \"runtimeInSeconds\": {runtime}, \"avgCPU\": {cpu}, \"coreCount\": {cores}}}"
        )
    });
    format!(
        "{{\"schemaVersion\": \"1.5\", \"workflow\": {{\"specification\": {{\"tasks\": {specification}}}, \"execution\": {{\"tasks\": {execution}}}}}}}"
    )
}

fn flat(draw: &mut Draw, tasks: usize) -> String {
    let list = draw.list(tasks, |draw, task| {
        let runtime = draw.span();
        let cores = draw.whole(1, 9);
        format!(
            "{{\"name\": \"t{task}\", \"runtime\": {runtime}, \"cores\": {cores}, \"parents\": {}}}",
            parents(draw, task)
        )
    });
    let version = draw.pick(&["1.4", "1.1", "1.3", "9"]);
    let tasks = draw.pick(&["tasks", "jobs"]);
    format!("{{\"schemaVersion\": \"{version}\", \"workflow\": {{\"{tasks}\": {list}}}}}")
}

/// A table of slots.
pub(crate) fn table(draw: &mut Draw) -> Vec<u8> {
    let mut text = "node,performance,price,quality,start,end\n".to_owned();
    for node in 0..1 + draw.below(5) {
        let (performance, price, quality) = (draw.span(), draw.amount(), draw.amount());
        let mut at = 0;
        for _ in 0..1 + draw.below(3) {
            let from = at + draw.below(30);
            at = from + 1 + draw.below(50);
            let end = if draw.chance(3) {
                draw.extreme().to_owned()
            } else {
                at.to_string()
            };
            text += &format!("{node},{performance},{price},{quality},{from},{end}\n");
        }
    }
    text.into_bytes()
}
