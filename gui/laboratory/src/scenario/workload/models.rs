//! Workloads drawn from models, and estimates of their users.

use cosched_core::Duration;
use cosched_core::users::Habits;
use cosched_core::workload::jann::Sizes;
use cosched_parameters::parameters;
use serde::{Deserialize, Serialize};

use crate::scenario::fields::{self, LOADS, LONGEST_BREAK, MOST_DRAWN, MOST_USERS, nanoseconds};
use crate::scenario::reference::Kind;
use crate::scenario::reference::kind::up_to;
use crate::scenario::reference::sources::USERS_WHO_REACT;
use crate::scenario::slicing::MemorySource;

/// Number of jobs that a model draws, perhaps one by one.
const DRAWN: Kind = up_to(MOST_DRAWN);

/// Offered load.
pub(super) const LOAD: Kind = Kind::number(LOADS, "{} is not a load: {least} to {most} is allowed");

/// The model of Lublin and Feitelson and its parameters.
#[parameters(within = Workload, path = "Lublin({})")]
#[derive(Clone, PartialEq, Debug)]
pub struct LublinWorkload {
    /// How many jobs the model draws; at most 50000000 where they are kept, as they are in the
    /// window.
    #[parameter(name = "Jobs", kind = DRAWN, needed, slider = 10.0..=20_000.0, step = (10.0, 0),
        also(("Jann(jobs: {})", "")))]
    pub jobs: u32,
    /// Which of the model's published parameter sets.
    #[parameter(
        name = "Job classes",
        source = "Lublin and Feitelson, 2003",
        beside = ", jobs: 1"
    )]
    pub set: LublinSet,
    /// Work submitted over what the machine can do; times between submissions are scaled to it.
    #[parameter(name = "Offered load", kind = LOAD, absent = "the model's own, or as in the log",
        slider = 0.1..=1.2, step = (0.005, 3), beside = ", jobs: 1",
        also(("Jann(load: {})", ", jobs: 1"), ("Swf(load: {})", ", path: \"a.swf\""),
            ("Table(load: {})", ", path: \"a.sacct\"")))]
    pub load: Option<f64>,
    /// Users' estimates, which the model does not have.
    #[serde(deserialize_with = "fields::estimates")]
    pub estimates: Estimates,
    /// Draw and round exactly as the published program does.
    #[parameter(
        name = "bit-exact",
        source = "the published program of Lublin and Feitelson, 2003",
        beside = ", jobs: 1"
    )]
    pub bit_exact: bool,
    /// Users who submit these jobs as they react, whatever the model's arrivals; only for jobs that
    /// come one by one.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users: Option<ReactingUsers>,
    /// Where the memory of jobs comes from; policies that let jobs share nodes in time use it:
    /// Scojo-PECT, gang scheduling and flexible coscheduling.
    #[parameter(name = "Job memory", absent = "none",
        source = "Esbaugh, 2010 (Scojo-PECT), section 5 and table 3", beside = ", jobs: 1",
        also(("Jann(memory: {})", ", jobs: 1"), ("Swf(memory: {})", ", path: \"a.swf\"")))]
    pub memory: Option<MemorySource>,
}

impl LublinWorkload {
    /// `jobs` jobs of one class, at the model's own load, whose users know the runtimes.
    pub const fn of(jobs: u32) -> Self {
        Self {
            jobs,
            set: LublinSet::Typeless,
            load: None,
            estimates: Estimates::Exact,
            bit_exact: false,
            users: None,
            memory: None,
        }
    }
}

/// Pause that ends a session, in seconds.
const SESSION: f64 = Habits::USUAL.session.0 as f64 / 1e9;

/// Mean think time: at most the length at which a session ends.
const THINK: Kind = Kind::number(
    0.0..=SESSION,
    "{} is not a mean think time: {least} to {most} seconds are allowed, the length at which a session ends",
)
.of("s");

