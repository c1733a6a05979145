//! The question about nodes that are idle at an instant.

use cosched_core::Time;

use crate::plot::series;
use laboratory::base::format;
use laboratory::record::Run;

/// Question where run and instant are not known yet.
pub const WHY_IDLE: &str = "Why are nodes idle here?";

/// Returns how many nodes of `run` are busy at an instant; threads on servers.
pub(super) fn busy_at(run: &Run, at: Time) -> i64 {
    let steps = series::utilisation(run);
    let begun = steps.partition_point(|[from, _]| *from <= at.seconds());
    begun.checked_sub(1).map_or(0, |last| steps[last][1] as i64)
}

/// Returns the question about `run` where so many of its nodes are busy; `None` if none is idle.
pub fn why_idle(run: &Run, busy: i64) -> Option<String> {
    if busy <= 0 {
        return Some("Why is nothing running here?".to_owned());
    }
    // Threads may be more than cores.
    if run.placements().is_some() {
        return Some(WHY_IDLE.to_owned());
    }
    let all = i64::from(run.experiment.nodes);
    let unit = run.experiment.unit().many();
    (busy < all).then(|| {
        let [busy, all] = [busy, all].map(|number| format::count(number.unsigned_abs()));
        format!("Why are only {busy} of {all} {unit} busy here?")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Four nodes: from 10 s to 20 s one is busy, from 20 s to 30 s all are, then none is.
    #[test]
    fn nothing_runs_only_where_nothing_runs() {
        let run = sample::run(4, &[(0, 10, 10, 0, 1), (0, 20, 10, 0, 4)]);
        let requested = |seconds| why_idle(&run, busy_at(&run, Time::from_seconds(seconds)));
        let nothing = Some("Why is nothing running here?".to_owned());
        let some = Some("Why are only 1 of 4 nodes busy here?".to_owned());
        let found = [0, 10, 19, 20, 30].map(requested);
        assert_eq!(found, [nothing.clone(), some.clone(), some, None, nothing]);
    }
}
