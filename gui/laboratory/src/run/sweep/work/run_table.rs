//! The runs of a sweep that several samples share: which of them are being simulated, and where the
//! results of the others are.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::super::ResultStorage;
use super::super::plan::{Plan, Sample};
use super::equal_runs::{EqualRuns, RunOfPoint};
use crate::metrics::Values;

/// A group of equal runs with the index of a seed.
type Key = (u32, u32);

/// State of a run that several samples share.
#[derive(Debug)]
enum RunState {
    /// A thread is simulating it.
    Running,
    /// It is known here, and not stored yet.
    Known(Values),
    /// It is stored as a run of this point.
    Stored(RunOfPoint),
}

/// The shared runs.
pub(super) struct RunTable<'p> {
    plan: &'p Plan,
    kept: &'p dyn ResultStorage,
    pub(super) equal: EqualRuns,
    states: Mutex<HashMap<Key, RunState>>,
    /// Notified when a run is no longer being simulated.
    ended: Condvar,
    simulated: AtomicU64,
    shared: AtomicU64,
}

/// Answer to a thread that needs a run.
pub(super) enum FoundRun<'t, 'p> {
    /// Its values, under the label of another run.
    Values(Values),
    /// It is to be simulated by this thread.
    Missing(Claim<'t, 'p>),
    /// Another thread is simulating it.
    Running,
}

/// The task to simulate a run; others may take it on if it is dropped.
pub(super) struct Claim<'t, 'p> {
    table: &'t RunTable<'p>,
    /// `None` if no other sample has that run.
    key: Option<Key>,
}

impl<'p> RunTable<'p> {
    pub(super) fn new(plan: &'p Plan, kept: &'p dyn ResultStorage) -> Self {
        Self {
            plan,
            kept,
            equal: EqualRuns::of(plan),
            states: Mutex::default(),
            ended: Condvar::new(),
            simulated: AtomicU64::new(0),
            shared: AtomicU64::new(0),
        }
    }

    fn states(&self) -> MutexGuard<'_, HashMap<Key, RunState>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks for the run of the policy with index `policy` in `sample`.
    pub(super) fn find(&self, sample: Sample, policy: usize) -> FoundRun<'_, 'p> {
        let group = self.equal.groups(sample.point)[policy];
        if !self.equal.is_shared(group) {
            return FoundRun::Missing(Claim {
                table: self,
                key: None,
            });
        }
        let key = (group, sample.seed as u32);
        let mut states = self.states();
        let stored = match states.get(&key) {
            Some(RunState::Running) => return FoundRun::Running,
            Some(RunState::Known(values)) => return self.share(values.clone()),
            Some(RunState::Stored(run)) => {
                self.read(*run, sample.seed).map(|values| (*run, values))
            }
            // Of an earlier time, or by another program.
            None => self.search(group, sample.seed),
        };
        match stored {
            Some((run, values)) => {
                states.insert(key, RunState::Stored(run));
                self.share(values)
            }
            None => {
                states.insert(key, RunState::Running);
                FoundRun::Missing(Claim {
                    table: self,
                    key: Some(key),
                })
            }
        }
    }

    fn share(&self, values: Values) -> FoundRun<'_, 'p> {
        self.shared.fetch_add(1, Ordering::Relaxed);
        FoundRun::Values(values)
    }

    /// The first stored one of equal runs, with its values.
    fn search(&self, group: u32, seed: usize) -> Option<(RunOfPoint, Values)> {
        let members = self.equal.members(group).iter();
        members
            .filter(|run| {
                let point = run.point as usize;
                self.kept.has(self.plan, Sample { point, seed })
            })
            .find_map(|run| Some((*run, self.read(*run, seed)?)))
    }

    fn read(&self, run: RunOfPoint, seed: usize) -> Option<Values> {
        let point = run.point as usize;
        let mut found = self.kept.read(self.plan, Sample { point, seed })?;
        let policy = run.policy as usize;
        (policy < found.len()).then(|| found.swap_remove(policy))
    }

    /// The names of the runs of `sample` that others may have and whose results are not known here.
    pub(super) fn names_of_unknown(&self, sample: Sample) -> Vec<String> {
        let states = self.states();
        let groups = self.equal.groups(sample.point).iter();
        let unknown = groups.filter(|&&group| {
            let state = states.get(&(group, sample.seed as u32));
            self.equal.is_shared(group) && !matches!(state, Some(RunState::Stored(_)))
        });
        let seed = self.plan.seeds[sample.seed];
        unknown.map(|&group| self.equal.name(group, seed)).collect()
    }

    /// Notes that the results of `sample` are no longer needed in memory: they are stored, or will
    /// not be.
    pub(super) fn stored(&self, sample: Sample) {
        let mut states = self.states();
        for (group, policy) in self.equal.groups(sample.point).iter().zip(0..) {
            let key = (*group, sample.seed as u32);
            let point = sample.point as u32;
            if let Some(state) = states.get_mut(&key)
                && matches!(state, RunState::Known(_))
            {
                *state = RunState::Stored(RunOfPoint { point, policy });
            }
        }
    }

    /// Waits until a run has ended, if any of these of `sample` is being simulated.
    pub(super) fn wait(&self, sample: Sample, policies: &[usize]) {
        let groups = self.equal.groups(sample.point);
        let are_running = |states: &mut HashMap<Key, RunState>| {
            policies.iter().all(|policy| {
                let key = (groups[*policy], sample.seed as u32);
                matches!(states.get(&key), Some(RunState::Running))
            })
        };
        let states = self.states();
        drop(self.ended.wait_while(states, are_running));
    }

    /// Returns the numbers of runs that were simulated and that were shared.
    pub(super) fn counts(&self) -> (u64, u64) {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        (count(&self.simulated), count(&self.shared))
    }
}

impl Claim<'_, '_> {
    /// Notes the result.
    pub(super) fn finish(mut self, values: &Values) {
        self.table.simulated.fetch_add(1, Ordering::Relaxed);
        if let Some(key) = self.key.take() {
            let known = RunState::Known(values.clone());
            self.table.states().insert(key, known);
            self.table.ended.notify_all();
        }
    }
}

impl Drop for Claim<'_, '_> {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.table.states().remove(&key);
            self.table.ended.notify_all();
        }
    }
}
