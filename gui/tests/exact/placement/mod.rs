//! Workflows on shared servers against exact fractions.

pub(crate) mod servers;

use std::fmt::Write as _;

use num_traits::ToPrimitive;

use crate::draw::Draw;
use crate::examine::{ExactCase, examine};
use crate::jobs::differing;
use crate::placement::servers::{Kind, Policy, Remote, Task, Threads, simulate};
use crate::product;
use crate::rational::{Exact, Number};

/// In the sequence of the variants.
const ALL: [(&str, Policy); 4] = [
    ("SLF", Policy::Slf),
    ("LET", Policy::Let),
    ("MOM", Policy::Mom { existing: false }),
    ("MOM existing", Policy::Mom { existing: true }),
];

#[derive(Clone)]
struct Workflow {
    kind: Kind,
    tasks: Vec<Task>,
}

impl ExactCase for Workflow {
    fn text(&self) -> String {
        let kind = &self.kind;
        let mut text = format!(
            "(machine: Servers(count: {}, cores: {}, bandwidth: {}",
            kind.count, kind.cores, kind.bandwidth.text
        );
        if kind.among_all {
            text += ", th: All";
        }
        if kind.max_min {
            text += ", bw_model: MaxMin";
        }
        if let Some(Remote { latency, always }) = &kind.remote {
            let reading = if *always { "Always" } else { "Literal" };
            let latency = &latency.text;
            write!(
                text,
                ", binding: false, delta_rl: {latency}, eq14: {reading}"
            )
            .unwrap();
        }
        text += "), workload: Workflow(jobs: [\n";
        for (number, task) in self.tasks.iter().enumerate() {
            let groups = task.threads.iter().map(|group| {
                let (count, demand) = (group.count, &group.demand.text);
                let (bandwidth, busy) = (&group.bandwidth.text, &group.utilisation.text);
                format!(
                    "(count: {count}, demand: {demand}, bandwidth: {bandwidth}, utilisation: {busy})"
                )
            });
            let groups: Vec<_> = groups.collect();
            let (after, groups) = (&task.after, groups.join(", "));
            writeln!(
                text,
                "    (id: {number}, after: {after:?}, threads: [{groups}]),"
            )
            .unwrap();
        }
        text + "]), policies: [Slf],
variants: [(policy: Slf, label: \"SLF\"), (policy: Let, label: \"LET\"),
    (policy: Mom, label: \"MOM\", parameters: (placing: (mom: All))),
    (policy: Mom, label: \"MOM existing\", parameters: (placing: (mom: Existing)))])"
    }

    fn differences(&self) -> Vec<String> {
        let runs = match product::runs(&self.text(), true) {
            Ok(runs) => runs,
            Err(refused) => return vec![refused],
        };
        let mut all = Vec::new();
        for (name, policy) in ALL {
            let run = runs.iter().find(|run| run.label == name).unwrap();
            let exact = simulate(&self.kind, &self.tasks, policy);
            let (starts, ends): (Vec<_>, Vec<_>) = exact
                .iter()
                .map(|placed| (placed.start.clone(), placed.finish.clone()))
                .unzip();
            let times = |time: fn(&cosched::record::Outcome) -> u64| -> Vec<_> {
                run.outcomes.iter().map(time).collect()
            };
            let started = times(|job| job.started.0);
            let completed = times(|job| job.completed.0);
            all.extend(differing(name, "starts", &starts, &started));
            all.extend(differing(name, "completes", &ends, &completed));
            let record = run.placements().unwrap();
            for (job, placed) in exact.iter().enumerate() {
                let found = record.server_of[job];
                if found != Some(placed.server as u32) {
                    let server = placed.server;
                    all.push(format!(
                        "{name}: job {job} on server {server}, the product says {found:?}"
                    ));
                }
                if !are_near(&placed.keys, &record.keys[job]) {
                    let (keys, found) = (crate::jobs::times(&placed.keys), &record.keys[job]);
                    all.push(format!(
                        "{name}: job {job} has keys {keys}, the product says {found:?}"
                    ));
                }
            }
        }
        all
    }

    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for gone in (0..self.tasks.len()).filter(|_| self.tasks.len() > 1) {
            let mut smaller = self.clone();
            smaller.tasks.remove(gone);
            for task in &mut smaller.tasks {
                task.after.retain(|&other| other != gone);
                task.after
                    .iter_mut()
                    .filter(|other| **other > gone)
                    .for_each(|other| *other -= 1);
            }
            all.push(smaller);
        }
        let mut change = |change: &dyn Fn(&mut Self)| {
            let mut smaller = self.clone();
            change(&mut smaller);
            if smaller.text() != self.text() {
                all.push(smaller);
            }
        };
        change(&|workflow| workflow.kind.remote = None);
        change(&|workflow| workflow.kind.among_all = false);
        change(&|workflow| workflow.kind.max_min = false);
        change(&|workflow| workflow.kind.count = 1);
        for task in 0..self.tasks.len() {
            change(&|workflow| workflow.tasks[task].after.clear());
            change(&|workflow| workflow.tasks[task].threads.truncate(1));
            change(&|workflow| workflow.tasks[task].threads[0].count = 1);
            change(&|workflow| workflow.tasks[task].threads[0].demand = Number::of("1"));
            change(&|workflow| workflow.tasks[task].threads[0].utilisation = Number::of("1"));
            change(&|workflow| workflow.tasks[task].threads[0].bandwidth = Number::of("0"));
        }
        all
    }
}

/// Keys are reported as floating-point numbers.
pub(crate) fn are_near(exact: &[Exact], found: &[f64]) -> bool {
    let is_near = |(exact, found): (&Exact, &f64)| (exact.to_f64().unwrap() - found).abs() < 1e-6;
    exact.len() == found.len() && exact.iter().zip(found).all(is_near)
}

fn threads(draw: &mut Draw, busy: bool) -> Threads {
    let utilisation = if busy {
        "1"
    } else {
        draw.one_of(&["1", "0.5", "0.8", "0.3"])
    };
    Threads {
        utilisation: Number::of(utilisation),
        count: draw.between(1, 5),
        demand: Number::of(draw.one_of(&[
            "1", "2", "3", "5", "7", "0.7", "2.5", "4", "1234.567", "3600", "0.001",
        ])),
        bandwidth: Number::of(draw.one_of(&["0", "5", "10", "3.7", "7", "16"])),
    }
}

#[test]
fn placements_are_exact() {
    examine("placement", |draw: &mut Draw| {
        let remote = draw.once_in(4).then(|| Remote {
            latency: Number::of(draw.one_of(&["1", "1.5", "2", "1.3"])),
            always: draw.once_in(2),
        });
        // A core for each possible thread.
        let is_roomy = draw.once_in(3);
        let max_min = is_roomy && draw.once_in(2);
        let kind = Kind {
            count: draw.between(1, 3) as usize,
            cores: if is_roomy { 90 } else { draw.between(1, 6) },
            bandwidth: Number::of(draw.one_of(&["20", "7", "40", "13", "10"])),
            among_all: draw.once_in(4),
            max_min,
            remote,
        };
        let count = draw.between(2, 9) as usize;
        let task = |number: usize, draw: &mut Draw| {
            let parents = draw.between(0, 2).min(number as u64);
            let mut after: Vec<_> = (0..parents)
                .map(|_| draw.between(0, number as u64 - 1) as usize)
                .collect();
            after.sort();
            after.dedup();
            let groups = draw.between(1, 2);
            let threads = (0..groups)
                .map(|_| threads(draw, !is_roomy || max_min))
                .collect();
            Task { after, threads }
        };
        let tasks = (0..count).map(|number| task(number, draw)).collect();
        Workflow { kind, tasks }
    });
}
