//! The pane of predictions: when the jobs that wait at an instant will start, how sure that is, and
//! why they wait.

use cosched_core::Time;
use egui::{Align, Label, Layout, RichText, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::prediction::{Beginning, PredictedStarts, StartsFound};
use crate::shared::runs::{Entry, RunId};
use crate::shared::{Selection, Shared};
use crate::widgets::run::run_swatch;
use crate::widgets::wide;
use charts::colour::tokens::tokens;
use charts::look::strong;
use laboratory::base::sanitize::quoted;
use laboratory::run::predict::forecast::columns;
use laboratory::run::predict::log;

/// Height of a row.
const ROW: f32 = 26.0;
/// Widths of columns.
const WIDTHS: [f32; 8] = [58.0, 44.0, 48.0, 76.0, 76.0, 116.0, 116.0, 116.0];
/// Widths of intervals, of reasons, and the room from which intervals are drawn.
const DRAWN: f32 = 220.0;
const REASON: f32 = 700.0;
const DRAWN_FROM: f32 = 220.0;

/// The predicted starts of the jobs that wait.
#[derive(Default)]
pub(crate) struct Predictions {
    /// The state they begin with, where a log says what ran and waited.
    from: Beginning,
}

impl View for Predictions {
    /// Shows the pane.
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        self.show_button(ui, shared, actions);
        let Some(starts) = &shared.predicted.starts else {
            return;
        };
        let Some(entry) = shared.runs.get(starts.id) else {
            return;
        };
        ui.horizontal(|ui| {
            run_swatch(ui, entry.slot);
            show_heading(ui, entry, starts);
        });
        if let Some(Ok(found)) = &starts.answer
            && !found.forecast.starts.is_empty()
        {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                wide::show(ui, |ui| table(ui, starts, found, actions));
            });
        }
    }
}

impl Predictions {
    /// Shows a button that predicts from the instant of the replay on, or how to get one.
    fn show_button(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let current = shared.runs.current().filter(|entry| entry.visible);
        let entry = current.or_else(|| shared.runs.visible().next());
        let Some((entry, at)) = entry.zip(shared.replay.at) else {
            let words = "Click on the axis of time, or move the replay, to predict from there on";
            ui.add(Label::new(RichText::new(words).weak()).wrap());
            return;
        };
        let is_recorded = log::recorded(&entry.run.experiment).is_some();
        ui.horizontal_wrapped(|ui| {
            if is_recorded {
                self.show_beginnings(ui);
            }
            let starts = shared.predicted.starts.as_ref();
            let wanted = (entry.id, at, self.from);
            if starts.is_some_and(|starts| (starts.id, starts.at, starts.from) == wanted) {
                return;
            }
            let text = format!("Predict {} from {} on", entry.label, entry.run.instant(at));
            let sentence =
                "Draw what may come 200 times, by what users ran before; it takes some seconds";
            if ui.button(text).on_hover_text(sentence).clicked() {
                actions.push(Action::Predict(entry.id, at, self.from));
            }
        });
    }

    /// Shows the choice of what runs and waits as predictions begin.
    fn show_beginnings(&mut self, ui: &mut Ui) {
        for (from, name, sentence) in [
            (
                Beginning::Log,
                "From the log",
                "What ran and waited then by the log, against when jobs started in it",
            ),
            (
                Beginning::Run,
                "From the run",
                "What runs and waits then in the simulated run, against when jobs start in it",
            ),
        ] {
            ui.selectable_value(&mut self.from, from, name)
                .on_hover_text(sentence);
        }
    }
}

fn show_heading(ui: &mut Ui, entry: &Entry, starts: &PredictedStarts) {
    match &starts.answer {
        None => {
            let at = entry.run.instant(starts.at);
            ui.weak(format!("{} at {at}: being drawn…", entry.label));
        }
        Some(Err(problem)) => {
            ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
        }
        Some(Ok(found)) => {
            ui.add(Label::new(strong(found.forecast.heading(&found.run))).wrap());
        }
    }
}

