//! The legend of a plot, beside its curves.

use egui::{Sense, Shape, Stroke, Ui, vec2};

use crate::colour::{run_colour, run_dashes};
use crate::look::strong;
use crate::plot::figure::{Figure, Mark, Series};

/// Shows the meaning of the colours of `figure`, beside its curves and not on them; behind its
/// title, if `with_title`.
pub fn legend(ui: &mut Ui, figure: &Figure, with_title: bool) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        if with_title {
            ui.label(strong(figure.title.as_str()));
        }
        for series in &figure.series {
            // Never a name on another line than its sample, and none beyond the edge.
            let words = egui::WidgetText::from(series.label.as_str());
            let words = words.into_galley(
                ui,
                Some(egui::TextWrapMode::Extend),
                f32::INFINITY,
                egui::TextStyle::Body,
            );
            let needed = SAMPLE + 10.0 + words.size().x;
            if needed > ui.available_size_before_wrap().x {
                ui.end_row();
            }
            ui.horizontal(|ui| {
                sample(ui, series);
                ui.weak(series.label.as_str());
            });
        }
    });
}

/// Width of a piece of a curve in a legend.
const SAMPLE: f32 = 16.0;

/// Draws a piece of the curve of `series`.
fn sample(ui: &mut Ui, series: &Series) {
    let (rect, _) = ui.allocate_exact_size(vec2(SAMPLE, 10.0), Sense::hover());
    let stroke = Stroke::new(2.5, run_colour(series.slot, ui.visuals().dark_mode));
    let ends = [rect.left_center(), rect.right_center()];
    match series.mark {
        Mark::Rings => {
            ui.painter().circle_stroke(rect.center(), 4.0, stroke);
        }
        Mark::Points => {
            ui.painter().circle_filled(rect.center(), 3.5, stroke.color);
        }
        Mark::Bars(_) => {
            ui.painter()
                .rect_filled(rect.shrink2(vec2(3.0, 0.0)), 1.0, stroke.color);
        }
        _ if series.mark == Mark::Dashes || run_dashes(series.slot).is_some() => {
            ui.painter()
                .extend(Shape::dashed_line(&ends, stroke, 4.0, 2.0));
        }
        _ => {
            ui.painter().line_segment(ends, stroke);
        }
    }
}
