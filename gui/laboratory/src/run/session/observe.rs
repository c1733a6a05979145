//! Observation of the waiting jobs by an agent: a row of numbers for each.

use std::cmp::Reverse;

use super::{Session, WaitingJob};
use crate::record::{Experiment, JobLabel};

/// Time at which a feature of a span is a half, in seconds.
const HALF: f64 = 3600.0;

/// RLScheduler's `MAX_WAIT_TIME`, in seconds.
const LONGEST_WAIT: f64 = 12.0 * 3600.0;
/// The nearest that RLScheduler's features come to 0 and 1.
const EDGE: f64 = 1e-5;

/// Row of [`Observation::Shares`] where there is no job.
const NO_SHARES: [f32; 6] = [0.0; 6];
/// That of [`Observation::RlScheduler`].
const NO_JOB: [f32; 8] = [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0];

/// Features of a waiting job.
#[derive(Clone, PartialEq, Debug)]
pub enum Observation {
    /// Six, from 0 to 1: time waited and estimate, each t as t / (t + 1 h); nodes, as a share of the
    /// machine; 1 if it fits; share of nodes that are free; 1 as there is a job. Rows without one are
    /// 0.
    Shares,
    /// The eight of RLScheduler (Zhang and others, SC 2020; `build_observation` of its
    /// `HPCSimPickJobs.py`), from 0 to 1: time waited, as a share of 12 h; estimate, nodes, memory
    /// asked for, user, group and application, each as a share of the greatest there is; all these
    /// are less than 1, but 1 where the log does not have them; and whether it fits. Rows without a
    /// job are 0, 1, 1, 1, 1, 1, 1, 0.
    RlScheduler(Maxima),
}

/// The greatest values in a workload, by which RLScheduler divides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Maxima {
    runtime: f64,
    nodes: f64,
    memory: f64,
    user: f64,
    group: f64,
    executable: f64,
}

impl Maxima {
    /// Those of all jobs of `experiment`, and the nodes of its machine.
    pub fn of(experiment: &Experiment) -> Self {
        let runtimes = experiment.jobs.iter().map(|job| job.runtime.seconds());
        let labels = &experiment.labels;
        let greatest = |value: fn(&JobLabel) -> Option<f64>| {
            labels.iter().filter_map(value).fold(0.0, f64::max)
        };
        Self {
            runtime: runtimes.fold(0.0, f64::max),
            nodes: experiment.nodes.into(),
            memory: greatest(memory),
            user: greatest(|label| label.user().map(f64::from)),
            group: greatest(|label| label.group().map(f64::from)),
            executable: greatest(|label| label.executable().map(f64::from)),
        }
    }

    fn row(&self, job: &WaitingJob, label: &JobLabel) -> [f32; 8] {
        let known = |value: Option<f64>, most| value.map_or(1.0, |value| share(value, most));
        let row = [
            share(job.waited.seconds(), LONGEST_WAIT),
            share(job.estimate.seconds(), self.runtime),
            share(job.nodes.into(), self.nodes),
            known(memory(label), self.memory),
            known(label.user().map(f64::from), self.user),
            known(label.group().map(f64::from), self.group),
            known(label.executable().map(f64::from), self.executable),
            if job.fits { 1.0 - EDGE } else { EDGE },
        ];
        row.map(|value| value as f32)
    }
}

fn memory(label: &JobLabel) -> Option<f64> {
    label.requested_memory().map(|memory| memory as f64)
}

/// `value` as a share of `most`, less than 1; 0 if both are.
fn share(value: f64, most: f64) -> f64 {
    if value == 0.0 {
        return 0.0;
    }
    (value / most).min(1.0 - EDGE)
}

impl Observation {
    /// Number of features, the columns of an observation.
    pub fn features(&self) -> usize {
        match self {
            Self::Shares => NO_SHARES.len(),
            Self::RlScheduler(_) => NO_JOB.len(),
        }
    }

    /// Number of first jobs of the queue that a session has to look at for an observation of `rows`
    /// rows: RLScheduler chooses among all.
    pub(super) fn window(&self, rows: usize) -> usize {
        match self {
            Self::Shares => rows,
            Self::RlScheduler(_) => usize::MAX,
        }
    }

