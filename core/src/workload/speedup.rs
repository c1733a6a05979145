//! How much faster a moldable job is on several processors, and how much of them it uses.

use crate::error::{ScenarioError, SpeedupError};
use crate::ids::JobId;
use crate::time::{Duration, Time};

/// How many times faster a job is on so many processors than on one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Speedup<'a> {
    /// Downey, "A model for speedup of parallel programs", 1997.
    Downey {
        /// Average parallelism A, at least 1.
        parallelism: f64,
        /// Coefficient of the variance of parallelism, sigma, at least 0.
        variance: f64,
    },
    /// On 1, 2, 3 … processors; never falling.
    Table(&'a [f64]),
}

impl Speedup<'_> {
    /// Whether it is one.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), SpeedupError> {
        match *self {
            Self::Downey { parallelism, .. } if !(1.0..=1e9).contains(&parallelism) => {
                Err(SpeedupError::Parallelism(parallelism))
            }
            Self::Downey { variance, .. } if !(0.0..=1e9).contains(&variance) => {
                Err(SpeedupError::Variance(variance))
            }
            Self::Downey { .. } => Ok(()),
            Self::Table([]) => Err(SpeedupError::Empty),
            Self::Table(table) => {
                let mut before = f64::MIN_POSITIVE;
                for (processors, &value) in (1..).zip(table) {
                    if !(before..=1e9).contains(&value) {
                        return Err(SpeedupError::Falls(processors));
                    }
                    before = value;
                }
                Ok(())
            }
        }
    }

    /// On `processors` of them; 0 on none. Beyond a table's end, its last entry.
    ///
    /// ```
    /// use cosched_core::workload::Speedup;
    /// let downey = Speedup::Downey { parallelism: 8.0, variance: 1.0 };
    /// assert_eq!(downey.at(8), 64.0 / 11.5);
    /// assert_eq!(Speedup::Table(&[1.0, 1.6]).at(3), 1.6);
    /// ```
    pub fn at(&self, processors: u32) -> f64 {
        match *self {
            _ if processors == 0 => 0.0,
            Self::Downey {
                parallelism,
                variance,
            } => downey(parallelism, variance, f64::from(processors)),
            Self::Table(table) => {
                let place = (processors as usize).min(table.len());
                place.checked_sub(1).map_or(0.0, |place| table[place])
            }
        }
    }

    /// The fewest of at most `most` processors on which a job is as fast as it
    /// can be.
    pub fn saturation(&self, most: u32) -> u32 {
        let last = match *self {
            Self::Downey {
                parallelism,
                variance,
            } => useful(parallelism, variance).min(most),
            Self::Table(table) => (table.len() as u32).min(most),
        };
        let best = self.at(last);
        // Speed-ups never fall: the first as good is where they reach the best.
        let (mut below, mut reached) = (0, last);
        while reached - below > 1 {
            let middle = below + (reached - below) / 2;
            match self.at(middle) >= best {
                true => reached = middle,
                false => below = middle,
            }
        }
        reached.max(1)
    }

    /// How long `work`, counted on one processor, takes on `processors` of them;
    /// rounded up once, so that nobody is done early.
    pub fn time(&self, work: Duration, processors: u32) -> Duration {
        let exact = work.0 as f64 / self.at(processors);
        let nearest = libm::round(exact);
        // What floating point adds to a whole number is no more work.
        let up = match libm::fabs(exact - nearest) <= NOISE {
            true => nearest,
            false => libm::ceil(exact),
        };
        Duration(up as u64)
    }

    /// The share of each of `processors` processors that is used: it falls as
    /// parallelism grows.
    pub fn utilisation(&self, processors: u32) -> Share {
        Share::of(self.at(processors) / f64::from(processors.max(1)))
    }
}

/// Nanoseconds that a quotient of whole numbers may be off by rounding alone.
const NOISE: f64 = 1e-3;

/// Downey's model; `n` is at least one.
fn downey(a: f64, sigma: f64, n: f64) -> f64 {
    if sigma <= 1.0 {
        return if n <= a {
            a * n / (a + sigma / 2.0 * (n - 1.0))
        } else if n < 2.0 * a - 1.0 {
            a * n / (sigma * (a - 0.5) + n * (1.0 - sigma / 2.0))
        } else {
            a
        };
    }
    match n < a + a * sigma - sigma {
        true => n * a * (sigma + 1.0) / (sigma * (n + a - 1.0) + a),
        false => a,
    }
}

/// The processors beyond which Downey's model gains nothing.
fn useful(a: f64, sigma: f64) -> u32 {
    let last = match sigma {
        0.0 => a,
        sigma if sigma <= 1.0 => 2.0 * a - 1.0,
        sigma => a + a * sigma - sigma,
    };
    (libm::ceil(last) as u32).max(1)
}

/// A share of a processor, in billionths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Share(u32);

impl Share {
    /// Nothing of it.
    pub const NONE: Self = Self(0);
    /// All of it, in billionths.
    pub const ALL: Self = Self(1_000_000_000);

    /// The nearest to `share`, none or all if that is beyond them.
    pub fn of(share: f64) -> Self {
        let billionths = libm::round(share.clamp(0.0, 1.0) * f64::from(Self::ALL.0));
        Self(billionths as u32)
    }

    /// In billionths.
    pub const fn billionths(self) -> u32 {
        self.0
    }

    /// What it leaves of a processor.
    pub const fn rest(self) -> Self {
        Self(Self::ALL.0 - self.0)
    }
}

/// What is known of a moldable job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoldSpec<'a> {
    /// Time on one processor, at least a nanosecond.
    pub work: Duration,
    /// How much faster it is on more.
    pub speedup: Speedup<'a>,
    /// How many its user asked for.
    pub size: u32,
    /// When it should have ended; [`Time::MAX`] if it need not.
    pub deadline: Time,
    /// The share of each of its processors that it uses, if not as its speed-up says.
    pub utilisation: Option<Share>,
}

impl MoldSpec<'_> {
    /// How long it runs on so many processors.
    pub fn time(&self, processors: u32) -> Duration {
        self.speedup.time(self.work, processors)
    }

    /// The share of each of so many processors that it uses.
    pub fn share(&self, processors: u32) -> Share {
        let by_speedup = || self.speedup.utilisation(processors);
        self.utilisation.unwrap_or_else(by_speedup)
    }

    /// Whether it can be simulated as `job`, submitted at `submit`.
    pub(crate) fn check(&self, job: JobId, submit: Time) -> Result<(), ScenarioError> {
        if self.work == Duration::ZERO {
            return Err(ScenarioError::NoWork { job });
        }
        if self.deadline < submit {
            return Err(ScenarioError::DeadlinePassed { job });
        }
        self.speedup
            .check()
            .map_err(|error| ScenarioError::Speedup { job, error })
    }
}
