//! Random domains: nodes, their prices, and booked slots on them.
//!
//! The experiment of Toporkov and Yemelyanov, 2018, with inputs that it does not give
//! chosen to reproduce its figures: whole performances, and prices proportional to
//! performance, times a random factor.

use crate::error::CapacityError;
use crate::random::Random;
use crate::slots::entities::{Node, Slot};
use crate::slots::error::SlotsError;
use crate::slots::units::{Performance, Price, Quality};
use crate::units::time::{Duration, Time};

/// Distributions of nodes and their schedules.
///
/// ```
/// use cosched_core::slots::{DomainModel, Node, Slot, idle_slots};
/// let model = DomainModel::default();
/// model.check()?;
/// let mut nodes = [Node::default(); 10];
/// model.nodes(42, &mut nodes);
/// let mut booked = vec![Slot::EMPTY; model.booked_for(nodes.len())];
/// let count = model.booked(42, nodes.len(), &mut booked)?;
/// let mut idle = vec![Slot::EMPTY; nodes.len() + count];
/// let count = idle_slots(nodes.len(), &mut booked[..count], model.horizon, &mut idle)?;
/// assert!(count >= 10);
/// # Ok::<(), cosched_core::slots::SlotsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DomainModel {
    /// Least and greatest performance, in units; uniform between.
    pub performance: [f64; 2],
    /// Whether performances are whole numbers of units.
    pub whole: bool,
    /// alpha: mean cost of a second for each unit of performance.
    pub price: f64,
    /// Standard deviation of 1 + e, the factor on the price of a node; normal.
    pub deviation: f64,
    /// Least 1 + e; drawn again while below.
    pub least: f64,
    /// Greatest load of a node: the booked part of its time.
    pub load: f64,
    /// A node's load is the greatest times H / draws, where H is hypergeometric: the number
    /// of marked ones among `draws` from a population.
    pub population: u32,
    /// Number of marked ones in the population.
    pub marked: u32,
    /// Number of draws.
    pub draws: u32,
    /// Shortest and longest task; uniform between.
    pub task: [Duration; 2],
    /// End of the simulated time.
    pub horizon: Time,
    /// Least and greatest quality, in units; uniform between.
    pub quality: [f64; 2],
}

impl Default for DomainModel {
    /// The experiment; its other inputs are 100 nodes and a request for 7 nodes, 800 units
    /// of volume each, within 644 in total.
    fn default() -> Self {
        Self {
            performance: [2.0, 10.0],
            whole: true,
            price: 0.116,
            deviation: 0.22,
            least: 0.2,
            load: 0.30,
            population: 20,
            marked: 10,
            draws: 10,
            task: [20, 100].map(Duration::from_seconds),
            horizon: Time::from_seconds(1200),
            quality: [0.0, 10.0],
        }
    }
}

/// Streams of random numbers.
const PERFORMANCES: u64 = 0x51_07_01;
const PRICES: u64 = 0x51_07_02;
const QUALITIES: u64 = 0x51_07_03;
const LOADS: u64 = 0x51_07_04;
const TASKS: u64 = 0x51_07_05;

/// Number of attempts to put a task on a node before the node counts as full.
const TRIES: usize = 1_000;

impl DomainModel {
    /// Checks that domains can be drawn.
    ///
    /// # Errors
    /// The first parameter out of range.
    pub fn check(&self) -> Result<(), SlotsError> {
        let within = |what, value: f64, least: f64, most: f64, allowed| {
            if (least..=most).contains(&value) {
                Ok(())
            } else {
                Err(SlotsError::ModelParameter {
                    parameter: what,
                    allowed,
                    value,
                })
            }
        };
        let [slowest, fastest] = self.performance;
        let least = if self.whole { 1.0 } else { 1e-9 };
        let said = "above 0, at least 1 if it is to be whole, and at most 1000000";
        within("a least performance", slowest, least, 1e6, said)?;
        let said = "at least the least performance and at most 1000000";
        within("a greatest performance", fastest, slowest, 1e6, said)?;
        let said = "such that a whole number is in its range";
        let first = if self.whole {
            libm::ceil(slowest)
        } else {
            slowest
        };
        within("a greatest performance", fastest, first, 1e6, said)?;
        let said = "from 0 to 1000";
        within("a price", self.price, 0.0, 1e3, said)?;
        within("a deviation of prices", self.deviation, 0.0, 1e3, said)?;
        let said = "from 0 to 1, the mean";
        within("a least factor of prices", self.least, 0.0, 1.0, said)?;
        within("a load", self.load, 0.0, 1.0, "from 0 to 1")?;
        let population = f64::from(self.population);
        let said = "from 0 to the population";
        within("a marked number", self.marked.into(), 0.0, population, said)?;
        let said = "from 1 to the population";
        within(
            "a number of draws",
            self.draws.into(),
            1.0,
            population,
            said,
        )?;
        let [shortest, longest] = self.task.map(Duration::seconds);
        let said = "above 0 s and at most 1000000000 s";
        within("a shortest task", shortest, 1e-9, 1e9, said)?;
        let said = "at least the shortest and at most 1000000000 s";
        within("a longest task", longest, shortest, 1e9, said)?;
        let said = "above 0 s and at most 1000000000 s";
        within("a horizon", self.horizon.seconds(), 1e-9, 1e9, said)?;
        let [worst, finest] = self.quality;
        let said = "from 0 to 1000000, the greatest at least the least";
        within("a least quality", worst, 0.0, 1e6, said)?;
        within("a greatest quality", finest, worst, 1e6, said)
    }

