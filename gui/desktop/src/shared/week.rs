//! The busiest week of a run.

use super::runs::Entry;
use charts::time::timeline::CurveKind;

const DAY: f64 = 86_400.0;
const WEEK: f64 = 7.0 * DAY;

/// Returns its start and end, in seconds, from midnight to midnight; of equal weeks the first, and
/// `None` for runs that are no longer than one.
pub(crate) fn busiest(entry: &Entry) -> Option<[f64; 2]> {
    let (first, last) = entry.timeline.span();
    let (first, last) = (first.seconds(), last.seconds());
    if last - first <= WEEK {
        return None;
    }
    let clock = &entry.run.experiment.clock;
    let midnight = |at: f64| {
        let day = clock.date(at).map(|date| date.start_of_day());
        let begin = day.and_then(|day| clock.seconds(day));
        begin.unwrap_or_else(|| (at / DAY).floor() * DAY)
    };
    let busy = |[from, until]: [f64; 2]| {
        let area = |at: f64| entry.timeline.area(CurveKind::Busy, at);
        area(until) - area(from)
    };
    let days = ((last - WEEK - first) / DAY).ceil() as u32;
    let weeks = (0..=days).map(|day| {
        let from = midnight(first + f64::from(day) * DAY).max(0.0);
        [from, midnight(from + WEEK + DAY / 2.0)]
    });
    weeks.reduce(|best, week| if busy(week) > busy(best) { week } else { best })
}
