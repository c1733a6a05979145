//! "RLScheduler: An Automated HPC Batch Job Scheduler Using Reinforcement Learning", 2020: heuristics and a small learnt policy on sampled sequences of four logs.

mod claims;
mod episode;
mod heuristic;
mod log;
mod network;
mod paper;
mod reported;
mod tables;
#[cfg(test)]
mod tests;
mod training;

use super::trials::{Metric, Sample, Treatment, Trials, less};
use super::{Extent, JobCount, Report, Study, Unit, find_log};
use heuristic::Heuristic;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use log::Log;
use network::Weights;
use training::Training;

/// Experiment of Zhang and others, "RLScheduler", 2020.
pub(super) const STUDY: Study = Study {
    name: "rlscheduler",
    summary: "heuristics and a small learnt policy on sequences of four logs (Zhang and others, 2020)",
    most_pages: 2,
    against: None,
    workloads: (
        SEQUENCES,
        " sequences of a log, of which it learns six times as many generations",
    ),
    jobs: JobCount::Usual(LENGTH, ""),
    logs: "",
    inapplicable_options: &[("--load", "takes its logs as they are")],
    paper: paper::PAPER,
    parts: paper::PARTS,
    report,
};

/// Logs of the paper: beginnings of their names, and names in tables.
const LOGS: [(&str, &str); 4] = [
    ("lublin_256.", "Lublin-1"),
    ("lublin_256_new2", "Lublin-2"),
    ("SDSC-SP2", "SDSC-SP2"),
    ("HPC2N", "HPC2N"),
];

/// First jobs of the ten sequences that the artifact draws with its seed 1, from 0 on, and their length.
const STARTS: [usize; 10] = [1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085];
const LENGTH: u32 = 1024;

/// Largest number of sequences of a log in each other sample, and generations of training for each.
const SEQUENCES: u32 = 50;
const GENERATIONS: u32 = 6;
/// Part of the length that short sequences have, on which the network learns.
const SHORT: usize = 4;
/// Shortest sequence.
const LEAST: u32 = 8;

const AGENT: Treatment = "learnt";
const SLOWDOWN: Metric = less("bounded slowdown", Unit::Number);

/// Sample of sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// The artifact's ten.
    Artifact,
    /// Disjoint ones of the whole log.
    Whole,
    /// Disjoint ones of the second half of the log, none of which was learnt from.
    HeldOut,
    /// The same, as short as those learnt from.
    HeldOutShort,
}

impl Source {
    const ALL: [Self; 4] = [
        Self::Artifact,
        Self::Whole,
        Self::HeldOut,
        Self::HeldOutShort,
    ];

    /// Whether the learnt policy is tested on it.
    const fn is_held_out(self) -> bool {
        matches!(self, Self::HeldOut | Self::HeldOutShort)
    }
}

/// Sequences of a log, with or without backfilling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Point {
    log: usize,
    backfills: bool,
    source: Source,
}

/// Size of the study.
#[derive(Clone, Copy, Debug)]
struct Size {
    length: usize,
    sequences: usize,
    generations: u32,
}

impl Size {
    fn of(extent: &Extent) -> Result<Self, Problem> {
        let length = extent.jobs.unwrap_or(LENGTH);
        if length < LEAST {
            return Err(Problem::input(format!(
                "--jobs: {length} jobs; a sequence of rlscheduler has {LEAST} or more"
            )));
        }
        let sequences = extent.workloads.unwrap_or(SEQUENCES);
        Ok(Self {
            length: length as usize,
            sequences: sequences as usize,
            generations: GENERATIONS * sequences,
        })
    }

    /// Jobs of a sequence of `source`.
    const fn length_of(self, source: Source) -> usize {
        match source {
            Source::HeldOutShort => self.length / SHORT,
            _ => self.length,
        }
    }

