//! Memory of jobs where the workload does not have it: the thesis's five models.
//!
//! Esbaugh, "Coarse-grain time sharing with advantageous overhead minimization
//! for parallel job scheduling", 2010, section 5 and table 3. Each class of
//! jobs draws from a vector of ten equally likely fractions of a node's memory.

use super::class::Class;
use crate::random::Random;
use crate::units::memory::Memory;

/// Tenths of a node's memory, ten of them, equally likely.
type Vector = [u32; 10];

const DEFAULT: Vector = [3, 3, 3, 4, 4, 5, 5, 6, 10, 10];
const HIGH: Vector = [6, 6, 7, 7, 8, 8, 9, 9, 10, 10];
const LOW: Vector = [1, 1, 2, 2, 2, 3, 3, 4, 4, 5];
const VERY_HIGH: Vector = [7, 7, 8, 8, 9, 9, 10, 10, 10, 10];
// As the program in appendix D has it; figure 17 prints eleven entries.
const VERY_LOW: Vector = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4];

/// Assignment of vectors to classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryModel {
    /// MM1: long jobs need much, short ones little.
    LongHigh,
    /// MM2: short jobs need much, long ones little.
    ShortHigh,
    /// MM3: like MM1, more so.
    LongVeryHigh,
    /// MM4: like MM2, more so.
    ShortVeryHigh,
    /// MM5: every class the same. The table is damaged in the thesis; deduced from its
    /// finding that the gain is largest where memory does not depend on the runtime.
    #[default]
    Even,
}

impl MemoryModel {
    /// MM1 to MM5.
    pub const ALL: [Self; 5] = [
        Self::LongHigh,
        Self::ShortHigh,
        Self::LongVeryHigh,
        Self::ShortVeryHigh,
        Self::Even,
    ];

    /// Draws the memory of a job of `class` on a node with `capacity`, rounded down to KiB.
    pub fn draw(self, class: Class, capacity: Memory, random: &mut Random) -> Memory {
        let vector = self.vector(class);
        let tenths = vector[random.below(vector.len() as u64) as usize];
        Memory((u64::from(capacity.0) * u64::from(tenths) / 10) as u32)
    }

    const fn vector(self, class: Class) -> &'static Vector {
        match (self, class) {
            (Self::LongHigh, Class::Long) | (Self::ShortHigh, Class::Short) => &HIGH,
            (Self::LongHigh, Class::Short) | (Self::ShortHigh, Class::Long) => &LOW,
            (Self::LongVeryHigh, Class::Long) | (Self::ShortVeryHigh, Class::Short) => &VERY_HIGH,
            (Self::LongVeryHigh, Class::Short) | (Self::ShortVeryHigh, Class::Long) => &VERY_LOW,
            (Self::Even, _) | (_, Class::Medium) => &DEFAULT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means worked out from the vectors as printed.
    #[test]
    fn means_are_those_of_the_vectors() {
        let mean = |model: MemoryModel, class| {
            let mut random = Random::new(1, 7);
            let draw = |_| u64::from(model.draw(class, Memory(1000), &mut random).0);
            (0..100_000).map(draw).sum::<u64>() as f64 / 1e8
        };
        let close = |mean: f64, expected: f64| assert!((mean - expected).abs() < 0.005, "{mean}");
        close(mean(MemoryModel::Even, Class::Long), 0.53);
        close(mean(MemoryModel::LongHigh, Class::Medium), 0.53);
        close(mean(MemoryModel::LongHigh, Class::Long), 0.80);
        close(mean(MemoryModel::LongHigh, Class::Short), 0.27);
        close(mean(MemoryModel::ShortHigh, Class::Short), 0.80);
        close(mean(MemoryModel::ShortHigh, Class::Long), 0.27);
        close(mean(MemoryModel::LongVeryHigh, Class::Long), 0.88);
        close(mean(MemoryModel::ShortVeryHigh, Class::Long), 0.22);
    }

    /// Appendix D: `.1 .1 .1 .2 .2 .2 .3 .3 .3 .4`, of which MM3 gives short
    /// jobs one, and MM4 long ones.
    #[test]
    fn very_low_is_what_the_program_of_the_thesis_draws_from() {
        for (model, class) in [
            (MemoryModel::LongVeryHigh, Class::Short),
            (MemoryModel::ShortVeryHigh, Class::Long),
        ] {
            let mut random = Random::new(3, 7);
            let mut drawn = [0_u32; 11];
            for _ in 0..100_000 {
                drawn[model.draw(class, Memory(10), &mut random).0 as usize] += 1;
            }
            let shares = drawn.map(|count| (count + 5_000) / 10_000);
            assert_eq!(shares, [0, 3, 3, 3, 1, 0, 0, 0, 0, 0, 0], "{drawn:?}");
        }
    }
}
