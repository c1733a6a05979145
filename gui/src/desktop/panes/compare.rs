//! The table of all runs: their metrics and how far each is from the baseline.

use std::cmp::Ordering;

use egui::{Color32, RichText, Ui};
use egui_extras::{Column as Width, TableBuilder};

use super::metric_words::{
    OF_DEADLINES, OF_MEMORY, OF_MOLDS, OF_OUTAGES, OF_QUANTA, OF_REFUSALS, OF_SERVERS, OF_SLICES,
    OF_TIERS, OF_WINDOWS, SHOWN,
};
use crate::desktop::App;
use crate::desktop::panels::run_list::swatch;
use crate::desktop::runs::{Entry, same_jobs};
use crate::desktop::widgets::{format, wide};
use crate::draw::colour::run_colour;
use crate::metrics::{COLUMNS, Column, Of};

/// Width of the metrics' names.
const NAME_WIDTH: f32 = 118.0;
/// Between columns, and between the values in one.
const GAP: f32 = 5.0;
/// The least width of a column, which the name of a run asks for, and what one has at
/// most beyond what its numbers need.
const LEAST_WIDTH: f32 = 70.0;
const MOST_SPARE: f32 = 24.0;

/// A column of the table.
struct Metric {
    column: &'static Column,
    position: usize,
    sentence: String,
}

/// The lines from top to bottom, of what is `shown` besides what all runs have.
fn metrics(shown: impl Fn(Of) -> bool) -> Vec<Metric> {
    let find = |(name, sentence): (&str, &str)| {
        let position = COLUMNS.iter().position(|column| column.name == name)?;
        let column = &COLUMNS[position];
        let direction = match column.smaller_is_better {
            Some(true) => "; less is better",
            Some(false) => "; more is better",
            None => "",
        };
        Some(Metric {
            column,
            position,
            sentence: format!("{sentence}{direction}"),
        })
    };
    let more: [(Of, &[(&str, &str)]); 10] = [
        (Of::Memory, &OF_MEMORY),
        (Of::Slices, &OF_SLICES),
        (Of::Servers, &OF_SERVERS),
        (Of::Quanta, &OF_QUANTA),
        (Of::Deadlines, &OF_DEADLINES),
        (Of::Molds, &OF_MOLDS),
        (Of::Tiers, &OF_TIERS),
        (Of::Refusals, &OF_REFUSALS),
        (Of::Windows, &OF_WINDOWS),
        (Of::Outages, &OF_OUTAGES),
    ];
    let more = more.into_iter().filter(|(of, _)| shown(*of));
    SHOWN
        .iter()
        .chain(more.flat_map(|(_, metrics)| metrics))
        .copied()
        .filter_map(find)
        .collect()
}

/// How far `value` is from `base`, in words and signs, and whether it is better.
fn difference(column: &Column, value: f64, base: f64) -> (String, Ordering) {
    if value == base {
        return ("=".to_owned(), Ordering::Equal);
    }
    let text = match base == 0.0 {
        true => format!(
            "{}{}",
            if value > 0.0 { "+" } else { "" },
            format::number(value)
        ),
        false => percent(100.0 * (value - base) / base.abs()),
    };
    let verdict = match column.smaller_is_better {
        None => Ordering::Equal,
        Some(smaller) if smaller == (value < base) => Ordering::Greater,
        Some(_) => Ordering::Less,
    };
    // Not by colour alone: the arrow says which way, the tooltip what it means.
    let arrow = if value < base { "⬇" } else { "⬆" };
    (format!("{arrow} {text}"), verdict)
}

/// With a sign and a decimal, unless that would be none.
fn percent(change: f64) -> String {
    match change.abs() < 0.05 {
        true => "< 0.1 %".to_owned(),
        false => format!("{change:+.1} %"),
    }
}