/// Shows a row for each waiting job; its number links to it.
fn table(ui: &mut Ui, starts: &PredictedStarts, found: &StartsFound, actions: &mut Vec<Action>) {
    let (run, forecast) = (&found.run, &found.forecast);
    let indices = 0..forecast.starts.len();
    let last = indices.map(|index| forecast.quantiles(index)[2]);
    let span = last.fold(1.0, f64::max);
    let until = Time(forecast.at.0.saturating_add((span * 1e9) as u64));
    let mut builder = TableBuilder::new(ui)
        .id_salt("predictions")
        .vscroll(false)
        .striped(true)
        .cell_layout(Layout::left_to_right(Align::Center));
    for width in WIDTHS {
        builder = builder.column(Column::exact(width));
    }
    builder
        .column(Column::exact(DRAWN))
        .column(Column::exact(REASON))
        .column(Column::exact(DRAWN_FROM))
        .header(ROW, |mut row| {
            let [before @ .., last] = columns(run);
            for (name, sentence) in before {
                row.col(|ui| {
                    ui.label(strong(name)).on_hover_text(sentence);
                });
            }
            row.col(|ui| {
                let text = strong(format!("now to {}", run.instant(until)));
                let sentence =
                    "From 5 % to 95 %, with a stroke at 50 %; a ring where it starts in this run, or in the log where that is what it begins with";
                ui.label(text).on_hover_text(sentence);
            });
            row.col(|ui| {
                ui.label(strong("why it waits"));
            });
            row.col(|ui| {
                ui.label(strong(last.0)).on_hover_text(last.1);
            });
        })
        .body(|body| {
            body.rows(ROW, forecast.starts.len(), |mut row| {
                show_row(&mut row, starts.id, (found, span), actions);
            });
        });
}

fn show_row(
    row: &mut TableRow<'_, '_>,
    id: RunId,
    (found, span): (&StartsFound, f64),
    actions: &mut Vec<Action>,
) {
    let (run, forecast) = (&found.run, &found.forecast);
    let index = row.index();
    let job = forecast.starts[index].job;
    let cells = forecast.cells(run, index);
    let name = format!("Start of job {}: {} to {}", cells[0], cells[5], cells[7]);
    let [before @ .., from_whom] = cells;
    for (column, cell) in before.into_iter().enumerate() {
        row.col(|ui| {
            if column != 0 {
                ui.label(cell);
                return;
            }
            if ui.link(&cell).on_hover_text("Look at this job").clicked() {
                actions.push(Action::Choose(Selection { id, job }));
            }
        });
    }
    let started = run.outcomes[job].started.since(forecast.at).seconds();
    row.col(|ui| {
        interval(
            ui,
            &name,
            forecast.quantiles(index).map(|wait| wait / span),
            started / span,
        )
    });
    row.col(|ui| {
        let why = &forecast.reasons[index].sentence;
        ui.add(Label::new(why.as_str()).truncate())
            .on_hover_text(why);
    });
    row.col(|ui| {
        ui.label(from_whom);
    });
}

/// Draws an interval with its median, and the actual start.
fn interval(ui: &mut Ui, name: &str, [from, middle, until]: [f64; 3], started: f64) {
    let (rect, response) = ui.allocate_exact_size(vec2(DRAWN - 12.0, ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, name));
    response.on_hover_text(name);
    let tokens = tokens(ui.visuals().dark_mode);
    let at = |part: f64| rect.left() + part.clamp(0.0, 1.0) as f32 * rect.width();
    let painter = ui.painter();
    let centre = rect.center().y;
    painter.hline(rect.x_range(), centre, (1.0, tokens.line));
    let [left, right] = [from, until].map(at);
    let bar =
        egui::Rect::from_x_y_ranges(left..=right.max(left + 2.0), centre - 4.0..=centre + 4.0);
    painter.rect_filled(bar, 1.0, tokens.wait[2]);
    painter.vline(at(middle), bar.y_range().expand(2.0), (2.0, tokens.text[0]));
    if (0.0..=1.0).contains(&started) {
        painter.circle_stroke(pos2(at(started), centre), 4.0, (1.5, tokens.warn));
    }
}
