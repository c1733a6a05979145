//! The rows and columns of the table of runs, as they are drawn.

use egui::{
    Align2, FontId, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, pos2,
    vec2,
};

use super::cell::{self, Cells};
use super::column::Column;
use super::{Click, Order, Row, further};
use crate::shared::runs::{Entry, RunId};
use crate::widgets::{documentation, wide};
use charts::colour::tokens::tokens;
use charts::look::{bold, elided};
use charts::time::curves::swatch_of;
use laboratory::base::format;

/// Width of the runs' names, which stay in sight, and least width of a column.
const NAMES: f32 = 168.0;
const COLUMN: f32 = 138.0;
/// Most width that a column has beyond that.
const SPARE: f32 = 60.0;
/// Height of the heading, and of a row: with its bar below its numbers, or beside.
pub(super) const HEADING: f32 = 24.0;
/// Width of the buttons for further columns.
const FURTHER: f32 = 28.0;
const ROWS: [f32; 2] = [42.0, 26.0];

/// The table with its rows and columns in order.
pub(super) struct Table<'a> {
    pub(super) rows: Vec<Row<'a>>,
    /// Recipe of the run of each row.
    pub(super) briefs: Vec<String>,
    pub(super) columns: Vec<Column>,
    pub(super) baseline: Option<Row<'a>>,
    pub(super) current: Option<RunId>,
    pub(super) order: Option<Order>,
}

impl Table<'_> {
    /// Shows it; returns what is clicked.
    pub(super) fn show(&self, ui: &mut Ui) -> Option<Click> {
        let mut click = None;
        let count = self.rows.len() as f32;
        let tall = HEADING + count * ROWS[0] <= ui.available_height();
        let height = ROWS[usize::from(!tall)];
        let columns = self.columns.len() as f32;
        let room = ui.available_width() - NAMES;
        let [width, aside] = widths(room, columns);
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let whole = HEADING + count * height;
            let size = vec2(ui.available_width(), whole);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            self.tint_current(ui, rect, height);
            self.names(ui, rect.with_max_x(rect.left() + NAMES), height, &mut click);
            let values = rect.with_min_x(rect.left() + NAMES);
            let values = values.with_max_x(values.right() - aside);
            let mut inner = ui.new_child(UiBuilder::new().max_rect(values));
            let mut area = ScrollArea::horizontal().auto_shrink(false);
            if let Some(to) = further::requested_offset(&inner) {
                area = area.horizontal_scroll_offset(to);
            }
            let shown = area.show(&mut inner, |ui| {
                let size = vec2(width * self.columns.len() as f32, whole);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                for (number, column) in self.columns.iter().enumerate() {
                    let left = rect.left() + number as f32 * width;
                    let rect = Rect::from_x_y_ranges(left..=left + width, rect.y_range());
                    self.column(ui, rect, (column, height), &mut click);
                }
            });
            wide::notice(ui.ctx(), &shown);
            if aside > 0.0 {
                let corner = rect.with_min_x(values.right());
                let corner = corner.with_max_y(rect.top() + HEADING);
                further::show(ui, corner, &shown, width);
            }
        });
        click
    }

    /// Tints the current run's row, from end to end.
    fn tint_current(&self, ui: &Ui, rect: Rect, height: f32) {
        let tokens = tokens(ui.visuals().dark_mode);
        for (number, Row { entry, .. }) in self.rows.iter().enumerate() {
            let row = row(rect, number, height);
            if Some(entry.id) == self.current {
                ui.painter().rect_filled(row, 6.0, tokens.tint);
            } else if number > 0 {
                let line = Stroke::new(1.0, tokens.line);
                ui.painter().hline(row.x_range(), row.top(), line);
            }
        }
    }

    /// Shows beside the headings which run the changes below them are against.
    fn show_baseline(&self, ui: &Ui, rect: Rect) {
        let Some(base) = self.baseline.filter(|_| self.rows.len() > 1) else {
            return;
        };
        let position = rect.shrink2(vec2(8.0, 0.0));
        let painter = ui
            .painter()
            .with_clip_rect(position.intersect(ui.clip_rect()));
        let ink = tokens(ui.visuals().dark_mode).text[1];
        let font = FontId::proportional(12.0);
        let words = format!("{} ★", cell::baseline_text(base.entry));
        let words = elided(&painter, &words, font, ink, position.width());
        let left = position.left_center() - vec2(0.0, words.size().y / 2.0);
        painter.galley(left, words, ink);
    }

    fn names(&self, ui: &Ui, rect: Rect, height: f32, click: &mut Option<Click>) {
        let dark = ui.visuals().dark_mode;
        let tokens = tokens(dark);
        self.show_baseline(ui, rect.with_max_y(rect.top() + HEADING));
        for (number, Row { entry, .. }) in self.rows.iter().enumerate() {
            let row = row(rect, number, height).shrink2(vec2(8.0, 0.0));
            let is_baseline = self.baseline.is_some_and(|base| base.entry.id == entry.id);
            let painter = ui.painter().with_clip_rect(row.intersect(ui.clip_rect()));
            let tall = height == ROWS[0];
            let middle = if tall {
                row.top() + 13.0
            } else {
                row.center().y
            };
            let square = Rect::from_center_size(pos2(row.left() + 5.0, middle), vec2(10.0, 10.0));
            swatch_of(&painter, square, entry.slot, dark);
            let star = if is_baseline { " ★" } else { "" };
            let (name, font) = (format!("{}{star}", entry.label), FontId::new(13.0, bold()));
            let left = pos2(row.left() + 17.0, middle);
            let width = row.right() - left.x;
            let ink = tokens.text[0];
            let name = elided(&painter, &name, font, ink, width);
            painter.galley(left - vec2(0.0, name.size().y / 2.0), name, ink);
            if tall {
                let below = left + vec2(0.0, 16.0);
                let font = FontId::proportional(11.0);
                let split = self.rows[number].paired[0].filter(|_| !is_baseline);
                // Where no job waits, the split has no meaning.
                let split = split.filter(|paired| paired.better + paired.worse > 0);
                let split = split.map(|paired| {
                    let [better, worse] =
                        [paired.better, paired.worse].map(|jobs| format::count(jobs as u64));
                    format!("{better} better, {worse} worse")
                });
                let brief = split.as_deref().unwrap_or(&self.briefs[number]);
                let state = state(entry, is_baseline, brief);
                let ink = tokens.text[2];
                let state = elided(&painter, state, font, ink, width);
                painter.galley(below - vec2(0.0, state.size().y / 2.0), state, ink);
            }
            let id = ui.scope_id().with(("compare", entry.id));
            let response = ui.interact(row, id, Sense::click());
            let said = format!("Compare {}", entry.label);
            let is_current = Some(entry.id) == self.current;
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_current, &said));
            let recipe = format!("{}\n{}", entry.label, entry.recipe());
            if response.on_hover_text(recipe).clicked() {
                *click = Some(Click::Run(entry.id));
            }
        }
    }

    fn column(
        &self,
        ui: &mut Ui,
        rect: Rect,
        (column, height): (&Column, f32),
        click: &mut Option<Click>,
    ) {
        let tokens = tokens(ui.visuals().dark_mode);
        let heading = rect
            .with_max_y(rect.top() + HEADING)
            .shrink2(vec2(6.0, 0.0));
        let arrow = match self.order.filter(|order| order.position == column.position) {
            Some(order) if order.best_first => " ⏷",
            Some(_) => " ⏶",
            None => "",
        };
        let id = ui.scope_id().with(("heading", column.metric.name));
        let response = ui.interact(heading, id, Sense::click());
        let ink = if response.hovered() || !arrow.is_empty() {
            tokens.text[0]
        } else {
            tokens.text[1]
        };
        let title = format!("{}{arrow}", column.metric.title);
        let painter = ui
            .painter()
            .with_clip_rect(heading.intersect(ui.clip_rect()));
        let font = FontId::proportional(12.0);
        painter.text(heading.left_center(), Align2::LEFT_CENTER, title, font, ink);
        let said = format!("Sort by {}", column.metric.title);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
        let counted_in = self
            .rows
            .first()
            .map(|row| row.entry.run.experiment.size_unit);
        let what = column.documentation(counted_in.unwrap_or_default());
        if documentation::with_documentation(response, &what, "\nClick to sort").clicked() {
            *click = Some(Click::Heading(column.position));
        }
        let cells = Cells::of(column, &self.rows, self.baseline);
        for (number, shown) in self.rows.iter().enumerate() {
            let rect = row(rect, number, height).shrink2(vec2(6.0, 0.0));
            cells.show(ui, rect, number, shown);
        }
    }
}

