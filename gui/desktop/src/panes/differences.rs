//! The pane of differences: every job in the current run and in the baseline, one against the other.

use std::sync::Arc;

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui, Vec2, vec2};
use egui_extras::{Column, TableBuilder};

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::runs::{Entry, RunId, same_jobs};
use crate::shared::{Selection, Shared};
use crate::widgets::align;
use crate::widgets::run::run_swatch;
use charts::look::strong;
use charts::plot;
use charts::plot::figure::Figure;
use laboratory::base::{change, format};
use laboratory::metrics::select::Scope;
use laboratory::metrics::select::causes::JobDifference;
use laboratory::metrics::select::paired::{Measure, PairedSummary, Pairs};
use laboratory::record::Run;

/// Measures that can be compared, by name.
const MEASURES: [(Measure, &str); 3] = [
    (Measure::Wait, "wait"),
    (Measure::Response, "response"),
    (Measure::Slowdown, "bounded slowdown"),
];

/// Most jobs that are listed, and widths of their list and of its columns.
const MOST: usize = 12;
const LIST: f32 = 236.0;
const COLUMNS: [f32; 3] = [76.0, 84.0, 52.0];
/// Height of a row, and least width of a plot.
const ROW: f32 = 22.0;
const PLOT: f32 = 190.0;
/// Share of the height that the list has above plots, where it is not beside them.
const LIST_ABOVE: f32 = 0.3;
const CAUSES: &str = "Those whose difference goes the way of all together, the greatest first; others go the other way";

/// Inputs of the figures.
type Key = (Scope, Measure, [(RunId, *const Run, String); 2]);

/// State of the pane between frames.
pub(crate) struct State {
    measure: Measure,
    made: Option<(Key, CachedDifferences)>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            measure: Measure::Wait,
            made: None,
        }
    }
}

/// Figures of the pane with their inputs.
struct CachedDifferences {
    summary: PairedSummary,
    scatter: Figure,
    spread: Figure,
    /// Sum of all differences, and the jobs that make up most of it.
    sum: f64,
    causes: Vec<JobDifference>,
}

impl CachedDifferences {
    fn new(measure: Measure, [base, other]: [&Entry; 2], scope: &Scope) -> Self {
        let jobs = scope.jobs(&base.run);
        let pairs = Pairs::of(measure, &base.run, &other.run, &jobs);
        let (sum, mut causes) = pairs.causes();
        let share =
            |causes: &[JobDifference]| causes.iter().map(|(_, change)| change).sum::<f64>() / sum;
        // As few as make up most of it.
        let enough = (1..=causes.len().min(MOST)).find(|&many| share(&causes[..many]) > 0.8);
        causes.truncate(enough.unwrap_or(MOST));
        let names = [base.label.as_str(), other.label.as_str()];
        Self {
            summary: pairs.summary(),
            scatter: Figure::scatter(&pairs, measure, names, other.slot),
            spread: Figure::differences(&pairs, measure, &other.label, other.slot),
            sum,
            causes,
        }
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let Some([base, other]) = compared_runs(shared) else {
            let words = reason_unpaired(shared);
            ui.add(Label::new(RichText::new(words).weak()).wrap());
            return;
        };
        ui.horizontal_wrapped(|ui| {
            for (measure, name) in MEASURES {
                ui.selectable_value(&mut self.measure, measure, name);
            }
            run_swatch(ui, other.slot);
            ui.label(format!("{} against {}", other.label, base.label));
        });
        let scope = shared.scope.current();
        let of = |entry: &Entry| (entry.id, Arc::as_ptr(&entry.run), entry.label.clone());
        let key = (scope.clone(), self.measure, [of(base), of(other)]);
        if self.made.as_ref().is_none_or(|(made, _)| *made != key) {
            let made = CachedDifferences::new(self.measure, [base, other], scope);
            self.made = Some((key, made));
        }
        let Some((_, made)) = &self.made else { return };
        ui.add(Label::new(sentence(&made.summary, self.measure)).wrap());
        let list = if made.causes.is_empty() { 0.0 } else { LIST };
        let room = ui.available_width() - list;
        let clicked = if room < 2.0 * PLOT {
            let list = vec2(ui.available_width(), LIST_ABOVE * ui.available_height());
            let clicked = made.list(ui, self.measure, other, list);
            made.plots(ui, ui.available_width());
            clicked
        } else {
            let list = vec2(LIST, ui.available_height());
            let beside = |ui: &mut Ui| {
                let clicked = made.list(ui, self.measure, other, list);
                made.plots(ui, room);
                clicked
            };
            ui.horizontal_top(beside).inner
        };
        if let Some(job) = clicked {
            actions.push(Action::Choose(Selection { id: other.id, job }));
        }
    }

    fn figure(&self, _: &Shared) -> Option<Figure> {
        self.made.as_ref().map(|(_, made)| made.scatter.clone())
    }
}

