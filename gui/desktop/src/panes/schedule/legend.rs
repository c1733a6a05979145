//! Legend of the colours and marks of the schedule.

use cosched_core::workload::Class;
use egui::{Rect, Ui};

use super::State;
use crate::command::action::Action;
use crate::shared::Shared;
use charts::colour::tokens::tokens;
use charts::colour::{self, ColourBy, Marks, Shading, WaitScale};
use charts::time::Row;
use laboratory::metrics::select::filter::Filter;
use laboratory::record::unit::Unit;

/// Height with the gap below it.
pub(super) const HEIGHT: f32 = 20.0;

impl State {
    /// Shows the meaning of colours and marks in `room`, over the lines that go through all charts.
    pub(super) fn legend(
        &self,
        ui: &mut Ui,
        room: Rect,
        shared: &Shared,
        waits: WaitScale,
        actions: &mut Vec<Action>,
    ) {
        let shading = shading(shared, waits, ui.visuals().dark_mode);
        let nodes = shared.experiment.as_ref().map_or(1, |known| known.nodes);
        let filled = |(colour, name)| (colour::Sign::Filled(colour), name);
        let (title, mut kinds) = if shared.sight.difference {
            let entries = colour::difference_legend().into_iter().map(filled);
            ("Starts", entries.collect())
        } else {
            (shading.by.heading(unit(shared)), shading.signs(nodes))
        };
        let known = self.curves.as_ref();
        let has_killed = known.is_some_and(|known| known.has_killed);
        kinds.extend(marks_in_sight(shared, has_killed, shading.dark));
        let row = Row::of(ui, room);
        let ground = tokens(shading.dark).canvas;
        ui.painter().rect_filled(row.chart, 0.0, ground);
        let scope = shared.scope.current();
        let filter = |index: usize| {
            let name = kinds.get(index).map(|(_, name)| name.as_str())?;
            selected_by(shared, &shading, index, name)
        };
        let clicked = colour::legend(ui, row.chart, title, &kinds, |index| {
            filter(index).is_some()
        });
        if let Some(filter) = clicked.and_then(filter) {
            actions.push(Action::Scope(scope.narrowed(&filter)));
        }
    }
}

/// Returns the filter of the entry with that index or name.
fn selected_by(shared: &Shared, shading: &Shading, index: usize, name: &str) -> Option<Filter> {
    let line = match (shading.by, name) {
        (_, "killed") => "killed".to_owned(),
        _ if shared.sight.difference => return None,
        (ColourBy::Wait, _) => {
            let [from, until] = *shading.waits.steps().get(index)?;
            let from = from.map(|from| format!("wait > {from}"));
            let until = until.map(|until| format!("wait <= {until}"));
            let ends: Vec<String> = from.into_iter().chain(until).collect();
            ends.join(" && ")
        }
        (ColourBy::Class, _) if index < Class::ALL.len() => format!("class == {index}"),
        _ => return None,
    };
    line.parse().ok()
}

/// Returns the colouring of jobs.
pub(super) fn shading(shared: &Shared, waits: WaitScale, dark: bool) -> Shading {
    Shading {
        by: shared.sight.colour_by,
        waits,
        dark,
    }
}

/// Returns the unit of sizes.
fn unit(shared: &Shared) -> Unit {
    let known = shared.experiment.as_ref();
    known.map_or(Unit::Node, |known| known.unit())
}

/// Returns the marks of jobs that are related to the selected one.
fn marked(shared: &Shared, dark: bool) -> Vec<(colour::Sign, String)> {
    let Some(marked) = &shared.marked else {
        return Vec::new();
    };
    let had = format!("had its {}", unit(shared).many());
    let accent = tokens(dark).accent;
    let passers = colour::Sign::Filled(accent.gamma_multiply(0.35));
    let all = [
        (marked.passers.is_empty(), passers, "passed it".to_owned()),
        (
            marked.holders.is_empty(),
            colour::Sign::Hatched(accent),
            had,
        ),
    ];
    let there = all.into_iter().filter(|(none, _, _)| !none);
    there.map(|(_, sign, words)| (sign, words)).collect()
}

/// Returns the marks on bars that occur in the runs in sight.
fn marks_in_sight(shared: &Shared, has_killed: bool, dark: bool) -> Vec<(colour::Sign, String)> {
    let mut marks = Vec::new();
    if let Some(selection) = shared.selection
        && let Some(entry) = shared.runs.get(selection.id)
    {
        let number = entry.run.experiment.labels[selection.job].number();
        let accent = colour::Sign::Filled(tokens(dark).accent);
        marks.push((accent, format!("job {number}")));
        marks.extend(marked(shared, dark));
    }
    let on_bars = Marks {
        is_killed: has_killed,
        is_late: shared
            .runs_in_sight()
            .any(|run| run.experiment.has_deadlines()),
        is_out: shared.runs_in_sight().any(|run| run.outages().is_some()),
    };
    marks.extend(on_bars.signs(dark));
    marks
}
