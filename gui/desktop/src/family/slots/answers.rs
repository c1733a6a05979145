//! The windows found as a table, and the frontier of cost against finish.

use egui::style::ScrollStyle;
use egui::{Grid, Id, Label, RichText, ScrollArea, Ui};

use super::{HighlightedWindows, SearchReport, palette};
use crate::widgets::run::swatch;
use crate::widgets::wide;
use charts::colour::run_colour;
use charts::plot;
use laboratory::base::format;
use laboratory::family::slots::search::lines::{VALUES, best_values, ids, values};
use laboratory::family::slots::search::scenario::SlotSearch;
use laboratory::family::slots::search::{Answer, Batch, DomainData};

/// Share of the width that the table has.
const TABLE: f32 = 0.68;
/// Least width from which there is a figure beside the table.
const BOTH: f32 = 300.0;

/// Shows both; a click on a row selects its criterion, or deselects it.
pub(super) fn show(
    ui: &mut Ui,
    (search, data): (&SlotSearch, &DomainData),
    found: &SearchReport,
    chosen: &mut Option<HighlightedWindows>,
) {
    let size = ui.available_size();
    let down = egui::Layout::top_down(egui::Align::Min);
    // In little room the figure would be a stripe, and its text one letter a line.
    let share = if size.x < BOTH { 1.0 } else { TABLE };
    ui.horizontal_top(|ui| {
        let left = egui::vec2(size.x * share, size.y);
        ui.allocate_ui_with_layout(left, down, |ui| {
            // Its bar is there whether or not the pointer is.
            ui.spacing_mut().scroll = ScrollStyle::solid();
            let shown = ScrollArea::both()
                .id_salt("found windows")
                .auto_shrink(false)
                .show(ui, |ui| table(ui, (search, data), found, chosen));
            wide::notice(ui.ctx(), &shown);
        });
        if share == 1.0 {
            return;
        }
        let right = egui::vec2(ui.available_width(), size.y);
        ui.allocate_ui_with_layout(right, down, |ui| {
            ui.weak("cost against finish · dashed: the budget");
            plot::show_beside(ui, &found.figure, Id::unique("frontier"));
        });
    });
}

/// Returns the value of an answer in each column, if there is a window.
fn row(answer: &Answer) -> Option<[f64; 5]> {
    match answer {
        Answer::Window(window) => Some(values(window)),
        Answer::Multiple(multiple) => Some(best_values(&multiple.best)),
        Answer::None(_) => None,
    }
}

/// Whether `value` is the best of its column: the greatest quality, the least of all else.
fn is_best(found: &SearchReport, column: usize, value: f64) -> bool {
    let mut all = found.answers.iter().filter_map(|(_, answer)| row(answer));
    match column {
        4 => all.all(|values| values[column] <= value),
        _ => all.all(|values| values[column] >= value),
    }
}

fn table(
    ui: &mut Ui,
    (search, data): (&SlotSearch, &DomainData),
    found: &SearchReport,
    chosen: &mut Option<HighlightedWindows>,
) {
    let dark = ui.visuals().dark_mode;
    Grid::new("windows found")
        .striped(true)
        .spacing([9.0, 3.0])
        .show(ui, |ui| {
            ui.label("");
            for name in VALUES {
                ui.weak(name);
            }
            ui.weak("nodes");
            ui.end_row();
            for (name, answer) in &found.answers {
                ui.horizontal(|ui| {
                    swatch(ui, run_colour(palette(*name), dark));
                    choice(
                        ui,
                        HighlightedWindows::By(*name),
                        name.title(),
                        name.summary(),
                        chosen,
                    );
                });
                cells(ui, data, Some(found), answer);
                ui.end_row();
            }
            if let Some(batch) = &found.batch {
                self::batch(ui, (search, data), batch, chosen);
            }
        });
    for why in reasons(found) {
        ui.add(Label::new(format!("No window: {why}.")).wrap());
    }
    if found.is_short {
        ui.weak("MultipleBest is left out of so many slots; “cosched run” finds it.");
    }
}

/// Returns the reasons why there are no windows, each once.
fn reasons(found: &SearchReport) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for (_, answer) in &found.answers {
        if let Answer::None(why) = answer
            && !all.contains(&why.as_str())
        {
            all.push(why);
        }
    }
    all
}

/// Shows a name that selects whose windows stand out, or deselects it.
fn choice(
    ui: &mut Ui,
    of: HighlightedWindows,
    name: &str,
    tooltip: &str,
    chosen: &mut Option<HighlightedWindows>,
) {
    let is_chosen = *chosen == Some(of);
    let label = ui.selectable_label(is_chosen, name);
    if label.on_hover_text(tooltip).clicked() {
        *chosen = (!is_chosen).then_some(of);
    }
}

/// Shows the totals of the batch, and each of its requests.
fn batch(
    ui: &mut Ui,
    (search, data): (&SlotSearch, &DomainData),
    batch: &Batch,
    chosen: &mut Option<HighlightedWindows>,
) {
    let placed = batch.placed;
    let words = "Requests placed one after another, each by its own criterion";
    choice(ui, HighlightedWindows::Batch, "Batch", words, chosen);
    ui.label("");
    ui.label("");
    ui.label(format::span(placed.finish.seconds()));
    ui.label(format::number(placed.cost.units()));
    ui.label(format::number(placed.quality.units()));
    ui.label(format!(
        "{} placed, {} passed over",
        placed.found, placed.skipped
    ));
    ui.end_row();
    let requests = (1..).zip(search.batch.iter().zip(&batch.answers));
    for (index, (requested, answer)) in requests {
        ui.weak(format!("{index}, {}", requested.criterion.title()));
        cells(ui, data, None, answer);
        ui.end_row();
    }
}

/// Shows the values of an answer, the best of those `found` by criteria in bold.
fn cells(ui: &mut Ui, data: &DomainData, found: Option<&SearchReport>, answer: &Answer) {
    let Some(values) = row(answer) else {
        ui.weak("no window");
        return;
    };
    for (column, value) in values.into_iter().enumerate() {
        // Start, runtime and finish are times.
        let text = RichText::new(match column {
            0..=2 => format::span(value),
            _ => format::number(value),
        });
        let best = found.is_some_and(|found| is_best(found, column, value));
        ui.label(if best { text.strong() } else { text });
    }
    let words = match answer {
        Answer::Window(window) => {
            let ids = ids(data, window).into_iter().map(|id| id.to_string());
            ids.collect::<Vec<_>>().join(" ")
        }
        Answer::Multiple(multiple) => {
            format!("the best of {} in each respect", multiple.best.count)
        }
        Answer::None(_) => String::new(),
    };
    ui.label(words);
}
