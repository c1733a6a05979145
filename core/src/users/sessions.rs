//! Sessions: users who submit, wait, think and submit again, or give up for a while.

use crate::engine::Source;
use crate::random::Random;
use crate::units::time::{Duration, Time};
use crate::workload::JobSpec;

/// Parameters of users' behaviour after the end of a job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// Probability that a user continues the session if a job ends at once, 0 to 1.
    pub patience: f64,
    /// Relative growth of the inverse of that per minute of response.
    pub impatience: f64,
    /// Maximum time between the end of a job and the next submission of the same session.
    pub session: Duration,
    /// Mean of an exponential distribution of think times, which is cut off at the maximum.
    pub think: Duration,
    /// Longest break between two sessions. The logarithm of a break is uniform from that of
    /// the longest think time on.
    pub longest_break: Duration,
}

impl Habits {
    /// Those of [`Users`], with their sources there.
    pub const USUAL: Self = Self {
        patience: 0.8,
        impatience: 0.05,
        session: Duration::from_seconds(20 * 60),
        think: Duration::from_seconds(4 * 60),
        longest_break: Duration::from_seconds(8 * 3600),
    };

    /// Probability that a user continues the session after this response time.
    ///
    /// ```
    /// use cosched_core::Duration;
    /// use cosched_core::users::Habits;
    /// let hour = Duration::from_seconds(3600);
    /// // 0.8 / (0.05 · 60 + 1)
    /// assert_eq!(Habits::USUAL.continuation_probability(hour), 0.2);
    /// ```
    pub fn continuation_probability(&self, response: Duration) -> f64 {
        self.patience / (self.impatience * response.seconds() / 60.0 + 1.0)
    }

    /// Time until the next submission after this response time.
    fn time_to_next_submission(&self, response: Duration, random: &mut Random) -> Duration {
        if random.uniform() < self.continuation_probability(response) {
            self.draw_think(random)
        } else {
            self.draw_break(random)
        }
    }

    fn draw_think(&self, random: &mut Random) -> Duration {
        let (mean, longest) = (self.think.seconds(), self.session.seconds());
        if mean <= 0.0 {
            return Duration::ZERO;
        }
        // Inverse of the distribution's lower part.
        let share = 1.0 - libm::exp(-longest / mean);
        let think = -mean * libm::log(1.0 - random.uniform() * share);
        nanoseconds(think).min(self.session)
    }

    fn draw_break(&self, random: &mut Random) -> Duration {
        let shortest = self.session.max(Duration::from_seconds(1)).seconds();
        let ratio = (self.longest_break.seconds() / shortest).max(1.0);
        nanoseconds(shortest * libm::exp(random.uniform() * libm::log(ratio)))
    }
}

impl Default for Habits {
    fn default() -> Self {
        Self::USUAL
    }
}

/// `seconds`, rounded once.
fn nanoseconds(seconds: f64) -> Duration {
    Duration(libm::round(seconds * 1e9) as u64)
}

/// State of one user.
#[derive(Clone, Copy, Debug)]
pub struct User {
    random: Random,
    // Time of the next submission, unless the user waits for a job.
    next: Option<Time>,
    // The job the user waits for, and its submit time.
    job: Option<(u64, Time)>,
}

impl User {
    /// An unused entry.
    pub const EMPTY: Self = Self {
        random: Random::new(0, 0),
        next: None,
        job: None,
    };
}

