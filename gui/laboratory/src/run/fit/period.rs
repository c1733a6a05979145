//! Period of a scheduler: times between starts that are multiples of it, more often than those between
//! submissions and ends.

use super::evidence::{Evidence, RanJob};
use crate::base::format::{count, number};
use crate::scenario::Scenario;

/// Periods that are looked for, in seconds: what `bf_interval`, `sched_interval` and the polling of
/// other schedulers are usually set to.
const PERIODS: [u32; 6] = [10, 15, 30, 60, 120, 300];

/// A time is a multiple of a period within a twentieth of it, before or behind: a pass takes its time,
/// and the next one may be counted from its end.
const PARTS: u32 = 20;

/// Between starts a quarter of a period to ten periods are looked at: those of one pass may be seconds
/// apart, and over a long time passes drift, or begin anew with the queue.
const LEAST_PART: i64 = 4;
/// See [`LEAST_PART`].
const MOST_PERIODS: i64 = 10;

/// Schedulers look at once when a job comes or ends, or within so many seconds: starts right behind
/// show no period (`batch_sched_delay` is usually 3 s).
const SOON: i64 = 5;

/// Fewest times between starts.
const FEWEST: u32 = 100;

/// Least share of multiples among the times that would be none by chance, for a proposal: most
/// such starts are by passes of that period.
const LEAST_PROPOSED: f64 = 0.5;

/// Likewise, for a sentence.
const LEAST_SAID: f64 = 0.1;

/// A longer period is taken if it explains so much of what the best one does. Of the multiples of a
/// period only half, or fewer, are those of twice the period, which is less.
const NEARLY: f64 = 0.75;

/// Probability that chance gives some period, below which it is believed.
const LARGEST_CHANCE: f64 = 0.001;

/// Jobs that ended within so many milliseconds of their limit were stopped: times between such ends
/// are often those between starts.
const STOPPED: i64 = 60_000;

/// Period of a scheduler's passes, as a log shows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProposedPeriod {
    /// The period in seconds.
    pub seconds: u32,
    /// Times between starts of jobs that had waited, behind neither a submission nor an end.
    pub times: u32,
    /// Those of them that are multiples of the period.
    pub multiples: u32,
    /// Largest share that would be multiples by chance, or that of submissions or ends.
    pub chance: f64,
}

/// The longest period of which the times between the starts of `evidence` are multiples; `None` if
/// those between submissions, between ends or by chance are as often.
pub(super) fn period(evidence: &Evidence<'_>) -> Option<ProposedPeriod> {
    let jobs = || evidence.jobs.iter();
    let submissions = instants(jobs(), |job| job.ready);
    let ends = instants(jobs(), |job| job.end);
    let mut starts = instants(jobs().filter(|job| job.start > job.ready), |job| job.start);
    starts.retain(|&start| !is_soon(start, &submissions) && !is_soon(start, &ends));
    let ends = instants(jobs().filter(|job| !was_stopped(job)), |job| job.end);
    let found = PERIODS.map(|seconds| measured(seconds, [&starts, &submissions, &ends]));
    let found: Vec<ProposedPeriod> = found
        .into_iter()
        .filter(|one| one.excess() >= LEAST_SAID && one.is_beyond_chance())
        .collect();
    let best = found.iter().map(ProposedPeriod::excess);
    let best = best.max_by(f64::total_cmp)?;
    let mut longest = found.into_iter().rev();
    longest.find(|one| one.excess() >= NEARLY * best)
}

