//! Environments that go on side by side, on several threads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Environment, Episodes};
use crate::base::problem::Problem;
use crate::base::system::threads::processors;

/// Environments of the same episodes. One whose episode is over begins the next in the step after:
/// its action is ignored there, and the reward is 0.
pub struct Batch {
    environments: Vec<Environment>,
    episodes: Arc<Episodes>,
    threads: usize,
    // With the process that has its threads: they do not go on in a copy of it.
    pool: Option<(u32, ThreadPool)>,
}

/// Where a batch writes, one environment after the other.
pub struct Rows<'a> {
    /// Observations: rows of the window, of as many numbers as the observation has features.
    pub observations: &'a mut [f32],
    /// Whether each row has a job.
    pub masks: &'a mut [bool],
    /// The reward of each environment.
    pub rewards: &'a mut [f64],
    /// Whether the episode of each is over.
    pub ends: &'a mut [bool],
}

/// Step of an environment, by its index; it gives the reward.
type Work<'a> = dyn Fn(usize, &mut Environment) -> Result<f64, Problem> + Sync + 'a;

impl Batch {
    /// `count` environments, stepped by `threads` threads; as many as there are processors if none is
    /// given.
    ///
    /// # Errors
    /// There are to be no environments or no threads, or the engine refuses the experiment.
    pub fn new(
        episodes: &Arc<Episodes>,
        count: usize,
        threads: Option<usize>,
    ) -> Result<Self, Problem> {
        for (name, number) in [("environments", count), ("threads", threads.unwrap_or(1))] {
            if number == 0 {
                return Err(Problem::input(format!("0 {name}: 1 and more are allowed")));
            }
        }
        let environments = (0..count).map(|_| Environment::new(episodes));
        Ok(Self {
            environments: environments.collect::<Result<_, _>>()?,
            episodes: Arc::clone(episodes),
            threads: threads.unwrap_or_else(processors).min(count),
            pool: None,
        })
    }

    /// Number of environments.
    pub fn count(&self) -> usize {
        self.environments.len()
    }

    /// Subject of the episodes.
    pub fn episodes(&self) -> &Episodes {
        &self.episodes
    }

    /// Begins an episode in each environment for which `is_reset` says so, and draws from its seed
    /// from then on, if it has one.
    ///
    /// # Errors
    /// The engine refuses a part, or the system has no more threads.
    ///
    /// # Panics
    /// There are not as many seeds or rows as environments.
    pub fn reset(
        &mut self,
        seeds: &[Option<u64>],
        is_reset: &[bool],
        first: Option<usize>,
        rows: Rows<'_>,
    ) -> Result<(), Problem> {
        let count = self.count();
        assert_eq!(
            [seeds.len(), is_reset.len()],
            [count; 2],
            "one for each environment"
        );
        self.each(rows, &|index, environment| {
            if is_reset[index] {
                seeds[index]
                    .into_iter()
                    .for_each(|seed| environment.seed(seed));
                environment.reset(first)?;
            }
            Ok(0.0)
        })
    }

    /// Chooses the job in row `actions` of each environment.
    ///
    /// # Errors
    /// There are not as many actions as environments, or one is no row: then none is stepped. The
    /// engine refuses a part, a chosen job waits for ever, or the system has no more threads.
    ///
    /// # Panics
    /// There are not as many rows as environments.
    pub fn step(&mut self, actions: &[i64], rows: Rows<'_>) -> Result<(), Problem> {
        let count = self.count();
        if actions.len() != count {
            return Err(Problem::input(format!(
                "{} actions for {count} environments: one each is wanted",
                actions.len()
            )));
        }
        for &action in actions {
            self.episodes.check_action(action)?;
        }
        self.each(rows, &|index, environment| {
            if environment.is_over() {
                environment.reset(None).map(|()| 0.0)
            } else {
                environment.step(actions[index] as usize)
            }
        })
    }

    /// Does `work` in each environment by its index, which gives its reward, and writes what it has
    /// come to.
    fn each(&mut self, rows: Rows<'_>, work: &Work<'_>) -> Result<(), Problem> {
        let (count, window) = (self.count(), self.episodes.settings.window);
        let width = window * self.episodes.settings.observation.features();
        let lengths = [
            rows.observations.len(),
            rows.masks.len(),
            rows.rewards.len(),
            rows.ends.len(),
        ];
        assert_eq!(
            lengths,
            [count * width, count * window, count, count],
            "rows of the batch"
        );
        let parts = (rows.observations.chunks_exact_mut(width))
            .zip(rows.masks.chunks_exact_mut(window))
            .zip(rows.rewards.iter_mut().zip(rows.ends));
        let environments = self.environments.iter_mut().enumerate();
        let slots: Vec<Slot<'_>> = environments.zip(parts).map(Slot::of).collect();
        let (slots, first) = (Mutex::new(slots.into_iter()), Mutex::new(None));
        // The lock is let go before the work is done.
        let next = || lock(&slots).next();
        let fill_all = || {
            while let Some(slot) = next() {
                if let Some(found) = slot.fill(work) {
                    let mut first = lock(&first);
                    let is_first = |one: &(usize, Problem)| found.0 < one.0;
                    if first.as_ref().is_none_or(is_first) {
                        *first = Some(found);
                    }
                }
            }
        };
        if self.threads == 1 {
            fill_all();
        } else {
            // This thread is one of them.
            pool_of(&mut self.pool, self.threads - 1)?.in_place_scope(|scope| {
                (1..self.threads).for_each(|_| scope.spawn(|_| fill_all()));
                fill_all();
            });
        }
        let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        first.map_or(Ok(()), |(_, problem)| Err(problem))
    }
}

/// Value in `mutex`, also after a panic of another thread, which this one hears of besides.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An environment, and where it writes.
struct Slot<'a> {
    index: usize,
    environment: &'a mut Environment,
    observation: &'a mut [f32],
    mask: &'a mut [bool],
    reward: &'a mut f64,
    is_over: &'a mut bool,
}

/// Where an environment writes: observation and mask, reward and end.
type Parts<'a> = ((&'a mut [f32], &'a mut [bool]), (&'a mut f64, &'a mut bool));

impl<'a> Slot<'a> {
    fn of(((index, environment), parts): ((usize, &'a mut Environment), Parts<'a>)) -> Self {
        let ((observation, mask), (reward, is_over)) = parts;
        Self {
            index,
            environment,
            observation,
            mask,
            reward,
            is_over,
        }
    }

    /// Does `work`, and writes what it has come to; returns the problem with its index if it fails.
    fn fill(self, work: &Work<'_>) -> Option<(usize, Problem)> {
        let done = work(self.index, self.environment);
        self.environment.observe(self.observation, self.mask);
        *self.is_over = self.environment.is_over();
        *self.reward = *done.as_ref().unwrap_or(&0.0);
        done.err().map(|problem| (self.index, problem))
    }
}

/// The further threads of this process: `threads` of them, started if there are none yet.
fn pool_of(pool: &mut Option<(u32, ThreadPool)>, threads: usize) -> Result<&ThreadPool, Problem> {
    let process = std::process::id();
    // A copy of a process cannot end the threads of the first.
    if let Some(foreign) = pool.take_if(|(of, _)| *of != process) {
        std::mem::forget(foreign);
    }
    if pool.is_none() {
        let name = |index| format!("cosched {index}");
        let built = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(name)
            .build();
        let failed =
            |error| Problem::output(format!("{threads} threads cannot be started: {error}"));
        *pool = Some((process, built.map_err(failed)?));
    }
    let (_, pool) = pool.as_ref().expect("made above");
    Ok(pool)
}
