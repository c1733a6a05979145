//! The pane of the workflow: its graph, and the progress of each job at the replay's moment.

use std::sync::Arc;

use cosched_core::{JobId, Time};
use egui::Ui;

use super::placed;
use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::runs::Entry;
use crate::shared::{Selection, Shared};
use crate::widgets::over_time::return_focus;
use crate::widgets::run::runs_with;
use charts::graph::{Graph, GraphView, State as Progress, Vertex, critical_path};
use laboratory::record::{Experiment, Outcome, Run};

/// Unit of the values that determine the colours.
pub(crate) const UNIT: &str = "GB/s";

/// Graph of the experiment shown last.
#[derive(Default)]
pub(crate) struct State {
    made: Option<(Arc<Facts>, GraphView)>,
}

/// Facts of every job that are known before it is run.
pub(crate) struct Facts {
    experiment: Arc<Experiment>,
    labels: Vec<String>,
    bandwidths: Vec<f64>,
    critical: Vec<bool>,
}

impl Facts {
    fn new(experiment: &Arc<Experiment>, predecessors: &[Vec<u32>]) -> Self {
        let jobs = 0..experiment.jobs.len();
        let lengths: Vec<f64> = experiment
            .jobs
            .iter()
            .map(|job| job.runtime.seconds())
            .collect();
        let label = |job: usize| match experiment.names.get(job).map(String::as_str) {
            None | Some("") => experiment.labels[job].number().to_string(),
            Some(name) => name.to_owned(),
        };
        Self {
            experiment: Arc::clone(experiment),
            labels: jobs.clone().map(label).collect(),
            bandwidths: jobs.map(|job| bandwidth(experiment, job)).collect(),
            critical: critical_path(predecessors, &lengths),
        }
    }

    /// Whether `other` has the same graph, so that it is not laid out again.
    fn is_of(&self, other: &Arc<Experiment>) -> bool {
        let own = &self.experiment;
        Arc::ptr_eq(own, other)
            || own.jobs == other.jobs
                && own.precedents == other.precedents
                && own.names == other.names
                && own.hosting.threads == other.hosting.threads
    }

    /// Returns every job to be drawn.
    pub(crate) fn vertices(&self, states: &[Progress]) -> Vec<Vertex<'_>> {
        let jobs = self.labels.iter().zip(&self.bandwidths).enumerate();
        jobs.map(|(job, (label, value))| Vertex {
            label,
            threads: self.experiment.jobs[job].nodes,
            value: *value,
            state: states.get(job).copied().unwrap_or_default(),
        })
        .collect()
    }

    /// Returns whether each job is on the critical path.
    pub(crate) fn critical(&self) -> &[bool] {
        &self.critical
    }
}

/// Returns the bandwidth that each thread of `job` requests in its first phase, in GB/s.
fn bandwidth(experiment: &Experiment, job: usize) -> f64 {
    let groups = experiment.hosting.threads.as_core();
    let groups = groups.of(JobId::new(job), 0);
    groups.first().map_or(0.0, |group| group.bandwidth)
}

/// Returns the predecessors of each job of `experiment`.
fn predecessors(experiment: &Experiment) -> Vec<Vec<u32>> {
    let precedence = experiment.precedents.as_core();
    let of = |job: usize| {
        let before = precedence.of(JobId::new(job)).iter();
        before.map(|job| job.index() as u32).collect()
    };
    (0..experiment.jobs.len()).map(of).collect()
}

/// Returns the progress of each job at `at`.
pub(crate) fn states(run: &Run, at: Option<Time>) -> Vec<Progress> {
    let Some(at) = at else {
        return vec![Progress::Unknown; run.outcomes.len()];
    };
    run.outcomes.iter().map(|job| state(job, at)).collect()
}

fn state(job: &Outcome, at: Time) -> Progress {
    if at < job.entered {
        Progress::NotReady
    } else if at < job.started {
        Progress::Ready
    } else if at < job.completed {
        let whole = job.completed.since(job.started).seconds();
        Progress::Running((at.since(job.started).seconds() / whole) as f32)
    } else {
        Progress::Done
    }
}

/// Whether jobs of that run follow one another.
pub(crate) fn has_graph(entry: &Entry) -> bool {
    !entry.run.experiment.precedents.as_core().is_empty()
}

impl State {
    /// Returns the graph of `experiment`, laid out anew if it is another one.
    pub(crate) fn prepare(
        &mut self,
        experiment: &Arc<Experiment>,
    ) -> (&Arc<Facts>, &mut GraphView) {
        let known = self.made.take();
        let known = known.filter(|(facts, _)| facts.is_of(experiment));
        let made = known.unwrap_or_else(|| {
            let predecessors = predecessors(experiment);
            let facts = Arc::new(Facts::new(experiment, &predecessors));
            (facts, GraphView::new(&predecessors))
        });
        let (facts, view) = self.made.insert(made);
        (facts, view)
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let current = shared.runs.current();
        let Some(Entry { id, run, label, .. }) = current.filter(|entry| has_graph(entry)) else {
            let sentence = "No job of the current run follows another. Choose a workflow under Workload, or the example of a workflow under File.";
            ui.add(egui::Label::new(egui::RichText::new(sentence).weak()).wrap());
            return;
        };
        ui.horizontal_wrapped(|ui| {
            runs_with(ui, shared, ("Workflow", has_graph), Some(*id), actions);
            if shared.replay.at.is_none() {
                ui.weak("play to see states")
                    .on_hover_text("Start or move the replay below: the graph then shows which jobs wait, run and are done");
            }
        });
        let (facts, view) = self.prepare(&run.experiment);
        let vertices = facts.vertices(&states(run, shared.replay.at));
        let graph = Graph {
            vertices: &vertices,
            critical: facts.critical(),
            unit: UNIT,
            selected: current.and_then(|entry| shared.selected_in(entry)),
        };
        let name = format!("Workflow under {label}");
        let output = view.show(ui, &name, &graph, |ui, job| placed::tooltip(ui, run, job));
        if let Some(job) = output.clicked {
            actions.push(Action::Choose(Selection { id: *id, job }));
        } else if output.clicked_ground {
            actions.push(Action::ChooseNone);
        }
        if output.clicked.is_some() || output.clicked_ground {
            return_focus(ui);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cosched_core::Duration;

    /// Ready at 10 s, from 20 s to 60 s on a server.
    #[test]
    fn a_job_goes_from_not_ready_to_done() {
        let seconds = Time::from_seconds;
        let job = Outcome {
            entered: seconds(10),
            started: seconds(20),
            completed: seconds(60),
            executed: Duration::from_seconds(40),
            killed: false,
            refused: false,
        };
        let expected = [
            (9, Progress::NotReady),
            (10, Progress::Ready),
            (20, Progress::Running(0.0)),
            (30, Progress::Running(0.25)),
            (60, Progress::Done),
        ];
        for (at, expected) in expected {
            assert_eq!(state(&job, seconds(at)), expected, "at {at} s");
        }
    }
}
