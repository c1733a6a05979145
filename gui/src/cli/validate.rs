//! `cosched validate`: a policy against the scheduler that it simulates, decision by decision.

use std::fmt::Write;

use super::arguments::{Real, Validate};
use crate::cli::command::Perform;
use crate::cli::show::output::print;
use laboratory::base::format::{count, counted};
use laboratory::base::problem::Problem;
use laboratory::load::slurm::measured::MeasuredRun;
use laboratory::run::validate::agreement::{Difference, DifferenceCause, Replay};
use laboratory::run::validate::clearing::{ClearedNode, ClearingTimes};
use laboratory::run::validate::decision::JobDecision;
use laboratory::run::validate::replay::replay;
use laboratory::run::validate::trajectory::{LoggedJobs, OtherStart, Trajectory};

impl Perform for Validate {
    fn perform(&self) -> Result<(), Problem> {
        validate(self)
    }
}

/// Compares, and prints the differences; the last line sums them up in numbers.
fn validate(arguments: &Validate) -> Result<(), Problem> {
    let Real::Slurm = arguments.what;
    let measured = MeasuredRun::read(&arguments.prefix)?;
    let wrong = |problem: Problem| problem.in_file(&arguments.prefix);
    let replay = replay(&measured).map_err(wrong)?;
    let fed = LoggedJobs::of(&measured).map_err(wrong)?;
    let followed = fed.with_logged_ticks(&measured, &replay).map_err(wrong)?;
    let mut text = setting(&measured);
    text += &decisions(&replay, arguments.differences);
    text += &waits(&measured, arguments.phases, &fed, &followed)?;
    let [planned, started] = [replay.planned, replay.started];
    text += &format!(
        "planned {} of {}, started {} of {}, mean wait {:.2} of {:.2} s\n",
        planned[0],
        planned[1],
        started[0],
        started[1],
        followed.wait,
        fed.real_wait(),
    );
    print(&text)
}

/// Returns what is compared, and what of it is not simulated.
fn setting(measured: &MeasuredRun) -> String {
    let settings = &measured.settings;
    let mut text = format!(
        "{} on {}; of the log, {} without a decision\n",
        counted(measured.jobs.len(), "job"),
        counted(measured.hosts.count() as usize, "node"),
        counted(measured.decisions.other_lines, "line"),
    );
    if settings.other_settings > 0 {
        let _ = writeln!(
            text,
            "of slurm.conf, {} without a bearing on starts",
            counted(settings.other_settings, "setting")
        );
    }
    let left_out = measured.left_out_of_whole_runs();
    if !left_out.is_empty() {
        let _ = writeln!(
            text,
            "decisions are replayed with all of it; whole runs are simulated without {}",
            left_out.join(", ")
        );
    }
    if !settings.not_simulated.is_empty() {
        let _ = writeln!(text, "not simulated: {}", settings.not_simulated.join(", "));
    }
    text
}

/// Whether a cause is of a kind.
type IsCause = fn(&DifferenceCause) -> bool;

/// Returns how many decisions are equal, and what the others are.
fn decisions(replay: &Replay, in_full: bool) -> String {
    let [main, backfill] = replay.passes;
    let mut text = format!(
        "passes replayed, each from the state in the log: {} main, those that started jobs, and {} backfill\n",
        count(main as u64),
        count(backfill as u64),
    );
    let is_clearing = |why: &DifferenceCause| matches!(why, DifferenceCause::Clearing(_));
    let causes: [(IsCause, String); 3] = [
        (is_clearing, clearing(&replay.clearing_times)),
        (
            |why| *why == DifferenceCause::Follows,
            "different because of another before it in the same pass".to_owned(),
        ),
        (
            |why| *why == DifferenceCause::Unknown,
            "different for a reason that is not known".to_owned(),
        ),
    ];
    for (is_so, what) in causes {
        let found = replay.differences.iter().filter(|one| is_so(&one.why));
        let found: Vec<_> = found.collect();
        if found.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}: {what}", counted(found.len(), "decision"));
        for difference in found.iter().filter(|_| in_full) {
            text += &line(difference);
        }
    }
    text
}

/// What is known of decisions about nodes that were being cleared.
fn clearing(times: &ClearingTimes) -> String {
    let unused = times.longest_unused.unwrap_or_default();
    let used = times.shortest_used.map_or(String::new(), |used| {
        format!(", and used others {used} ms after one")
    });
    format!(
        "a second later or elsewhere, as nodes of a job that had just ended were being cleared, and the same without them; Slurm left such nodes alone up to {unused} ms after an end{used}: the log does not say when nodes are free again"
    )
}

