//! Speed-up of a moldable job on several processors, and its utilisation of them.

use super::Share;
use crate::error::SpeedupError;
use crate::exact::{Amount, Exact};
use crate::units::rate::{Rate, fraction, greatest_common_divisor};
use crate::units::time::Duration;

/// Ratio of the runtime on one processor to that on several.
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
    /// Checks the parameters.
    ///
    /// # Errors
    /// The first error in them.
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

    /// Speed-up on `processors` processors; 0 on none. Beyond a table's end, its last
    /// entry.
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
                let index = (processors as usize).min(table.len());
                index.checked_sub(1).map_or(0.0, |index| table[index])
            }
        }
    }

    /// Fewest of at most `most` processors with the best speed-up.
    pub fn saturation(&self, most: u32) -> u32 {
        let last = match *self {
            Self::Downey {
                parallelism,
                variance,
            } => max_useful(parallelism, variance).min(most),
            Self::Table(table) => (table.len() as u32).min(most),
        };
        let best = self.at(last);
        // Speed-ups never fall: find the first that reaches the best.
        let (mut below, mut reached) = (0, last);
        while reached - below > 1 {
            let middle = below + (reached - below) / 2;
            if self.at(middle) >= best {
                reached = middle
            } else {
                below = middle
            }
        }
        reached.max(1)
    }

    /// Share of each of `processors` processors that is used: it falls as parallelism
    /// grows.
    pub fn utilisation(&self, processors: u32) -> Share {
        let exact = self.terms(processors).and_then(|(above, below)| {
            Share::ratio(above, below.checked_mul(u64::from(processors.max(1)))?)
        });
        exact.unwrap_or_else(|| Share::of(self.at(processors) / f64::from(processors.max(1))))
    }

    /// Speed-up on `processors` processors as a fraction, if its parameters have no more
    /// than [`DECIMALS`] decimals, or are fractions of small numbers as near as an `f64`
    /// can be in a table, and the fraction's terms fit.
    fn terms(&self, processors: u32) -> Option<(u64, u64)> {
        match *self {
            _ if processors == 0 => None,
            Self::Downey {
                parallelism,
                variance,
            } => {
                // Random numbers have more decimals: the quick way out.
                let sigma = decimal(variance)?;
                downey_terms(decimal(parallelism)?, sigma, u64::from(processors))
            }
            Self::Table(table) => {
                let index = (processors as usize).min(table.len());
                let value = table[index.checked_sub(1)?];
                decimal(value).or_else(|| fraction(value))
            }
        }
    }
}

/// Maximum number of decimals with which a parameter is taken to be exact as written.
pub const DECIMALS: u32 = 6;

/// A number with no more than [`DECIMALS`] decimals as a fraction in lowest terms.
fn decimal(number: f64) -> Option<(u64, u64)> {
    const SCALE: u64 = 10u64.pow(DECIMALS);
    let scaled = libm::round(number * SCALE as f64);
    let is_one = (0.0..9e15).contains(&scaled) && scaled / SCALE as f64 == number;
    is_one.then(|| lowest(scaled as u64, SCALE))
}

pub(super) fn lowest(above: u64, below: u64) -> (u64, u64) {
    let common = greatest_common_divisor(above, below).max(1);
    (above / common, below / common)
}

/// Work of a job, given by its runtime on some number of processors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Work {
    time: Duration,
    // Number of processors; 0 for the time at a speed-up of 1.
    processors: u32,
    // Share of each processor available to it.
    available: Rate,
    // Nanoseconds at a speed-up of 1.
    alone: f64,
    // Whether fractions may represent it; random numbers are not tried again.
    may_be_exact: bool,
}

impl Work {
    /// A job that takes `time` on one processor.
    ///
    /// ```
    /// use cosched_core::workload::{MoldSpec, Speedup, Work};
    /// use cosched_core::{Duration, Time};
    /// let job = MoldSpec {
    ///     work: Work::alone(Duration::from_seconds(7)),
    ///     speedup: Speedup::Table(&[1.0, 2.0, 3.0]),
    ///     size: 3,
    ///     deadline: Time::MAX,
    ///     utilisation: None,
    /// };
    /// let third = job.time(3);
    /// assert_eq!(third.round_up(), Duration(2_333_333_334));
    /// assert_eq!(third + third + third, job.time(1));
    /// ```
    pub const fn alone(time: Duration) -> Self {
        Self {
            time,
            processors: 0,
            available: Rate::FULL,
            alone: time.0 as f64,
            may_be_exact: true,
        }
    }

    /// A job of this speed-up that takes `time` on `processors` processors.
    pub fn on(processors: u32, time: Duration, speedup: &Speedup<'_>) -> Self {
        Self {
            time,
            processors,
            available: Rate::FULL,
            alone: time.0 as f64 * speedup.at(processors),
            may_be_exact: speedup.terms(processors).is_some(),
        }
    }

