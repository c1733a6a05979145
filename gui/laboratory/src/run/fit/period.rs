//! Period of a scheduler: starts on a grid in time, more of them than submissions and ends put there.

use super::evidence::{Evidence, RanJob};
use crate::base::format::{count, number};
use crate::scenario::Scenario;

/// Periods that are looked for, in seconds: what `bf_interval`, `sched_interval` and the polling of
/// other schedulers are usually set to.
const PERIODS: [u32; 6] = [10, 15, 30, 60, 120, 300];

/// A grid counts within a tenth of the period: a pass takes its time, and the start is noted as it
/// decides.
const PARTS: u32 = 10;

/// Fewest instants with starts.
const FEWEST_STARTS: u32 = 100;

/// Least share on the grid of the starts that would not be there by chance, for a proposal: most
/// starts are by such passes, and not as jobs come and end.
const LEAST_PROPOSED: f64 = 0.5;

/// Likewise, for a sentence.
const LEAST_SAID: f64 = 0.1;

/// A longer period is taken if it explains so much of what the best one does. Of the starts on a
/// grid only half are on one of twice its period, which is less.
const NEARLY: f64 = 0.75;

/// Probability that chance gives some grid, below which it is believed.
const LARGEST_CHANCE: f64 = 0.001;

/// Jobs that ended within so many milliseconds of their limit were stopped: if they started on a grid,
/// they ended on it.
const STOPPED: i64 = 60_000;

/// Period of a scheduler's passes, as a log shows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProposedPeriod {
    /// The period in seconds.
    pub seconds: u32,
    /// Instants at which jobs started that had waited.
    pub starts: u32,
    /// Those of them on the grid.
    pub on_grid: u32,
    /// Largest share that would be there by chance, or of submissions and ends that are.
    pub chance: f64,
    /// First second of each period that counts, and how many.
    from: u32,
    width: u32,
}

/// The longest period on whose grid the jobs of `evidence` started; `None` if submissions, ends or
/// chance put as many there.
pub(super) fn period(evidence: &Evidence<'_>) -> Option<ProposedPeriod> {
    let jobs = || evidence.jobs.iter();
    let starts = instants(jobs().filter(|job| job.start > job.ready), |job| job.start);
    let submissions = instants(jobs(), |job| job.ready);
    let ends = instants(jobs().filter(|job| !was_stopped(job)), |job| job.end);
    let grids = PERIODS.map(|seconds| grid(seconds, [&starts, &submissions, &ends]));
    let grids: Vec<ProposedPeriod> = grids
        .into_iter()
        .filter(|grid| grid.excess() >= LEAST_SAID && grid.is_beyond_chance())
        .collect();
    let best = grids.iter().map(ProposedPeriod::excess);
    let best = best.max_by(f64::total_cmp)?;
    let mut longest = grids.into_iter().rev();
    longest.find(|grid| grid.excess() >= NEARLY * best)
}