impl CachedDifferences {
    /// Shows the jobs that make up most of the difference, each with its part; returns the clicked
    /// one.
    fn list(&self, ui: &mut Ui, measure: Measure, other: &Entry, size: Vec2) -> Option<usize> {
        if self.causes.is_empty() {
            return None;
        }
        let list = |ui: &mut Ui| {
            ui.set_min_size(size);
            let part: f64 = self.causes.iter().map(|(_, change)| change).sum();
            let heading = format!(
                "{} {:.0} % of the difference",
                match self.causes.len() {
                    1 => "1 job makes up".to_owned(),
                    jobs => format!("{jobs} jobs make up"),
                },
                100.0 * part / self.sum
            );
            ui.label(strong(heading)).on_hover_text(CAUSES);
            ScrollArea::vertical()
                .id_salt("causes")
                .show(ui, |ui| self.rows(ui, measure, other))
                .inner
        };
        let downwards = Layout::top_down(Align::LEFT);
        ui.allocate_ui_with_layout(size, downwards, list).inner
    }

    /// Shows both plots side by side in a room so wide; where there is room for one alone, that of
    /// every job.
    fn plots(&self, ui: &mut Ui, room: f32) {
        let all = [(&self.scatter, "scatter"), (&self.spread, "differences")];
        let plots = &all[..if room < 2.0 * PLOT { 1 } else { 2 }];
        let width = room / plots.len() as f32 - ui.spacing().item_spacing.x;
        let size = vec2(width, ui.available_height());
        ui.horizontal_top(|ui| {
            for (figure, id) in plots {
                ui.allocate_ui_with_layout(size, Layout::top_down(Align::LEFT), |ui| {
                    ui.set_min_size(size);
                    plot::show(ui, figure, egui::Id::unique(id));
                });
            }
        });
    }

    fn rows(&self, ui: &mut Ui, measure: Measure, other: &Entry) -> Option<usize> {
        let mut clicked = None;
        let mut table = TableBuilder::new(ui)
            .id_salt("causes")
            .vscroll(false)
            .striped(true)
            .cell_layout(align::numbers());
        for width in COLUMNS {
            table = table.column(Column::exact(width));
        }
        table.body(|body| {
            body.rows(ROW, self.causes.len(), |mut row| {
                let (job, change) = self.causes[row.index()];
                row.col(|ui| {
                    let number = other.run.experiment.labels[job].number();
                    let link = ui.link(format!("job {number}"));
                    if link.on_hover_text("Look at this job").clicked() {
                        clicked = Some(job);
                    }
                });
                row.col(|ui| {
                    ui.label(value(measure, change));
                });
                row.col(|ui| {
                    ui.label(format!("{:.1} %", 100.0 * change / self.sum));
                });
            });
        });
        clicked
    }
}

/// Returns a difference in words.
fn value(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Slowdown => format::number(value),
        _ => format::signed_span(value),
    }
}

/// Returns the baseline and the run that is compared with it: the current one, or the first other.
fn compared_runs(shared: &Shared) -> Option<[&Entry; 2]> {
    let base = shared.runs.baseline()?;
    let suits = |entry: &&Entry| entry.id != base.id && same_jobs(&base.run, &entry.run);
    let current = shared.runs.current();
    // A selected run that cannot be paired is not silently replaced by another.
    if current.is_some_and(|entry| entry.id != base.id && !suits(&entry)) {
        return None;
    }
    let current = current.filter(suits);
    let other = current.or_else(|| shared.runs.visible().find(suits))?;
    Some([base, other])
}

/// Returns why no jobs are paired.
fn reason_unpaired(shared: &Shared) -> String {
    let (base, current) = (shared.runs.baseline(), shared.runs.current());
    match base
        .zip(current)
        .filter(|(base, current)| base.id != current.id)
    {
        Some((base, current)) => format!(
            "{} ran other jobs than {}: the two can be compared by their metrics, but not job by job",
            current.label, base.label
        ),
        None => "Choose a run that ran the same jobs as the baseline (★)".to_owned(),
    }
}

/// Returns a sentence that sums up the pairs.
fn sentence(found: &PairedSummary, measure: Measure) -> String {
    let value = |difference: f64| value(measure, difference);
    let better = format::counted(found.better, "job");
    let [worse, same] = [found.worse, found.same].map(|jobs| format::count(jobs as u64));
    let mut said = format!("{better} better, {worse} worse, {same} the same");
    if let Some(median) = found.median {
        said += &format!("; median difference {}", value(median));
    }
    if let Some(change) = found.change {
        let change = change::in_words(change);
        let sure = match found.interval {
            Some(_) => found.interval_words(),
            None => found.interval_sentence(),
        };
        said += &format!("; change of the mean {change} ({sure})");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside "× 22 (5.6 … 44)" in the answer stood "+2086.3 % (+455.4 to +4289.8 %)".
    #[test]
    fn a_mean_more_than_doubled_is_a_factor() {
        let with = |change, interval| {
            let found = PairedSummary {
                change: Some(change),
                interval: Some(interval),
                ..Pairs::default().summary()
            };
            sentence(&found, Measure::Wait)
        };
        let said = with(20.5, [4.5, 42.0]);
        assert!(
            said.ends_with("; change of the mean × 22 (× 5.5 … 43)"),
            "{said}"
        );
        let said = with(0.5, [0.25, 0.75]);
        let percent = "; change of the mean +50 % (+25 … +75 %)";
        assert!(said.ends_with(percent), "{said}");
    }
}
