//! Where the quantiles of predictions lie, learned beside the service from what each pool has seen.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::base::system::threads;
use laboratory::run::predict::calibrate::learn;
use laboratory::run::predict::recalibrate::Recalibration;

use crate::effort::Effort;
use crate::situation::PoolRun;

/// Time for which learned quantiles are used, in seconds of the cluster; and for which it is taken that
/// there is too little to learn from.
const LEARNED_FOR: [f64; 2] = [3600.0, 600.0];

type Learned = Result<Recalibration, Problem>;

/// Quantiles by the names of pools. To learn them takes some dozens of times as long as to predict:
/// a long queue is predicted without, or with those of an hour ago, until they are there; and it is learned
/// between predictions alone.
#[derive(Debug, Default)]
pub(crate) struct Learning {
    learned: HashMap<String, (f64, Recalibration)>,
    running: HashMap<String, (f64, Receiver<Learned>)>,
    /// Pools of which it is to be learned next.
    next: Vec<Arc<PoolRun>>,
    /// That of all that is being learned.
    progress: Progress,
}

impl Learning {
    /// The quantiles of `pool`, to be learned anew behind this if that was long ago; `None` if none have
    /// been learned yet.
    ///
    /// # Errors
    /// Errors of [`learn`].
    pub(crate) fn quantiles(
        &mut self,
        pool: &Arc<PoolRun>,
        effort: Effort,
    ) -> Result<Option<Recalibration>, Problem> {
        self.take(&pool.name)?;
        let now = pool.now();
        let known = self.learned.get(&pool.name);
        let is_fresh = known.is_some_and(|(at, learned)| {
            let is_empty = learned.predictions() == 0;
            (0.0..LEARNED_FOR[usize::from(is_empty)]).contains(&(now - at))
        });
        let known = known.map(|(_, learned)| learned.clone());
        if is_fresh || self.running.contains_key(&pool.name) {
            return Ok(known);
        }
        // The jobs running now are too few to learn from.
        let has_past = |pool: &PoolRun| {
            let mut outcomes = pool.run.outcomes.iter();
            outcomes.any(|outcome| outcome.completed <= pool.at)
        };
        if effort.instants == 0 || !has_past(pool) {
            let nothing = Recalibration::default();
            self.learned
                .insert(pool.name.clone(), (now, nothing.clone()));
            return Ok(Some(nothing));
        }
        self.next.push(Arc::clone(pool));
        Ok(known)
    }

    /// Pauses what is being learned.
    pub(crate) fn pause(&self) {
        self.progress.pause();
    }

    /// Goes on with what is being learned, and begins what is to be learned next.
    ///
    /// # Errors
    /// The system has no more threads.
    pub(crate) fn go_on(&mut self, effort: Effort) -> Result<(), Problem> {
        self.progress.resume();
        for pool in std::mem::take(&mut self.next) {
            self.start(&pool, effort)?;
        }
        Ok(())
    }

    fn start(&mut self, pool: &Arc<PoolRun>, effort: Effort) -> Result<(), Problem> {
        let (sender, receiver) = channel();
        let own = Arc::clone(pool);
        let progress = self.progress.part();
        let work = move || {
            let (instants, settings) = (effort.instants, effort.settings);
            // The answer is no longer waited for if the service has ended.
            let _ = sender.send(learn(&own.run, own.at, instants, settings, &progress));
        };
        threads::start(work)
            .map_err(|error| Problem::output(format!("no thread to learn on: {error}")))?;
        let running = (pool.now(), receiver);
        self.running.insert(pool.name.clone(), running);
        Ok(())
    }

    /// Takes what has been learned of the pool of that name, if it is there.
    fn take(&mut self, name: &str) -> Result<(), Problem> {
        let Some((at, receiver)) = self.running.get(name) else {
            return Ok(());
        };
        let (at, found) = (*at, receiver.try_recv());
        match found {
            Err(TryRecvError::Empty) => Ok(()),
            Err(TryRecvError::Disconnected) => {
                self.running.remove(name);
                Err(Problem::output("what was being learned was lost"))
            }
            Ok(learned) => {
                self.running.remove(name);
                self.learned.insert(name.to_owned(), (at, learned?));
                Ok(())
            }
        }
    }

    /// Waits for what is being learned; whether anything was.
    ///
    /// # Errors
    /// Errors of [`learn`].
    pub(crate) fn wait(&mut self) -> Result<bool, Problem> {
        let running = std::mem::take(&mut self.running);
        let was_learning = !running.is_empty();
        for (name, (at, receiver)) in running {
            let lost = |_| Problem::output("what was being learned was lost");
            let learned = receiver.recv().map_err(lost)??;
            self.learned.insert(name, (at, learned));
        }
        Ok(was_learning)
    }
}
