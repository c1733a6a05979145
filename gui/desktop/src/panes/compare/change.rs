//! A value of a run, and its change from the baseline's: in words, and how sure it is.

use std::cmp::Ordering;

use laboratory::base::{change, format};
use laboratory::metrics::select::paired::PairedSummary;
use laboratory::record::metric::{Better, Metric};

/// Value of a run with its change from the baseline.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Cell {
    /// Value before and behind the decimal point.
    pub(super) parts: [String; 2],
    pub(super) change: Option<Change>,
}

/// Change of a value from that of the baseline.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Change {
    pub(super) words: String,
    /// Change as a share of the baseline's value; absent where that is 0.
    pub(super) share: Option<f64>,
    /// Greater if it is better.
    pub(super) verdict: Ordering,
    /// Interval of the share with 95 % confidence, judged by the jobs.
    pub(super) interval: Option<[f64; 2]>,
    /// Text in place of an unknown interval.
    pub(super) no_interval: Option<&'static str>,
    /// Sentence on the comparison job by job.
    pub(super) judged: Option<String>,
}

/// Returns `value` in the words of its metric, split at its decimal point.
pub(super) fn parts(metric: &Metric, value: f64) -> [String; 2] {
    if metric.unit == "s" {
        return [format::span(value), String::new()];
    }
    let text = format::number(value);
    match text.split_once('.') {
        Some((whole, part)) => [whole.to_owned(), format!(".{part}")],
        None => [text, String::new()],
    }
}

pub(super) fn changed(metric: &Metric, value: f64, base: f64) -> Change {
    let verdict = match metric.better {
        _ if value == base => Ordering::Equal,
        Better::Neither => Ordering::Equal,
        better if (better == Better::Less) == (value < base) => Ordering::Greater,
        _ => Ordering::Less,
    };
    let share = (base != 0.0).then(|| (value - base) / base.abs());
    let words = match share {
        _ if value == base => "same".to_owned(),
        Some(share) => change::in_words(share),
        // Zero has no share.
        None if metric.unit == "s" => format::signed_span(value),
        None => format!(
            "{}{}",
            if value > 0.0 { "+" } else { "" },
            format::number(value)
        ),
    };
    Change {
        words,
        share,
        verdict,
        interval: None,
        no_interval: None,
        judged: None,
    }
}

/// Returns the change of `value` from `base`, which is of other jobs: as a factor, and neither
/// better nor worse.
pub(super) fn of_other_jobs(value: f64, base: f64) -> Change {
    let times = value / base;
    let words = if times.is_finite() {
        format!("× {}", format::number(times))
    } else {
        "–".to_owned()
    };
    Change {
        words,
        share: None,
        verdict: Ordering::Equal,
        interval: None,
        no_interval: None,
        judged: None,
    }
}

/// Returns a sentence on a comparison job by job.
pub(super) fn comparison_sentence(paired: &PairedSummary) -> String {
    let better = format::counted(paired.better, "job");
    let [worse, same] = [paired.worse, paired.same].map(|jobs| format::count(jobs as u64));
    let mut said = format!("{better} better, {worse} worse, {same} the same");
    said += &match paired.interval {
        Some(_) => format!(
            "\nThe change of the mean is {}, {}",
            paired.interval_words(),
            paired.interval_sentence()
        ),
        None => format!("\nHow sure that is: {}", paired.interval_sentence()),
    };
    said
}

impl Change {
    /// Returns the verdict; equal where the interval contains 0.
    pub(super) fn certain_verdict(&self) -> Ordering {
        match self.interval {
            Some([low, high]) if low > 0.0 || high < 0.0 => self.verdict,
            // How sure a change of a median or a makespan is, was never measured.
            _ => Ordering::Equal,
        }
    }

    /// Returns the interval, or why it is unknown.
    pub(super) fn interval_words(&self) -> Option<String> {
        let interval = self.interval;
        let words = interval.map(|interval| change::interval(self.share, interval));
        words.or(self.no_interval.map(str::to_owned))
    }

