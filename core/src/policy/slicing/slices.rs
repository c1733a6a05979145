//! The interval and its slices, and errors in them.

use core::fmt;

use heapless::Vec;

use crate::engine::Setup;
use crate::error::CapacityError;
use crate::machine::MemorySetup;
use crate::units::ids::JobId;
use crate::units::memory::Memory;
use crate::units::time::{Duration, Time};
use crate::workload::{Class, ClassBounds};

/// Maximum number of slices in an interval.
pub const MAX_SLICES: usize = 8;

/// A part of the interval that belongs to a class of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slice {
    /// Its class.
    pub class: Class,
    /// Its length.
    pub length: Duration,
}

/// Slices one after another, repeated from time zero on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slices {
    slices: Vec<Slice, MAX_SLICES>,
    interval: Duration,
}

/// Position of an instant in the interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Class of the slice.
    pub class: Class,
    /// Begin of the slice.
    pub from: Time,
    /// End of the slice.
    pub until: Time,
}

/// An error in slices, or in a workload under them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlicesError {
    /// There are none, or more than [`MAX_SLICES`].
    Count(usize),
    /// One has no length.
    Empty {
        /// Its index, from 0.
        index: usize,
    },
    /// They do not sum to the interval.
    Sum {
        /// Their sum.
        sum: Duration,
        /// The interval.
        interval: Duration,
    },
    /// There are jobs of a class that has no slice.
    NoSlice {
        /// The class.
        class: Class,
        /// A job of it.
        job: JobId,
    },
    /// A slice is too short for the memory of a job of its class: the job may lose more to
    /// loading and being swapped out than it gains, and never end.
    TooShort {
        /// The class.
        class: Class,
        /// The job.
        job: JobId,
        /// Time of its load.
        load: Duration,
        /// The longest slice of its class.
        longest: Duration,
    },
    /// Node memory is not set up, or has no room for a job of each class on a node.
    NoMemory,
    /// A buffer is too small.
    Capacity(CapacityError),
}

impl From<CapacityError> for SlicesError {
    fn from(error: CapacityError) -> Self {
        Self::Capacity(error)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short => "short",
            Self::Medium => "medium",
            Self::Long => "long",
        })
    }
}

