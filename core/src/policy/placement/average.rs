//! The baseline of DESiDE's measurements: a job scheduler that uses stale load averages.

use super::{check, first_least, order_by_rank};
use crate::engine::{Context, Placement, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::units::ids::{JobId, ServerId};
use crate::units::time::{Duration, Time};

/// Sampling interval of the threads of a server.
const SAMPLE: Duration = Duration::from_seconds(5);
/// Time in which a past count loses all but 1/e of its weight, in seconds.
const MEMORY: f64 = 60.0;

/// Load average of one server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ServerAverage {
    load: f64,
    // Threads after the last pass: unchanged until the next one.
    threads: u32,
}

impl ServerAverage {
    /// An idle server. All zero bytes.
    pub const IDLE: Self = Self {
        load: 0.0,
        threads: 0,
    };
}

/// Places jobs by load averages as operating systems keep them: an exponential
/// average over a minute of the threads of a server, counted every 5 s. Of
/// the servers with enough idle cores for the job (of all, if none has) the
/// first with the least average is taken. Jobs that start together all see
/// the same average: the defect the paper describes (section 5.3).
#[derive(Debug)]
pub struct LoadAverage<'a> {
    averages: &'a mut [ServerAverage],
    keys: &'a mut [f64],
    // Time up to which all samples are counted.
    counted: Time,
    ranks: Option<&'a [Duration]>,
}

impl<'a> LoadAverage<'a> {
    /// With an entry of both buffers for each of `servers` servers.
    ///
    /// # Errors
    /// The buffer that is too small.
    pub fn new(
        averages: &'a mut [ServerAverage],
        keys: &'a mut [f64],
        servers: usize,
    ) -> Result<Self, CapacityError> {
        CapacityError::unless("averages", servers, averages.len())?;
        CapacityError::unless("keys", servers, keys.len())?;
        let averages = &mut averages[..servers];
        averages.fill(ServerAverage::IDLE);
        Ok(Self {
            averages,
            keys: &mut keys[..servers],
            counted: Time::ZERO,
            ranks: None,
        })
    }

    /// As [`super::LookAhead::by_rank`].
    #[must_use]
    pub fn by_rank(self, ranks: &'a [Duration]) -> Self {
        Self {
            ranks: Some(ranks),
            ..self
        }
    }

    /// Counts threads for every sample up to `now`.
    fn count(&mut self, now: Time) {
        let kept = libm::exp(-SAMPLE.seconds() / MEMORY);
        while self.counted.after(SAMPLE) <= now {
            self.counted = self.counted.after(SAMPLE);
            let mut changed = false;
            for average in self.averages.iter_mut() {
                let threads = f64::from(average.threads);
                let load = average.load * kept + (1.0 - kept) * threads;
                changed |= load != average.load;
                average.load = load;
            }
            if !changed {
                // Nor at any later sample up to now.
                let samples = now.since(self.counted).0 / SAMPLE.0;
                self.counted = self.counted.after(Duration(samples * SAMPLE.0));
            }
        }
    }

    fn choose(&mut self, context: &mut Context<'_, '_>, job: JobId) -> ServerId {
        let has_room = |index: usize| {
            let server = &context.servers()[index];
            let threads = context.threads_of(job, ServerId::new(index));
            server.threads().saturating_add(threads) <= server.spec().cores
        };
        let any_has_room = (0..self.keys.len()).any(has_room);
        for index in 0..self.keys.len() {
            self.keys[index] = if any_has_room && !has_room(index) {
                f64::INFINITY
            } else {
                self.averages[index].load
            };
        }
        context.report_keys(job, self.keys);
        ServerId::new(first_least(self.keys))
    }
}

impl Policy for LoadAverage<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        check(self.averages.len(), self.ranks, setup)
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        self.count(context.now());
        order_by_rank(context, self.ranks);
        while let Some(job) = context.head() {
            let server = self.choose(context, job);
            if context
                .start_on_server(job, server, Placement::LeastAverage)
                .is_err()
            {
                return; // there is no server
            }
        }
        for (average, server) in self.averages.iter_mut().zip(context.servers()) {
            average.threads = server.threads();
        }
    }
}
