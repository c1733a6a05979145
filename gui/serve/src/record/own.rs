//! Intervals moved by how far the starts of earlier jobs lay outside of them: conformalized quantile
//! regression (Romano, Patterson and Candès, 2019), each side by itself, on logarithms of waits, in
//! classes of how far ahead a start was likely (Vovk, "Conditional validity of inductive conformal
//! predictors", 2012): what holds for all jobs together need not hold for those that are to start soon.

use std::collections::{HashMap, VecDeque};

use laboratory::base::format::counted;
use serde::Serialize;

use super::JudgedPrediction;
use super::accuracy::Tally;

/// Last jobs of a group that are learned from.
const LAST: usize = 500;
/// Least number of them in a partition, and in a class: from 19 on the rank of conformal prediction
/// lies within them.
const LEAST: usize = 40;
const LEAST_IN_CLASS: usize = 20;
/// Share that is to lie outside on either side.
const OUTSIDE: f64 = 0.05;
/// Offset of the logarithm, in seconds: shorter waits count as alike.
const OFFSET: f64 = 60.0;
/// Classes: the longest wait in the middle of each as drawn, in seconds, and the name.
const CLASSES: [(f64, &str); 4] = [
    (900.0, "in up to 15 min"),
    (7200.0, "in 15 min to 2 h"),
    (43_200.0, "in 2 to 12 h"),
    (f64::INFINITY, "in more than 12 h"),
];

/// How far a start lay below and above the interval of a prediction as drawn.
type Score = [f64; 2];

/// Predictions that are taken to err alike.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Group {
    /// All of them together if there is none.
    partition: Option<String>,
    /// Index of the class; `None` has all of them together.
    class: Option<usize>,
}

/// Scores of earlier predictions by group.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnRecalibration(HashMap<Group, GroupScores>);

/// The last jobs of a group that have started.
#[derive(Clone, Debug, Default)]
struct GroupScores {
    jobs: VecDeque<JobScores>,
    /// By how much intervals are moved below and above, if that is known.
    distances: Option<Score>,
}

/// Scores of the predictions of a job in a group, and the share of them that held as they were said.
#[derive(Clone, Debug)]
struct JobScores {
    scores: Vec<Score>,
    held: f64,
}

/// How often what was said of earlier jobs like this one held.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct SimilarJobs {
    /// How soon they were likely to start, in words, if it was learned from those likely as soon alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) likely: Option<&'static str>,
    /// Whether they are of all partitions, as too few of this one have started.
    pub(crate) of_all_partitions: bool,
    /// Number of jobs.
    pub(crate) jobs: usize,
    /// Share from 0 to 1 that started within the interval they were told.
    pub(crate) held: f64,
}

/// Waits of 5, 50 and 95 % in seconds, and the jobs that they were moved by, if there are enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moved {
    pub(crate) waits: [f64; 3],
    pub(crate) similar_jobs: Option<SimilarJobs>,
}

impl SimilarJobs {
    /// What was learned from them, in words.
    pub(crate) fn sentence(&self) -> String {
        let jobs = counted(self.jobs, "job");
        let Some(likely) = self.likely else {
            return format!(
                "interval moved by the last {jobs} of this partition; too few that were likely as soon have \
                 started to know how often it holds"
            );
        };
        let whose = ["", "of all partitions "][usize::from(self.of_all_partitions)];
        format!(
            "interval moved by the last {jobs} {whose}likely to start {likely}, of which {} started within what \
             they were told",
            self.share_in_words()
        )
    }

    /// The share that held, in percent.
    pub(crate) fn share_in_words(&self) -> String {
        format!("{:.0} %", 100.0 * self.held)
    }
}

fn log_scale(wait: f64) -> f64 {
    (wait.max(0.0) + OFFSET).ln()
}

fn score(judged: &JudgedPrediction) -> Score {
    let wait = log_scale(judged.started - judged.made);
    let [from, _, until] = judged.prediction.raw.map(|at| log_scale(at - judged.made));
    [from - wait, wait - until]
}

impl Group {
    /// Those of a prediction whose start is as likely before as behind `middle`, in seconds from then: its
    /// class in its partition and in all, and all of its partition.
    fn of(partition: &str, middle: f64) -> [Self; 3] {
        let class = CLASSES.iter().position(|(until, _)| middle <= *until);
        let class = class.unwrap_or(CLASSES.len() - 1);
        let partition = Some(partition.to_owned());
        [
            (partition.clone(), Some(class)),
            (None, Some(class)),
            (partition, None),
        ]
        .map(|(partition, class)| Self { partition, class })
    }

    fn least(&self) -> usize {
        self.class.map_or(LEAST, |_| LEAST_IN_CLASS)
    }
}

