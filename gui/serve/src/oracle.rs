//! What is predicted of a queue, and of a job in it if it asked for something else.

use cosched_core::Duration;
use laboratory::base::format::span;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::run::predict::forecast::SHOWN_QUANTILES;
use laboratory::run::predict::standing::Change;
use laboratory::run::predict::{Settings, Start};
use serde::Serialize;

use crate::effort::Effort;
use crate::learning::Learning;
use crate::record::{Moved, SimilarJobs};
use crate::situation::{PoolRun, Situation};

/// When a waiting job will start, and what holds it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// Name.
    pub job: String,
    /// Partitions that it may run in.
    pub partition: String,
    /// User, if users are named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// Number of nodes or cores.
    pub size: u32,
    /// What `size` counts.
    pub unit: &'static str,
    /// Limit of time, in seconds.
    pub limit: f64,
    /// Time that it has waited, in seconds.
    pub waited: Option<f64>,
    /// Starts that it has before in 5, 50 and 95 % of all cases, in seconds of the epoch.
    pub p5: f64,
    /// The second.
    pub median: f64,
    /// The third.
    pub p95: f64,
    /// The same three in words.
    pub starts: [String; 3],
    /// Start that the cluster plans, in seconds of the epoch.
    pub planned: Option<f64>,
    /// What holds it.
    pub why: String,
    /// The cluster's own reason.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Earlier runtimes that its own is drawn from.
    pub drawn_from: String,
    /// What is known of how often such intervals hold.
    pub measured: String,
    /// Earlier jobs like it that its interval was moved by, and how often theirs held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) similar_jobs: Option<SimilarJobs>,
    /// The three starts before they were moved by the service's own record, in seconds from now.
    #[serde(skip)]
    pub raw: [f64; 3],
    /// Whether it is still being learned where its quantiles lie.
    #[serde(skip)]
    pub is_provisional: bool,
    /// Index of its pool, and its own among those that wait there.
    #[serde(skip)]
    pub indices: (usize, usize),
}

/// What a job could ask for instead, and when it would start then.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Alternative {
    /// What is asked for, in words.
    pub change: String,
    /// Starts in 5, 50 and 95 % of the draws, in seconds of the epoch.
    pub p5: f64,
    /// The second.
    pub median: f64,
    /// The third.
    pub p95: f64,
    /// Median time by which it starts sooner than as it is, in seconds.
    pub sooner: f64,
    /// Share of the draws in which it would be killed at its new limit, from 0 to 1.
    pub cut_short: f64,
    /// All of it in a sentence.
    pub sentence: String,
}

/// What is known of intervals as long as it is being learned.
const PROVISIONAL: &str =
    "intervals as drawn: how often they would have held before is being measured";

/// Predicts the start of every waiting job; `moved` moves the three starts of a job in a partition,
/// in seconds from now, by what the service has learned from its own record.
pub(crate) fn predict(
    situation: &Situation,
    learning: &mut Learning,
    effort: Effort,
    moved: &dyn Fn(&str, [f64; 3]) -> Moved,
) -> Result<Vec<Answer>, Problem> {
    let progress = Progress::default();
    let mut all = Vec::new();
    for (number, pool) in situation.pools.iter().enumerate() {
        if pool.waiting.is_empty() {
            continue;
        }
        let learned = learning.quantiles(pool, effort)?;
        let is_provisional = learned.is_none();
        let learned = learned.unwrap_or_default();
        let starts = pool.standing(|queue| queue.starts(effort.settings, &progress))?;
        let whys = pool.standing(|queue| queue.reasons(&progress))?;
        let starts = starts.into_iter().flatten();
        let both = starts.zip(whys.into_iter().flatten()).enumerate();
        for (index, (start, why)) in both {
            let waiting = &pool.waiting[index];
            let spec = pool.run.experiment.jobs[waiting.job];
            let start = match learned.predictions() {
                0 => at_passes(start, situation.pass_every),
                // They were learned from what passes did.
                _ => start,
            };
            let raw = SHOWN_QUANTILES.map(|quantile| learned.quantile(&start, quantile));
            let Moved {
                waits,
                similar_jobs,
            } = moved(&waiting.partition, raw);
            let [p5, median, p95] = waits.map(|wait| pool.now() + wait);
            let measured = match &similar_jobs {
                _ if is_provisional => PROVISIONAL.to_owned(),
                Some(similar_jobs) => similar_jobs.sentence(),
                None => learned.sentence(),
            };
            all.push(Answer {
                job: waiting.name.clone(),
                partition: waiting.partition.clone(),
                user: waiting.user.clone().filter(|_| effort.with_names),
                size: spec.nodes,
                unit: pool.unit,
                limit: spec.estimate.seconds(),
                waited: waiting.waited,
                p5,
                median,
                p95,
                starts: waits.map(|wait| pool.in_words(wait)),
                planned: waiting.planned.map(|wait| pool.now() + wait),
                why: why.sentence,
                reason: waiting.reason.clone(),
                drawn_from: start.source_in_words(),
                measured,
                similar_jobs: similar_jobs.filter(|_| !is_provisional),
                raw,
                is_provisional,
                indices: (number, index),
            });
        }
    }
    Ok(all)
}

/// A start behind the next pass of the scheduler, of which there is one in each `period` of seconds: when
/// in it is not known, and independent of all that is drawn.
fn at_passes(mut start: Start, period: f64) -> Start {
    /// Multiples of it lie evenly in the unit interval, whatever their number.
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    for (number, wait) in (1..).zip(&mut start.waits) {
        *wait += period * (f64::from(number) * GOLDEN).fract();
    }
    start.waits.sort_by(f64::total_cmp);
    start
}