/// The seconds in which something happened, each once, in order.
fn instants<'a>(jobs: impl Iterator<Item = &'a RanJob>, at: impl Fn(&RanJob) -> i64) -> Vec<i64> {
    let mut found: Vec<i64> = jobs.map(|job| at(job).div_euclid(1000)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a start is right behind one of the `instants`.
fn is_soon(start: i64, instants: &[i64]) -> bool {
    let before = instants.partition_point(|&instant| instant <= start);
    before > 0 && start - instants[before - 1] <= SOON
}

/// Whether it was stopped at its limit.
fn was_stopped(job: &RanJob) -> bool {
    let limit = job.limit.and_then(|limit| i64::try_from(limit).ok());
    limit.is_some_and(|limit| job.end - job.start >= limit.saturating_sub(STOPPED))
}

/// The period of so many `seconds`, of starts beside submissions and ends.
fn measured(seconds: u32, [starts, submissions, ends]: [&[i64]; 3]) -> ProposedPeriod {
    let share = |instants: &[i64]| {
        let (times, multiples) = multiples(seconds, instants);
        f64::from(multiples) / f64::from(times.max(1))
    };
    // Where short times are more frequent than long ones, fewer are in the middle of a period.
    let even = f64::from(2 * (seconds / PARTS) + 1) / f64::from(seconds);
    let (times, multiples) = multiples(seconds, starts);
    ProposedPeriod {
        seconds,
        times,
        multiples,
        chance: even.max(share(submissions)).max(share(ends)),
    }
}

/// Number of times between one instant and the next that are neither too short nor too long, and of
/// those of them that are multiples of so many `seconds`.
fn multiples(seconds: u32, instants: &[i64]) -> (u32, u32) {
    let (period, within) = (i64::from(seconds), i64::from(seconds / PARTS));
    let times = instants.windows(2).map(|pair| pair[1] - pair[0]);
    let times =
        times.filter(|&time| LEAST_PART * time >= period && time <= MOST_PERIODS * period + within);
    let counts = |(times, multiples): (u32, u32), time: i64| {
        let behind = time % period;
        let is_multiple = behind.min(period - behind) <= within;
        (times + 1, multiples + u32::from(is_multiple))
    };
    times.fold((0, 0), counts)
}

impl ProposedPeriod {
    /// Share of the times that are multiples.
    fn share(&self) -> f64 {
        f64::from(self.multiples) / f64::from(self.times.max(1))
    }

    /// Share of multiples among the times that would be none by chance.
    fn excess(&self) -> f64 {
        (self.share() - self.chance) / (1.0 - self.chance).max(f64::EPSILON)
    }

    /// Whether chance would hardly give as many multiples of any period that is looked for: Chernoff's
    /// bound of the binomial tail, exp(-n D(share || chance)) (Hoeffding, 1963, theorem 1), times the
    /// number of periods.
    fn is_beyond_chance(&self) -> bool {
        let (share, chance) = (self.share(), self.chance);
        let part = |share: f64, chance: f64| match share {
            0.0 => 0.0,
            share => share * (share / chance).ln(),
        };
        let divergence = part(share, chance) + part(1.0 - share, 1.0 - chance);
        let tail = (-f64::from(self.times) * divergence).exp();
        let is_rare = tail * (PERIODS.len() as f64) < LARGEST_CHANCE;
        self.times >= FEWEST && share > chance && is_rare
    }

    /// Whether `scenario` can take it: its policies are Slurm's alone, and do not have it yet.
    pub(super) fn suits(&self, scenario: &Scenario) -> bool {
        let is_slurm = scenario.all_policies().all(|policy| policy.is_of_slurm());
        is_slurm && self.excess() >= LEAST_PROPOSED && !self.is_of(scenario)
    }

    /// Whether one of the two intervals of Slurm's passes is this one.
    fn is_of(&self, scenario: &Scenario) -> bool {
        let slurm = &scenario.parameters.slurm;
        [slurm.bf_interval, slurm.sched_interval].contains(&f64::from(self.seconds))
    }

    /// Takes it into `scenario`.
    pub(super) fn apply(&self, scenario: &mut Scenario) {
        let variants = scenario.variants.iter_mut();
        let variants = variants.map(|variant| &mut variant.parameters);
        for parameters in variants.chain([&mut scenario.parameters]) {
            parameters.slurm.bf_interval = f64::from(self.seconds);
        }
    }

    pub(super) fn in_words(&self) -> String {
        format!("bf_interval of {} s", self.seconds)
    }

    pub(super) fn evidence(&self) -> String {
        let percent = |share: f64| number((1000.0 * share).round() / 10.0);
        format!(
            "of {} times between starts of jobs that had waited, behind neither a submission nor an end, {} % are multiples of {} s, within {} s; of those between submissions, between ends or by chance {} % at most would be",
            count(u64::from(self.times)),
            percent(self.share()),
            self.seconds,
            self.seconds / PARTS,
            percent(self.chance)
        )
    }

    /// Sentence for a scenario that does not take it.
    pub(super) fn remark(&self, scenario: &Scenario, is_policy_known: bool) -> String {
        let is_slurm = scenario.all_policies().all(|policy| policy.is_of_slurm());
        let why = if !(is_slurm && is_policy_known) {
            "the policies that are simulated start jobs as they come and end, and have no such parameter; Slurm’s bf_interval is one"
        } else if self.is_of(scenario) {
            "the scenario has an interval of passes that long"
        } else {
            "most starts are not by such passes, and none is proposed"
        };
        let seconds = self.seconds;
        format!(
            "the scheduler seems to look every {seconds} s: {}; {why}",
            self.evidence()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::account::Accounts;

    /// The period of jobs with these instants of submission, start and end, in seconds.
    fn period_of(jobs: impl IntoIterator<Item = [i64; 3]>) -> Option<ProposedPeriod> {
        let jobs = jobs.into_iter().map(|[ready, start, end]| RanJob {
            ready: 1000 * ready,
            start: 1000 * start,
            end: 1000 * end,
            ..RanJob::EXAMPLE
        });
        period(&Evidence {
            accounts: &Accounts::default(),
            jobs: jobs.collect(),
        })
    }

    /// Submissions 77 s apart, each with a start on the next minute, seven seconds late, and an end
    /// anywhere in the minute behind.
    fn on_the_minute(index: i64) -> [i64; 3] {
        let ready = 77 * index;
        let start = (ready + 59) / 60 * 60 + 7;
        [ready, start, start + 34 + index * 37 % 59]
    }

    /// Of a period of 60 s all are multiples; of one of 120 s those of 60 s, which are most, are not.
    #[test]
    fn starts_on_every_minute_are_of_no_longer_period() {
        let found = period_of((0..600).map(on_the_minute)).unwrap();
        assert_eq!((found.seconds, found.multiples), (60, found.times));
        assert_eq!(found.excess(), 1.0);
    }

    /// After each tenth start passes begin anew, as a queue that was empty does.
    #[test]
    fn passes_may_begin_anew() {
        let anew = |index: i64| on_the_minute(index).map(|at| at + index / 10 * 17_003);
        let found = period_of((0..600).map(anew)).unwrap();
        assert_eq!((found.seconds, found.multiples), (60, found.times));
    }

    /// Submissions and ends every minute as well, or starts right behind them.
    #[test]
    fn a_coarse_clock_is_no_period() {
        let minutes = |index: i64| [60 * index, 60 * index + 30, 60 * index + 71 + index % 13];
        assert_eq!(period_of((0..600).map(minutes)), None);
        let with_ends = |index: i64| [60 * index + index % 7, 60 * index + 60, 60 * index + 600];
        assert_eq!(period_of((0..600).map(with_ends)), None);
    }

    /// Starts two or eight seconds after submissions 77 s apart; fewer than 100 times; and jobs that
    /// did not wait.
    #[test]
    fn starts_as_jobs_come_few_and_immediate_ones_show_none() {
        for late in [2, 8] {
            let soon = (0..600).map(|index| [77 * index, 77 * index + late, 77 * index + 90]);
            assert_eq!(period_of(soon), None);
        }
        assert_eq!(period_of((0..90).map(on_the_minute)), None);
        let immediate = (0..600).map(|index| {
            let [_, start, end] = on_the_minute(index);
            [start, start, end]
        });
        assert_eq!(period_of(immediate), None);
    }

    /// Two of five starts on the minute, so that one in five is between two such, are worth a sentence
    /// and no proposal.
    #[test]
    fn a_minority_of_starts_is_said_and_not_proposed() {
        let mixed = (0..3000).map(|index| {
            let [ready, _, end] = on_the_minute(index);
            match index % 5 {
                0 | 1 => on_the_minute(index),
                _ => [ready, ready + 6 + index * 37 % 53, end],
            }
        });
        let found = period_of(mixed).unwrap();
        assert!((LEAST_SAID..LEAST_PROPOSED).contains(&found.excess()));
    }
}
