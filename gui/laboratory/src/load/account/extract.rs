//! Whether a table has only jobs that ended from some instant on.

use cosched_core::Time;

use super::Accounts;
use crate::base::format;
use crate::load::DraftJob;

/// A table of jobs that ended from an instant on, as `sacct -S` writes those that ran since then:
/// it lacks what ended before, and has what was running.
///
/// Up to its first end it has few submissions, and yet a busy machine: at most a quarter of the usual
/// submissions, at least half of the mean use, and at least 30 missing. The bounds were set before
/// they were tried, but for the last: at 20, SDSC-BLUE as a whole (6 of 26) was taken for one. Of
/// eight whole logs and 48 extracts of them by submission, of 7 and of 30 days, none is; of 48 by
/// end, 37 are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::load) struct EndExtract {
    /// Milliseconds from the first submission to the first end.
    span: f64,
    /// Submissions in them, and how many are usual after that.
    submitted: usize,
    usual: f64,
}

/// Greatest share of the usual number of submissions.
const GREATEST_SHARE: f64 = 0.25;
/// Least number of missing submissions.
const LEAST_MISSING: f64 = 30.0;
/// Least part of the mean use.
const LEAST_USE: f64 = 0.5;

/// A job that ran: its instants in milliseconds, and its size.
struct RanJob {
    submit: f64,
    start: f64,
    end: f64,
    size: f64,
}

impl EndExtract {
    /// Finds whether `accounts` are one.
    pub(in crate::load) fn of(accounts: &Accounts) -> Option<Self> {
        let are_cores_known = accounts.entries.iter().all(|entry| entry.cores.is_some());
        let ran = accounts.entries.iter().filter_map(|entry| {
            let size = if are_cores_known {
                entry.cores?
            } else {
                entry.nodes?
            };
            // Instants may be anywhere: differences of whole ones could be too large.
            let [submit, start, end] =
                [entry.submit, entry.start?, entry.end?].map(|at| at.0 as f64);
            (start <= end).then_some(RanJob {
                submit,
                start,
                end,
                size: f64::from(size),
            })
        });
        Self::of_jobs(ran)
    }

    /// Finds whether the jobs of a draft are one, in the order of submission or any other.
    pub(in crate::load) fn of_draft(jobs: &[DraftJob]) -> Option<Self> {
        let ran = jobs.iter().filter_map(|DraftJob { spec, label, .. }| {
            let start = spec.submit.after(label.recorded_wait()?);
            let at = |time: Time| time.seconds() * 1000.0;
            Some(RanJob {
                submit: at(spec.submit),
                start: at(start),
                end: at(start.after(spec.runtime)),
                size: f64::from(spec.nodes),
            })
        });
        Self::of_jobs(ran)
    }

    fn of_jobs(jobs: impl Iterator<Item = RanJob> + Clone) -> Option<Self> {
        let (mut first, mut first_end, mut last) = (f64::MAX, f64::MAX, f64::MIN);
        let mut count = 0;
        for job in jobs.clone() {
            first = first.min(job.submit);
            first_end = first_end.min(job.end);
            last = last.max(job.submit);
            count += 1;
        }
        if first_end <= first || last <= first_end {
            return None;
        }
        let submitted = jobs.clone().filter(|job| job.submit < first_end).count();
        let span = first_end - first;
        let later = (count - submitted) as f64;
        let usual = later * span / (last - first_end);
        let found = submitted as f64;
        // Most logs are none, which is seen here.
        if found > GREATEST_SHARE * usual || usual - found < LEAST_MISSING {
            return None;
        }
        let last_end = jobs.clone().map(|job| job.end).fold(f64::MIN, f64::max);
        let at_end = jobs.clone().filter(|job| job.start < first_end);
        let in_use: f64 = at_end.map(|job| job.size).sum();
        let work = jobs.map(|job| job.size * (job.end - job.start));
        let mean_use = work.sum::<f64>() / (last_end - first);
        (in_use >= LEAST_USE * mean_use).then_some(Self {
            span,
            submitted,
            usual,
        })
    }

    /// Beginning of its [sentence](Self::sentence).
    pub(in crate::load) const SEEMS: &str = "seems to be an extract by end time";

    /// Missing column, in words.
    pub(in crate::load) fn sentence(&self) -> String {
        format!(
            "{}: in the {} up to the first end {} submitted, where {} are usual; what had ended before is missing, and the machine looks emptier then than it was",
            Self::SEEMS,
            format::span(self.span / 1000.0),
            match self.submitted {
                1 => "1 job that ran was".to_owned(),
                many => format!("{} jobs that ran were", format::count(many as u64)),
            },
            format::count(self.usual.round() as u64),
        )
    }
}