impl App {
    /// Shows the table: a line for each metric, a column for each run.
    pub(in crate::desktop) fn compare_pane(&mut self, ui: &mut Ui) {
        let entries = &self.runs.entries;
        if entries.is_empty() {
            ui.weak("No run yet");
            return;
        }
        let baseline = self.runs.baseline();
        let entries = &self.runs.entries;
        let metrics = metrics(|of| entries.iter().any(|entry| of.says(&entry.run)));
        let mut chosen = None;
        ui.spacing_mut().item_spacing.x = GAP;
        let needed: Vec<f32> = entries
            .iter()
            .map(|entry| needed(ui, entry, &metrics, baseline))
            .collect();
        let widths = widths(ui.available_width(), &needed);
        wide::show(ui, |ui| {
            let mut table = TableBuilder::new(ui)
                .striped(true)
                .min_scrolled_height(0.0)
                .cell_layout(egui::Layout::left_to_right(egui::Align::Center))
                .column(Width::exact(NAME_WIDTH));
            for width in widths {
                table = table.column(Width::exact(width).clip(true));
            }
            table
                .header(38.0, |mut row| {
                    row.col(|_| {});
                    for entry in entries {
                        row.col(|ui| {
                            if name(ui, entry, baseline.is_some_and(|base| base.id == entry.id)) {
                                chosen = Some(entry.id);
                            }
                        });
                    }
                })
                .body(|body| {
                    body.rows(22.0, metrics.len(), |mut row| {
                        let metric = &metrics[row.index()];
                        row.col(|ui| {
                            ui.label(metric.column.title)
                                .on_hover_text(&metric.sentence);
                            ui.weak(metric.column.unit);
                        });
                        for entry in entries {
                            row.col(|ui| cell(ui, metric, entry, baseline));
                        }
                    });
                });
        });
        if let Some(id) = chosen {
            self.runs.set_current(id);
        }
    }
}

/// The width of each run's column: what its widest line needs, so that no number is
/// cut off; where there is more room, some of it.
fn widths(room: f32, needed: &[f32]) -> Vec<f32> {
    let needed = needed.iter().map(|width| width.max(LEAST_WIDTH));
    let gaps = GAP * (needed.len() + 1) as f32;
    let spare = room - NAME_WIDTH - gaps - needed.clone().sum::<f32>();
    let more = (spare / needed.len().max(1) as f32).clamp(0.0, MOST_SPARE);
    needed.map(|width| width + more).collect()
}

/// What the values of `entry`, with their differences, take across.
fn needed(ui: &Ui, entry: &Entry, metrics: &[Metric], baseline: Option<&Entry>) -> f32 {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let width = |text: String| {
        let galley = ui
            .painter()
            .layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER);
        galley.size().x.ceil()
    };
    let lines = metrics.iter().filter_map(|metric| {
        let value = entry.values.values[metric.position]?;
        let base = baseline.filter(|base| base.id != entry.id);
        let base = base.and_then(|base| base.values.values[metric.position]);
        let beside = base.map(|base| width(difference(metric.column, value, base).0) + GAP);
        Some(width(format::number(value)) + beside.unwrap_or_default())
    });
    lines.fold(0.0, f32::max) + 1.0
}

/// The heading of a run; returns whether it was clicked.
fn name(ui: &mut Ui, entry: &Entry, is_baseline: bool) -> bool {
    ui.vertical(|ui| {
        let clicked = ui
            .horizontal(|ui| {
                swatch(ui, run_colour(entry.slot, ui.visuals().dark_mode));
                let text = RichText::new(&entry.label).strong();
                let label = egui::Label::new(text)
                    .truncate()
                    .sense(egui::Sense::click());
                ui.add(label)
                    .on_hover_text("Click to make this the current run")
                    .clicked()
            })
            .inner;
        let state = match (is_baseline, entry.stale) {
            (true, true) => "★ baseline, old",
            (true, false) => "★ baseline",
            (false, true) => "old",
            (false, false) => "",
        };
        ui.weak(state);
        clicked
    })
    .inner
}

