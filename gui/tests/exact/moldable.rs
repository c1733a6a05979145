//! Moldable jobs on two tiers: what the product says against exact fractions.

use std::collections::BTreeMap;

use cosched::record::Run;

use crate::draw::Draw;
use crate::examine::{Case, examine};
use crate::jobs::{self, Jobs, differing};
use crate::molding::{Policy, simulate};
use crate::product;
use crate::rational::{Exact, difference};
use crate::tiers::Tiers;

const POLICIES: &str = "[Easy],
variants: [
    (policy: Kceasy, label: \"KCEASY\"),
    (policy: Parallel, label: \"parallel\"),
    (policy: Fair, label: \"fair-shared\"),
    (policy: Fair, label: \"fair-weighted\", parameters: (molding: (fair: Weighted))),
    (policy: Adasa, label: \"ADaSA literal\", parameters: (molding: (expand_idle: false))),
    (policy: Adasa, label: \"ADaSA\", parameters: (molding: (expand_idle: true))),
]";

/// In the sequence of the variants.
const ALL: [(&str, Policy); 6] = [
    ("KCEASY", Policy::Kceasy),
    ("parallel", Policy::Parallel),
    ("fair-shared", Policy::Fair),
    ("fair-weighted", Policy::FairWeighted),
    ("ADaSA literal", Policy::Adasa { expand: false }),
    ("ADaSA", Policy::Adasa { expand: true }),
];

/// A job that got processors: when, how many, whether in the background, whether in place.
type Step<T> = (T, usize, bool, bool);

/// The steps of each job; of several at one instant the last, as expanding is no step of its own.
fn steps<T: PartialEq>(
    all: impl Iterator<Item = (usize, Step<T>)>,
) -> BTreeMap<usize, Vec<Step<T>>> {
    let mut steps = BTreeMap::<_, Vec<Step<T>>>::new();
    for (job, step) in all {
        let steps = steps.entry(job).or_default();
        if steps.last().is_some_and(|last| last.0 == step.0) {
            steps.pop();
        }
        steps.push(step);
    }
    steps
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
    let record = run.molds.as_ref().unwrap();
    if record.kills != tiers.kills {
        all.push(format!(
            "{name}: {} kills, the product says {}",
            tiers.kills, record.kills
        ));
    }
    let exact = tiers.moves.iter().map(|step| {
        let processors = step.processors.len();
        (
            step.job,
            (step.at.clone(), processors, step.background, step.promoted),
        )
    });
    let found = record.moves.iter().map(|step| {
        let processors = step.nodes as usize;
        (
            step.job as usize,
            (step.at.0, processors, step.background, step.promoted),
        )
    });
    let (exact, found) = (steps(exact), steps(found));
    for (job, exact) in exact {
        let found = found.get(&job).map_or(&[][..], Vec::as_slice);
        let number = job + 1;
        if exact.len() != found.len() {
            all.push(format!(
                "{name}: job {number} moves {exact:?}, the product says {found:?}"
            ));
            continue;
        }
        for (exact, found) in exact.iter().zip(found) {
            let what = format!("{name}: job {number} moves");
            all.extend(difference(&what, &exact.0, found.0));
            let rest = |step: (usize, bool, bool)| {
                format!(
                    "{} processors, background {}, in place {}",
                    step.0, step.1, step.2
                )
            };
            let (exact, found) = (
                rest((exact.1, exact.2, exact.3)),
                rest((found.1, found.2, found.3)),
            );
            if exact != found {
                all.push(format!("{what} to {exact}, the product says {found}"));
            }
        }
    }
    all
}

#[derive(Clone)]
struct Molded(Jobs);

impl Case for Molded {
    fn text(&self) -> String {
        self.0.text(POLICIES)
    }

    fn differences(&self) -> Vec<String> {
        let runs = match product::runs(&self.text(), false) {
            Ok(runs) => runs,
            Err(refused) => return vec![refused],
        };
        let mut all = Vec::new();
        for (name, policy) in ALL {
            let run = runs.iter().find(|run| run.label == name).unwrap();
            let tiers = simulate(self.0.nodes as usize, &self.0.jobs, policy);
            all.extend(compare(name, &tiers, run));
        }
        all
    }

    fn smaller(&self) -> Vec<Self> {
        self.0.smaller().into_iter().map(Self).collect()
    }
}

#[test]
fn sizes_and_tiers_are_exact() {
    examine("moldable", |draw: &mut Draw| Molded(jobs::draw(draw, true)));
}