/// The scores of a job in each of its groups.
fn by_group(job: &[JudgedPrediction]) -> HashMap<Group, JobScores> {
    let mut found: HashMap<Group, Vec<&JudgedPrediction>> = HashMap::new();
    for judged in job {
        let middle = judged.prediction.raw[1] - judged.made;
        for group in Group::of(&judged.prediction.partition, middle) {
            found.entry(group).or_default().push(judged);
        }
    }
    let scored = found.into_iter().map(|(group, judged)| {
        let held: u64 = judged.iter().map(|judged| Tally::of(judged).held).sum();
        let scores = JobScores {
            held: held as f64 / judged.len() as f64,
            scores: judged.into_iter().map(score).collect(),
        };
        (group, scores)
    });
    scored.collect()
}

/// The distance that is not exceeded in 95 % of all cases on that side, with the rank of conformal
/// prediction.
fn distance<'a>(jobs: impl Iterator<Item = &'a JobScores>, side: usize) -> Option<f64> {
    let mut number = 0;
    let mut all: Vec<(f64, f64)> = Vec::new();
    for job in jobs {
        number += 1;
        let weight = 1.0 / job.scores.len().max(1) as f64;
        all.extend(job.scores.iter().map(|score| (score[side], weight)));
    }
    all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut left = (1.0 - OUTSIDE) * f64::from(number + 1) - 1e-9;
    let mut found = all.iter().skip_while(|(_, weight)| {
        left -= weight;
        left > 0.0
    });
    found.next().or(all.last()).map(|(score, _)| *score)
}

impl GroupScores {
    /// How far what was said of its jobs held.
    fn similar_jobs(&self, group: &Group) -> SimilarJobs {
        let held: f64 = self.jobs.iter().map(|job| job.held).sum();
        SimilarJobs {
            likely: group.class.map(|class| CLASSES[class].1),
            of_all_partitions: group.partition.is_none(),
            jobs: self.jobs.len(),
            held: held / self.jobs.len().max(1) as f64,
        }
    }
}

impl OwnRecalibration {
    /// Takes the judged predictions of a job; [`settle`](Self::settle) learns from them.
    pub(super) fn add(&mut self, job: &[JudgedPrediction]) {
        for (group, scores) in by_group(job) {
            let jobs = &mut self.0.entry(group).or_default().jobs;
            jobs.push_back(scores);
            if jobs.len() > LAST {
                jobs.pop_front();
            }
        }
    }

    /// Learns from what was added, and how late jobs are from those that wait beyond their intervals,
    /// as if they started now: otherwise the late ones would be learned from only once they start. How
    /// early jobs are they do not say, as they are none but late ones.
    pub(super) fn settle(&mut self, overdue: &[Vec<JudgedPrediction>]) {
        let mut late: HashMap<Group, Vec<JobScores>> = HashMap::new();
        for (group, scores) in overdue.iter().flat_map(|job| by_group(job)) {
            late.entry(group).or_default().push(scores);
        }
        for (group, known) in &mut self.0 {
            known.distances = None;
            if known.jobs.len() < group.least() {
                continue;
            }
            let late = late.get(group).map_or(&[][..], Vec::as_slice);
            let below = distance(known.jobs.iter(), 0);
            let above = distance(known.jobs.iter().chain(late), 1);
            known.distances = below.zip(above).map(|(below, above)| [below, above]);
        }
    }

    /// Moves the waits of 5, 50 and 95 %, in seconds from now: each end by its class or by its
    /// partition, whichever makes the interval wider. If either has too few jobs, none is made narrower.
    pub(crate) fn moved(&self, partition: &str, waits: [f64; 3]) -> Moved {
        let [from, median, until] = waits;
        let [own, everywhere, whole] = Group::of(partition, median);
        let known = |group: Group| {
            let known = self.0.get(&group)?;
            Some((known.distances?, known.similar_jobs(&group)))
        };
        let class = known(own).or_else(|| known(everywhere));
        let whole = known(whole);
        let Some((_, similar_jobs)) = class.or(whole) else {
            return Moved {
                waits,
                similar_jobs: None,
            };
        };
        let by = |known: Option<(Score, _)>| known.map_or([0.0; 2], |(distances, _)| distances);
        let (by_class, by_whole) = (by(class), by(whole));
        let [below, above] = [0, 1].map(|side| by_class[side].max(by_whole[side]));
        let by = |wait: f64, distance: f64| ((log_scale(wait) + distance).exp() - OFFSET).max(0.0);
        Moved {
            waits: [
                by(from, -below).min(median),
                median,
                by(until, above).max(median),
            ],
            similar_jobs: Some(similar_jobs),
        }
    }
}
