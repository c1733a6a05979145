//! The workload model of Lublin and Feitelson, "The workload on parallel supercomputers", 2003.
//!
//! Sizes, runtimes that depend on them, and arrivals with a daily cycle.
//! Constants are those of the authors' program m_lublin99.

mod arrivals;
mod gamma;
mod source;

use arrivals::Arrivals;
use source::Source;

use crate::units::time::{Duration, Time};
use crate::workload::JobSpec;

/// Distributions of one class of jobs. Logarithms of times are natural.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Class {
    /// Probability of a serial job.
    pub serial: f64,
    /// Probability of a parallel job whose size is a power of two.
    pub power_of_two: f64,
    /// The logarithm (base 2) of the size is uniform from `low` to `medium`
    /// with probability `to_medium`, otherwise from `medium` to `high`.
    pub low: f64,
    /// See `low`.
    pub medium: f64,
    /// See `low`.
    pub high: f64,
    /// See `low`.
    pub to_medium: f64,
    /// Shape and scale of the gamma distribution of the logarithm of a short
    /// runtime.
    pub short: Gamma,
    /// Shape and scale of the gamma distribution of the logarithm of a long runtime.
    pub long: Gamma,
    /// The probability of a short runtime is this times the size …
    pub short_slope: f64,
    /// … plus this, within 0 and 1.
    pub short_offset: f64,
    /// The logarithm of the time between arrivals at the mean rate.
    pub interarrival: Gamma,
    /// The density of arrivals over the day, in half hours.
    pub day: Gamma,
}

/// A gamma distribution; its mean is shape times scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gamma {
    /// The shape.
    pub shape: f64,
    /// The scale.
    pub scale: f64,
}

const fn gamma(shape: f64, scale: f64) -> Gamma {
    Gamma { shape, scale }
}

/// One class of jobs, on 128 nodes.
pub const TYPELESS: Class = Class {
    serial: 0.244,
    power_of_two: 0.576,
    low: 0.8,
    medium: 4.5,
    high: 7.0,
    to_medium: 0.86,
    short: gamma(4.2, 0.94),
    long: gamma(312.0, 0.03),
    short_slope: -0.0054,
    short_offset: 0.78,
    interarrival: gamma(10.2303 * 1.0225, 0.4871),
    day: gamma(8.1737, 3.9631),
};

/// Batch jobs, on 128 nodes.
pub const BATCH: Class = Class {
    serial: 0.2927,
    power_of_two: 0.6686,
    low: 1.2,
    medium: 5.0,
    high: 7.0,
    to_medium: 0.875,
    short: gamma(6.57, 0.823),
    long: gamma(639.1, 0.0156),
    short_slope: -0.003,
    short_offset: 0.6986,
    interarrival: gamma(6.0415 * 1.0519, 0.8531),
    day: gamma(6.1271, 5.2740),
};

/// Interactive jobs, on 128 nodes, of which they use 45.
pub const INTERACTIVE: Class = Class {
    serial: 0.1541,
    power_of_two: 0.625,
    low: 1.0,
    medium: 3.0,
    high: 5.5,
    to_medium: 0.705,
    short: gamma(3.8351, 0.6605),
    long: gamma(7.073, 0.6856),
    short_slope: -0.0118,
    short_offset: 0.9156,
    interarrival: gamma(6.5510 * 0.9797, 0.6621),
    day: gamma(8.9186, 3.6680),
};

impl Class {
    /// The class for a machine of `nodes` nodes instead of 128: the ends of the size
    /// distribution move with the logarithm of the machine's size, as the model's authors
    /// advise.
    pub fn on(self, nodes: u32) -> Self {
        let shift = libm::log2(f64::from(nodes.max(1))) - 7.0;
        let high = (self.high + shift).max(0.0);
        let low = self.low.min(high);
        Self {
            low,
            medium: (self.medium + shift).max(low),
            high,
            ..self
        }
    }
}

/// A parameter set of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ParameterSet {
    /// One class of jobs.
    #[default]
    Typeless,
    /// Batch and interactive jobs as two streams.
    Typed,
}

/// Source of random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Draws {
    /// A stream for each purpose, and a clock that loses no fractions.
    #[default]
    Free,
    /// The generator, the sampler and the rounding of the published program,
    /// job by job. Its clock drops fractions of seconds, so that the daily
    /// cycle drifts by about half a second a job.
    BitExact,
}

/// A job of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Arrival, in whole seconds.
    pub submit: u64,
    /// Runtime, in whole seconds from 1 on.
    pub runtime: u64,
    /// Nodes it needs.
    pub nodes: u32,
    /// Whether it belongs to the batch stream of the typed set.
    pub is_batch: bool,
}

impl Job {
    /// The job for the engine, with its runtime as the estimate: the model
    /// has no estimates.
    pub const fn spec(&self) -> JobSpec {
        JobSpec::exact(
            Time::from_seconds(self.submit),
            Duration::from_seconds(self.runtime),
            self.nodes,
        )
    }
}

/// The greatest logarithm of a runtime; greater ones are drawn again.
const LONGEST_RUNTIME: f64 = 12.0;

/// Draws jobs without end, in the order of their arrival.
///
/// ```
/// use cosched_core::workload::lublin::{Draws, Generator, ParameterSet};
/// let mut jobs = Generator::new(ParameterSet::Typeless, 128, 1, Draws::BitExact);
/// let first = jobs.next().unwrap();
/// assert_eq!((first.submit, first.runtime, first.nodes), (5362, 6, 4));
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    // The first stream is idle in the typeless set.
    streams: [Stream; 2],
    set: ParameterSet,
    source: Source,
    nodes: u32,
}

/// One class of jobs and its arrivals.
#[derive(Clone, Debug)]
struct Stream {
    class: Class,
    arrivals: Arrivals,
}

impl Generator {
    /// The jobs of `set` on a machine of `nodes` nodes.
    pub fn new(set: ParameterSet, nodes: u32, seed: u64, draws: Draws) -> Self {
        let mut source = Source::new(draws, seed);
        let classes = match set {
            ParameterSet::Typeless => [TYPELESS, TYPELESS],
            ParameterSet::Typed => [BATCH, INTERACTIVE],
        };
        let mut streams = classes.map(|class| Stream {
            class: class.on(nodes),
            arrivals: Arrivals::new(class.day),
        });
        // The published program draws the first arrival of both streams even if it then
        // uses one alone.
        for (index, Stream { class, arrivals }) in streams.iter_mut().enumerate() {
            arrivals.next(class.interarrival, index, &mut source);
        }
        Self {
            streams,
            set,
            source,
            nodes,
        }
    }
}

impl Iterator for Generator {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        let [first, second] = &self.streams;
        let index = match self.set {
            ParameterSet::Typeless => 1,
            ParameterSet::Typed => usize::from(first.arrivals.clock() >= second.arrivals.clock()),
        };
        let Stream { class, arrivals } = &mut self.streams[index];
        let submit = arrivals.next(class.interarrival, index, &mut self.source);
        let nodes = self.source.size(class).min(self.nodes);
        let runtime = self.source.runtime(class, nodes);
        Some(Job {
            submit,
            runtime,
            nodes,
            is_batch: self.set == ParameterSet::Typed && index == 0,
        })
    }
}