    /// Sets the share of each processor available to jobs to `left`.
    #[must_use]
    pub fn with_available(self, left: Rate) -> Self {
        let (work, per) = left.terms();
        Self {
            available: left,
            alone: self.alone * f64::from(per) / f64::from(work),
            ..self
        }
    }

    /// Whether it is zero.
    pub fn is_none(&self) -> bool {
        self.time == Duration::ZERO || self.available.is_stopped()
    }

    /// Runtime with this speed-up on `processors` processors, exact where all fractions
    /// fit; otherwise rounded up once, so that no job ends early.
    pub(super) fn at(&self, speedup: &Speedup<'_>, processors: u32) -> Exact {
        if self.processors == processors && self.available == Rate::FULL {
            return self.time.into();
        }
        let exact = if self.may_be_exact {
            self.exactly(speedup, processors)
        } else {
            None
        };
        exact.unwrap_or_else(|| rounded_up(self.alone / speedup.at(processors)).into())
    }

    fn exactly(&self, speedup: &Speedup<'_>, processors: u32) -> Option<Exact> {
        let (mut above, mut below) = self.alone_by(speedup)?;
        let (faster, than) = speedup.terms(processors)?;
        (above, below) = (
            above.checked_mul(than.into())?,
            below.checked_mul(faster.into())?,
        );
        if below > u128::from(u64::MAX) {
            (above, below) = lowest_wide(above, below);
        }
        let time = above.checked_mul(self.time.0.into())?;
        Some(Exact::ratio(time, u64::try_from(below).ok()?))
    }

    /// Factor on its time for a speed-up of 1.
    fn alone_by(&self, speedup: &Speedup<'_>) -> Option<(u128, u128)> {
        let (faster, than) = match self.processors {
            0 => (1, 1),
            processors => speedup.terms(processors)?,
        };
        let (left, of) = self.available.terms();
        Some((
            u128::from(faster) * u128::from(of),
            u128::from(than) * u128::from(left),
        ))
    }

    /// Processor time on one processor at a speed-up of 1.
    pub(super) fn amount(&self, speedup: &Speedup<'_>) -> Amount {
        let exact = || {
            let (above, below) = self.alone_by(speedup)?;
            Amount::ratio(above.checked_mul(self.time.0.into())?, below)
        };
        let rounded = || Amount::ratio(libm::ceil(self.alone) as u128, 1);
        exact().or_else(rounded).unwrap_or(Amount::ZERO)
    }
}

fn lowest_wide(above: u128, below: u128) -> (u128, u128) {
    let (mut one, mut other) = (above, below);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    (above / one.max(1), below / one.max(1))
}

/// Rounds a time up to whole nanoseconds.
fn rounded_up(exact: f64) -> Duration {
    let down = exact as u64;
    // Excess over a whole number by floating point is not work. A deficit is rounded up
    // anyway.
    let is_more = exact - down as f64 > NOISE;
    Duration(down.saturating_add(is_more.into()))
}

/// Rounding error of a quotient of numbers with many decimals, in nanoseconds.
const NOISE: f64 = 1e-3;

/// Downey's model as a fraction: [`downey`] with A = p/q and sigma = s/t.
fn downey_terms((p, q): (u64, u64), (s, t): (u64, u64), n: u64) -> Option<(u64, u64)> {
    let times = |terms: &[u64]| {
        terms
            .iter()
            .try_fold(1u64, |all, &term| all.checked_mul(term))
    };
    let a = times(&[2, t, p, n])?;
    let (above, below) = if s <= t && times(&[n, q])? <= p {
        // a n / (a + sigma / 2 (n - 1))
        (a, times(&[2, t, p])?.checked_add(times(&[s, q, n - 1])?)?)
    } else if s <= t && times(&[n + 1, q])? < times(&[2, p])? {
        // a n / (sigma (a - 1/2) + n (1 - sigma / 2))
        let narrow = times(&[s, times(&[2, p])?.checked_sub(q)?])?;
        (a, narrow.checked_add(times(&[n, q, 2 * t - s])?)?)
    } else if s > t && times(&[n, q, t])? < times(&[p, t])?.checked_add(times(&[s, p - q])?)? {
        // n a (sigma + 1) / (sigma (n + a - 1) + a)
        let wide = times(&[s, times(&[q, n - 1])?.checked_add(p)?])?;
        (
            times(&[n, p, s.checked_add(t)?])?,
            wide.checked_add(times(&[t, p])?)?,
        )
    } else {
        (p, q)
    };
    Some(lowest(above, below))
}

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
    if n < a + a * sigma - sigma {
        n * a * (sigma + 1.0) / (sigma * (n + a - 1.0) + a)
    } else {
        a
    }
}

/// Number of processors beyond which Downey's model gains nothing.
fn max_useful(a: f64, sigma: f64) -> u32 {
    let last = match sigma {
        0.0 => a,
        sigma if sigma <= 1.0 => 2.0 * a - 1.0,
        sigma => a + a * sigma - sigma,
    };
    (libm::ceil(last) as u32).max(1)
}
