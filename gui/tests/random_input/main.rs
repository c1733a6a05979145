//! The window under random input: commands, clicks, keys, gestures, text and damaged files, the
//! same for the same seed.
//!
//! `COSCHED_SEED` and `COSCHED_STEPS` repeat one run; `COSCHED_MINUTES` runs one seed after another
//! for so long.

mod files;
mod hand;
mod seen;
mod step;
#[path = "../support/stored.rs"]
mod stored;
mod watch;
mod widget;

use std::time::{Duration, Instant};

use hand::InputDriver;
use seen::Coverage;

/// The seeds in every run of the checks, and the number of steps of each.
const SEEDS: std::ops::Range<u64> = 100..103;
const STEPS: u64 = 400;
/// Number of steps of each seed in a run for so many minutes.
const LONG: u64 = 2000;

fn requested(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} is no whole number: {text}")))
}

#[test]
fn random_input_makes_no_panic_and_no_hang() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    // Files named without a folder are written there.
    std::env::set_current_dir(&folder).unwrap();
    watch::begin();
    let mut seen = Coverage::default();
    let begin = Instant::now();
    let first = requested("COSCHED_SEED");
    match requested("COSCHED_MINUTES") {
        Some(minutes) => {
            let long = Duration::from_secs(60 * minutes);
            let steps = requested("COSCHED_STEPS").unwrap_or(LONG);
            let mut seeds = first.unwrap_or(0)..;
            while begin.elapsed() < long {
                seeds.next().into_iter().for_each(|seed| {
                    InputDriver::new(seed, &folder).play(steps, Some(begin + long), &mut seen);
                });
            }
        }
        None => {
            let steps = requested("COSCHED_STEPS").unwrap_or(STEPS);
            let seeds = first.map_or(SEEDS, |seed| seed..seed + 1);
            for seed in seeds {
                InputDriver::new(seed, &folder).play(steps, None, &mut seen);
            }
        }
    }
    seen.print(begin.elapsed());
    // The current folder cannot be removed.
    std::env::set_current_dir(std::env::temp_dir()).unwrap();
}