/// The seconds in which something happened, each once.
fn instants<'a>(jobs: impl Iterator<Item = &'a RanJob>, at: impl Fn(&RanJob) -> i64) -> Vec<i64> {
    let mut found: Vec<i64> = jobs.map(|job| at(job).div_euclid(1000)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether it was stopped at its limit.
fn was_stopped(job: &RanJob) -> bool {
    let limit = job.limit.and_then(|limit| i64::try_from(limit).ok());
    limit.is_some_and(|limit| job.end - job.start >= limit.saturating_sub(STOPPED))
}

/// The grid of so many `seconds` on which most starts are, beside submissions and ends.
fn grid(seconds: u32, [starts, submissions, ends]: [&[i64]; 3]) -> ProposedPeriod {
    let width = (seconds / PARTS).max(1);
    let residues = residues(seconds, starts);
    let within = |counts: &[u32], from: u32| {
        let places = (from..from + width).map(|place| (place % seconds) as usize);
        places.map(|place| counts[place]).sum::<u32>()
    };
    // Of equal ones the first.
    let best = (0..seconds).max_by_key(|&from| (within(&residues, from), seconds - from));
    let from = best.unwrap_or(0);
    let share = |instants: &[i64]| {
        let counts = self::residues(seconds, instants);
        f64::from(within(&counts, from)) / instants.len().max(1) as f64
    };
    let even = f64::from(width) / f64::from(seconds);
    ProposedPeriod {
        seconds,
        starts: residues.iter().sum(),
        on_grid: within(&residues, from),
        chance: even.max(share(submissions)).max(share(ends)),
        from,
        width,
    }
}

/// How many of the `instants` have each remainder by the period.
fn residues(seconds: u32, instants: &[i64]) -> Vec<u32> {
    let mut counts = vec![0; seconds as usize];
    for at in instants {
        counts[at.rem_euclid(i64::from(seconds)) as usize] += 1;
    }
    counts
}

impl ProposedPeriod {
    /// Share of the starts on the grid.
    fn share(&self) -> f64 {
        f64::from(self.on_grid) / f64::from(self.starts.max(1))
    }

    /// Share on the grid of the starts that would not be there by chance.
    fn excess(&self) -> f64 {
        (self.share() - self.chance) / (1.0 - self.chance).max(f64::EPSILON)
    }

    /// Whether chance would hardly give as much on any grid that is looked for: Chernoff's bound of
    /// the binomial tail, exp(-n D(share || chance)) (Hoeffding, 1963, theorem 1), times the number
    /// of grids.
    fn is_beyond_chance(&self) -> bool {
        let (share, chance) = (self.share(), self.chance);
        let part = |share: f64, chance: f64| match share {
            0.0 => 0.0,
            share => share * (share / chance).ln(),
        };
        let divergence = part(share, chance) + part(1.0 - share, 1.0 - chance);
        let tail = (-f64::from(self.starts) * divergence).exp();
        let grids: u32 = PERIODS.iter().sum();
        self.starts >= FEWEST_STARTS && share > chance && tail * f64::from(grids) < LARGEST_CHANCE
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
            "of {} instants at which jobs started that had waited, {} % are within the same {} s of every {} s ({} s on); submissions, ends or chance would put {} % there",
            count(u64::from(self.starts)),
            percent(self.share()),
            self.width,
            self.seconds,
            self.from,
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

    /// Submissions 77 s apart and ends 41 s after starts on every 60 s: 77 and 60 have no common
    /// divisor, so that submissions have all remainders alike, the 60th of them 0, which does not
    /// wait.
    fn on_the_minute(index: i64) -> [i64; 3] {
        let ready = 77 * index;
        let start = (ready + 59) / 60 * 60 + 7;
        [ready, start, start + 34 + index % 59]
    }

    #[test]
    fn starts_on_every_minute_are_on_no_longer_grid() {
        let found = period_of((0..600).map(on_the_minute)).unwrap();
        assert_eq!((found.seconds, found.starts, found.on_grid), (60, 600, 600));
        // Seconds 2 to 7 are the first six of which one is 7.
        assert_eq!((found.from, found.width), (2, 6));
        // Of 59 ends in a row 6 have these remainders, 61 of 600.
        assert!((0.1..0.12).contains(&found.chance), "{}", found.chance);
        assert_eq!(found.excess(), 1.0);
    }

    /// As many at once, or as many ends on the grid: what the clock shows is not the scheduler's.
    #[test]
    fn a_coarse_clock_is_no_period() {
        let minutes = (0..600).map(|index| [60 * index, 60 * index + 60, 60 * index + 600]);
        assert_eq!(period_of(minutes), None);
        let ends = (0..600).map(|index| {
            let [ready, start, _] = on_the_minute(index);
            [ready, start, start + 120]
        });
        assert_eq!(period_of(ends), None);
    }

    /// Starts two seconds after submissions that have all remainders; a grid with 99 starts; and one
    /// whose jobs did not wait.
    #[test]
    fn starts_as_jobs_come_few_and_immediate_ones_show_none() {
        let soon = (0..600).map(|index| [77 * index, 77 * index + 2, 77 * index + 90]);
        assert_eq!(period_of(soon), None);
        assert_eq!(period_of((0..99).map(on_the_minute)), None);
        assert!(period_of((0..100).map(on_the_minute)).is_some());
        let immediate = (0..600).map(|index| {
            let [_, start, end] = on_the_minute(index);
            [start, start, end]
        });
        assert_eq!(period_of(immediate), None);
    }

    /// Two of five starts on the grid are worth a sentence and no proposal.
    #[test]
    fn a_minority_of_starts_is_said_and_not_proposed() {
        let mixed = (0..600).map(|index| {
            if index % 5 < 2 {
                on_the_minute(index)
            } else {
                [77 * index, 77 * index + 2, 77 * index + 90]
            }
        });
        let found = period_of(mixed).unwrap();
        assert_eq!(found.seconds, 60);
        assert!((LEAST_SAID..LEAST_PROPOSED).contains(&found.excess()));
    }
}
