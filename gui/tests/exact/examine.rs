//! Random scenarios, each compared, and the differing ones reduced.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::draw::Draw;
use crate::rational::LONGEST;

/// A complete scenario.
pub(crate) trait ExactCase: Clone {
    /// The scenario as text.
    fn text(&self) -> String;
    /// Differences of the product from the exact result.
    fn differences(&self) -> Vec<String>;
    /// Variants without a job, with a simpler number and the like.
    fn smaller(&self) -> Vec<Self>;
}

/// Number of differing scenarios that are reduced and shown.
const SHOWN: usize = 5;
/// Number of smaller scenarios tried for each.
const TRIES: usize = 300;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// Draws scenarios of a `family` and fails if any differs.
pub(crate) fn examine<C: ExactCase>(family: &str, draw: impl Fn(&mut Draw) -> C) {
    examine_many(family, 200, draw);
}

/// As [`examine`] with so many scenarios by default.
pub(crate) fn examine_many<C: ExactCase>(family: &str, usual: u64, draw: impl Fn(&mut Draw) -> C) {
    let seed = setting("COSCHED_EXACT_SEED", 1);
    let count = setting("COSCHED_EXACT_SCENARIOS", usual);
    let only = setting("COSCHED_EXACT_ONLY", u64::MAX);
    let numbers = (0..count).chain(
        [only]
            .into_iter()
            .filter(|only| (count..u64::MAX).contains(only)),
    );
    let (mut examined, mut differing) = (0, Vec::new());
    for number in numbers.filter(|number| only == u64::MAX || only == *number) {
        let case = draw(&mut Draw::new(seed, family, number));
        examined += 1;
        if !differences(&case).is_empty() {
            differing.push((number, case));
        }
    }
    println!(
        "{family}: {} of {examined} scenarios differ (seed {seed}); denominators of up to {} bits",
        differing.len(),
        LONGEST.get()
    );
    if differing.is_empty() {
        return;
    }
    let mut said = format!(
        "{family}: {} of {examined} scenarios differ",
        differing.len()
    );
    for (number, case) in differing.iter().take(SHOWN) {
        let case = smallest(case);
        said += &format!(
            "\n\nscenario {number} of seed {seed}, made small:\n{}\n{}",
            case.text(),
            differences(&case).join("\n")
        );
    }
    panic!("{said}");
}

/// The differences of `case`; a panic is a difference, too.
fn differences(case: &impl ExactCase) -> Vec<String> {
    let found = catch_unwind(AssertUnwindSafe(|| case.differences()));
    found.unwrap_or_else(|_| vec!["a panic".to_owned()])
}

/// A smaller scenario that still differs, as long as there is one.
fn smallest<C: ExactCase>(case: &C) -> C {
    let mut case = case.clone();
    let mut tries = TRIES;
    while let Some(smaller) = case.smaller().into_iter().find(|smaller| {
        tries = tries.saturating_sub(1);
        tries > 0 && !differences(smaller).is_empty()
    }) {
        case = smaller;
    }
    case
}
