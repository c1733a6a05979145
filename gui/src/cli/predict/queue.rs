//! Predictions of a queue as it stands now.

use super::output::{Answers, Row, table_of};
use super::{cancelled, settings};
use crate::cli::arguments::Predict;
use crate::cli::arguments::scene::Scene;
use crate::cli::show::bar::follow;
use crate::cli::show::output::{aligned, note, print};
use laboratory::base::format::{self, count, counted};
use laboratory::base::problem::Problem;
use laboratory::load::queue::{self, Pool, QueueRequest, QueueState, Waiting};
use laboratory::record::choice::Choice;
use laboratory::run::predict::Start;
use laboratory::run::predict::calibrate::Calibration;
use laboratory::run::predict::queue::predict as predict_pool;
use laboratory::run::predict::queue::{QueuePrediction, calibrate_queue};
use laboratory::run::predict::tables::level_rows;
use laboratory::scenario::{Parameters, PolicyName};

/// Columns of a job in files, with times in seconds of the epoch.
pub(super) const COLUMNS: [&str; 15] = [
    "policy",
    "partition",
    "job",
    "user",
    "nodes",
    "limit",
    "waited",
    "p5",
    "median",
    "p95",
    "planned",
    "samples",
    "whose",
    "slurm_reason",
    "reason",
];

/// Predicts the starts in a queue: rows of a file, and how often predictions held.
pub(super) fn predict(arguments: &Predict) -> Result<Answers, Problem> {
    let subject = &arguments.subject;
    let standing = queue::read(&QueueRequest {
        queue: subject.file.clone(),
        nodes_file: arguments.sinfo.clone(),
        history: arguments.history.clone(),
        nodes: subject.scene.nodes,
        size: arguments.sizing(),
        zone: arguments.zone.clone(),
        at: arguments.at.clone(),
    })?;
    if !subject.quiet {
        note(&format!("{}:", subject.file.display()));
        for remark in &standing.remarks {
            note(&format!("  {remark}"));
        }
    }
    if arguments.calibrate && arguments.history.is_none() {
        let sentence = "--calibrate: of a queue it needs --history, what was started before";
        return Err(Problem::input(sentence));
    }
    let (mut rows, mut calibrations) = (Vec::new(), Vec::new());
    for choice in choices(arguments)? {
        for pool in &standing.pools {
            if arguments.calibrate {
                let found = calibration(pool, &choice, arguments)?;
                let label = format!("{}, {}", choice.label, pool.name);
                print(&table_of(&label, &found))?;
                rows.extend(level_rows(&label, &found));
                calibrations.push((label, choice.policy, found));
            } else {
                let found = starts(pool, &choice, arguments)?;
                print(&text_of(pool, &found))?;
                rows.extend(rows_of(pool, &found));
            }
        }
    }
    if !arguments.calibrate {
        print(&counts_text(&standing))?;
    }
    Ok((rows, calibrations))
}

/// Returns the requested runs; the default of a queue is EASY, which is nearest to what Slurm does.
fn choices(arguments: &Predict) -> Result<Vec<Choice>, Problem> {
    let scene = &arguments.subject.scene;
    let parameters = parameters(scene);
    let policies = match &scene.policies[..] {
        [] => vec![PolicyName::Easy],
        policies => policies.to_vec(),
    };
    Ok(policies
        .into_iter()
        .map(|policy| Choice::plain(policy, &parameters))
        .collect())
}

/// Parameters of the policy that decides in a queue.
pub(in crate::cli) fn parameters(scene: &Scene) -> Parameters {
    let mut parameters = Parameters::default();
    if let Some(order) = &scene.order {
        parameters.order = *order;
    }
    parameters.backfill_order = scene.backfill_order.or(parameters.backfill_order);
    parameters.depth = scene.depth.or(parameters.depth);
    parameters
}

fn starts(pool: &Pool, choice: &Choice, arguments: &Predict) -> Result<QueuePrediction, Problem> {
    let settings = settings(arguments, arguments.subject.scene.seed.unwrap_or(1));
    let found = follow(&choice.label, arguments.subject.quiet, |progress| {
        predict_pool(pool, choice, arguments.instants(), settings, progress)
    });
    found?.ok_or_else(cancelled)
}

fn calibration(pool: &Pool, choice: &Choice, arguments: &Predict) -> Result<Calibration, Problem> {
    let settings = settings(arguments, arguments.subject.scene.seed.unwrap_or(1));
    let found = follow(&choice.label, arguments.subject.quiet, |progress| {
        calibrate_queue(pool, choice, arguments.instants(), settings, progress)
    });
    found?.ok_or_else(cancelled)
}