/// Jobs are counted from 1, as usual in texts.
impl fmt::Display for SlicesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(
                f,
                "the interval has {count} slices; 1 to {MAX_SLICES} are allowed"
            ),
            Self::Empty { index } => write!(
                f,
                "slice {} has no length; it must be longer than 0",
                index + 1
            ),
            Self::Sum { sum, interval } => write!(
                f,
                "the slices sum to {sum} s; they must sum to the interval, {interval} s"
            ),
            Self::NoSlice { class, job } => write!(
                f,
                "there is no slice for {class} jobs, but the job in place {} is one; give the class a slice or move its bounds",
                job.index() + 1
            ),
            Self::TooShort {
                class,
                job,
                load,
                longest,
            } => write!(
                f,
                "the slices of {class} jobs last {longest} s at most, but the job in place {} takes {load} s to load: a slice must be longer than twice that, or the job may lose more to swapping than it gains and never end; lengthen the slice, raise the transfer rate, or allow short slices",
                job.index() + 1
            ),
            Self::NoMemory => f.write_str(
                "time slices need node memory to be set up, with room for a job of each class on a node",
            ),
            Self::Capacity(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SlicesError {}

impl Slices {
    /// `slices` in order; they must sum to `interval` if that is given.
    ///
    /// # Errors
    /// None or too many, one without length, or a sum that differs.
    pub fn new(slices: &[Slice], interval: Option<Duration>) -> Result<Self, SlicesError> {
        let count = slices.len();
        let slices = Vec::from_slice(slices).map_err(|_| SlicesError::Count(count))?;
        if slices.is_empty() {
            return Err(SlicesError::Count(0));
        }
        let mut empty = slices.iter().map(|slice| slice.length);
        if let Some(index) = empty.position(|length| length == Duration::ZERO) {
            return Err(SlicesError::Empty { index });
        }
        let lengths = slices.iter().map(|slice| slice.length.0);
        let sum = Duration(lengths.fold(0, u64::saturating_add));
        match interval {
            Some(interval) if interval != sum => Err(SlicesError::Sum { sum, interval }),
            _ => Ok(Self {
                slices,
                interval: sum,
            }),
        }
    }

    /// The slices, in order.
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// Sum of all lengths.
    pub fn interval(&self) -> Duration {
        self.interval
    }

    /// Position of `now` in the interval; a bound belongs to the slice it begins.
    pub fn at(&self, now: Time) -> Moment {
        let mut from = Time(now.0 - now.0 % self.interval.0);
        for slice in &self.slices {
            let until = from.after(slice.length);
            if now < until {
                return Moment {
                    class: slice.class,
                    from,
                    until,
                };
            }
            from = until;
        }
        // Only at the very end of time, where sums saturate.
        Moment {
            class: Class::Short,
            from,
            until: Time::MAX,
        }
    }

    /// Sum of the lengths of all slices of `class` in one interval.
    pub fn share_of(&self, class: Class) -> Duration {
        let own = self.slices.iter().filter(|slice| slice.class == class);
        Duration(own.map(|slice| slice.length.0).sum())
    }

    /// Checks that every job of `setup` can progress under these slices.
    ///
    /// # Errors
    /// A class without a slice, or, unless `short_allowed`, a slice too short.
    pub(super) fn check(
        &self,
        setup: &Setup<'_>,
        classes: &Classes<'_>,
        short_allowed: bool,
    ) -> Result<(), SlicesError> {
        let Some(memory) = setup.memory else {
            return Err(SlicesError::NoMemory);
        };
        classes.check(setup.jobs())?;
        let mut most = [None::<(Memory, JobId)>; Class::COUNT];
        for (index, spec) in setup.workload.iter().enumerate() {
            let job = JobId::new(index);
            let most = &mut most[classes.of(job, spec.estimate).index()];
            if most.is_none_or(|(memory, _)| spec.memory > memory) {
                *most = Some((spec.memory, job));
            }
        }
        let used = most.iter().filter(|most| most.is_some()).count();
        if (memory.residents as usize) < used {
            return Err(SlicesError::NoMemory);
        }
        for class in Class::ALL {
            if let Some((need, job)) = most[class.index()] {
                self.check_class(class, need, job, &memory, short_allowed)?;
            }
        }
        Ok(())
    }

    fn check_class(
        &self,
        class: Class,
        need: Memory,
        job: JobId,
        memory: &MemorySetup,
        short_allowed: bool,
    ) -> Result<(), SlicesError> {
        let own = self.slices.iter().filter(|slice| slice.class == class);
        let longest = own.map(|slice| slice.length).max();
        let longest = longest.ok_or(SlicesError::NoSlice { class, job })?;
        let load = memory.time_to_load(need).round_up();
        // A job that is alone in an interval is never swapped out.
        let shared = self.slices.iter().any(|slice| slice.class != class);
        if shared && !short_allowed && longest.0 <= load.0.saturating_mul(2) && load.0 > 0 {
            return Err(SlicesError::TooShort {
                class,
                job,
                load,
                longest,
            });
        }
        Ok(())
    }
}

/// Classes of jobs.
#[derive(Clone, Copy, Debug)]
pub enum Classes<'a> {
    /// By its estimate.
    ByEstimate(ClassBounds),
    /// One for each job, in the order of the workload.
    Given(&'a [Class]),
}

impl Classes<'_> {
    /// Checks that there is a class for each of `jobs` jobs.
    fn check(&self, jobs: usize) -> Result<(), CapacityError> {
        match self {
            Self::ByEstimate(_) => Ok(()),
            Self::Given(classes) => CapacityError::unless("classes", jobs, classes.len()),
        }
    }

    /// Class of `job` with this `estimate`.
    pub fn of(&self, job: JobId, estimate: Duration) -> Class {
        match self {
            Self::ByEstimate(bounds) => bounds.class_of(estimate),
            Self::Given(classes) => classes.get(job.index()).copied().unwrap_or_default(),
        }
    }
}
