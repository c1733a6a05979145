//! Sweeps: a scenario run repeatedly with varied values, planned, computed piece by piece, and
//! summarised in tables.
//!
//! A *point* is a combination of values; a *sample* is a point with one seed: one workload, drawn
//! once and run under every policy of the point, and one file. Its bytes are the same wherever it
//! is computed, so that samples can be computed in any order, by any number of threads, programs
//! and machines, and again after any interruption.

mod curves;
mod hash;
mod manifest;
mod plan;
mod queue;
pub mod script;
mod sentences;
pub mod slurm;
mod stopping;
mod storage;
mod store;
mod tables;
mod varied;
mod work;

pub use curves::{Curve, CurvePoint, curves, defined_metrics};
pub use manifest::Manifest;
pub use plan::{Plan, Point, Sample};
pub use sentences::sentences;
pub use storage::{Memory, Outcome, ResultStorage};
pub use store::{SweepFolder, read_manifest};
pub use tables::{Summary, Tables, summaries, tables};
pub use work::{Work, check, work};

use std::fmt;
use std::str::FromStr;

/// A part of a sweep: shard `number`, from 1, of `of`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// The whole sweep.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Makes shard `number` of `of`, from 1; `None` if there is no such one.
    pub fn new(number: usize, of: usize) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// Whether the piece of work with index `piece` is in it.
    pub fn has(self, piece: usize) -> bool {
        piece % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
            Self::new(number, of)
        });
        numbers.ok_or_else(|| "two numbers are allowed, as in 2/3: the second of three".to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_pieces_out() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for piece in 0..20 {
            let having = shards.iter().filter(|shard| shard.has(piece));
            assert_eq!(having.count(), 1, "{piece}");
        }
        for text in ["0/3", "4/3", "1/0", "1", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
