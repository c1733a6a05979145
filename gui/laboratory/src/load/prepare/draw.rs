//! Workloads drawn from models.

use cosched_core::random::Random;
use cosched_core::workload::jann;
use cosched_core::workload::lublin::{self, Draws, ParameterSet};
use cosched_core::{Duration, JobSpec, Memory, Time};

use super::{Draft, DraftJob};
use crate::base::long_time::LongTime;
use crate::base::problem::Problem;
use crate::record::{JobAttributes, JobLabel};
use crate::scenario::slicing::MemorySource;
use crate::scenario::{Estimates, JannWorkload, LublinSet, LublinWorkload, Scenario};

/// Job with its submission by the first clock and its label.
pub(crate) type DrawnJob = (LongTime, JobSpec, JobLabel);

/// Stream of users' estimates among those of a seed.
const ESTIMATES: u64 = 100;
/// Stream of jobs' memory.
const MEMORY: u64 = 101;

/// A quarter of the clock's range, 146 years: beyond it, a generator counts time anew.
pub(in crate::load) const QUARTER: Time = Time(1 << 62);

/// Draws jobs of the Lublin-Feitelson model.
pub(in crate::load) fn lublin(
    model: &LublinWorkload,
    seed: u64,
    nodes: Option<u32>,
) -> Result<impl Iterator<Item = DrawnJob> + use<>, Problem> {
    let nodes = known_nodes(nodes, "the Lublin model")?;
    let set = match model.set {
        LublinSet::Typeless => ParameterSet::Typeless,
        LublinSet::Typed => ParameterSet::Typed,
    };
    let draws = if model.bit_exact {
        Draws::BitExact
    } else {
        Draws::Free
    };
    let jobs = lublin::Generator::new(set, nodes, seed, draws).take(model.jobs as usize);
    let jobs = jobs.map(move |job| {
        let queue = (set == ParameterSet::Typed).then_some(u32::from(job.is_batch));
        (LongTime::from_seconds(job.submit), job.spec(), queue)
    });
    Ok(labelled(jobs, model.estimates, seed))
}

/// Draws jobs of the re-fitted model of Jann and others.
pub(in crate::load) fn jann(
    model: &JannWorkload,
    seed: u64,
    nodes: Option<u32>,
) -> Result<impl Iterator<Item = DrawnJob> + use<>, Problem> {
    let nodes = known_nodes(nodes, JannWorkload::NAME)?;
    let mut generator = jann::Generator::new(nodes, seed, model.sizes);
    let mut from = LongTime::ZERO;
    let jobs = std::iter::from_fn(move || {
        let job = generator.next()?;
        let at = from.after(job.submit);
        if job.submit > QUARTER {
            generator.count_from(job.submit);
            from = at;
        }
        Some((at, job, None))
    });
    let jobs = jobs.take(model.jobs as usize);
    Ok(labelled(jobs, model.estimates, seed))
}

/// Size of the machine, which `model` needs.
fn known_nodes(nodes: Option<u32>, model: &str) -> Result<u32, Problem> {
    nodes.ok_or_else(|| {
        Problem::input(format!(
            "{model} needs the machine's size: `machine: Cluster(nodes: …)`"
        ))
    })
}

/// Numbers jobs from 1, and adds queues and users' estimates.
fn labelled(
    jobs: impl Iterator<Item = (LongTime, JobSpec, Option<u32>)>,
    estimates: Estimates,
    seed: u64,
) -> impl Iterator<Item = DrawnJob> {
    let mut random = Random::new(seed, ESTIMATES);
    jobs.enumerate().map(move |(index, (at, spec, queue))| {
        let estimate = estimate(estimates, spec.runtime, &mut random);
        let label = JobLabel::new(
            index as u64 + 1,
            &JobAttributes {
                queue,
                ..JobAttributes::default()
            },
        );
        (at, spec.with_estimate(estimate), label)
    })
}

/// Sets memory of jobs from a model, unless the log has it.
pub(in crate::load) fn memory(
    draft: &mut Draft,
    scenario: &Scenario,
    source: MemorySource,
    node: Option<Memory>,
) -> Result<(), Problem> {
    let Some(node) = node else {
        return Err(Problem::input(
            "jobs are to have memory, but the node's is not known: `machine: Cluster(memory: …)` in MiB",
        ));
    };
    let mut random = Random::new(scenario.seed, MEMORY);
    let bounds = scenario.parameters.slicing.bounds();
    for DraftJob {
        spec: job, label, ..
    } in &mut draft.jobs
    {
        let class = label
            .terms()
            .class
            .unwrap_or_else(|| bounds.class_of(job.estimate));
        job.memory = match (source, source.model()) {
            (_, Some(model)) => model.draw(class, node, &mut random),
            (MemorySource::Uniform, _) => tenths(node, 1 + random.below(10)),
            _ => job.memory,
        };
    }
    Ok(())
}

fn tenths(node: Memory, tenths: u64) -> Memory {
    Memory((u64::from(node.0) * tenths / 10) as u32)
}

/// Estimate of a user, in whole seconds and never below the runtime.
fn estimate(how: Estimates, runtime: Duration, random: &mut Random) -> Duration {
    let factor = match how {
        Estimates::Exact => return runtime,
        Estimates::Times(factor) => factor,
        Estimates::UpTo(factor) => 1.0 + random.uniform() * (factor - 1.0),
    };
    Duration::from_seconds((runtime.seconds() * factor).ceil() as u64)
}
