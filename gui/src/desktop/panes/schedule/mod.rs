//! The pane of the schedule: all of time in little room, one axis, a Gantt chart a run, and
//! curves of busy nodes and of the queue, with one range and one cursor.

mod gutter;
mod legend;
mod stack;
mod tools;

use super::Pane;
use crate::base::words;
use crate::desktop::App;
use crate::desktop::family::placement::placed;
use crate::desktop::panels::inspector::Selection;
use crate::draw::colour::ColourBy;
use crate::draw::gantt::{GanttView, Hit};
use crate::record::Run;
use stack::Curves;

/// What all charts have in common.
pub(in crate::desktop) struct State {
    /// The part of time and of the machine that is in sight, in other panes too.
    pub(in crate::desktop) view: GanttView,
    colour_by: ColourBy,
    /// The runs that `view` knows the ends of.
    known: Vec<*const Run>,
    fit: bool,
    /// Whether slices are shaded.
    slices: bool,
    /// Whether jobs are coloured by how they fare against the baseline.
    pub(in crate::desktop) difference: bool,
    /// What the pointer is over, in words.
    pub(in crate::desktop) readout: String,
    /// The curves below the charts, and what they were made from.
    curves: Option<Curves>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            view: GanttView::default(),
            colour_by: ColourBy::default(),
            known: Vec::new(),
            fit: false,
            slices: true,
            difference: false,
            readout: String::new(),
            curves: None,
        }
    }
}

impl State {
    /// What the colour of a job stands for.
    pub(in crate::desktop) fn colour_by(&self) -> ColourBy {
        self.colour_by
    }

    /// Chooses what the colour of a job stands for.
    pub(in crate::desktop) fn set_colour_by(&mut self, by: ColourBy) {
        self.colour_by = by;
    }

    /// Shows everything from the next frame on.
    pub(in crate::desktop) fn fit(&mut self) {
        self.fit = true;
    }

    /// Shows a part of what there is to see of `runs`.
    pub(in crate::desktop) fn look_at(&mut self, runs: &[&Run], part: [f64; 4]) {
        self.fit = false;
        self.known.clear();
        self.follow(runs);
        let view = &mut self.view;
        [view.t0, view.t1, view.row0, view.row1] = part;
        view.pan(0.0, 0.0);
    }

    /// Lets the view know what there is to see.
    pub(in crate::desktop) fn follow(&mut self, runs: &[&Run]) {
        let now: Vec<*const Run> = runs.iter().map(|run| std::ptr::from_ref(*run)).collect();
        if now == self.known && !self.fit {
            return;
        }
        let all = self.view.bounds;
        let showed_all = [self.view.t0, self.view.t1, self.view.row0, self.view.row1] == all;
        self.view.extend(runs);
        if self.fit || showed_all || self.known.is_empty() {
            self.view.fit_all();
        }
        self.known = now;
        self.fit = false;
    }
}

impl App {
    /// Chooses a job and brings it into sight in the schedule.
    pub(in crate::desktop) fn go_to(&mut self, selection: Selection) {
        self.select(selection);
        let Some(entry) = self.runs.get(selection.id) else {
            return;
        };
        let bars = entry.index.of_job(selection.job);
        let places = bars.map(|bar| [bar.from, bar.until, bar.rows[0], bar.rows[1]]);
        let place = places.reduce(|[from, until, top, bottom], other| {
            [
                from.min(other[0]),
                until.max(other[1]),
                top.min(other[2]),
                bottom.max(other[3]),
            ]
        });
        // A job that was refused is nowhere.
        if let Some(place) = place {
            let runs: Vec<&Run> = self
                .runs
                .visible()
                .map(|entry| entry.run.as_ref())
                .collect();
            self.schedule.follow(&runs);
            self.schedule.view.go_to(place);
            self.settings.desk.show(Pane::Schedule);
        }
    }
}

/// What the pointer is over, in words.
fn readout(run: &Run, hit: &Hit) -> String {
    let (job, clock) = (hit.job, &run.experiment.clock);
    let spec = run.experiment.jobs[job];
    let number = run.experiment.labels[job].number;
    let at = clock.instant_to(hit.at.seconds(), 1.0);
    let waited = words::span(run.wait(job).seconds());
    let size = u64::from(spec.nodes);
    if let Some(server) = placed::server_of(run, job) {
        let threads = words::counted(size, "thread", "threads");
        return format!("{at} · server {server} · job {number}, {threads}, waited {waited}");
    }
    let nodes = words::counted(size, "node", "nodes");
    format!(
        "{at} · node {} · job {number}, {nodes}, waited {waited}",
        hit.node
    )
}
