//! A page of small charts in the window.

use egui::{Grid, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use super::layout::{Chart, Layout, ink};
use crate::colour::run_colour;
use crate::look::strong;
use papers::Page;

/// Shows `page` on `size` points; charts with values far apart are logarithmic if `log`.
pub fn show(ui: &mut Ui, page: &Page, size: Vec2, log: bool) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &page.title));
    let layout = Layout::new(page, rect.size(), log);
    let dark = ui.visuals().dark_mode;
    let painter = ui.painter_at(rect);
    layout.picture.paint(&painter, rect, dark);
    let corner = rect.min.to_vec2();
    for (index, chart) in layout.charts.iter().enumerate() {
        let id = response.id.with(index);
        let response = ui.interact(chart.frame.translate(corner), id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, chart.texts()));
        let pointer = response.hover_pos();
        let chosen = pointer.and_then(|pointer| chart.at(pointer.x - corner.x));
        if let Some(bar) = chosen {
            let stroke = Stroke::new(1.0, ink(true)[usize::from(dark)]);
            let rect = bar.rect.translate(corner);
            painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Outside);
        }
        let group = chosen.map(|bar| bar.group);
        response.on_hover_ui_at_pointer(|ui| tooltip(ui, chart, group));
    }
}

/// Shows all values of a chart, that of `group` highlighted.
fn tooltip(ui: &mut Ui, chart: &Chart, group: Option<usize>) {
    ui.label(strong(&chart.name));
    let dark = ui.visuals().dark_mode;
    Grid::new("values")
        .num_columns(3)
        .spacing([8.0, 2.0])
        .show(ui, |ui| {
            for bar in &chart.bars {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(10.0), Sense::hover());
                let sample = Rect::from_center_size(rect.center(), Vec2::splat(10.0));
                ui.painter()
                    .rect_filled(sample, 2.0, run_colour(bar.group, dark));
                for text in [&bar.name, &bar.value] {
                    if group == Some(bar.group) {
                        ui.label(strong(text))
                    } else {
                        ui.label(text)
                    };
                }
                ui.end_row();
            }
        });
}
