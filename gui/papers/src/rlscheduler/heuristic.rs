//! Heuristics of the paper as scores, the least of which goes first (fixtures/papers/rlscheduler.md, 10.4).

use super::super::trials::Treatment;
use super::episode::Episode;
use super::log::Job;

/// Heuristic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heuristic {
    /// By submission.
    Fcfs,
    /// WFP3 as the artifact computes it.
    Wfp3,
    /// UNICEP as the artifact computes it.
    Unicep,
    /// By requested time.
    Sjf,
    /// F1 of Carastan-Santos and de Camargo, 2017.
    F1,
    /// WFP3 by the wait so far.
    Wfp3Written,
    /// UNICEP by the wait so far.
    UnicepWritten,
}

impl Heuristic {
    /// All heuristics, those of the artifact's table first.
    pub(super) const ALL: [Self; 7] = [
        Self::Fcfs,
        Self::Wfp3,
        Self::Unicep,
        Self::Sjf,
        Self::F1,
        Self::Wfp3Written,
        Self::UnicepWritten,
    ];

    /// Name in tables and figures.
    pub(super) const fn name(self) -> Treatment {
        match self {
            Self::Fcfs => "FCFS",
            Self::Wfp3 => "WFP3",
            Self::Unicep => "UNICEP",
            Self::Sjf => "SJF",
            Self::F1 => "F1",
            Self::Wfp3Written => "WFP3, as written",
            Self::UnicepWritten => "UNICEP, as written",
        }
    }

    /// Sorts the queue by score and names its first job; of equal ones, the order stays.
    ///
    /// The artifact sorts its queue, so that backfilling by submission meets jobs of one second in
    /// the order of their scores.
    pub(super) fn choose(self, episode: &mut Episode<'_>) -> usize {
        let queue = episode.queue.iter();
        let mut scores: Vec<_> = queue
            .map(|job| (self.score(job, episode.now), *job))
            .collect();
        scores.sort_by(|one, other| one.0.total_cmp(&other.0));
        episode.queue.clear();
        episode.queue.extend(scores.into_iter().map(|(_, job)| job));
        0
    }

    /// Score of a waiting job.
    fn score(self, job: &Job, now: i64) -> f64 {
        let [submit, requested, processors] = [job.submit, job.requested_time, job.processors];
        let [requested, processors] = [requested, processors].map(|one| one as f64);
        // Where the artifact scores a job its start is still -1, which it takes for an instant.
        let wait = match self {
            Self::Wfp3 | Self::Unicep => -1 - submit,
            _ => now - submit,
        };
        let wait = wait as f64;
        match self {
            Self::Fcfs => submit as f64,
            Self::Sjf => requested,
            Self::Wfp3 | Self::Wfp3Written => -libm::pow(wait / requested, 3.0) * processors,
            Self::Unicep | Self::UnicepWritten => {
                -(wait + TINY) / (libm::log2(processors + TINY) * requested)
            }
            Self::F1 => logarithm(requested) * processors + 870.0 * logarithm(submit as f64),
        }
    }
}

/// Addend by which the artifact keeps a job of one processor from a division by 0.
const TINY: f64 = 1e-15;

/// Logarithm to base 10, of 0.1 for what has none.
fn logarithm(value: f64) -> f64 {
    libm::log10(if value > 0.0 { value } else { 0.1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job of 4 processors and 50 s, submitted at 99, at 199: a wait of 100 s, which the artifact
    /// takes for -100.
    #[test]
    fn scores_by_hand() {
        let job = Job {
            submit: 99,
            runtime: 1,
            requested_time: 50,
            processors: 4,
        };
        for (heuristic, expected) in [
            (Heuristic::Fcfs, 99.0),
            (Heuristic::Sjf, 50.0),
            (Heuristic::Wfp3, 32.0),
            (Heuristic::Wfp3Written, -32.0),
            (Heuristic::Unicep, 1.0),
            (Heuristic::UnicepWritten, -1.0),
            (Heuristic::F1, 4.0 * 50f64.log10() + 870.0 * 99f64.log10()),
        ] {
            let score = heuristic.score(&job, 199);
            assert!((score - expected).abs() < 1e-9, "{heuristic:?} {score}");
        }
    }
}
