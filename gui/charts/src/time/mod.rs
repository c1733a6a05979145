//! Common parts of all charts with time: one axis, one range, one cursor.

pub mod axis;
pub mod cursor;
pub mod curves;
pub mod marks;
pub mod minimap;
pub mod notes;
pub mod timeline;

use egui::emath::GuiRounding as _;
use egui::{Painter, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::gantt::{GanttView, input};

/// Room at the left of every row for its name, its values and its numbers.
pub const GUTTER: f32 = 156.0;
/// Part of it beside the chart that numbers take.
pub const NUMBERS: f32 = 30.0;
/// Gap between two rows of a stack.
pub const GAP: f32 = 6.0;
/// Room at the right, for the last name of an axis.
const MARGIN: f32 = 10.0;

/// A row of a stack of charts with the same time: the gutter at the left, and the chart.
pub struct Row {
    /// Rectangle of its name and values.
    pub gutter: Rect,
    /// Rectangle of time.
    pub chart: Rect,
}

impl Row {
    /// Returns a row in `room`, on whole pixels.
    pub fn of(ui: &Ui, room: Rect) -> Self {
        let left = room.left() + GUTTER;
        let corner = pos2((room.right() - MARGIN).max(left + 1.0), room.bottom());
        let chart = Rect::from_min_max(pos2(left, room.top()), corner);
        Self {
            gutter: room.with_max_x(left - NUMBERS),
            chart: chart.round_to_pixels(ui.pixels_per_point()),
        }
    }
}

/// Takes a row `height` points high for a chart called `name`, which can be clicked and dragged.
fn row(ui: &mut Ui, name: &str, height: f32) -> (Row, Response, Painter) {
    let size = vec2(ui.available_width(), height);
    let (room, _) = ui.allocate_exact_size(size, Sense::hover());
    let row = Row::of(ui, room);
    let id = ui.scope_id().with(name);
    let response = ui.interact(row.chart, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    (row, response, ui.painter_at(room.expand(1.0)))
}

/// Moves `view` in time alone by drags, the wheel or keys.
pub fn steer(ui: &Ui, response: &Response, chart: Rect, view: &mut GanttView) {
    let rows = (view.row0, view.row1);
    input::apply(ui, response, chart, view);
    (view.row0, view.row1) = rows;
}
