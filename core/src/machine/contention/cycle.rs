//! The paper's stochastic engine: every thread alternates between busy and idle, drawn at
//! random.

use super::table::ThreadGroup;
use crate::random::draw;
use crate::units::time::Duration;

/// The paper's stochastic engine: the length of an interval, and the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycles {
    /// Length of an interval of a thread alone (T of equations 6 to 9).
    pub interval: Duration,
    /// Seed for busy and idle times.
    pub seed: u64,
}

impl Cycles {
    /// Intervals of a tenth of a second, as in the paper.
    pub const fn seeded(seed: u64) -> Self {
        Self {
            interval: Duration(100_000_000),
            seed,
        }
    }
}

/// State of one thread: the rest of its present interval and of its work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cycle {
    // Seconds of processor time its phase needs after this interval.
    pub(crate) demand: f64,
    // Seconds of processor time left in this interval, contention included.
    busy: f64,
    // Seconds it then idles.
    idle: f64,
    // Intervals begun, which key the draws.
    intervals: u32,
    // Its present phase.
    pub(crate) entry: u32,
    done: bool,
}

/// Below this a busy or idle time is over: less than rounding leaves.
const OVER: f64 = 1e-12;

impl Cycle {
    /// A thread that does not exist. All zero bytes.
    pub const EMPTY: Self = Self {
        demand: 0.0,
        busy: 0.0,
        idle: 0.0,
        intervals: 0,
        entry: 0,
        done: false,
    };

    /// A thread about to begin its first interval of a phase.
    pub(crate) fn begin(entry: u32, group: &ThreadGroup) -> Self {
        Self {
            demand: group.demand.seconds(),
            entry,
            ..Self::EMPTY
        }
    }

    /// Whether it is done.
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Whether it holds or wants a core.
    pub(crate) fn is_busy(&self) -> bool {
        !self.done && self.busy > 0.0
    }

    /// Seconds it has left in this phase if it were alone from now on, as far as a
    /// look-ahead can know.
    pub(crate) fn alone(&self, utilisation: f64) -> f64 {
        if self.done {
            0.0
        } else {
            self.demand / utilisation + self.busy + self.idle
        }
    }

    /// Seconds of its busy or idle time left.
    pub(crate) fn until_over(&self) -> f64 {
        if self.busy > 0.0 {
            self.busy
        } else {
            self.idle
        }
    }

    /// Whether its next interval has to begin.
    pub(crate) fn is_over(&self) -> bool {
        !self.done && self.busy <= 0.0 && self.idle <= 0.0
    }

    /// Advances by `seconds`, of which a busy thread got `share` of a core, and goes on to
    /// the next of `phases` if there is one; returns whether it has just become done.
    pub(crate) fn pass(&mut self, seconds: f64, share: f64, phases: &[ThreadGroup]) -> bool {
        if self.busy > 0.0 {
            self.busy = rest(self.busy - seconds * share);
        } else {
            self.idle = rest(self.idle - seconds);
        }
        if !self.is_over() || self.demand > 0.0 {
            return false;
        }
        let next = self.entry as usize + 1;
        match phases.get(next).filter(|phase| phase.continues) {
            Some(phase) => {
                self.entry = next as u32;
                self.demand = phase.demand.seconds();
            }
            None => self.done = true,
        }
        self.done
    }

    /// Begins the next interval, in which a busy second takes `dilation`
    /// (equations 6 to 9; the last interval of a phase is cut short, its idle
    /// part with it, so that no demand is added or lost).
    pub(crate) fn begin_interval(
        &mut self,
        group: &ThreadGroup,
        dilation: f64,
        cycles: &Cycles,
        name: [u64; 2],
    ) {
        let [job, thread] = name;
        let number = u64::from(self.intervals);
        let around_one = |which| {
            let deviation = group.deviation;
            1.0 - deviation + 2.0 * deviation * draw(cycles.seed, [job, thread, number, which])
        };
        let interval = cycles.interval.seconds();
        let whole = around_one(0) * group.utilisation * interval;
        let own = whole.min(self.demand);
        self.busy = own * dilation;
        self.idle = around_one(1) * (1.0 - group.utilisation) * interval * (own / whole);
        self.demand = rest(self.demand - own);
        self.intervals = self.intervals.wrapping_add(1);
    }
}

/// The rest, or 0 if it is no more than rounding.
fn rest(left: f64) -> f64 {
    if left < OVER { 0.0 } else { left }
}