    /// Draws nodes.
    pub fn nodes(&self, seed: u64, nodes: &mut [Node]) {
        let [mut performances, mut prices, mut qualities] =
            [PERFORMANCES, PRICES, QUALITIES].map(|purpose| Random::new(seed, purpose));
        for node in nodes {
            let performance = self.performance(&mut performances);
            let price = self.price * performance * self.factor(&mut prices);
            *node = Node {
                // At least a billionth, to which a small range rounds.
                performance: Performance::of(performance).max(Performance(1)),
                price: Price::of(price),
                quality: Quality::of(between(&mut qualities, self.quality)),
            };
        }
    }

    fn performance(&self, random: &mut Random) -> f64 {
        if !self.whole {
            return between(random, self.performance);
        }
        let [least, most] = [
            libm::ceil(self.performance[0]),
            libm::floor(self.performance[1]),
        ];
        least + random.below((most - least + 1.0) as u64) as f64
    }

    /// 1 + e.
    fn factor(&self, random: &mut Random) -> f64 {
        loop {
            let factor = 1.0 + self.deviation * normal(random);
            if factor >= self.least {
                return factor;
            }
        }
    }

    /// Maximum number of tasks booked on `nodes` nodes.
    ///
    /// No task is booked on a node that has reached its load; all but the two at the ends
    /// of the time are at least as long as the shortest. No node gets more than are tried.
    pub fn booked_for(&self, nodes: usize) -> usize {
        let busy = self.load * self.horizon.0 as f64;
        let tasks = busy / self.task[0].0.max(1) as f64;
        nodes.saturating_mul((libm::ceil(tasks) as usize).min(TRIES).saturating_add(3))
    }

    /// Draws the booked slots on `nodes` nodes, node by node; returns their number.
    ///
    /// A node gets tasks that begin anywhere from their length before time 0 to the horizon
    /// and do not overlap, until it has reached its load. Parts beyond either end are cut
    /// off.
    ///
    /// # Errors
    /// `booked` has fewer than [`DomainModel::booked_for`] the nodes.
    pub fn booked(
        &self,
        seed: u64,
        nodes: usize,
        booked: &mut [Slot],
    ) -> Result<usize, CapacityError> {
        CapacityError::unless("booked", self.booked_for(nodes), booked.len())?;
        let [mut loads, mut tasks] = [LOADS, TASKS].map(|purpose| Random::new(seed, purpose));
        let mut found = 0;
        for node in 0..nodes as u32 {
            let marked = self.hypergeometric(&mut loads);
            let load = self.load * f64::from(marked) / f64::from(self.draws.max(1));
            let busy = Duration(libm::round(load * self.horizon.0 as f64) as u64);
            found += self.fill(&mut tasks, node, busy, &mut booked[found..]);
        }
        Ok(found)
    }

    /// Draws the number of marked ones.
    fn hypergeometric(&self, random: &mut Random) -> u32 {
        let (mut left, mut marked) = (self.population, self.marked);
        for _ in 0..self.draws.min(self.population) {
            let is_marked = random.below(u64::from(left)) < u64::from(marked);
            marked -= u32::from(is_marked);
            left -= 1;
        }
        self.marked - marked
    }

    /// Books tasks on a node until it is busy for `busy`; returns their number.
    fn fill(&self, random: &mut Random, node: u32, busy: Duration, booked: &mut [Slot]) -> usize {
        let [shortest, longest] = self.task.map(|task| task.0 as f64);
        let (mut found, mut done) = (0, 0);
        for _ in 0..TRIES {
            if done >= busy.0 || found == booked.len() {
                break;
            }
            let length = libm::round(between(random, [shortest, longest])) as u64;
            // From time -length on, exclusive, as nothing would be left.
            let end = 1 + random.below(length + self.horizon.0);
            let (start, end) = (
                Time(end.saturating_sub(length)),
                Time(end).min(self.horizon),
            );
            let overlaps = |slot: &Slot| slot.start < end.into() && slot.end > start.into();
            if start < end && !booked[..found].iter().any(overlaps) {
                booked[found] = Slot::new(node, start, end);
                (found, done) = (found + 1, done + end.since(start).0);
            }
        }
        found
    }
}

/// Uniform in a range.
fn between(random: &mut Random, [least, most]: [f64; 2]) -> f64 {
    least + (most - least) * random.uniform()
}

/// A normal variate. Box and Muller, "A note on the generation of random normal
/// deviates", 1958.
fn normal(random: &mut Random) -> f64 {
    let (radius, angle) = (1.0 - random.uniform(), random.uniform());
    libm::sqrt(-2.0 * libm::log(radius)) * libm::cos(core::f64::consts::TAU * angle)
}
