//! Subjects of the episodes of an environment: a workload, or parts of it.

use std::sync::Arc;

use cosched_core::Time;
use cosched_core::random::Random;

use super::reward::Reward;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load;
use crate::record::Experiment;
use crate::run::session::{Observation, Session};
use crate::scenario::{self, Parameters};

/// How an agent sees an episode, and what it is rewarded by.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Rows of an observation, 1 and more.
    pub window: usize,
    /// Jobs of an episode, which follow each other; all if none is given.
    pub jobs: Option<usize>,
    /// The metric.
    pub reward: Reward,
    /// Whether jobs are backfilled while a chosen one does not fit.
    pub is_backfilling: bool,
    /// Jobs or spans in a row.
    pub observation: Observation,
}

/// A workload of which environments make episodes, with their settings.
pub struct Episodes {
    pub(super) settings: Settings,
    experiment: Arc<Experiment>,
    parameters: Parameters,
    // The experiment of a part, but for its jobs.
    part: Option<Experiment>,
}

impl Episodes {
    /// Episodes of `experiment`. A part of it begins on an empty machine of as many equal nodes; its
    /// jobs keep their numbers, users and estimates, and do not wait for each other's ends.
    ///
    /// # Errors
    /// A setting is out of range, parts are to be of nodes that are not equal or not always in
    /// service, or the engine refuses the experiment.
    pub fn new(experiment: &Arc<Experiment>, settings: Settings) -> Result<Arc<Self>, Problem> {
        if settings.window == 0 {
            return Err(Problem::input("window 0: 1 and more are allowed"));
        }
        let parameters = &experiment.scenario.parameters;
        let part = settings.jobs.map(|jobs| empty_part(experiment, jobs));
        Ok(Arc::new(Self {
            part: part.transpose()?,
            settings,
            experiment: Arc::clone(experiment),
            parameters: parameters.clone(),
        }))
    }

    /// Their settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Number of jobs that an episode may begin with: the rows of the workload counted from 0; of the
    /// whole there is one.
    pub fn beginnings(&self) -> usize {
        let jobs = self.settings.jobs.unwrap_or(self.experiment.jobs.len());
        self.experiment.jobs.len() - jobs + 1
    }

    /// A session of the first episode.
    pub(super) fn session(&self) -> Result<Session, Problem> {
        match self.part(0) {
            Some(part) => Session::new(&Arc::new(part), &self.parameters),
            None => Session::new(&self.experiment, &self.parameters),
        }
    }

    /// Takes `session` to the first instant of the episode that begins with the job in row `first`, or of
    /// one that `random` draws if none is given.
    pub(super) fn begin(
        &self,
        session: &mut Session,
        first: Option<usize>,
        random: &mut Random,
    ) -> Result<(), Problem> {
        let beginnings = self.beginnings();
        let first = match first {
            None => random.below(beginnings as u64) as usize,
            Some(first) if first < beginnings => first,
            Some(first) => {
                let last = beginnings - 1;
                return Err(Problem::input(format!(
                    "first {first}: episodes begin with the jobs in rows 0 to {last}"
                )));
            }
        };
        match self.part(first) {
            Some(part) => session.reset(Some(&Arc::new(part))),
            None => session.reset(None),
        }
    }

    /// The part that begins with the job in row `first`, if episodes are parts.
    fn part(&self, first: usize) -> Option<Experiment> {
        let (part, range) = (self.part.as_ref()?, first..first + self.settings.jobs?);
        let jobs = &self.experiment.jobs[range.clone()];
        let begin = jobs[0].submit;
        let moved = jobs.iter().map(|job| {
            let mut moved = *job;
            moved.submit = Time(job.submit.0 - begin.0);
            moved
        });
        Some(Experiment {
            jobs: moved.collect(),
            labels: self.experiment.labels[range].to_vec(),
            ..part.clone()
        })
    }
}

/// A machine like that of `experiment` for `jobs` of its jobs.
fn empty_part(experiment: &Experiment, jobs: usize) -> Result<Experiment, Problem> {
    if !experiment.has_equal_nodes() {
        let sentence = "episodes of some jobs are of equal nodes that are always in service; without `jobs` the whole is one episode of any machine";
        return Err(Problem::input(sentence));
    }
    let total = experiment.jobs.len();
    if !(1..=total).contains(&jobs) {
        return Err(Problem::input(format!(
            "jobs {jobs}: 1 to {total}, as many as there are, are allowed"
        )));
    }
    let nodes = experiment.nodes;
    let text = format!(
        "(machine: Cluster(nodes: {nodes}), policies: [Fcfs], workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]))"
    );
    let part = load::prepare(&scenario::parse(&text, None)?, None, &Progress::default())?;
    Ok(Experiment {
        jobs: Vec::new(),
        labels: Vec::new(),
        label_names: experiment.label_names.clone(),
        ..part
    })
}
