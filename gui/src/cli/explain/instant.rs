//! Instants as a person types them: seconds, spans with a unit, or dates where a log has them.

use cosched_core::Time;
use jiff::civil::DateTime;

use crate::base::problem::Problem;
use crate::record::clock::Clock;

/// The instant that `text` means.
///
/// # Errors
/// It means none.
pub(super) fn parse(text: &str, clock: &Clock) -> Result<Time, Problem> {
    let seconds = span(text).or_else(|| date(text, clock));
    let none = || {
        let dates = match clock.place() {
            Some(_) => ", or a date as in 1996-10-10T07:00",
            None => "",
        };
        Problem::input(format!(
            "--at: `{text}` is no instant: seconds are allowed, or 90m, 5h or 2d{dates}"
        ))
    };
    let seconds = seconds.filter(|seconds| (0.0..1e10).contains(seconds));
    // To the nanosecond, as far as a float holds it.
    seconds
        .map(|seconds| Time((seconds * 1e9).round() as u64))
        .ok_or_else(none)
}

/// Seconds, or a number with its unit.
fn span(text: &str) -> Option<f64> {
    let (digits, unit) = match text.char_indices().last()? {
        (place, 's') => (&text[..place], 1.0),
        (place, 'm') => (&text[..place], 60.0),
        (place, 'h') => (&text[..place], 3600.0),
        (place, 'd') => (&text[..place], 86_400.0),
        _ => (text, 1.0),
    };
    let number: f64 = digits.parse().ok()?;
    number.is_finite().then_some(number * unit)
}

/// A date of the log's calendar.
fn date(text: &str, clock: &Clock) -> Option<f64> {
    clock.seconds(text.parse::<DateTime>().ok()?)
}