/// Longest break: at least the length at which a session ends.
const BREAK: Kind = Kind::number(
    SESSION..=LONGEST_BREAK,
    "{} is not the longest break: {least} to {most} seconds are allowed",
)
.of("s");

/// Users who each submit a job, wait for its end, think, and submit the next or come back after a
/// break: [`cosched_core::users::Users`] has the model and its sources.
#[parameters(within = Workload, path = "Lublin(users: ({}))")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReactingUsers {
    /// Users who submit a job, wait for its end, think, and submit the next or come back after a
    /// break.
    #[parameter(name = "Users", kind = up_to(MOST_USERS), needed, source = USERS_WHO_REACT,
        beside = "|, jobs: 1")]
    pub count: u32,
    /// The mean of users' think times; at most what ends a session.
    #[parameter(name = "Think time", kind = THINK, usual = Habits::USUAL.think.seconds(),
        source = "what ends a session: Zakay and Feitelson, 2012; the mean: our own",
        beside = ", count: 1|, jobs: 1")]
    pub think: f64,
    /// The longest break between two sessions of a user.
    #[parameter(name = "Longest break", kind = BREAK,
        usual = Habits::USUAL.longest_break.seconds(), beside = ", count: 1|, jobs: 1")]
    pub longest_break: f64,
}

impl ReactingUsers {
    /// `count` users with default habits.
    pub fn of(count: u32) -> Self {
        Self {
            count,
            think: Self::usual_think(),
            longest_break: Self::usual_longest_break(),
        }
    }

    /// Their behaviour when a job has ended.
    pub(crate) fn habits(&self) -> Habits {
        Habits {
            think: Duration(nanoseconds(self.think)),
            longest_break: Duration(nanoseconds(self.longest_break)),
            ..Habits::USUAL
        }
    }
}

/// Parameter sets of the Lublin-Feitelson model.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LublinSet {
    /// All jobs from one set of parameters.
    #[parameter(name = "one class")]
    #[default]
    Typeless,
    /// Batch and interactive jobs as two streams.
    #[parameter(name = "batch + interactive")]
    Typed,
}

/// The model of Jann and others by its re-fit, and its parameters.
#[parameters(within = Workload, path = "Jann({})")]
#[derive(Clone, PartialEq, Debug)]
pub struct JannWorkload {
    /// Number of jobs.
    #[parameter(kind = DRAWN, needed)]
    pub jobs: u32,
    /// The size of a job within its class, of which the model says nothing.
    #[parameter(
        name = "Job sizes",
        beside = ", jobs: 1",
        source = "classes: Jann and others, 1997; sizes within them: our own"
    )]
    pub sizes: Sizes,
    /// Offered load to scale interarrival times to; the model's own if absent.
    #[parameter(kind = LOAD)]
    pub load: Option<f64>,
    /// Users' estimates, which the model does not have.
    #[serde(deserialize_with = "fields::estimates")]
    pub estimates: Estimates,
    /// Source of the jobs' memory; they need none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemorySource>,
}

/// [`Sizes`] in a scenario.
#[parameters(remote = Sizes)]
enum SizesName {
    /// Every size of the class, equally likely.
    Uniform,
    /// The greatest size of the class.
    UpperBound,
    /// The most frequent sizes of the log, equally likely.
    Empirical,
}

impl JannWorkload {
    /// Name wherever it is shown, so that it is not taken for the tables of the paper, which are
    /// not available.
    pub const NAME: &str = "jann97-refit";

    /// `jobs` jobs of uniform sizes, at the model's own load, whose users know
    /// the runtimes.
    pub const fn of(jobs: u32) -> Self {
        Self {
            jobs,
            sizes: Sizes::Uniform,
            load: None,
            estimates: Estimates::Exact,
            memory: None,
        }
    }
}

/// Source of users' estimates.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum Estimates {
    /// Users know the runtime.
    #[default]
    Exact,
    /// Every estimate is this factor times the runtime.
    Times(f64),
    /// Each estimate is the runtime times a factor drawn from 1 to this.
    UpTo(f64),
}