/// Shares of its limit, and of its size, that a job is tried with.
const SHARES: [f64; 3] = [0.75, 0.5, 0.25];
/// Draws of the future for what a job could ask for: it is only said which is sooner.
const DRAWS: u32 = 40;
/// Time by which a start must be sooner to be said to be, in seconds.
const SOONER: f64 = 60.0;

/// When the job at those `indices` would start if it asked for less time, fewer nodes, or another partition:
/// what starts sooner, the soonest first.
pub(crate) fn alternatives(
    situation: &Situation,
    indices: (usize, usize),
    settings: Settings,
    progress: &Progress,
) -> Result<Vec<Alternative>, Problem> {
    let Some(pool) = situation.pools.get(indices.0) else {
        return Ok(Vec::new());
    };
    let job = pool.waiting[indices.1].job;
    let settings = Settings {
        draws: settings.draws.min(DRAWS),
        ..settings
    };
    let changes = changes(pool, job);
    let found = pool.standing(|queue| queue.changed(job, &changes, settings, progress))?;
    let found = found.into_iter().flatten().zip(&changes);
    let mut all: Vec<Alternative> = found
        .map(|(found, change)| {
            let waits = SHOWN_QUANTILES.map(|quantile| found.start.quantile(quantile));
            let words = in_words(*change, pool.unit);
            alternative(pool, words, waits, found.sooner, found.cut_short)
        })
        .collect();
    all.extend(elsewhere(situation, indices, settings, progress)?);
    all.retain(|one| one.sooner >= SOONER);
    all.sort_by(|one, other| other.sooner.total_cmp(&one.sooner));
    Ok(all)
}

/// What is tried of a job in its own pool.
fn changes(pool: &PoolRun, job: usize) -> Vec<Change> {
    let spec = pool.run.experiment.jobs[job];
    let minutes = (spec.estimate.seconds() / 60.0) as u64;
    let limits = SHARES.map(|share| (minutes as f64 * share) as u64);
    let limits = limits.into_iter().filter(|limit| *limit > 0);
    let limits = limits.map(|limit| Change::Limit(Duration::from_seconds(60 * limit)));
    let sizes = SHARES.map(|share| (f64::from(spec.nodes) * share) as u32);
    let may_shrink = pool.standing(|queue| queue.counts_units());
    let sizes = sizes.into_iter().filter(|size| *size > 0 && may_shrink);
    let mut all: Vec<Change> = limits.chain(sizes.map(Change::Size)).collect();
    all.dedup();
    all
}

/// When it would start in the other pools, behind those who wait there.
fn elsewhere(
    situation: &Situation,
    indices: (usize, usize),
    settings: Settings,
    progress: &Progress,
) -> Result<Vec<Alternative>, Problem> {
    let pool = &situation.pools[indices.0];
    let waiting = &pool.waiting[indices.1];
    let spec = pool.run.experiment.jobs[waiting.job];
    let here = pool.standing(|queue| {
        let as_it_is = [Change::Limit(spec.estimate)];
        queue.changed(waiting.job, &as_it_is, settings, progress)
    })?;
    let here = here.and_then(|found| found.first().map(|found| found.start.quantile(0.5)));
    let mut all = Vec::new();
    for other in &situation.pools {
        // Where limits are simulated it is not known here whether it would be within them there.
        let is_limited = other.run.experiment.cluster.is_some();
        let is_other = other.name != pool.name && other.unit == pool.unit && !is_limited;
        if !is_other || spec.nodes > other.run.experiment.nodes {
            continue;
        }
        let request = (spec.nodes, spec.estimate);
        let found = other.standing(|queue| queue.newcomer(request, settings, progress))?;
        let (Some(found), Some(here)) = (found, here) else {
            break;
        };
        let waits = SHOWN_QUANTILES.map(|quantile| found.quantile(quantile));
        let words = format!("in partition {}, if it may run there", other.name);
        all.push(alternative(pool, words, waits, here - waits[1], 0.0));
    }
    Ok(all)
}

fn in_words(change: Change, unit: &str) -> String {
    match change {
        Change::Limit(limit) => format!("with a limit of {}", span(limit.seconds())),
        Change::Size(size) => format!(
            "on {}, if it runs as long there",
            laboratory::base::format::counted(size as usize, unit)
        ),
    }
}

fn alternative(
    pool: &PoolRun,
    change: String,
    waits: [f64; 3],
    sooner: f64,
    cut_short: f64,
) -> Alternative {
    let [p5, median, p95] = waits.map(|wait| pool.now() + wait);
    let mut sentence = format!(
        "{change}: likely at {}, {} sooner",
        pool.in_words(waits[1]),
        span(sooner.max(0.0))
    );
    if cut_short > 0.0 {
        let percent = 100.0 * cut_short;
        sentence += &format!("; in {percent:.0} % of the draws it would be killed at that limit");
    }
    Alternative {
        change,
        p5,
        median,
        p95,
        sooner,
        cut_short,
        sentence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::run::predict::SampleSource;

    /// Of a job that fits now, and may wait for up to 30 s for a pass, quantiles are those of the uniform
    /// distribution.
    #[test]
    fn who_could_start_at_once_waits_for_a_pass() {
        let start = |waits: Vec<f64>| Start {
            job: 0,
            waits,
            samples: 1,
            source: SampleSource::All,
        };
        let found = at_passes(start(vec![0.0; 200]), 30.0);
        for part in SHOWN_QUANTILES {
            let wait = found.quantile(part);
            assert!((wait - 30.0 * part).abs() < 0.3, "{part}: {wait}");
        }
        let spread = start((0..200).map(f64::from).collect());
        assert_eq!(at_passes(spread.clone(), 0.0), spread);
    }
}