/// Iterates over the waiting jobs, each with its prediction and the reason why it waits.
fn forecasts<'p>(
    pool: &'p Pool,
    found: &'p QueuePrediction,
) -> impl Iterator<Item = (&'p Waiting, &'p Start, &'p str)> {
    let whys = found.reasons.iter().map(|why| why.sentence.as_str());
    let both = found.starts.iter().zip(whys);
    let all = pool.waiting.iter().zip(both);
    all.map(|(waiting, (start, why))| (waiting, start, why))
}

fn text_of(pool: &Pool, found: &QueuePrediction) -> String {
    let experiment = &found.run.experiment;
    let mut text = format!(
        "{} under {} at {}: {} running on {} of {}, {} waiting; {} draws, {}\n",
        pool.name,
        found.run.label,
        found.run.instant(pool.now),
        counted(pool.running, "job"),
        count(u64::from(pool.nodes_in_use)),
        counted(experiment.nodes as usize, pool.unit),
        count(pool.waiting.len() as u64),
        count(
            found
                .starts
                .first()
                .map_or(0, |start| start.waits.len() as u64)
        ),
        found.learned.sentence(),
    );
    let heading = [
        "job", "user", "size", "limit", "waited", "5 %", "50 %", "95 %", "planned", "by",
    ];
    let mut rows = vec![heading.map(str::to_owned)];
    let none = || "–".to_owned();
    let clock = &experiment.clock;
    let instant = |wait: f64| clock.instant_to(pool.now.seconds() + wait, 60.0);
    for (waiting, start, _) in forecasts(pool, found) {
        let spec = experiment.jobs[waiting.job];
        let [p5, p50, p95] =
            [0.05, 0.5, 0.95].map(|part| instant(found.learned.quantile(start, part)));
        rows.push([
            waiting.name.clone(),
            waiting.user.clone().unwrap_or_else(none),
            count(u64::from(spec.nodes)),
            format::span(spec.estimate.seconds()),
            waiting.waited.map_or_else(none, format::span),
            p5,
            p50,
            p95,
            waiting.planned.map_or_else(none, instant),
            start.source_in_words(),
        ]);
    }
    let mut lines = aligned(&rows).into_iter();
    text += &format!("  {}\n", lines.next().unwrap_or_default());
    for (line, (_, _, why)) in lines.zip(forecasts(pool, found)) {
        text += &format!("  {line}\n      {why}\n");
    }
    text
}

fn rows_of(pool: &Pool, found: &QueuePrediction) -> Vec<Row> {
    let experiment = &found.run.experiment;
    let zero = experiment.unix_start.unwrap_or(0) as f64 + pool.now.seconds();
    let instant = |wait: f64| format!("{:.0}", zero + wait);
    let row = |(waiting, start, why): (&Waiting, &Start, &str)| {
        let spec = experiment.jobs[waiting.job];
        let [p5, p50, p95] =
            [0.05, 0.5, 0.95].map(|part| instant(found.learned.quantile(start, part)));
        vec![
            found.run.label.clone(),
            pool.name.clone(),
            waiting.name.clone(),
            waiting.user.clone().unwrap_or_default(),
            spec.nodes.to_string(),
            format!("{:.0}", spec.estimate.seconds()),
            waiting
                .waited
                .map_or_else(String::new, |waited| format!("{waited:.0}")),
            p5,
            p50,
            p95,
            waiting.planned.map_or_else(String::new, instant),
            start.samples.to_string(),
            start.source.description().to_owned(),
            waiting.reason.clone(),
            why.to_owned(),
        ]
    };
    forecasts(pool, found).map(row).collect()
}

/// Returns the number of jobs by outcome, and why some are not predicted; each job counts once.
fn counts_text(standing: &QueueState) -> String {
    /// Most jobs that are named.
    const MOST: usize = 8;
    let left: usize = standing
        .not_predicted
        .iter()
        .map(|left| left.jobs.len())
        .sum();
    let mut text = format!(
        "{} read: {} predicted, {} running or ending, {} over, {} not predicted\n",
        counted(standing.read, "job"),
        count(standing.predicted() as u64),
        count(standing.running as u64),
        count(standing.over as u64),
        count(left as u64),
    );
    for left in &standing.not_predicted {
        let named: Vec<&str> = left.jobs.iter().take(MOST).map(String::as_str).collect();
        let more = match left.jobs.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {} more", count(more as u64)),
        };
        text += &format!(
            "  {} ({}{more}): {}\n",
            counted(left.jobs.len(), "job"),
            named.join(", "),
            left.why
        );
    }
    text
}
