//! A cell of the table: a value, its change from the baseline's, and a bar as long as the change.

use std::cmp::Ordering;

use egui::{Align2, Color32, FontId, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::Row;
use super::change::{Cell, Change, changed, comparison_sentence, of_other_jobs, parts};
use super::column::Column;
use super::intervals::MEASURES;
use super::whisker::Whisker;
use crate::shared::runs::Entry;
use crate::widgets::bar;
use charts::colour::tokens::tokens;
use charts::look::bold;
use laboratory::base::format;
use laboratory::metrics::select::no_interval::NoInterval;
use laboratory::metrics::select::paired::Measure;
use laboratory::record::metric::Metric;

/// Thickness of a bar, and the least room beside numbers in which one is drawn.
const BAR: f32 = 6.0;
const LEAST: f32 = 24.0;
/// Least seconds that are also shown as seconds alone.
const LONG: f64 = 60.0;
/// Least height of a cell with its bar below its numbers.
const TALL: f32 = 30.0;
/// Gap between a bar and an interval in words.
const GAP: f32 = 8.0;

/// A column of cells.
pub(super) struct Cells<'a> {
    metric: &'static Metric,
    cells: Vec<Option<Cell>>,
    baseline: Option<Row<'a>>,
    /// Baseline of its changes, if there are any.
    against: Option<String>,
    /// Least and greatest change, with 0 in between; those beyond are cut off.
    range: [f64; 2],
}

/// Returns the text for the baseline of a change: other tables and the answer may have another one.
pub(super) fn baseline_text(baseline: &Entry) -> String {
    format!("against {}", baseline.label)
}