    /// First jobs of the sequences of `source` in a log of `jobs`.
    fn starts(self, source: Source, jobs: usize) -> Vec<usize> {
        let length = self.length_of(source);
        let from = match source {
            Source::Artifact if length == LENGTH as usize => {
                let fits = |start: &usize| start + length <= jobs;
                return STARTS.into_iter().filter(fits).collect();
            }
            Source::Artifact => return Vec::new(),
            Source::Whole => 0,
            Source::HeldOut | Source::HeldOutShort => jobs / 2,
        };
        let room = (jobs - from) / length;
        let count = room.min(self.sequences);
        // Spread over all that is there.
        let start = |index| from + length * (index * room / count);
        (0..count).map(start).collect()
    }
}

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let size = Size::of(extent)?;
    let mut notes = Vec::new();
    let mut logs = Vec::new();
    for (index, (file, name)) in LOGS.into_iter().enumerate() {
        match find_log(file, extent)? {
            Some(path) => logs.push((index, Log::read(&path, 2 * size.length)?)),
            None => notes.push(format!(
                "{name} is left out: --logs names no folder with {file}*.swf, packed (.gz) or not"
            )),
        }
    }
    let title =
        "Zhang and others, 2020: job by job, by heuristics and a small learnt policy".to_owned();
    if logs.is_empty() {
        notes.insert(
            0,
            "nothing was run: --logs names the folder with the logs of the paper".to_owned(),
        );
        return Ok(Some(Report {
            title,
            notes,
            ..Report::default()
        }));
    }
    let Some(trials) = trials(&logs, size, progress)? else {
        return Ok(None);
    };
    notes.extend(sentences(size));
    Ok(Some(Report {
        title,
        notes,
        tables: tables::tables(&trials),
        claims: claims::claims(&trials, size),
        pages: tables::pages(&trials),
    }))
}

fn sentences(size: Size) -> Vec<String> {
    let Size {
        length,
        sequences,
        generations,
    } = size;
    vec![
        format!(
            "sequences of {length} jobs start on an empty machine; the artifact's are the ten that it draws with seed 1, if they have {LENGTH} jobs; others are disjoint, at most {sequences} of a log"
        ),
        "means are over sequences; slowdowns are bounded by 10 s. Intervals are over sequences, of which those of one log share users and seasons".to_owned(),
        "WFP3 and UNICEP are as the artifact computes them: with an instant of -1 for the current one, by which long jobs that came early go first; as written they go by the wait so far".to_owned(),
        format!(
            "a network of {} weights learns from sequences of {} jobs of the first half of each log, without backfilling, for {generations} generations of 32 members (seed 1); it is tested on the second half. All of it was chosen before the first test: fixtures/papers/rlscheduler.md, 10.6",
            network::WEIGHTS,
            size.length_of(Source::HeldOutShort)
        ),
        "reported is Table V as the artifact's README.md has it, with the results of its own network on the artifact's sequences; that network was not run here".to_owned(),
    ]
}

/// Every sequence under every heuristic, and of held-out ones under what was learnt; `None` if
/// cancelled.
fn trials(
    logs: &[(usize, Log)],
    size: Size,
    progress: &Progress,
) -> Result<Option<Trials<Point>>, Problem> {
    let mut learnt = Vec::new();
    for (_, log) in logs {
        let training = Training {
            seed: 1,
            generations: size.generations,
            jobs: 0..log.jobs.len() / 2,
            length: size.length_of(Source::HeldOutShort),
        };
        let Some(weights) = training.train(log, progress)? else {
            return Ok(None);
        };
        learnt.push(weights);
    }
    let mut tasks = Vec::new();
    for (source, backfills) in Source::ALL
        .into_iter()
        .flat_map(|one| [(one, false), (one, true)])
    {
        for ((log, jobs), weights) in logs.iter().zip(&learnt) {
            let point = Point {
                log: *log,
                backfills,
                source,
            };
            let starts = size.starts(source, jobs.jobs.len()).into_iter();
            tasks.extend(starts.map(|start| (point, jobs, weights, start)));
        }
    }
    Trials::run(
        &tasks,
        progress,
        |&(point, log, weights, start), progress| {
            let length = size.length_of(point.source);
            Ok((!progress.is_cancelled()).then(|| [sample(point, log, weights, (start, length))]))
        },
    )
}

/// One sequence under every treatment.
fn sample(
    point: Point,
    log: &Log,
    weights: &Weights,
    (start, length): (usize, usize),
) -> Sample<Point> {
    let jobs = log.sequence(start, length);
    let machine = (log.processors, point.backfills);
    let mut sample = Sample::at(point);
    for heuristic in Heuristic::ALL {
        let mean = episode::run(jobs, machine, |episode| heuristic.choose(episode));
        sample.add(heuristic.name(), [(SLOWDOWN, mean)]);
    }
    if point.source.is_held_out() {
        let mean = episode::run(jobs, machine, |episode| network::choose(weights, episode));
        sample.add(AGENT, [(SLOWDOWN, mean)]);
    }
    sample
}
