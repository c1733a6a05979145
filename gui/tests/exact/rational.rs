//! Exact fractions: decimals as they are written, and times compared with whole nanoseconds.

use std::cell::Cell;
use std::sync::OnceLock;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

/// A fraction of whole numbers of any length.
pub(crate) type Exact = BigRational;

/// A whole number.
pub(crate) fn whole(number: impl Into<BigInt>) -> Exact {
    Exact::from_integer(number.into())
}

/// `above / below`.
pub(crate) fn ratio(above: i64, below: i64) -> Exact {
    Exact::new(above.into(), below.into())
}

/// A decimal as it is written: `1.37` is 137/100.
pub(crate) fn decimal(text: &str) -> Exact {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    let digits: BigInt = format!("{before}{after}").parse().unwrap();
    let below = BigInt::from(10).pow(after.len() as u32);
    Exact::new(digits, below)
}

/// A number in a scenario: its text and its value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Number {
    /// As in the text of the scenario.
    pub(crate) text: String,
    /// The exact value.
    pub(crate) exact: Exact,
}

impl Number {
    /// A decimal equal to its text.
    pub(crate) fn of(text: impl Into<String>) -> Self {
        let text = text.into();
        let exact = decimal(&text);
        Self { text, exact }
    }

    /// A fraction written with twelve digits behind the point, because the scenario gives it
    /// elsewhere exactly (a runtime beside its work and its speed-up).
    pub(crate) fn near(exact: Exact) -> Self {
        let digits = (&exact * whole(10_u64.pow(12))).round().to_integer();
        let text = format!("{digits:0>13}");
        let (before, after) = text.split_at(text.len() - 12);
        let text = format!("{before}.{after}");
        let text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
        Self { text, exact }
    }
}

/// Whether `found`, in nanoseconds, is `exact`, in seconds: equal where that is a whole number of
/// nanoseconds, less than a nanosecond off elsewhere.
pub(crate) fn agrees(exact: &Exact, found: u64) -> bool {
    LONGEST.with(|longest| longest.set(longest.get().max(exact.denom().bits())));
    let slack = *SLACK.get_or_init(|| {
        std::env::var("COSCHED_EXACT_SLACK").map_or(0, |text| text.parse().unwrap())
    });
    is_within(exact, found, slack)
}

/// As [`agrees`] with a tolerance in nanoseconds.
fn is_within(exact: &Exact, found: u64, slack: u64) -> bool {
    let exact = exact * whole(1_000_000_000);
    let off = (&exact - whole(found)).abs();
    if exact.is_integer() {
        off <= whole(slack)
    } else {
        off < whole(slack) + Exact::one()
    }
}

thread_local! {
    /// Bits of the longest denominator of a time that was compared, in seconds.
    pub(crate) static LONGEST: Cell<u64> = const { Cell::new(0) };
}

/// Tolerance in nanoseconds.
static SLACK: OnceLock<u64> = OnceLock::new();

/// Seconds for messages: the fraction, and its approximate value.
pub(crate) fn shown(exact: &Exact) -> String {
    if exact.is_integer() {
        exact.to_string()
    } else {
        format!("{exact} ({})", Number::near(exact.clone()).text)
    }
}

/// Describes the difference of `found` from `exact`, if there is one.
pub(crate) fn difference(what: &str, exact: &Exact, found: u64) -> Option<String> {
    let found_seconds = shown(&(whole(found) / whole(1_000_000_000)));
    (!agrees(exact, found)).then(|| {
        format!(
            "{what} at {}, the product says {found_seconds}",
            shown(exact)
        )
    })
}

#[test]
fn decimals_are_what_they_say() {
    assert_eq!(decimal("1.37"), ratio(137, 100));
    assert_eq!(decimal("20"), whole(20));
    assert_eq!(Number::near(ratio(20, 3)).text, "6.666666666667");
    assert_eq!(Number::near(ratio(1, 40)).text, "0.025");
    assert_eq!(Number::near(whole(5)).text, "5");
}

#[test]
fn whole_nanoseconds_must_be_equal() {
    assert!(is_within(&whole(29), 29_000_000_000, 0));
    assert!(!is_within(&whole(29), 29_000_000_001, 0));
    assert!(is_within(&ratio(20, 3), 6_666_666_666, 0));
    assert!(is_within(&ratio(20, 3), 6_666_666_667, 0));
    assert!(!is_within(&ratio(20, 3), 6_666_666_668, 0));
}