impl<'a> Cells<'a> {
    /// Returns the cells of `rows`.
    pub(super) fn of(column: &Column, rows: &[Row<'_>], baseline: Option<Row<'a>>) -> Self {
        let value = |row: &Row<'_>| row.values.values[column.position];
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                let own = value(row)?;
                let base = baseline.filter(|base| base.entry.id != row.entry.id);
                let base = base.and_then(|base| value(&base));
                let measure = Measure::of_metric(column.metric.name);
                let index = MEASURES.iter().position(|one| Some(*one) == measure);
                let paired = index.and_then(|index| row.paired[index]);
                let change = base.map(|base| {
                    if !row.has_jobs_of_baseline {
                        return of_other_jobs(own, base);
                    }
                    Change {
                        interval: paired.and_then(|paired| paired.interval),
                        no_interval: paired
                            .and_then(|paired| paired.no_interval)
                            .filter(|why| *why != NoInterval::AllSame)
                            .map(NoInterval::words),
                        judged: paired.map(comparison_sentence),
                        ..changed(column.metric, own, base)
                    }
                });
                Some(Cell {
                    parts: parts(column.metric, own),
                    change,
                })
            })
            .collect();
        let changes = cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.change.as_ref());
        let shares = changes.flat_map(|change| {
            let ends = change.interval.into_iter().flatten();
            ends.chain(change.share)
        });
        // Down to -100 % if any share is below 0; up as far as shares go, but at least to 50 %, so
        // that a hundredth does not look like much.
        let shares: Vec<f64> = shares.collect();
        let sizes = shares.iter().map(|share| share.abs());
        let most = bar::cut_off(sizes).map_or(f64::INFINITY, |cut| cut.max(1.0));
        let range = shares.iter().map(|share| share.clamp(-most, most)).fold(
            [0.0_f64, 0.0],
            |[low, high], share| match share {
                share if share < 0.0 => [low.min(-1.0).min(share), high],
                share if share > 0.0 => [low, high.max(0.5).max(share)],
                _ => [low, high],
            },
        );
        Self {
            metric: column.metric,
            cells,
            baseline,
            against: baseline.map(|base| baseline_text(base.entry)),
            range,
        }
    }

    /// Shows the cell at index `number`, that of `entry`.
    pub(super) fn show(&self, ui: &Ui, rect: Rect, number: usize, row: &Row<'_>) {
        let entry = row.entry;
        let tokens = tokens(ui.visuals().dark_mode);
        let id = ui.scope_id().with((self.metric.name, entry.id));
        let response = ui.interact(rect, id, Sense::hover());
        let title = self.metric.title;
        let Some(cell) = self.cells.get(number).and_then(Option::as_ref) else {
            let font = FontId::proportional(13.0);
            let ink = tokens.text[2];
            ui.painter()
                .text(rect.left_center(), Align2::LEFT_CENTER, "–", font, ink);
            let said = format!("{title} does not apply to {}", entry.label);
            response.widget_info(|| WidgetInfo::labeled(Role::Cell, true, &said));
            response.on_hover_text(said);
            return;
        };
        self.draw(ui, rect, cell);
        let said = self.sentence(row, cell);
        response.widget_info(|| WidgetInfo::labeled(Role::Cell, true, &said));
        response.on_hover_text(said);
    }

    fn draw(&self, ui: &Ui, rect: Rect, cell: &Cell) {
        let tokens = tokens(ui.visuals().dark_mode);
        let painter = ui.painter();
        let tall = rect.height() > TALL;
        let y = if tall {
            rect.top() + 13.0
        } else {
            rect.center().y
        };
        let font = FontId::new(13.0, bold());
        // The decimal points of a column stand below one another.
        let before = self.cells.iter().flatten().map(|cell| {
            let whole = cell.parts[0].clone();
            painter
                .layout_no_wrap(whole, font.clone(), tokens.text[0])
                .size()
                .x
        });
        let point = rect.left() + before.fold(0.0, f32::max);
        let [whole, part] = &cell.parts;
        painter.text(
            pos2(point, y),
            Align2::RIGHT_CENTER,
            whole,
            font.clone(),
            tokens.text[0],
        );
        let end = painter.text(
            pos2(point, y),
            Align2::LEFT_CENTER,
            part,
            font,
            tokens.text[0],
        );
        let Some(change) = &cell.change else { return };
        let ink = ink(ui, change.certain_verdict());
        let font = FontId::proportional(12.0);
        let right = pos2(rect.right() - 4.0 - self.against_width(ui, rect), y);
        if let Some(against) = self
            .against
            .as_ref()
            .filter(|_| right.x < rect.right() - 4.0)
        {
            let at = pos2(right.x + GAP / 2.0, y);
            let (font, ink) = (FontId::proportional(10.0), tokens.text[2]);
            painter.text(at, Align2::LEFT_CENTER, against, font, ink);
        }
        let words = painter.text(right, Align2::RIGHT_CENTER, &change.words, font, ink);
        let track = if tall {
            let mut end = rect.right() - 4.0;
            if let Some(words) = change.interval_words() {
                interval_words(ui, rect, y + 15.0, &words);
            }
            // Bars of a column end where its longest interval begins: all are to one scale.
            end -= self.interval_width(ui);
            Rect::from_min_max(pos2(rect.left(), y + 12.0), pos2(end, y + 12.0 + BAR))
        } else {
            Rect::from_min_max(
                pos2(end.right() + 8.0, y - BAR / 2.0),
                pos2(words.left() - 8.0, y + BAR / 2.0),
            )
        };
        // Without room for an interval in words, the reason for a grey change stands in place of
        // its bar.
        if let Some(why) = change.why_grey().filter(|_| !tall) {
            let font = FontId::proportional(10.0);
            let said = painter.layout_no_wrap(why.to_owned(), font, tokens.text[2]);
            if said.size().x <= track.width() {
                let corner = track.right_center() - vec2(said.size().x, said.size().y / 2.0);
                painter.galley(corner, said, tokens.text[2]);
                return;
            }
        }
        if track.width() >= LEAST {
            self.bar(ui, track, change, ink);
        }
    }

    /// Draws a bar from the position of the baseline, and a whisker as long as its interval.
    fn bar(&self, ui: &Ui, track: Rect, change: &Change, ink: Color32) {
        let tokens = tokens(ui.visuals().dark_mode);
        let [low, high] = self.range;
        let span = (high - low).max(f64::MIN_POSITIVE);
        let x = |share: f64| track.left() + ((share - low) / span) as f32 * track.width();
        ui.painter().rect_filled(track, 2.0, tokens.inset);
        let zero = x(0.0);
        if let Some(share) = change.share {
            let ends = [zero, x(share)];
            let bar =
                Rect::from_x_y_ranges(ends[0].min(ends[1])..=ends[0].max(ends[1]), track.y_range());
            ui.painter().rect_filled(bar.intersect(track), 1.0, ink);
            if share > high + 1e-9 {
                bar::cut_mark(ui.painter(), track, tokens.canvas);
            }
        }
        let ends = change.interval.map(|interval| interval.map(x));
        if let Some(whisker) = ends.and_then(|ends| Whisker::of(track.x_range(), ends)) {
            whisker.draw(ui, track);
        }
        let tick = track.expand2(vec2(0.0, 2.0)).y_range();
        ui.painter()
            .vline(zero, tick, Stroke::new(1.5, tokens.text[1]));
    }

    /// Returns the width of the baseline's name beside each change; 0 where there is no room for it
    /// in all cells.
    fn against_width(&self, ui: &Ui, rect: Rect) -> f32 {
        let Some(against) = &self.against else {
            return 0.0;
        };
        let wide = |words: &str, font: FontId| {
            let galley = ui
                .painter()
                .layout_no_wrap(words.to_owned(), font, Color32::GRAY);
            galley.size().x
        };
        let value = FontId::new(13.0, bold());
        let cells = self.cells.iter().flatten();
        let [mut before, mut behind, mut change] = [0.0_f32; 3];
        for cell in cells {
            before = before.max(wide(&cell.parts[0], value.clone()));
            behind = behind.max(wide(&cell.parts[1], value.clone()));
            if let Some(one) = &cell.change {
                change = change.max(wide(&one.words, FontId::proportional(12.0)));
            }
        }
        let against = wide(against, FontId::proportional(10.0)) + GAP / 2.0;
        let all = before + behind + 2.0 * GAP + change + against;
        let is_tall = rect.height() > TALL;
        if is_tall && all <= rect.width() - 4.0 {
            against
        } else {
            0.0
        }
    }

    /// Returns the width of the intervals of the column, or of the text in place of one.
    fn interval_width(&self, ui: &Ui) -> f32 {
        let changes = self
            .cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.change.as_ref());
        let words = changes.filter_map(Change::interval_words);
        let widths = words.map(|words| {
            let (font, ink) = (FontId::proportional(10.0), Color32::GRAY);
            ui.painter().layout_no_wrap(words, font, ink).size().x + GAP
        });
        widths.fold(0.0, f32::max)
    }

    fn sentence(&self, row: &Row<'_>, cell: &Cell) -> String {
        let Row {
            entry,
            values,
            has_jobs_of_baseline,
            ..
        } = *row;
        let metric = self.metric;
        let value = values.value(metric.name).unwrap_or(f64::NAN);
        let [whole, part] = parts(metric, value);
        let mut said = format!("{} of {}: {whole}{part}", metric.title, entry.label);
        match metric.unit {
            "s" if value < LONG => {}
            "s" => said += &format!(", {} s", format::number(value)),
            "" => {}
            unit => said += &format!(" {unit}"),
        }
        if let (Some(change), Some(Row { entry: base, .. })) = (&cell.change, self.baseline) {
            let verdict = match change.verdict {
                Ordering::Greater => "better than",
                Ordering::Less => "worse than",
                Ordering::Equal => "compared with",
            };
            said += &if has_jobs_of_baseline {
                format!("\n{}: {verdict} {}", change.words, base.label)
            } else {
                format!(
                    "\n{} of {}, which ran other jobs: neither better nor worse",
                    change.words, base.label
                )
            };
            if let Some(judged) = &change.judged {
                said += &format!("\n{judged}");
            }
            let unmeasured = (change.certain_verdict() != change.verdict).then_some(
                "it is of these runs alone; how sure it is for other jobs has not been measured",
            );
            if let Some(why) = change.why_grey().or(unmeasured) {
                said += &format!("\nGrey: {why}");
            }
        }
        said
    }
}

/// Writes `words` at the right of `rect` around the height `y`.
fn interval_words(ui: &Ui, rect: Rect, y: f32, words: &str) {
    let font = FontId::proportional(10.0);
    let ink = tokens(ui.visuals().dark_mode).text[2];
    let right = pos2(rect.right() - 4.0, y);
    ui.painter()
        .text(right, Align2::RIGHT_CENTER, words, font, ink);
}

/// Returns the colour of a change; its sign says the same.
pub(crate) fn ink(ui: &Ui, verdict: Ordering) -> Color32 {
    let tokens = tokens(ui.visuals().dark_mode);
    match verdict {
        Ordering::Equal => tokens.text[2],
        Ordering::Greater => tokens.good,
        Ordering::Less => tokens.bad,
    }
}