    /// Returns why it is grey though it is nominally better or worse.
    pub(super) fn why_grey(&self) -> Option<&'static str> {
        match self.interval {
            _ if self.verdict == Ordering::Equal => None,
            Some([low, high]) if low <= 0.0 && high >= 0.0 => Some("not sure"),
            Some(_) => None,
            None => self.no_interval,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::metrics;

    fn metric(name: &str) -> &'static Metric {
        let mut all = metrics::all().iter();
        all.find(|metric| metric.name == name).unwrap()
    }

    #[test]
    fn less_wait_is_better_and_less_utilisation_is_worse() {
        let shown = |name, value, base| {
            let change = changed(metric(name), value, base);
            (change.words, change.verdict)
        };
        for (name, value, base, words, verdict) in [
            ("mean_wait", 50.0, 100.0, "−50 %", Ordering::Greater),
            ("utilisation", 0.4, 0.8, "−50 %", Ordering::Less),
            ("backfilled", 3.0, 0.0, "+3", Ordering::Equal),
            (
                "makespan",
                10_001.0,
                10_000.0,
                "< 0.1 % more",
                Ordering::Less,
            ),
            ("mean_wait", 7.0, 7.0, "same", Ordering::Equal),
            ("mean_wait", 103.21, 100.0, "+3.2 %", Ordering::Less),
            ("mean_wait", 5000.0, 100.0, "× 50", Ordering::Less),
        ] {
            assert_eq!(shown(name, value, base), (words.to_owned(), verdict));
        }
    }

    /// 3.9 % more may as well be 9 % less: it is neither good nor bad.
    #[test]
    fn a_change_whose_interval_has_zero_in_it_has_no_colour() {
        let with = |interval| Change {
            interval,
            ..changed(metric("mean_wait"), 103.9, 100.0)
        };
        assert_eq!(with(Some([-0.09, 0.19])).certain_verdict(), Ordering::Equal);
        assert_eq!(with(Some([0.01, 0.19])).certain_verdict(), Ordering::Less);
        // A change without an interval is not sure either.
        assert_eq!(with(None).certain_verdict(), Ordering::Equal);
    }

    #[test]
    fn a_grey_change_has_a_reason() {
        let with = |interval, no_interval| Change {
            interval,
            no_interval,
            ..changed(metric("mean_wait"), 103.9, 100.0)
        };
        assert_eq!(with(Some([-0.09, 0.19]), None).why_grey(), Some("not sure"));
        assert_eq!(with(Some([0.01, 0.19]), None).why_grey(), None);
        let short = Some("too short to say");
        assert_eq!(with(None, short).why_grey(), short);
        assert_eq!(with(None, None).why_grey(), None);
        // An equal value is grey in any case.
        let same = changed(metric("mean_wait"), 7.0, 7.0);
        assert_eq!(same.why_grey(), None);
    }

    #[test]
    fn a_change_from_other_jobs_has_neither_sign_nor_colour() {
        for (value, base, words) in [(50.0, 100.0, "× 0.5"), (115.0, 0.0, "–"), (7.0, 7.0, "× 1")]
        {
            let change = of_other_jobs(value, base);
            assert_eq!(
                (change.words.as_str(), change.verdict),
                (words, Ordering::Equal)
            );
            assert_eq!((change.share, change.interval), (None, None));
        }
    }

    #[test]
    fn numbers_are_split_at_their_points_and_seconds_are_spans() {
        let parts = |name, value| parts(metric(name), value);
        assert_eq!(parts("mean_bounded_slowdown", 92.83), ["92", ".83"]);
        assert_eq!(parts("mean_bounded_slowdown", 6822.4), ["6822", ""]);
        assert_eq!(parts("mean_wait", 354_176.0), ["4 d 2 h", ""]);
    }
}
