//! The pane of the schedule: minimap, one axis, a Gantt chart a run, and curves of busy nodes and
//! of the queue, with one range and one cursor.

mod gutter;
mod legend;
pub(crate) mod stack;
mod tools;

use crate::command::action::Action;
use crate::family::placement::placed;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::shared::runs::{Entry, RunId};
use charts::gantt::{Bands, GanttCache, Hit};
use egui::Ui;
use laboratory::base::format;
use laboratory::record::Run;
use stack::Curves;

/// State of the pane between frames.
pub(crate) struct State {
    /// Whether slices are shaded.
    slices: bool,
    /// Bands at the left of the schedule.
    bands: Bands,
    /// Description of what is under the pointer.
    pub(crate) readout: String,
    /// Curves below the charts, with their inputs.
    curves: Option<Curves>,
    pictures: Vec<Picture>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            slices: true,
            bands: Bands::default(),
            readout: String::new(),
            curves: None,
            pictures: Vec::new(),
        }
    }
}

/// Picture of a run between frames.
struct Picture {
    id: RunId,
    run: *const Run,
    cache: GanttCache,
}

impl State {
    /// Returns the index of the picture of `entry`, which is made if there is none.
    fn picture(&mut self, entry: &Entry) -> &mut GanttCache {
        let run = std::sync::Arc::as_ptr(&entry.run);
        let is_it = |picture: &Picture| picture.id == entry.id && picture.run == run;
        let index = self.pictures.iter().position(is_it);
        let index = index.unwrap_or_else(|| {
            self.pictures.push(Picture {
                id: entry.id,
                run,
                cache: GanttCache::default(),
            });
            self.pictures.len() - 1
        });
        &mut self.pictures[index].cache
    }

    /// Forgets the pictures of runs that are not shown any more.
    fn forget_others(&mut self, shown: &[&Entry]) {
        self.pictures.retain(|picture| {
            let mut shown = shown.iter();
            shown.any(|entry| {
                entry.id == picture.id && std::sync::Arc::as_ptr(&entry.run) == picture.run
            })
        });
    }
}

/// Returns the description of what is under the pointer.
fn readout(run: &Run, hit: &Hit) -> String {
    let (job, clock) = (hit.job, &run.experiment.clock);
    let spec = run.experiment.jobs[job];
    let number = run.experiment.labels[job].number();
    let at = clock.instant_to(hit.at.seconds(), 1.0);
    let waited = format::span(run.wait(job).seconds());
    let size = spec.nodes as usize;
    if let Some(server) = placed::server_of(run, job) {
        let threads = format::counted(size, "thread");
        return format!("{at} · server {server} · job {number}, {threads}, waited {waited}");
    }
    let unit = run.experiment.unit().one();
    let (size, row) = match &run.experiment.cluster {
        Some(cluster) => {
            let node = cluster.layout.node_of_row(hit.node);
            (run.size(job) as usize, format!("node {node}"))
        }
        None => (size, format!("{unit} {}", hit.node)),
    };
    let nodes = format::counted(size, unit);
    format!("{at} · {row} · job {number}, {nodes}, waited {waited}")
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        self.show_all(ui, shared, actions);
    }

    fn tools(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        self.show_tools(ui, shared, actions);
    }
}
