//! A page of small charts in the window.

use egui::{
    Align2, FontId, Grid, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use super::layout::{Bar, Chart, Layout, TextLine, faint, ink};
use crate::colour::run_colour;
use crate::look::strong;
use crate::picture::Anchor;
use papers::Page;

/// Shows `page` on `size` points; charts with values far apart are logarithmic if `log`.
pub fn show(ui: &mut Ui, page: &Page, size: Vec2, log: bool) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &page.title));
    let layout = Layout::new(page, rect, log);
    let dark = ui.visuals().dark_mode;
    let painter = ui.painter_at(rect);
    layout
        .words
        .iter()
        .for_each(|words| write(&painter, words, dark));
    for (index, (sample, words)) in layout.keys.iter().enumerate() {
        painter.rect_filled(*sample, 2.0, run_colour(index, dark));
        write(&painter, words, dark);
    }
    for (index, chart) in layout.charts.iter().enumerate() {
        let id = response.id.with(index);
        let response = ui.interact(chart.frame, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, chart.texts()));
        let pointer = response.hover_pos();
        let chosen = pointer.and_then(|pointer| chart.at(pointer.x));
        draw(ui, &painter, chart, chosen);
        let group = chosen.map(|bar| bar.group);
        response.on_hover_ui_at_pointer(|ui| tooltip(ui, chart, group));
    }
}

fn write(painter: &Painter, words: &TextLine, dark: bool) {
    let align = match words.anchor {
        Anchor::Start => Align2::LEFT_CENTER,
        Anchor::Middle => Align2::CENTER_CENTER,
        Anchor::End => Align2::RIGHT_CENTER,
    };
    let (font, colour) = (FontId::proportional(words.size), ink(words.strong, dark));
    painter.text(words.at, align, &words.text, font, colour);
}

fn draw(ui: &Ui, painter: &Painter, chart: &Chart, chosen: Option<&Bar>) {
    let dark = ui.visuals().dark_mode;
    let frame = chart.frame;
    for line in &chart.lines {
        let colour = if *line == chart.base {
            ink(false, dark)
        } else {
            faint(dark)
        };
        painter.hline(frame.x_range(), *line, Stroke::new(1.0, colour));
    }
    for bar in &chart.bars {
        painter.rect_filled(bar.rect, 0.0, run_colour(bar.group, dark));
        let stroke = Stroke::new(1.0, ink(true, dark));
        if let Some([top, bottom]) = bar.interval {
            let middle = bar.rect.center().x;
            painter.vline(middle, top..=bottom, stroke);
            let half = bar.rect.width() / 6.0;
            for end in [top, bottom] {
                painter.hline(middle - half..=middle + half, end, stroke);
            }
        }
        if chosen.is_some_and(|chosen| chosen.group == bar.group) {
            painter.rect_stroke(bar.rect, 0.0, stroke, StrokeKind::Outside);
        }
    }
    chart
        .words
        .iter()
        .for_each(|words| write(painter, words, dark));
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
