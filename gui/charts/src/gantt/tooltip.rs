//! Tooltip of a job.

use egui::{Grid, Ui};

use super::frame::Frame;
use super::{GanttIndex, Hit};
use crate::look::strong;
use laboratory::base::format;
use laboratory::family::moldable::metrics as deadlines;
use laboratory::record::Run;

/// Shows the facts of the job under the job_index; beside a baseline, also how its start differs.
pub(super) fn show(ui: &mut Ui, frame: &Frame<'_>, hit: Hit) {
    let (run, index, baseline) = (frame.run, frame.index, frame.options.against);
    ui.label(strong(title(run, hit.job)));
    // At the instant of a replay its end may not be known yet.
    let ended = run.outcomes.get(hit.job).map(|outcome| outcome.completed);
    let is_over = ended.is_none_or(|ended| !frame.view.hides(ended.seconds()));
    Grid::new("facts")
        .num_columns(2)
        .spacing([12.0, 2.0])
        .show(ui, |ui| {
            for (name, value) in facts(run, index, hit, baseline, is_over) {
                ui.weak(name);
                ui.label(value);
                ui.end_row();
            }
        });
}

/// Returns the title of the job at index `job`.
pub(crate) fn title(run: &Run, job: usize) -> String {
    let number = number(run, job);
    match run.experiment.names.get(job).map(String::as_str) {
        None | Some("") => format!("Job {number}"),
        Some(name) => format!("Job {number}: {name}"),
    }
}

/// Returns the number in its log of the job at index `job`.
pub(crate) fn number(run: &Run, job: usize) -> u64 {
    let label = run.experiment.labels.get(job);
    label.map_or(job as u64 + 1, |label| label.number())
}

/// Returns the number of digits of that number.
pub(crate) fn letters(run: &Run, job: usize) -> usize {
    1 + number(run, job).max(1).ilog10() as usize
}

/// Returns the facts of a job after its end, or unless `is_over` only those known before it.
fn facts(
    run: &Run,
    index: &GanttIndex,
    hit: Hit,
    baseline: Option<&Run>,
    is_over: bool,
) -> Vec<(&'static str, String)> {
    let job_index = hit.job;
    let (Some(spec), Some(outcome)) = (
        run.experiment.jobs.get(job_index),
        run.outcomes.get(job_index),
    ) else {
        return Vec::new();
    };
    let instant = |seconds: f64| run.experiment.clock.instant(seconds);
    let place_of = run.placements();
    let server = place_of.and_then(|record| record.server_of.get(job_index).copied().flatten());
    let mut facts = vec![
        match server {
            Some(server) => ("threads", format!("{} on server {server}", spec.nodes)),
            None if run.experiment.cluster.is_some() => {
                let which = ranges(run, index, hit.job);
                ("cores", format!("{} on nodes {which}", run.size(job_index)))
            }
            None => {
                let size = run.molds().map(|record| record.sizes[job_index]);
                let nodes = match size.filter(|size| *size != spec.nodes) {
                    Some(size) => format!("{size} in the end, {} asked for", spec.nodes),
                    None => spec.nodes.to_string(),
                };
                let which = ranges(run, index, hit.job);
                (run.experiment.unit().many(), format!("{nodes} ({which})"))
            }
        },
        if outcome.entered > spec.submit {
            ("ready", instant(outcome.entered.seconds()))
        } else {
            ("submit", instant(spec.submit.seconds()))
        },
        ("start", instant(outcome.started.seconds())),
        ("wait", format::span(run.wait(job_index).seconds())),
    ];
    if !is_over {
        return facts;
    }
    let end = if outcome.killed { "kill" } else { "end" };
    facts.insert(3, (end, instant(outcome.completed.seconds())));
    let slowdown = format!("{:.2}", run.bounded_slowdown(job_index));
    facts.push(("bounded slowdown", slowdown));
    if let Some((deadline, how, span)) = deadlines::deadline_outcome(run, job_index) {
        facts.push(("deadline", instant(deadline.seconds())));
        facts.push((how, format::span(span.seconds())));
    }
    if server.is_some() {
        // How much longer the job took than alone.
        let took = outcome.completed.since(outcome.started).seconds();
        let slowed = took / spec.runtime.seconds().max(f64::MIN_POSITIVE);
        facts.push(("slowed down", format!("{slowed:.2} ×")));
    }
    if let Some(overhead) = run.overheads().get(job_index) {
        let class = run.classes.get(job_index).copied().unwrap_or_default();
        facts.push(("class", class.to_string()));
        facts.push((
            "memory",
            format!("{} MiB a {}", spec.memory, run.experiment.size_unit.one()),
        ));
        let loads = overhead.first_load.seconds() + overhead.reload.seconds();
        facts.push(("loading", format::span(loads)));
        facts.push(("swapped out", format::span(overhead.swap_out.seconds())));
        facts.push(("preempted", format!("{} ×", overhead.preempted)));
    }
    if let Some(other) = baseline.and_then(|other| other.outcomes.get(job_index)) {
        let (here, there) = (outcome.started.seconds(), other.started.seconds());
        let differs = match here - there {
            0.0 => "same".into(),
            late if late > 0.0 => format!("{} later", format::span(late)),
            early => format!("{} earlier", format::span(-early)),
        };
        facts.push(("against baseline", differs));
    }
    facts
}

/// Returns the job's nodes, as in "0-3, 7".
fn ranges(run: &Run, index: &GanttIndex, job: usize) -> String {
    const MOST: usize = 6;
    let mut ranges: Vec<_> = index
        .of_job(job)
        .map(|bar| {
            let [top, bottom] = bar.rows;
            let rows = [top, bottom.next_down()].map(|row| index.rows().node_at(row));
            match &run.experiment.cluster {
                Some(cluster) => rows.map(|row| cluster.layout.node_of_row(row)),
                None => rows,
            }
        })
        .collect();
    ranges.sort_unstable();
    ranges.dedup();
    let words: Vec<_> = ranges
        .iter()
        .take(MOST)
        .map(|[first, last]| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}-{last}")
            }
        })
        .collect();
    let more = if ranges.len() > MOST { ", …" } else { "" };
    words.join(", ") + more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use cosched_core::Time;

    #[test]
    fn facts_of_a_job() {
        let run = sample::ten_jobs();
        let later = sample::shifted(&run, 90);
        let hit = Hit {
            job: 6,
            node: 1,
            at: Time::ZERO,
        };
        let facts = facts(&later, &GanttIndex::new(&later), hit, Some(&run), true);
        let expected = [
            ("nodes", "3 (0-2)"),
            ("submit", "40 s"),
            ("start", "0:04:00"),
            ("kill", "0:05:10"),
            ("wait", "3 min 20"),
            ("bounded slowdown", "3.86"),
            ("against baseline", "1 min 30 later"),
        ];
        assert_eq!(
            facts,
            expected.map(|(name, value)| (name, value.to_owned()))
        );
    }

    /// Job 1 of the fixture loads 7 + 3 s and pays 3 s for being displaced at 40 s.
    #[test]
    fn facts_of_a_job_with_memory() {
        let run = sample::displacing();
        let hit = Hit {
            job: 0,
            node: 0,
            at: Time::ZERO,
        };
        let facts = facts(&run, &GanttIndex::new(&run), hit, None, true);
        let expected = [
            ("class", "long"),
            ("memory", "7 MiB a node"),
            ("loading", "10 s"),
            ("swapped out", "3 s"),
            ("preempted", "1 ×"),
        ];
        let facts = facts.iter().map(|(name, value)| (*name, value.as_str()));
        assert!(facts.skip(6).eq(expected));
    }
}
