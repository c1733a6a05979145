//! Buttons that are pictures: panels, theme, help.

use egui::{
    Color32, Painter, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use charts::colour::tokens::tokens;

/// A picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Icon {
    /// A panel on the left.
    Left,
    /// A panel on the right.
    Right,
    /// Half light, half dark.
    Theme,
    /// A question mark.
    Help,
}

/// Shows a button with `icon`, called `name`; pressed in where `on`.
pub(crate) fn button(ui: &mut Ui, icon: Icon, name: &str, on: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, name));
    let tokens = tokens(ui.visuals().dark_mode);
    if response.hovered() {
        ui.painter().rect_filled(rect, 5.0, tokens.inset);
    }
    if response.has_focus() {
        let focus = Stroke::new(2.0, tokens.accent);
        ui.painter()
            .rect_stroke(rect, 5.0, focus, StrokeKind::Inside);
    }
    let ink = if on { tokens.text[0] } else { tokens.text[2] };
    let picture = Rect::from_center_size(rect.center(), vec2(16.0, 14.0));
    draw(ui.painter(), picture, icon, (on, ink));
    response
}

fn draw(painter: &Painter, rect: Rect, icon: Icon, (on, ink): (bool, Color32)) {
    let stroke = Stroke::new(1.5, ink);
    let middle: Pos2 = rect.center();
    match icon {
        Icon::Left | Icon::Right => {
            painter.rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
            let panel = match icon {
                Icon::Left => rect.with_max_x(rect.left() + 6.0),
                _ => rect.with_min_x(rect.right() - 6.0),
            };
            if on {
                painter.rect_filled(panel, 2.0, ink)
            } else {
                painter.rect_stroke(panel, 2.0, stroke, StrokeKind::Inside)
            };
        }
        Icon::Theme => {
            painter.circle_stroke(middle, 7.0, stroke);
            let half = painter.with_clip_rect(rect.expand(2.0).with_min_x(middle.x));
            half.circle_filled(middle, 7.0, ink);
        }
        Icon::Help => {
            painter.circle_stroke(middle, 8.0, stroke);
            let font = egui::FontId::new(11.0, charts::look::bold());
            painter.text(middle, egui::Align2::CENTER_CENTER, "?", font, ink);
        }
    }
}