fn cell(ui: &mut Ui, metric: &Metric, entry: &Entry, baseline: Option<&Entry>) {
    let column = metric.column;
    let Some(value) = entry.values.values[metric.position] else {
        ui.weak("–")
            .on_hover_text(format!("{}: says nothing of this run", column.title));
        return;
    };
    ui.label(format::number(value))
        .on_hover_text(format!("{}: {value} {}", column.title, column.unit));
    let Some(base) = baseline.filter(|base| base.id != entry.id) else {
        return;
    };
    let Some(of_base) = base.values.values[metric.position] else {
        return;
    };
    let (text, verdict) = difference(column, value, of_base);
    let mut sentence = match verdict {
        Ordering::Greater => format!("better than {}", base.label),
        Ordering::Less => format!("worse than {}", base.label),
        Ordering::Equal => format!("compared with {}", base.label),
    };
    if !same_jobs(&entry.run, &base.run) {
        sentence.push_str(", which ran other jobs");
    }
    let colour = verdict_colour(ui, verdict);
    ui.label(RichText::new(text).color(colour))
        .on_hover_text(sentence);
}

/// Blue is better, orange is worse: readable with every kind of colour vision.
pub(in crate::desktop) fn verdict_colour(ui: &Ui, verdict: Ordering) -> Color32 {
    match (verdict, ui.visuals().dark_mode) {
        (Ordering::Equal, _) => ui.visuals().weak_text_color(),
        (Ordering::Greater, true) => Color32::from_rgb(86, 180, 233),
        (Ordering::Greater, false) => Color32::from_rgb(0, 95, 150),
        (Ordering::Less, true) => Color32::from_rgb(240, 170, 60),
        (Ordering::Less, false) => Color32::from_rgb(176, 74, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str) -> &'static Column {
        COLUMNS.iter().find(|column| column.name == name).unwrap()
    }

    #[test]
    fn less_wait_is_better_and_less_utilisation_is_worse() {
        let shown = |name, value, base| difference(column(name), value, base);
        assert_eq!(
            shown("mean_wait", 50.0, 100.0),
            ("⬇ -50.0 %".to_owned(), Ordering::Greater)
        );
        assert_eq!(
            shown("utilisation", 0.4, 0.8),
            ("⬇ -50.0 %".to_owned(), Ordering::Less)
        );
        assert_eq!(
            shown("backfilled", 3.0, 0.0),
            ("⬆ +3".to_owned(), Ordering::Equal)
        );
        assert_eq!(
            shown("makespan", 10_001.0, 10_000.0),
            ("⬆ < 0.1 %".to_owned(), Ordering::Less)
        );
        assert_eq!(
            shown("mean_wait", 7.0, 7.0),
            ("=".to_owned(), Ordering::Equal)
        );
    }

    #[test]
    fn columns_use_the_room_there_is_and_never_cut_a_number() {
        let needed = [60.0, 150.0, 151.0, 90.0];
        // Too little room: the table scrolls, and every column has what it needs.
        assert_eq!(widths(450.0, &needed), [70.0, 150.0, 151.0, 90.0]);
        let sum = |widths: Vec<f32>| widths.iter().sum::<f32>();
        let rest = NAME_WIDTH + GAP * 5.0;
        assert!((sum(widths(rest + 481.0, &needed)) - 481.0).abs() < 1e-3);
        assert_eq!(sum(widths(5000.0, &needed)), 461.0 + 4.0 * MOST_SPARE);
        assert_eq!(widths(2000.0, &[10.0]), [94.0]);
    }

    #[test]
    fn every_shown_column_exists() {
        assert_eq!(metrics(|_| false).len(), SHOWN.len());
        for (of, count) in [
            (Of::Slices, OF_SLICES.len()),
            (Of::Memory, OF_MEMORY.len()),
            (Of::Servers, OF_SERVERS.len()),
            (Of::Quanta, OF_QUANTA.len()),
            (Of::Deadlines, OF_DEADLINES.len()),
            (Of::Molds, OF_MOLDS.len()),
            (Of::Tiers, OF_TIERS.len()),
            (Of::Refusals, OF_REFUSALS.len()),
            (Of::Windows, OF_WINDOWS.len()),
        ] {
            let found = metrics(|other| other == of);
            let (usual, more) = found.split_at(SHOWN.len());
            assert!(usual.iter().all(|metric| metric.column.of == Of::All));
            assert_eq!(more.len(), count);
            assert!(more.iter().all(|metric| metric.column.of == of));
        }
    }
}
