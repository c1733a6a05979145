//! Moldable jobs on two tiers against exact fractions.

pub(crate) mod molding;
mod tiers;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cosched::record::Run;

use crate::draw::Draw;
use crate::examine::{ExactCase, examine};
use crate::jobs::{self, Job, Jobs, differing};
use crate::moldable::molding::{Policy, simulate};
use crate::moldable::tiers::Tiers;
use crate::product;
use crate::rational::{Exact, Number, difference, whole};

/// The text of all variants, under which virtual machines take `loss` of the processors.
fn policies(loss: &Number) -> String {
    let mut text = "[Easy],\nvariants: [\n".to_owned();
    for (label, policy) in ALL {
        let (name, more) = match policy {
            Policy::Kceasy => ("Kceasy", String::new()),
            Policy::Parallel => ("Parallel", String::new()),
            Policy::Fair => ("Fair", String::new()),
            Policy::FairWeighted => ("Fair", ", fair: Weighted".to_owned()),
            Policy::Adasa { expand } => ("Adasa", format!(", expand_idle: {expand}")),
        };
        let molding = format!("(loss: {}{more})", loss.text);
        writeln!(
            text,
            "    (policy: {name}, label: \"{label}\", parameters: (molding: {molding})),"
        )
        .unwrap();
    }
    text + "]"
}

/// In the sequence of the variants.
const ALL: [(&str, Policy); 6] = [
    ("KCEASY", Policy::Kceasy),
    ("parallel", Policy::Parallel),
    ("fair-shared", Policy::Fair),
    ("fair-weighted", Policy::FairWeighted),
    ("ADaSA literal", Policy::Adasa { expand: false }),
    ("ADaSA", Policy::Adasa { expand: true }),
];

/// A job that got processors, or was promoted to the foreground of those it had.
#[derive(PartialEq, Debug)]
struct Step<T> {
    at: T,
    processors: Vec<usize>,
    background: bool,
    promoted: bool,
}

impl<T> Step<T> {
    fn words(&self) -> String {
        let tier = if self.background {
            "background"
        } else {
            "foreground"
        };
        let how = if self.promoted { " in place" } else { "" };
        format!("to {:?} in the {tier}{how}", self.processors)
    }
}

/// The steps of each job; of several at one instant the last, as expanding is no step of its own.
fn steps<T: PartialEq>(
    all: impl Iterator<Item = (usize, Step<T>)>,
) -> BTreeMap<usize, Vec<Step<T>>> {
    let mut steps = BTreeMap::<_, Vec<Step<T>>>::new();
    for (job, step) in all {
        let steps = steps.entry(job).or_default();
        if steps.last().is_some_and(|last| last.at == step.at) {
            steps.pop();
        }
        steps.push(step);
    }
    steps
}

/// The steps of the product, with the processors of the bars that begin then.
fn found(run: &Run) -> BTreeMap<usize, Vec<Step<u64>>> {
    let nodes = run.experiment.nodes;
    let record = run.molds().unwrap();
    let step = |step: &cosched::family::moldable::record::Move| {
        let bars = run.segments.iter().filter(|bar| {
            let is_behind = bar.first_node >= nodes;
            (bar.job, bar.from, is_behind) == (step.job, step.at, step.background)
                && bar.until > bar.from
        });
        let mut processors: Vec<_> = bars
            .flat_map(|bar| {
                (0..bar.nodes).map(move |more| (run.node_of(bar.first_node) + more) as usize)
            })
            .collect();
        processors.sort();
        Step {
            at: step.at.0,
            processors,
            background: step.background,
            promoted: step.promoted,
        }
    };
    steps(record.moves.iter().map(|one| (one.job as usize, step(one))))
}

fn compare(name: &str, tiers: &Tiers<'_>, run: &Run) -> Vec<String> {
    let times = |time: fn(&cosched::record::Outcome) -> u64| -> Vec<_> {
        run.outcomes.iter().map(time).collect()
    };
    let states = tiers.states.iter();
    let (starts, ends): (Vec<_>, Vec<Exact>) = states
        .map(|state| {
            (
                state.started.clone().unwrap(),
                state.completed.clone().unwrap(),
            )
        })
        .unzip();
    let mut all = differing(name, "starts", &starts, &times(|job| job.started.0));
    all.extend(differing(
        name,
        "completes",
        &ends,
        &times(|job| job.completed.0),
    ));
    let record = run.molds().unwrap();
    if record.kills != tiers.kills {
        all.push(format!(
            "{name}: {} kills, the product says {}",
            tiers.kills, record.kills
        ));
    }
    let exact = steps(tiers.moves.iter().map(|step| {
        let of_tiers = Step {
            at: step.at.clone(),
            processors: step.processors.clone(),
            background: step.background,
            promoted: step.promoted,
        };
        (step.job, of_tiers)
    }));
    let found = found(run);
    for (job, exact) in exact {
        let found = found.get(&job).map_or(&[][..], Vec::as_slice);
        let what = format!("{name}: job {} goes", job + 1);
        if exact.len() != found.len() {
            let words = |words: Vec<String>| words.join(", ");
            let exact = words(exact.iter().map(Step::words).collect());
            let found = words(found.iter().map(Step::words).collect());
            all.push(format!("{what} {exact}, the product says {found}"));
            continue;
        }
        for (exact, found) in exact.iter().zip(found) {
            all.extend(difference(&what, &exact.at, found.at));
            let (exact, found) = (exact.words(), found.words());
            if exact != found {
                all.push(format!("{what} {exact}, the product says {found}"));
            }
        }
    }
    all
}

#[derive(Clone)]
struct Molded {
    jobs: Jobs,
    loss: Number,
}

impl Molded {
    /// The jobs with the work that they have on the remaining share of the processors.
    fn lengthened(&self) -> Vec<Job> {
        let left = whole(1) - &self.loss.exact;
        let mut jobs = self.jobs.jobs.clone();
        jobs.iter_mut().for_each(|job| job.work.exact /= &left);
        jobs
    }
}

impl ExactCase for Molded {
    fn text(&self) -> String {
        self.jobs.text(&policies(&self.loss))
    }

    fn differences(&self) -> Vec<String> {
        let runs = match product::runs(&self.text(), true) {
            Ok(runs) => runs,
            Err(refused) => return vec![refused],
        };
        let mut all = Vec::new();
        let jobs = self.lengthened();
        for (name, policy) in ALL {
            let run = runs.iter().find(|run| run.label == name).unwrap();
            let tiers = simulate(self.jobs.nodes as usize, &jobs, policy);
            all.extend(compare(name, &tiers, run));
        }
        all
    }

    fn smaller(&self) -> Vec<Self> {
        let with = |jobs: Jobs, loss: &Number| Self {
            jobs,
            loss: loss.clone(),
        };
        let jobs = self.jobs.smaller().into_iter();
        let mut all: Vec<_> = jobs.map(|jobs| with(jobs, &self.loss)).collect();
        if self.loss.text != "0" {
            all.push(with(self.jobs.clone(), &Number::of("0")));
        }
        all
    }
}

#[test]
fn sizes_and_tiers_are_exact() {
    examine("moldable", |draw: &mut Draw| Molded {
        jobs: jobs::draw(draw, true),
        loss: Number::of(draw.one_of(&["0", "0", "0", "0", "0", "0.05", "0.1"])),
    });
}
