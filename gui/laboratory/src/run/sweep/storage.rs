//! Storage of the results of samples: in a folder, or in memory.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::plan::{Plan, Sample};
use crate::base::problem::Problem;
use crate::base::ron_text::{read_ron, write_ron};
use crate::metrics::{Values, all};

/// Storage of the results of one plan's samples.
pub trait ResultStorage: Sync {
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

    /// Claims `names`, all or none, of samples and runs; returns whether this program has them now.
    /// Other programs that use the storage cannot have any of them until they are released, or this
    /// program ends, in whatever way. Threads of one program may all have the same.
    fn claim(&self, names: &[String]) -> bool {
        let _ = names;
        true
    }

    /// Releases `names`, which were claimed together.
    fn release(&self, names: &[String]) {
        let _ = names;
    }
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

    /// Outcomes of the samples of `plan`, in their order, to be written down.
    pub fn outcomes(&self, plan: &Plan) -> Vec<Outcome> {
        let samples = self.samples();
        let known = plan.samples().filter_map(|sample| {
            let values = samples.get(&sample)?.clone();
            Some(Outcome::new(plan, sample, values))
        });
        known.collect()
    }

    /// The same, which is forgotten here.
    pub fn take_outcomes(&self, plan: &Plan) -> Vec<Outcome> {
        let samples = std::mem::take(&mut *self.samples()).into_iter();
        samples
            .map(|(sample, values)| Outcome::new(plan, sample, values))
            .collect()
    }

    /// What `outcomes` says of the samples of `plan`: nothing of those that came from another
    /// scenario, another file or another program.
    pub fn of(plan: &Plan, outcomes: Vec<Outcome>) -> Self {
        let outcomes = outcomes.into_iter();
        let mut known: HashMap<String, Vec<Values>> = outcomes
            .map(|outcome| (outcome.hash, outcome.values))
            .collect();
        let samples = plan.samples().filter_map(|sample| {
            let values = known.remove(plan.sample_hash(sample).text())?;
            let labels = values.iter().map(|row| row.label.as_str());
            let is_whole = labels.eq(plan.policies(sample.point))
                && values.iter().all(|row| row.values.len() == all().len());
            is_whole.then_some((sample, values))
        });
        Self {
            samples: Mutex::new(samples.collect()),
        }
    }
}

/// What came out of a sample, with the hash over all that it came from, by which it is found
/// again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    hash: String,
    /// Under each policy.
    values: Vec<Values>,
}

impl Outcome {
    fn new(plan: &Plan, sample: Sample, values: Vec<Values>) -> Self {
        Self {
            hash: plan.sample_hash(sample).text().to_owned(),
            values,
        }
    }

    /// `outcomes` as text, by which they go from one program to another.
    pub fn to_text(outcomes: &Vec<Self>) -> String {
        write_ron(outcomes)
    }

    /// The outcomes that a text of [`Outcome::to_text`] has.
    ///
    /// # Errors
    /// It is none.
    pub fn from_text(text: &str) -> Result<Vec<Self>, Problem> {
        read_ron(text)
    }
}

impl ResultStorage for Memory {
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
