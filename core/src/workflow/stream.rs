//! Jobs that DESiDE was measured with: variants of the STREAM benchmark.

use crate::machine::contention::ThreadGroup;
use crate::random::Random;
use crate::units::time::Duration;

/// Bandwidth demand of a thread; the paper gives only the range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StreamBandwidth {
    /// Uniformly from 3.6 to 10.5 GB/s.
    #[default]
    Uniform,
    /// 100.8 GB/s over the threads of the job, at most 10.5: both ends of the
    /// range come out as printed.
    ByThreads,
}

/// 36 different jobs: 4, 7, ..., 28 threads, each with four numbers of
/// iterations, some 30, 60, 90 and 120 s long; all threads of a job are
/// equal and always busy. Numbers of threads and the range of bandwidths are
/// the paper's (section 5.1), the rest is made up to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stream {
    /// The jobs.
    pub jobs: [ThreadGroup; Self::JOBS],
}

impl Stream {
    /// Number of different jobs.
    pub const JOBS: usize = 36;

    /// Draws the lengths and bandwidths.
    pub fn new(bandwidth: StreamBandwidth, random: &mut Random) -> Self {
        let nothing = ThreadGroup::busy(1, Duration::ZERO, 0.0);
        let mut jobs = [nothing; Self::JOBS];
        for (index, job) in jobs.iter_mut().enumerate() {
            let (threads, level) = (4 + 3 * (index as u32 % 9), 1 + index as u32 / 9);
            let seconds = 30.0 * f64::from(level) * (0.8 + 0.4 * random.uniform());
            let bandwidth = match bandwidth {
                StreamBandwidth::Uniform => 3.6 + (10.5 - 3.6) * random.uniform(),
                StreamBandwidth::ByThreads => f64::min(10.5, 100.8 / f64::from(threads)),
            };
            let demand = Duration(libm::round(seconds * 1e9) as u64);
            *job = ThreadGroup::busy(threads, demand, bandwidth);
        }
        Self { jobs }
    }

    /// One of them.
    pub fn draw(&self, random: &mut Random) -> ThreadGroup {
        self.jobs[random.below(Self::JOBS as u64) as usize]
    }
}
