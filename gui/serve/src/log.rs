//! A log as a cluster: its queue at an instant that stands still, or goes on at a pace.

use std::sync::Arc;

use cosched_core::Time;
use laboratory::base::format::counted;
use laboratory::base::problem::Problem;
use laboratory::base::system::clock::Stopwatch;
use laboratory::load::queue::{JobStart, Waiting};
use laboratory::record::{Experiment, NameTables, Run};
use laboratory::run::predict;
use laboratory::run::predict::standing::StandingQueue;

use crate::situation::{PoolRun, Situation, Source};

/// The log of a cluster.
#[derive(Debug)]
pub struct Log {
    run: Run,
    from: Time,
    /// Seconds of the log in a second; 0 if its time stands still.
    pace: f64,
    since: Stopwatch,
}

impl Log {
    /// The log whose schedule `run` is, `from` an instant on; `pace` seconds of it go by in a second.
    ///
    /// # Errors
    /// Starts are not predicted in such a run.
    pub fn new(run: Run, from: Time, pace: f64) -> Result<Self, Problem> {
        predict::check(&run)?;
        Ok(Self {
            run,
            from,
            pace,
            since: Stopwatch::start(),
        })
    }

    fn now(&self) -> Time {
        let passed = self.since.elapsed().as_secs_f64() * self.pace;
        Time(self.from.0.saturating_add((passed * 1e9) as u64))
    }
}

/// What has happened in `run` by `at`. What comes later is not in it, so that no prediction can be
/// made from it.
fn past_of(run: &Run, at: Time) -> Run {
    let experiment = &run.experiment;
    let submitted = experiment.jobs.partition_point(|job| job.submit <= at);
    let mut known = Experiment::clone(experiment);
    known.jobs.truncate(submitted);
    known.labels.truncate(submitted);
    if let Some(cluster) = &mut known.cluster {
        cluster.requests.truncate(submitted);
    }
    let outcomes = run.outcomes.iter().take(submitted).copied();
    let outcomes = outcomes.map(|mut outcome| {
        for instant in [&mut outcome.started, &mut outcome.completed] {
            if *instant > at {
                *instant = Time::MAX;
            }
        }
        outcome
    });
    Run {
        experiment: Arc::new(known),
        label: run.label.clone(),
        policy: run.policy,
        parameters: run.parameters.clone(),
        branch: None,
        outcomes: outcomes.collect(),
        segments: run.segments.clone(),
        spun: 0.0,
        classes: run.classes.iter().take(submitted).copied().collect(),
        metrics: cosched_core::Metrics::new(),
        digest: 0,
        details: laboratory::record::details::Details::default(),
    }
}

impl Source for Log {
    fn look(&mut self) -> Result<Situation, Problem> {
        let at = self.now();
        let run = past_of(&self.run, at);
        let name = |job: usize| run.experiment.labels[job].number().to_string();
        let standing = StandingQueue {
            run: &run,
            at,
            order: None,
            name: &name,
            unit: "node",
        };
        let (order, running) = (standing.waiting(), standing.running());
        let names = order.iter().chain(&running);
        let names = names.map(|&job| (job, name(job))).collect();
        let zero = run.experiment.unix_start.unwrap_or(0) as f64;
        let started = (0..run.outcomes.len()).filter(|&job| run.outcomes[job].started <= at);
        let starts = started.map(|job| JobStart {
            name: name(job),
            start: zero + run.outcomes[job].started.seconds(),
        });
        let starts = starts.collect();
        let pool = PoolRun {
            name: "the machine".to_owned(),
            waiting: order.iter().map(|&job| waiting(&run, job, at)).collect(),
            running: running.len(),
            unit: match run.experiment.cluster {
                Some(_) => "core",
                None => "node",
            },
            at,
            order,
            names,
            run,
        };
        let read = counted(self.run.experiment.jobs.len(), "job");
        Ok(Situation {
            at: pool.now(),
            pools: vec![Arc::new(pool)],
            starts,
            not_predicted: Vec::new(),
            remarks: vec![format!("a log of {read}, not a cluster as it stands now")],
            pass_every: 0.0,
        })
    }

    fn is_still(&self) -> bool {
        self.pace == 0.0
    }
}

fn waiting(run: &Run, job: usize, at: Time) -> Waiting {
    let label = &run.experiment.labels[job];
    let tables = &run.experiment.label_names;
    let name = |names: &[String], number: Option<u32>| Some(NameTables::name(names, number?));
    let queue = name(&tables.partitions, label.queue());
    Waiting {
        job,
        name: label.number().to_string(),
        partition: queue.unwrap_or_else(|| "the machine".to_owned()),
        user: name(&tables.users, label.user()),
        waited: Some(at.since(run.outcomes[job].entered).seconds()),
        planned: None,
        reason: String::new(),
    }
}
