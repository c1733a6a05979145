//! Instants as a person types them: seconds, spans with a unit, or dates where a log has them.

use cosched_core::Time;
use jiff::civil::DateTime;

use laboratory::base::problem::Problem;
use laboratory::base::span;
use laboratory::record::clock::Clock;

/// Returns the instant that `text` means.
///
/// # Errors
/// It means none.
pub(in crate::cli) fn parse(text: &str, clock: &Clock) -> Result<Time, Problem> {
    let seconds = span::seconds(text).or_else(|| date(text, clock));
    let none = || {
        let dates = match clock.zone_name() {
            Some(_) => ", or a date as in 1996-10-10T07:00",
            None => "",
        };
        Problem::input(format!(
            "--at: `{text}` is no instant: seconds are allowed, or 90m, 5h or 2d{dates}"
        ))
    };
    let seconds = seconds.filter(|seconds| (0.0..1e10).contains(seconds));
    seconds.map(span::instant_at).ok_or_else(none)
}

/// Parses a date of the log's calendar.
fn date(text: &str, clock: &Clock) -> Option<f64> {
    clock.seconds(text.parse::<DateTime>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_seconds_spans_or_dates() {
        let none = Clock::default();
        // 23 September 1996, 14:00:31 in Stockholm, where it was summer.
        let stockholm = Clock::new(843_480_031, Some("Europe/Stockholm"));
        for (text, clock, seconds) in [
            ("100", &none, 100),
            ("90m", &none, 5_400),
            ("2d", &none, 172_800),
            ("1996-09-23T15:00:31", &stockholm, 3_600),
        ] {
            assert_eq!(
                parse(text, clock),
                Ok(Time::from_seconds(seconds)),
                "{text}"
            );
        }
        for text in ["", "m", "-1", "nan", "1e300", "é", "1996-09-23T15:00:31"] {
            assert!(parse(text, &none).is_err(), "{text}");
        }
        // Before the log began.
        assert!(parse("1995-01-01T00:00", &stockholm).is_err());
    }
}
