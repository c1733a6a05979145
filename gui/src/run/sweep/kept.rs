//! Where what comes out of samples is kept: in a folder, or in memory.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::plan::{Plan, Sample};
use crate::base::problem::Problem;
use crate::metrics::Values;

/// Keeps what comes out of the samples of one plan.
pub trait Kept: Sync {
    /// Whether `sample` is there.
    fn has(&self, plan: &Plan, sample: Sample) -> bool;

    /// What came out of `sample`, under each policy, if it is there.
    fn read(&self, plan: &Plan, sample: Sample) -> Option<Vec<Values>>;

    /// Keeps what came out of `sample`.
    ///
    /// # Errors
    /// It cannot be written.
    fn write(&self, plan: &Plan, sample: Sample, values: &[Values]) -> Result<(), Problem>;

    /// Removes `sample`, if it is there.
    fn remove(&self, plan: &Plan, sample: Sample);
}

/// As long as the program runs.
#[derive(Debug, Default)]
pub struct Memory {
    samples: Mutex<HashMap<Sample, Vec<Values>>>,
}

impl Memory {
    fn samples(&self) -> MutexGuard<'_, HashMap<Sample, Vec<Values>>> {
        self.samples.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many samples there are.
    pub fn count(&self) -> usize {
        self.samples().len()
    }
}

impl Kept for Memory {
    fn has(&self, _: &Plan, sample: Sample) -> bool {
        self.samples().contains_key(&sample)
    }

    fn read(&self, _: &Plan, sample: Sample) -> Option<Vec<Values>> {
        self.samples().get(&sample).cloned()
    }

    fn write(&self, _: &Plan, sample: Sample, values: &[Values]) -> Result<(), Problem> {
        self.samples().insert(sample, values.to_vec());
        Ok(())
    }

    fn remove(&self, _: &Plan, sample: Sample) {
        self.samples().remove(&sample);
    }
}