/// Returns the width of a column in the available room, and that of the buttons for further
/// columns: no column in sight is cut.
fn widths(room: f32, columns: f32) -> [f32; 2] {
    let even = room / columns.max(1.0);
    if even >= COLUMN {
        return [even.min(COLUMN + SPARE), 0.0];
    }
    let room = (room - FURTHER).max(COLUMN);
    [room / (room / COLUMN).floor(), FURTHER]
}

/// Returns the rectangle of a row below the heading.
fn row(rect: Rect, number: usize, height: f32) -> Rect {
    let top = rect.top() + HEADING + number as f32 * height;
    Rect::from_x_y_ranges(rect.x_range(), top..=top + height)
}

/// Returns the text of a run below its name.
fn state<'a>(entry: &Entry, is_baseline: bool, brief: &'a str) -> &'a str {
    match entry.warning() {
        Some(warning) => warning,
        None if is_baseline => "baseline",
        None => brief,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last column in sight was cut in the middle of a number.
    #[test]
    fn no_column_in_sight_is_cut() {
        for room in [260.0, 469.0, 480.0, 900.0] {
            let [width, aside] = widths(room, 24.0);
            let shown = (room - aside) / width;
            assert!((shown - shown.round()).abs() < 1e-3, "{room}: {shown}");
            assert!(width >= COLUMN, "{room}: {width}");
        }
        assert_eq!(widths(1_000.0, 5.0), [COLUMN + SPARE, 0.0]);
        assert_eq!(widths(100.0, 5.0)[0], COLUMN);
    }
}