    /// The jobs of `queue` that `rows` rows show, in their order.
    pub fn jobs(&self, queue: &[WaitingJob], rows: usize) -> Vec<WaitingJob> {
        match self.selection(queue, rows) {
            Some(shown) => shown.into_iter().map(|index| queue[index]).collect(),
            None => queue[..queue.len().min(rows)].to_vec(),
        }
    }

    /// The jobs of `queue` that `rows` rows show, by their index, where these are not the first ones
    /// in their order: RLScheduler's when more wait than there are rows.
    pub(super) fn selection(&self, queue: &[WaitingJob], rows: usize) -> Option<Vec<usize>> {
        match self {
            Self::RlScheduler(_) if queue.len() > rows => Some(short_and_small(queue, rows)),
            _ => None,
        }
    }
}

/// The jobs of the shortest estimates and those of the fewest nodes in turn, each once, `rows` in all;
/// of equals those submitted first.
fn short_and_small(queue: &[WaitingJob], rows: usize) -> Vec<usize> {
    let mut short: Vec<usize> = (0..queue.len()).collect();
    let mut small = short.clone();
    let job = |index: usize| &queue[index];
    short.sort_by_key(|&one| (job(one).estimate, Reverse(job(one).waited), job(one).nodes));
    small.sort_by_key(|&one| (job(one).nodes, Reverse(job(one).waited), job(one).estimate));
    let mut is_shown = vec![false; queue.len()];
    let in_turn = short.into_iter().zip(small).flat_map(<[usize; 2]>::from);
    let new = in_turn.filter(|&one| !std::mem::replace(&mut is_shown[one], true));
    new.take(rows).collect()
}

impl Session {
    /// Writes an observation of the waiting jobs: [features](Observation::features) of one job after
    /// the other into `rows`, and into `mask`, which has an element for each row, whether it has a
    /// job.
    ///
    /// # Panics
    /// `rows` has not as many rows as `mask` has elements.
    pub fn observe(&self, observation: &Observation, rows: &mut [f32], mask: &mut [bool]) {
        let (queue, width) = (self.queue(), observation.features());
        assert_eq!(
            rows.len(),
            mask.len() * width,
            "rows of {width} features each"
        );
        let selection = observation.selection(queue, mask.len());
        let shown = queue.len().min(mask.len());
        mask[..shown].fill(true);
        mask[shown..].fill(false);
        let job = |row: usize| &queue[selection.as_ref().map_or(row, |jobs| jobs[row])];
        match observation {
            Observation::Shares => {
                let nodes = f64::from(self.experiment.nodes);
                let free = (f64::from(self.free_nodes()) / nodes) as f32;
                fill(rows, shown, NO_SHARES, |row| shares(job(row), nodes, free));
            }
            Observation::RlScheduler(maxima) => fill(rows, shown, NO_JOB, |row| {
                let job = job(row);
                maxima.row(job, &self.experiment.labels[job.job.index()])
            }),
        }
    }
}

/// Writes the first `shown` of `rows` as `row` has them, and `empty` into the others. Their width is
/// known when this is compiled: a copy of a few numbers is no call then.
fn fill<const WIDTH: usize>(
    rows: &mut [f32],
    shown: usize,
    empty: [f32; WIDTH],
    row: impl Fn(usize) -> [f32; WIDTH],
) {
    let (rows, _) = rows.as_chunks_mut::<WIDTH>();
    let (with_jobs, others) = rows.split_at_mut(shown);
    others.fill(empty);
    for (index, one) in with_jobs.iter_mut().enumerate() {
        *one = row(index);
    }
}

/// The features of [`Observation::Shares`].
fn shares(job: &WaitingJob, nodes: f64, free: f32) -> [f32; 6] {
    let of_span = |seconds: f64| (seconds / (seconds + HALF)) as f32;
    [
        of_span(job.waited.seconds()),
        of_span(job.estimate.seconds()),
        (f64::from(job.nodes) / nodes) as f32,
        f32::from(u8::from(job.fits)),
        free,
        1.0,
    ]
}
