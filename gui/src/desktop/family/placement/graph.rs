//! The pane of the workflow: which jobs follow which, and how far each is at the replay's moment.

use std::sync::Arc;

use cosched_core::{JobId, Time};
use egui::Ui;

use super::placed;
use crate::desktop::App;
use crate::desktop::panels::inspector::Selection;
use crate::desktop::panels::run_list::run_swatch;
use crate::draw::graph::{Graph, GraphView, State as Progress, Vertex, critical_path};
use crate::record::{Experiment, Outcome, Run};

/// The unit of what decides the colours.
pub(in crate::desktop) const UNIT: &str = "GB/s";

/// The graph of the experiment shown last.
#[derive(Default)]
pub(in crate::desktop) struct State {
    made: Option<(Arc<Facts>, GraphView)>,
}

/// What is known of every job before it is run.
pub(in crate::desktop) struct Facts {
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
            None | Some("") => experiment.labels[job].number.to_string(),
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
    fn suits(&self, other: &Arc<Experiment>) -> bool {
        let own = &self.experiment;
        Arc::ptr_eq(own, other)
            || own.jobs == other.jobs
                && own.precedents == other.precedents
                && own.names == other.names
                && own.hosting.threads == other.hosting.threads
    }

    /// Every job as it is to be drawn.
    pub(in crate::desktop) fn vertices(&self, states: &[Progress]) -> Vec<Vertex<'_>> {
        let jobs = self.labels.iter().zip(&self.bandwidths).enumerate();
        jobs.map(|(job, (label, value))| Vertex {
            label,
            threads: self.experiment.jobs[job].nodes,
            value: *value,
            state: states.get(job).copied().unwrap_or_default(),
        })
        .collect()
    }

    /// Whether each job is on the critical path.
    pub(in crate::desktop) fn critical(&self) -> &[bool] {
        &self.critical
    }
}

/// What each thread of `job` asks for in its first phase, in GB/s.
fn bandwidth(experiment: &Experiment, job: usize) -> f64 {
    let groups = experiment.hosting.threads.as_table();
    let groups = groups.of(JobId::new(job), 0);
    groups.first().map_or(0.0, |group| group.bandwidth)
}

/// Which jobs each job of `experiment` follows.
fn predecessors(experiment: &Experiment) -> Vec<Vec<u32>> {
    let precedence = experiment.precedents.as_precedence();
    let of = |job: usize| {
        let before = precedence.of(JobId::new(job)).iter();
        before.map(|job| job.index() as u32).collect()
    };
    (0..experiment.jobs.len()).map(of).collect()
}

/// How far each job is at `at`.
pub(in crate::desktop) fn states(run: &Run, at: Option<Time>) -> Vec<Progress> {
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

/// Whether jobs of `run` follow one another.
pub(in crate::desktop) fn has_graph(run: &Run) -> bool {
    !run.experiment.precedents.as_precedence().is_empty()
}

impl App {
    /// Shows the pane.
    pub(in crate::desktop) fn workflow_pane(&mut self, ui: &mut Ui) {
        let Some((facts, run)) = self.prepare_graph() else {
            let sentence = "No job of the current run follows another. Choose a workflow under Workload, or the example of a workflow under File.";
            ui.add(egui::Label::new(egui::RichText::new(sentence).weak()).wrap());
            return;
        };
        self.graph_heading(ui);
        let Some(entry) = self.runs.current() else {
            return;
        };
        let (id, name) = (entry.id, format!("Workflow under {}", entry.label));
        let vertices = facts.vertices(&states(&run, self.replay.at));
        let graph = Graph {
            vertices: &vertices,
            critical: facts.critical(),
            unit: UNIT,
            selected: self.selected_in(entry),
        };
        let Some((_, view)) = &mut self.graph.made else {
            return;
        };
        let output = view.show(ui, &name, &graph, |ui, job| placed::tooltip(ui, &run, job));
        if let Some(job) = output.clicked {
            self.select(Selection { id, job });
            self.jobs.reveal(job);
        } else if output.clicked_ground {
            self.selection = None;
            self.check_selection();
        }
        if output.clicked.is_some() || output.clicked_ground {
            // A click chooses; the arrow keys stay with the replay until Tab leads here.
            ui.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
    }

    /// Lays out the graph of the current run, unless it is; `None` without one.
    pub(in crate::desktop) fn prepare_graph(&mut self) -> Option<(Arc<Facts>, Arc<Run>)> {
        let run = Arc::clone(&self.runs.current()?.run);
        if !has_graph(&run) {
            return None;
        }
        if let Some((facts, _)) = &self.graph.made
            && facts.suits(&run.experiment)
        {
            return Some((Arc::clone(facts), run));
        }
        let predecessors = predecessors(&run.experiment);
        let facts = Arc::new(Facts::new(&run.experiment, &predecessors));
        self.graph.made = Some((Arc::clone(&facts), GraphView::new(&predecessors)));
        Some((facts, run))
    }

    /// The graph as it is laid out now.
    pub(in crate::desktop) fn graph_view(&self) -> Option<&GraphView> {
        self.graph.made.as_ref().map(|(_, view)| view)
    }

    fn graph_heading(&mut self, ui: &mut Ui) {
        let current = self.runs.current().map(|entry| entry.id);
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            for entry in self
                .runs
                .entries
                .iter()
                .filter(|entry| has_graph(&entry.run))
            {
                run_swatch(ui, entry.slot);
                let button = ui.selectable_label(current == Some(entry.id), &entry.label);
                let button = button.accessible_name(format!("Workflow of {}", entry.label));
                let tooltip = "Show how far the jobs of this run are at the replay's moment";
                if button.on_hover_text(tooltip).clicked() {
                    chosen = Some(entry.id);
                }
            }
            if self.replay.at.is_none() {
                ui.weak("play to see states")
                    .on_hover_text("Start or move the replay below: the graph then shows which jobs wait, run and are done");
            }
        });
        if let Some(id) = chosen {
            self.runs.set_current(id);
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