/// Users who each submit a job, wait for its end, think, and submit the next; or end the
/// session and come back after a break.
///
/// The longer the response, the likelier it is that the session ends: after _r_ minutes it
/// goes on with a probability of 0.8 / (0.05 _r_ + 1). This is the user model of Shmueli
/// and Feitelson, "On simulation and design of parallel-systems schedulers: are we doing
/// the right thing?", 2009, as their successors' simulator STaRS has it, the paper not
/// being at hand; that users react to response times, not to slowdowns, was found in logs
/// by the same authors, "Uncovering the effect of system performance on user behavior from
/// traces of parallel systems", 2007. A session ends with a think time of more than 20
/// minutes, as usual: Zakay and Feitelson, "On identifying user session boundaries in
/// parallel workload logs", 2012, who object to it where jobs are long.
///
/// The rest is chosen here. The paper draws think times and breaks from those of logs. An
/// exponential distribution of a mean of 4 minutes has the median of the table that STaRS
/// comes with (166 s); breaks up to 8 hours are those of its other table, which has more
/// short ones. Days and nights, several jobs at once, and resubmitted jobs are parts of the
/// paper's model that are left out.
///
/// Users come to their first session after a break. Jobs of the model are submitted in
/// order: their users depend on the run. Each user has an own stream of random numbers.
///
/// ```
/// use cosched_core::engine::{Slot, Stream};
/// use cosched_core::policy::Fcfs;
/// use cosched_core::users::{Habits, User, Users};
/// use cosched_core::workload::lublin::{Draws, Generator, ParameterSet};
/// use cosched_core::{Metrics, Setup, StaticStorage, Storage};
///
/// let run = |nodes, count: usize| {
///     let model = Generator::new(ParameterSet::Typeless, 64, 1, Draws::Free).take(2_000);
///     let jobs = (1..).zip(model.map(|job| job.spec()));
///     let mut users = [User::EMPTY; 20];
///     let mut users = Users::new(&mut users[..count], Habits::USUAL, 1, jobs);
///     let (mut storage, mut slots) = (StaticStorage::<20, 21, 256, 4>::new(), [Slot::EMPTY; 20]);
///     let storage = Storage { slots: &mut slots, ..storage.as_storage() };
///     let mut metrics = Metrics::new();
///     let mut stream = Stream::new(Setup::open(20, nodes), storage)?;
///     stream.run(&mut users, &mut Fcfs::new(), &mut metrics)?;
///     Ok::<_, Box<dyn core::error::Error>>(metrics)
/// };
/// // The same jobs take longer where users wait for them.
/// let (narrow, wide) = (run(64, 20)?, run(256, 20)?);
/// assert_eq!((narrow.jobs, wide.jobs), (2_000, 2_000));
/// assert!(narrow.mean_wait() > wide.mean_wait());
/// assert!(narrow.makespan() > wide.makespan());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Users<'a, I> {
    users: &'a mut [User],
    habits: Habits,
    jobs: I,
    // The next job.
    job: Option<(u64, JobSpec)>,
    // Time of the next submission, and the user.
    next: Option<(Time, usize)>,
}

/// Number of the stream of random numbers of the first user.
const STREAMS: u64 = 400;

/// Time in an era, a quarter of the clock's range, from which on a new one begins.
const LATE: Time = Time(1 << 62);

impl<'a, I: Iterator<Item = (u64, JobSpec)>> Users<'a, I> {
    /// As many users as there is room for, who submit the jobs of an iterator in order,
    /// with their tags, at times of the users; until there are no more.
    pub fn new(users: &'a mut [User], habits: Habits, seed: u64, mut jobs: I) -> Self {
        for (index, user) in users.iter_mut().enumerate() {
            let mut random = Random::new(seed, STREAMS + index as u64);
            let next = Some(Time(habits.draw_break(&mut random).0));
            *user = User {
                random,
                next,
                job: None,
            };
        }
        let job = jobs.next();
        let mut users = Self {
            users,
            habits,
            jobs,
            job,
            next: None,
        };
        users.find_next();
        users
    }

    /// Finds the next user to submit; of several at one instant, the first.
    fn find_next(&mut self) {
        let users = self.users.iter().enumerate();
        self.next = users
            .filter_map(|(index, user)| Some((user.next?, index)))
            .min();
    }
}

impl<I: Iterator<Item = (u64, JobSpec)>> Source for Users<'_, I> {
    fn next_submit(&mut self) -> Option<Time> {
        self.next.filter(|_| self.job.is_some()).map(|(at, _)| at)
    }

    fn submit(&mut self) -> Option<(u64, JobSpec)> {
        let (at, index) = self.next?;
        let (tag, spec) = self.job?;
        if let Some(user) = self.users.get_mut(index) {
            (user.next, user.job) = (None, Some((tag, at)));
        }
        self.job = self.jobs.next();
        self.find_next();
        Some((tag, spec.with_submit(at)))
    }

    fn ended(&mut self, tag: u64, now: Time, _completed: bool) {
        let mut users = self.users.iter_mut();
        let found = users.find_map(|user| match user.job {
            Some((job, submit)) if job == tag => Some((user, submit)),
            _ => None,
        });
        let Some((user, submit)) = found else { return };
        let pause = self
            .habits
            .time_to_next_submission(now.since(submit), &mut user.random);
        (user.next, user.job) = (Some(now.after(pause)), None);
        self.find_next();
    }

    fn begins_era(&mut self, now: Time) -> bool {
        if now <= LATE {
            return false;
        }
        for user in &mut *self.users {
            user.next = user.next.map(|at| Time(at.since(now).0));
        }
        self.find_next();
        true
    }
}