fn line(difference: &Difference) -> String {
    let second = difference.at.div_euclid(1000);
    let describe = |decided: &Option<JobDecision>| match decided {
        None => "nothing".to_owned(),
        Some(JobDecision::Starts(nodes)) => format!("starts on {}", listed(nodes)),
        Some(JobDecision::Planned([start, end], nodes)) => format!(
            "starts in {} s, ends in {} s on {}",
            start - second,
            end - second,
            listed(nodes)
        ),
    };
    let (real, ours) = (describe(&difference.real), describe(&difference.simulated));
    let (job, at) = (difference.job, difference.at);
    let cleared = match &difference.why {
        DifferenceCause::Clearing(nodes) => nodes.as_slice(),
        _ => &[],
    };
    let cleared = cleared.chunk_by(|one, next| one.job == next.job).map(ended);
    let cleared: String = cleared.collect();
    format!("  at {at} ms, job {job}: Slurm {real}; here {ours}{cleared}\n")
}

/// The nodes of a job that had just ended.
fn ended(cleared: &[ClearedNode]) -> String {
    let nodes: Vec<u32> = cleared.iter().map(|one| one.node).collect();
    let since = cleared.first().map_or(0, |one| one.since);
    let job = cleared.first().map_or(0, |one| one.job);
    let nodes = listed(&nodes);
    format!("; job {job} had ended on {nodes} {since} ms before")
}

fn listed(nodes: &[u32]) -> String {
    let names: Vec<_> = nodes.iter().map(u32::to_string).collect();
    format!("nodes {}", names.join(" "))
}

/// Returns the waits of whole runs.
fn waits(
    measured: &MeasuredRun,
    phases: u32,
    fed: &LoggedJobs,
    followed: &Trajectory,
) -> Result<String, Problem> {
    let real = fed.real_wait();
    let apart = |wait: f64| {
        if real > 0.0 {
            format!("{:+.2} %", 100.0 * (wait - real) / real)
        } else {
            "no wait to compare with".to_owned()
        }
    };
    let mut text = String::new();
    let left_out = measured.jobs.len() - fed.jobs();
    if left_out > 0 {
        let _ = writeln!(
            text,
            "{} left out: no start or end in the log, or a start before the submission",
            counted(left_out, "job")
        );
    }
    let _ = writeln!(
        text,
        "following its ticks: mean wait {:.2} s, in reality {real:.2} s ({}); pairs of jobs started in the other order: {}",
        followed.wait,
        apart(followed.wait),
        count(followed.inverted as u64),
    );
    if let Some(other) = followed.first_other {
        let OtherStart {
            job,
            real,
            simulated,
        } = other;
        let _ = writeln!(
            text,
            "first start that differs: job {job} at {simulated} s, in reality at {real} s, counted from the first submission"
        );
    }
    let free: Result<Vec<f64>, Problem> = (0..u64::from(phases))
        .map(|phase| fed.with_random_ticks(measured, phase).map(|run| run.wait))
        .collect();
    let free = free?;
    let mean = free.iter().sum::<f64>() / free.len() as f64;
    let (low, high, chance) = prediction_interval(&free);
    let is_within = if (low..=high).contains(&real) {
        "within"
    } else {
        "outside"
    };
    let _ = writeln!(
        text,
        "by itself, with {} phases, passes being as long as in the log: mean wait {mean:.2} s ({}), in {} of them less than in reality; one more would lie from {low:.2} to {high:.2} s ({:.0} %), reality is {is_within}",
        count(u64::from(phases)),
        apart(mean),
        count(free.iter().filter(|&&wait| wait < real).count() as u64),
        100.0 * chance,
    );
    Ok(text)
}

/// Returns the two values between which one more of their kind lies, and with what chance: the
/// narrowest ranks with 95 %, or the ends if there are too few values. Each rank of the new value
/// among all is equally likely, so no distribution is assumed: over phases that is far from normal.
fn prediction_interval(values: &[f64]) -> (f64, f64, f64) {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let ranks = values.len() + 1;
    let left_out = (ranks / 40).max(1);
    let (low, high) = (values[left_out - 1], values[values.len() - left_out]);
    (low, high, (ranks - 2 * left_out) as f64 / ranks as f64)
}

#[cfg(test)]
mod tests {
    use super::prediction_interval;

    #[test]
    fn one_more_value_lies_between_ranks() {
        // Of 1, 2, 3 one more is the first, second, third or fourth with equal chance: half of all.
        assert_eq!(prediction_interval(&[3.0, 1.0, 2.0]), (1.0, 3.0, 0.5));
        // Of a hundred it is below the second with 2 in 101, and above the last but one.
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(prediction_interval(&hundred), (2.0, 99.0, 97.0 / 101.0));
        // Of 39 the ends are just enough: 38 in 40.
        assert_eq!(prediction_interval(&hundred[..39]), (1.0, 39.0, 0.95));
    }
}
