//! The table of all runs: their metrics and how far each is from the baseline.

use std::cmp::Ordering;

use egui::{Color32, RichText, Ui};
use egui_extras::{Column as Width, TableBuilder};

use crate::desktop::App;
use crate::desktop::panels::run_list::swatch;
use crate::desktop::runs::{Entry, same_jobs};
use crate::desktop::widgets::{format, wide};
use crate::draw::colour::run_colour;
use crate::metrics::{self, general::METRICS};
use crate::record::metric::{Better, Metric};

/// Width of the metrics' names.
const NAME_WIDTH: f32 = 118.0;
/// Between columns, and between the values in one.
const GAP: f32 = 5.0;
/// The least width of a column, which the name of a run asks for, and what one has at
/// most beyond what its numbers need.
const LEAST_WIDTH: f32 = 70.0;
const MOST_SPARE: f32 = 24.0;

/// What stands first; then those of the family, then the other general ones.
const FIRST: [&str; 6] = [
    "mean_wait",
    "mean_response",
    "mean_bounded_slowdown",
    "utilisation",
    "makespan",
    "longest_wait",
];

/// What is not compared: it is the same of all runs of a workload, or decided by a few
/// very short jobs.
const LEFT_OUT: [&str; 2] = ["jobs", "mean_slowdown"];

/// A line of the table.
struct Line {
    metric: &'static Metric,
    /// Among all metrics.
    position: usize,
}

impl Line {
    /// What the metric means.
    fn sentence(&self) -> String {
        let direction = match self.metric.better {
            Better::Less => "; less is better",
            Better::More => "; more is better",
            Better::Neither => "",
        };
        format!("{}{direction}", self.metric.sentence)
    }
}

/// The lines from top to bottom, of metrics that are `known` of a run at their positions.
fn lines(known: impl Fn(usize) -> bool) -> Vec<Line> {
    let all = metrics::all().iter().enumerate();
    let lines = all.map(|(position, metric)| Line { metric, position });
    let compared = |line: &Line| !LEFT_OUT.contains(&line.metric.name) && known(line.position);
    let mut lines: Vec<_> = lines.filter(compared).collect();
    lines.sort_by_key(|line| {
        let is_it = |name: &str| name == line.metric.name;
        let first = FIRST.iter().position(|name| is_it(name));
        let is_general = METRICS.iter().any(|metric| is_it(metric.name));
        first.unwrap_or(FIRST.len() + usize::from(is_general))
    });
    lines
}

/// How far `value` is from `base`, in words and signs, and whether it is better.
fn difference(metric: &Metric, value: f64, base: f64) -> (String, Ordering) {
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
    let verdict = match metric.better {
        Better::Neither => Ordering::Equal,
        better if (better == Better::Less) == (value < base) => Ordering::Greater,
        _ => Ordering::Less,
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
        let lines = lines(|position| {
            let mut values = entries.iter().map(|entry| entry.values.values[position]);
            values.any(|value| value.is_some())
        });
        let mut chosen = None;
        ui.spacing_mut().item_spacing.x = GAP;
        let needed: Vec<f32> = entries
            .iter()
            .map(|entry| needed(ui, entry, &lines, baseline))
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
                    body.rows(22.0, lines.len(), |mut row| {
                        let line = &lines[row.index()];
                        row.col(|ui| {
                            ui.label(line.metric.title).on_hover_text(line.sentence());
                            ui.weak(line.metric.unit);
                        });
                        for entry in entries {
                            row.col(|ui| cell(ui, line, entry, baseline));
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
fn needed(ui: &Ui, entry: &Entry, lines: &[Line], baseline: Option<&Entry>) -> f32 {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let width = |text: String| {
        let galley = ui
            .painter()
            .layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER);
        galley.size().x.ceil()
    };
    let lines = lines.iter().filter_map(|line| {
        let value = entry.values.values[line.position]?;
        let base = baseline.filter(|base| base.id != entry.id);
        let base = base.and_then(|base| base.values.values[line.position]);
        let beside = base.map(|base| width(difference(line.metric, value, base).0) + GAP);
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

fn cell(ui: &mut Ui, line: &Line, entry: &Entry, baseline: Option<&Entry>) {
    let metric = line.metric;
    let Some(value) = entry.values.values[line.position] else {
        ui.weak("–")
            .on_hover_text(format!("{} does not apply to this run", metric.title));
        return;
    };
    ui.label(format::number(value))
        .on_hover_text(format!("{}: {value} {}", metric.title, metric.unit));
    let Some(base) = baseline.filter(|base| base.id != entry.id) else {
        return;
    };
    let Some(of_base) = base.values.values[line.position] else {
        return;
    };
    let (text, verdict) = difference(metric, value, of_base);
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

    fn metric(name: &str) -> &'static Metric {
        let mut all = metrics::all().iter();
        all.find(|metric| metric.name == name).unwrap()
    }

    #[test]
    fn less_wait_is_better_and_less_utilisation_is_worse() {
        let shown = |name, value, base| difference(metric(name), value, base);
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
    fn the_usual_metrics_stand_first() {
        let names =
            |lines: Vec<Line>| -> Vec<_> { lines.iter().map(|line| line.metric.name).collect() };
        let all = names(lines(|_| true));
        assert_eq!(all[..FIRST.len()], FIRST);
        assert_eq!(all.len(), metrics::all().len() - LEFT_OUT.len());
        assert!(LEFT_OUT.iter().all(|name| !all.contains(name)));
        assert_eq!(names(lines(|position| position == 3)), ["mean_wait"]);
    }
}
