//! Dominant mapping: the most frequent one when the stochastic engine is run with several seeds.

use std::sync::Arc;

use super::{Choice, simulate};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Experiment;
use crate::scenario::{Parameters, PolicyName};

/// Largest number of seeds if no mapping occurs twice.
const MOST_SEEDS: u64 = 9;

/// Mapping found under several seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct Dominant {
    /// Server of each job.
    pub mapping: Vec<u32>,
    /// Number of seeds that led to it.
    pub count: usize,
    /// Number of seeds tried.
    pub seeds: u64,
    /// Mean makespan over the seeds when the mapping is fixed, in seconds.
    pub makespan: f64,
}

/// Runs `choice` under the seeds 1 to `seeds`, and up to 9 as long as no mapping occurs twice;
/// takes the most frequent mapping, of equals the one with the least mean makespan, then the first
/// in order; then fixes it and runs every seed again. `None` if cancelled.
///
/// # Errors
/// A run failed.
pub fn dominant(
    experiment: &Experiment,
    choice: &Choice,
    seeds: u64,
    progress: &Progress,
) -> Result<Option<Dominant>, Problem> {
    let mut found: Vec<(Vec<u32>, f64)> = Vec::new();
    for seed in 1..=MOST_SEEDS {
        let Some(run) = run(experiment, choice, seed, progress)? else {
            return Ok(None);
        };
        found.push(run);
        let twice = found.iter().any(|one| count(&found, &one.0) > 1);
        if seed >= seeds && twice {
            break;
        }
    }
    let best = found.iter().min_by(|a, b| {
        let often = count(&found, &b.0).cmp(&count(&found, &a.0));
        let mean = mean(&found, &a.0).total_cmp(&mean(&found, &b.0));
        often.then(mean).then_with(|| a.0.cmp(&b.0))
    });
    let Some((mapping, _)) = best.cloned() else {
        return Ok(None);
    };
    let (count, seeds) = (count(&found, &mapping), found.len() as u64);
    let makespan = fixed(experiment, &mapping, seeds, progress)?;
    Ok(makespan.map(|makespan| Dominant {
        mapping,
        count,
        seeds,
        makespan,
    }))
}

fn count(found: &[(Vec<u32>, f64)], mapping: &[u32]) -> usize {
    found.iter().filter(|other| other.0 == mapping).count()
}

fn mean(found: &[(Vec<u32>, f64)], mapping: &[u32]) -> f64 {
    let same = found.iter().filter(|other| other.0 == mapping);
    same.map(|other| other.1).sum::<f64>() / count(found, mapping).max(1) as f64
}

/// Mean makespan of `mapping` under the first `seeds` seeds.
fn fixed(
    experiment: &Experiment,
    mapping: &[u32],
    seeds: u64,
    progress: &Progress,
) -> Result<Option<f64>, Problem> {
    let mut parameters = Parameters::default();
    parameters.placing.mapping = mapping.to_vec();
    let choice = Choice::plain(PolicyName::Mapping, &parameters);
    let mut sum = 0.0;
    for seed in 1..=seeds {
        let Some((_, makespan)) = run(experiment, &choice, seed, progress)? else {
            return Ok(None);
        };
        sum += makespan;
    }
    Ok(Some(sum / seeds as f64))
}

/// Mapping and makespan under one seed; `None` if cancelled.
fn run(
    experiment: &Experiment,
    choice: &Choice,
    seed: u64,
    progress: &Progress,
) -> Result<Option<(Vec<u32>, f64)>, Problem> {
    let experiment = Arc::new(experiment.with_seed(seed));
    let run = simulate(&experiment, choice, false, progress)?;
    Ok(run.and_then(|run| {
        let placements = run.placements()?;
        let mapping = placements.server_of.iter();
        let mapping = mapping.map(|server| server.unwrap_or(u32::MAX));
        Some((mapping.collect(), run.metrics.makespan().seconds()))
    }))
}
