//! Storage of the results of samples: in a folder, or in memory.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::plan::{Plan, Sample};
use crate::base::problem::Problem;
use crate::metrics::Values;

/// Storage of the results of one plan's samples.
pub trait Kept: Sync {
    /// Whether the result of `sample` is stored.
    fn has(&self, plan: &Plan, sample: Sample) -> bool;

    /// Returns the result of `sample` under each policy, if it is stored.
    fn read(&self, plan: &Plan, sample: Sample) -> Option<Vec<Values>>;

    /// Stores the result of `sample`.
    ///
    /// # Errors
    /// It cannot be written.
    fn write(&self, plan: &Plan, sample: Sample, values: &[Values]) -> Result<(), Problem>;

    /// Removes the result of `sample`, if it is stored.
    fn remove(&self, plan: &Plan, sample: Sample);
}

/// Storage in memory, for as long as the program runs.
#[derive(Debug, Default)]
pub struct Memory {
    samples: Mutex<HashMap<Sample, Vec<Values>>>,
}

impl Memory {
    fn samples(&self) -> MutexGuard<'_, HashMap<Sample, Vec<Values>>> {
        self.samples.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of samples stored.
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
