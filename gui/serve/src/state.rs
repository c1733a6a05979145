//! What the service knows: the last queue with its predictions, how old that is, and what went wrong
//! since.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::effort::Effort;
use crate::oracle::Answer;
use crate::record::{Accuracy, JudgedRecord};
use crate::situation::Situation;

/// A queue with its predictions.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) situation: Situation,
    pub(crate) answers: Vec<Answer>,
    /// Index of each job's answer.
    pub(crate) by_name: HashMap<String, usize>,
    pub(crate) taken: Instant,
    /// Time that reading and predicting took.
    pub(crate) took: Duration,
    /// What was simulated of jobs that ask for something else, as JSON.
    pub(crate) alternatives: Mutex<HashMap<usize, Arc<str>>>,
}

impl Snapshot {
    pub(crate) fn new(situation: Situation, answers: Vec<Answer>, took: Duration) -> Self {
        let names = answers.iter().enumerate();
        Self {
            by_name: names
                .map(|(index, answer)| (answer.job.clone(), index))
                .collect(),
            situation,
            answers,
            taken: Instant::now(),
            took,
            alternatives: Mutex::default(),
        }
    }
}

/// Answers given, by the hundreds of their status, and looks that failed.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) answers: [AtomicU64; 4],
    pub(crate) looks: AtomicU64,
    pub(crate) failed_looks: AtomicU64,
}

impl Counters {
    /// Counts an answer with that status.
    pub(crate) fn count(&self, status: u16) {
        let hundreds = usize::from(status / 100).saturating_sub(2);
        if let Some(counter) = self.answers.get(hundreds) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// All of it.
#[derive(Debug)]
pub(crate) struct State {
    snapshot: RwLock<Option<Arc<Snapshot>>>,
    problem: RwLock<Option<String>>,
    accuracy: RwLock<Option<Accuracy>>,
    pub(crate) counters: Counters,
    pub(crate) effort: Effort,
    pub(crate) is_still: bool,
    /// Time between two looks.
    pub(crate) interval: Duration,
    /// What it has predicted of jobs that have started, if that is kept.
    pub(crate) judged: Option<JudgedRecord>,
    /// Number of the last look.
    pub(crate) changed: watch::Sender<u64>,
}

impl State {
    pub(crate) fn new(
        effort: Effort,
        is_still: bool,
        interval: Duration,
        judged: Option<JudgedRecord>,
    ) -> Self {
        Self {
            snapshot: RwLock::default(),
            problem: RwLock::default(),
            accuracy: RwLock::default(),
            counters: Counters::default(),
            effort,
            is_still,
            interval,
            judged,
            changed: watch::Sender::new(0),
        }
    }

    /// The last queue, if one has been read.
    pub(crate) fn snapshot(&self) -> Option<Arc<Snapshot>> {
        let snapshot = self.snapshot.read();
        snapshot.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What went wrong since the last queue was read, if anything.
    pub(crate) fn problem(&self) -> Option<String> {
        let problem = self.problem.read();
        problem.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How often predictions held, if there is a record.
    pub(crate) fn accuracy(&self) -> Option<Accuracy> {
        let accuracy = self.accuracy.read();
        accuracy.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows a new queue.
    pub(crate) fn show(&self, snapshot: Snapshot, accuracy: Option<Accuracy>) {
        *self
            .snapshot
            .write()
            .unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(snapshot));
        *self.problem.write().unwrap_or_else(PoisonError::into_inner) = None;
        *self
            .accuracy
            .write()
            .unwrap_or_else(PoisonError::into_inner) = accuracy;
        self.counters.looks.fetch_add(1, Ordering::Relaxed);
        self.changed.send_modify(|number| *number += 1);
    }

    /// Says that a look failed; the last queue stays.
    pub(crate) fn fail(&self, sentence: String) {
        *self.problem.write().unwrap_or_else(PoisonError::into_inner) = Some(sentence);
        self.counters.failed_looks.fetch_add(1, Ordering::Relaxed);
        self.changed.send_modify(|number| *number += 1);
    }

    /// Age of the last queue in seconds; `None` if there is none, or if it stands still.
    pub(crate) fn age(&self) -> Option<f64> {
        let snapshot = self.snapshot().filter(|_| !self.is_still)?;
        Some(snapshot.taken.elapsed().as_secs_f64())
    }
}
