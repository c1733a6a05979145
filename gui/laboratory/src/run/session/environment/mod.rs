//! Environments: sessions in which an agent chooses the next job, again and again, for a reward.

mod batch;
mod episodes;
mod reward;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use cosched_core::random::Random;

use super::{ChosenSchedule, Session, WaitingJob};
use crate::base::problem::Problem;
pub use batch::{Batch, Rows};
pub use episodes::{Episodes, Settings};
pub use reward::Reward;

/// The stream of random numbers that draws episodes.
const DRAWS: u64 = 0x6570_6973;

/// A queue of jobs of which an agent chooses the next to start, as in RLScheduler (Zhang and others,
/// SC 2020).
///
/// ```
/// # use std::sync::Arc;
/// # use cosched_laboratory::{base::progress::Progress, load, scenario};
/// # use cosched_laboratory::run::session::Observation;
/// use cosched_laboratory::run::session::environment::{Environment, Episodes, Reward, Settings};
/// let text = "(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
///     (submit: 0, runtime: 30, nodes: 4), (submit: 0, runtime: 10, nodes: 4),
/// ]))";
/// let scenario = scenario::parse(text, None)?;
/// let experiment = Arc::new(load::prepare(&scenario, None, &Progress::default())?);
/// let settings = Settings {
///     window: 2,
///     jobs: None,
///     reward: Reward::Wait,
///     is_backfilling: false,
///     observation: Observation::Shares,
/// };
/// let mut environment = Environment::new(&Episodes::new(&experiment, settings)?)?;
/// environment.reset(None)?;
/// // The second job first: the other waits for 10 s, 5 s on average.
/// assert_eq!(environment.step(1)?, 0.0);
/// assert_eq!(environment.step(0)?, -5.0);
/// assert!(environment.is_over());
/// # Ok::<(), cosched_laboratory::base::problem::Problem>(())
/// ```
pub struct Environment {
    episodes: Arc<Episodes>,
    session: Session,
    random: Random,
    is_over: bool,
}

impl Environment {
    /// An environment of `episodes`, to be [reset](Self::reset) first.
    ///
    /// # Errors
    /// The engine refuses the experiment.
    pub fn new(episodes: &Arc<Episodes>) -> Result<Self, Problem> {
        Ok(Self {
            session: episodes.session()?,
            episodes: Arc::clone(episodes),
            random: Random::new(0, DRAWS),
            is_over: true,
        })
    }

    /// Draws the same episodes from now on as any environment with this seed.
    pub fn seed(&mut self, seed: u64) {
        self.random = Random::new(seed, DRAWS);
    }

    /// Begins an episode: that which begins with the job in row `first` of the workload, or one from
    /// anywhere.
    ///
    /// # Errors
    /// There is no such row, or the engine refuses the part.
    pub fn reset(&mut self, first: Option<usize>) -> Result<(), Problem> {
        self.is_over = true;
        let session = &mut self.session;
        self.episodes.begin(session, first, &mut self.random)?;
        self.is_over = !session.until_waiting(self.episodes.queue_window())?;
        Ok(())
    }

    /// Chooses the job in row `action` of the observation, the first one if it has none: it starts as
    /// soon as it fits, and none passes it but those that are backfilled. Returns the reward: 0 before
    /// the end of the episode.
    ///
    /// # Errors
    /// The episode is over, there is no such row, or the chosen job waits for ever, which ends the
    /// episode.
    pub fn step(&mut self, action: usize) -> Result<f64, Problem> {
        let settings = &self.episodes.settings;
        if self.is_over {
            return Err(Problem::input(
                "the episode is over: it is to be reset first",
            ));
        }
        self.episodes.check_action(action as i64)?;
        let queue = self.session.queue();
        let shown = queue.len().min(settings.window);
        let row = if action < shown { action } else { 0 };
        let selection = settings.observation.selection(queue, settings.window);
        let index = selection.map_or(row, |shown| shown[row]);
        // Whatever fails below ends it.
        self.is_over = true;
        let has_started = self.session.choose(index, settings.is_backfilling)?;
        if has_started && self.session.until_waiting(self.episodes.queue_window())? {
            self.is_over = false;
            return Ok(0.0);
        }
        self.session.check_end()?;
        settings.reward.of(&self.session)
    }

    /// Whether the episode is over, or none has begun.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Writes the observation and which rows have jobs, as [`Session::observe`] does.
    ///
    /// # Panics
    /// These have not as many rows as the window.
    pub fn observe(&self, rows: &mut [f32], mask: &mut [bool]) {
        assert_eq!(
            mask.len(),
            self.episodes.settings.window,
            "rows of the window"
        );
        let observation = &self.episodes.settings.observation;
        self.session.observe(observation, rows, mask);
    }

    /// The waiting jobs that the observation has, a row each.
    pub fn rows(&self) -> Vec<WaitingJob> {
        let settings = &self.episodes.settings;
        settings
            .observation
            .jobs(self.session.queue(), settings.window)
    }

    /// Subject of the episodes.
    pub fn episodes(&self) -> &Episodes {
        &self.episodes
    }

    /// The session of the present episode.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// All that was chosen in the present episode, to be run again.
    pub fn schedule(&self) -> ChosenSchedule {
        self.session.schedule()
    }
}

impl Episodes {
    /// Refuses an `action` that is no row.
    pub(super) fn check_action(&self, action: i64) -> Result<(), Problem> {
        let last = self.settings.window - 1;
        match usize::try_from(action) {
            Ok(row) if row <= last => Ok(()),
            _ => Err(Problem::input(format!(
                "action {action}: 0 to {last} are allowed"
            ))),
        }
    }

    /// Number of first jobs of the queue that are looked at.
    fn queue_window(&self) -> usize {
        self.settings.observation.window(self.settings.window)
    }
}
