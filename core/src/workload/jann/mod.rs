//! The workload model of Jann, Pattnaik, Franke, Wang, Skovira and Riodan, "Modeling of workload in MPPs", JSSPP 1997.
//!
//! Ten classes of sizes, each a renewal process of its own: times between arrivals and
//! runtimes are hyper-Erlang of common order. The paper's own tables are not available, so
//! that the parameters are a re-fit by its method to the log it used, of the CTC SP2: the
//! results are labelled `jann97-refit` everywhere. The model is of 322 nodes and has no
//! daily cycle.

mod classes;

pub use classes::CLASSES;

use crate::random::Random;
use crate::units::time::{Duration, Time};
use crate::workload::JobSpec;

/// With probability `share` the sum of `stages` exponentials of the rate `first`, otherwise
/// of as many of the rate `second`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HyperErlang {
    /// Number of exponentials in the sum; the order of both Erlang distributions.
    pub stages: u32,
    /// The probability of the first.
    pub share: f64,
    /// The rate of each stage of the first, per second.
    pub first: f64,
    /// The rate of each stage of the second, per second.
    pub second: f64,
}

/// Jobs of a range of sizes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Class {
    /// The least size, in nodes.
    pub from: u32,
    /// The greatest size, in nodes.
    pub to: u32,
    /// The sizes that were the most frequent in the log.
    pub frequent: &'static [u32],
    /// The time from one arrival of the class to the next, in seconds.
    pub interarrival: HyperErlang,
    /// The runtime, in seconds.
    pub runtime: HyperErlang,
}

/// Distribution of sizes within a class, which no source gives. It determines the load of
/// 322 nodes, which was 0.827 in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sizes {
    /// Every size of the class, equally likely: a load of 0.765.
    #[default]
    Uniform,
    /// Always the greatest size of the class, which is 1, 2, 4 and so on, and
    /// 322: a load of 0.963.
    UpperBound,
    /// One of the most frequent sizes in the log, at most three for each class and equally
    /// likely, without their frequencies there: a load of 0.746.
    Empirical,
}

/// Draws jobs without end, in the order of their arrival.
///
/// The runtime is also the estimate: the model has no estimates. Each number has a stream
/// of its own class and purpose, so that another choice of sizes changes neither arrivals
/// nor runtimes.
///
/// ```
/// use cosched_core::workload::jann::{Generator, Sizes};
/// let on = |nodes| Generator::new(nodes, 1, Sizes::UpperBound).take(1000);
/// // Sizes stop at the machine's; nothing else depends on it.
/// for (job, narrow) in on(322).zip(on(16)) {
///     assert!([1, 2, 4, 8, 16, 32, 64, 128, 256, 322].contains(&job.nodes));
///     assert_eq!(narrow.nodes, job.nodes.min(16));
///     assert_eq!((narrow.submit, narrow.runtime), (job.submit, job.runtime));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    streams: [Stream; CLASSES.len()],
    sizes: Sizes,
    nodes: u32,
}

impl Generator {
    /// Jobs for a machine of `nodes` nodes. The first job of each class
    /// arrives after one whole interarrival time.
    pub fn new(nodes: u32, seed: u64, sizes: Sizes) -> Self {
        let streams = core::array::from_fn(|index| Stream::new(&CLASSES[index], index, seed));
        Self {
            streams,
            sizes,
            nodes: nodes.max(1),
        }
    }

    /// Counts times from `from` on, before which no later job may arrive: for more jobs
    /// than arrive in the 584 years that the clock holds.
    ///
    /// ```
    /// use cosched_core::Time;
    /// use cosched_core::workload::jann::{Generator, Sizes};
    /// let mut jobs = Generator::new(322, 1, Sizes::Uniform);
    /// let mut later = jobs.clone();
    /// let from = jobs.nth(9).unwrap().submit;
    /// later.nth(9);
    /// later.count_from(from);
    /// let (job, same) = (jobs.next().unwrap(), later.next().unwrap());
    /// assert_eq!(same.submit, Time(job.submit.since(from).0));
    /// ```
    pub fn count_from(&mut self, from: Time) {
        for stream in &mut self.streams {
            stream.next = Time(stream.next.since(from).0);
        }
    }
}

impl Iterator for Generator {
    type Item = JobSpec;

    fn next(&mut self) -> Option<JobSpec> {
        // Of arrivals at one instant the narrowest class goes first.
        let stream = self.streams.iter_mut().min_by_key(|stream| stream.next)?;
        let nodes = stream.size(self.sizes).min(self.nodes);
        let runtime = draw(&stream.class.runtime, &mut stream.runtimes);
        let job = JobSpec::exact(stream.next, runtime.max(Duration(1)), nodes);
        stream.advance();
        Some(job)
    }
}

/// The renewal process of one class.
#[derive(Clone, Debug)]
struct Stream {
    class: &'static Class,
    // Arrival of its next job.
    next: Time,
    arrivals: Random,
    runtimes: Random,
    sizes: Random,
}

/// Number of the first stream of random numbers among those of a seed; each class has
/// three.
const STREAMS: u64 = 200;

impl Stream {
    fn new(class: &'static Class, index: usize, seed: u64) -> Self {
        let random = |purpose| Random::new(seed, STREAMS + 3 * index as u64 + purpose);
        let mut stream = Self {
            class,
            next: Time::ZERO,
            arrivals: random(0),
            runtimes: random(1),
            sizes: random(2),
        };
        stream.advance();
        stream
    }

    fn advance(&mut self) {
        let passed = draw(&self.class.interarrival, &mut self.arrivals);
        self.next = self.next.after(passed);
    }

    fn size(&mut self, sizes: Sizes) -> u32 {
        let &Class {
            from, to, frequent, ..
        } = self.class;
        match sizes {
            Sizes::UpperBound => to,
            Sizes::Uniform => from + self.sizes.below(u64::from(to - from) + 1) as u32,
            Sizes::Empirical => frequent[self.sizes.below(frequent.len() as u64) as usize],
        }
    }
}

/// A time from `distribution`, rounded once to nanoseconds.
fn draw(distribution: &HyperErlang, random: &mut Random) -> Duration {
    let rate = if random.uniform() < distribution.share {
        distribution.first
    } else {
        distribution.second
    };
    // The logarithm of a product instead of a sum of logarithms. A factor is at least
    // 2^-53, so that no product of up to seven of them comes near 0.
    let product: f64 = (0..distribution.stages)
        .map(|_| 1.0 - random.uniform())
        .product();
    Duration(libm::round(-libm::log(product) / rate * 1e9) as u64)
}
