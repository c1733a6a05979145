//! The card of a step, and the frame around its target.

use egui::{
    Area, Context, Frame, Id, LayerId, Order, Rect, RichText, Stroke, StrokeKind, Ui, Vec2, pos2,
    vec2,
};

use super::Answer;
use super::steps::{STEPS, Step};
use charts::colour::tokens::tokens;
use charts::look::strong;

/// Approximate size of a card: it is as high as its text.
const SIZE: Vec2 = vec2(312.0, 150.0);
/// Gap between the card and its target.
const APART: f32 = 14.0;

/// Shows the step with that index, and whether it is done; returns the answer.
pub(super) fn show(ctx: &Context, rect: usize, step: &Step, done: bool) -> Option<Answer> {
    let dark = ctx.theme() == egui::Theme::Dark;
    let tokens = tokens(dark);
    let screen = ctx.content_rect();
    let target = step.at.rect(ctx).map(|rect| rect.intersect(screen));
    if let Some(target) = target {
        let layer = LayerId::new(Order::Foreground, Id::unique("tour frame"));
        let painter = ctx.layer_painter(layer);
        let stroke = Stroke::new(2.0, tokens.accent);
        let frame = target.expand(3.0).intersect(screen.shrink(2.0));
        painter.rect_stroke(frame, 6.0, stroke, StrokeKind::Middle);
    }
    let shown = Area::new(Id::unique("tour"))
        .order(Order::Foreground)
        .fixed_pos(beside(screen, target).min)
        .constrain_to(screen.shrink(8.0))
        .show(ctx, |ui| {
            Frame::popup(ui.style())
                .fill(tokens.canvas)
                .stroke(Stroke::new(1.0, tokens.accent))
                .inner_margin(14)
                .show(ui, |ui| {
                    ui.set_width(SIZE.x - 28.0);
                    content(ui, rect, step, done)
                })
                .inner
        });
    shown.inner
}

fn content(ui: &mut Ui, index: usize, step: &Step, done: bool) -> Option<Answer> {
    let mut answer = None;
    let number = format!("Step {} of {}", index + 1, STEPS.len());
    if done {
        let good = tokens(ui.visuals().dark_mode).good;
        let words = RichText::new(format!("✔ {number}, done")).color(good);
        ui.label(words)
            .on_hover_text("Look at it as long as you like; Next goes on");
    } else {
        ui.label(RichText::new(number).weak());
    }
    ui.label(strong(step.title).size(15.0));
    ui.add(egui::Label::new(step.text).wrap());
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if ui.button("Leave the tour").clicked() {
            answer = Some(Answer::Leave);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let is_last = index + 1 == STEPS.len();
            let primary = tokens(ui.visuals().dark_mode).primary;
            let text = match (is_last, done) {
                (false, _) => "Next",
                (true, false) => "Show it",
                (true, true) => "End",
            };
            let next = egui::Button::new(RichText::new(text).color(egui::Color32::WHITE));
            let next = ui.add(next.fill(primary));
            if next.accessible_name("Next step of the tour").clicked() {
                answer = Some(Answer::Next);
            }
            if index > 0 && ui.button("Back").clicked() {
                answer = Some(Answer::Back);
            }
        });
    });
    answer
}

/// Returns the position on `screen` at which a card covers nothing of `target` if possible: to the
/// right of it, below, to the left, above, else in its lower corner.
fn beside(screen: Rect, target: Option<Rect>) -> Rect {
    let at = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), SIZE);
    let Some(target) = target else {
        return Rect::from_center_size(screen.center(), SIZE);
    };
    // As far along the target as the screen allows.
    let most = screen.max - SIZE;
    let top = target.top().clamp(screen.top(), most.y.max(screen.top()));
    let left = target
        .left()
        .clamp(screen.left(), most.x.max(screen.left()));
    let places = [
        at(target.right() + APART, top),
        at(left, target.bottom() + APART),
        at(target.left() - APART - SIZE.x, top),
        at(left, target.top() - APART - SIZE.y),
    ];
    let fits = |index: &&Rect| screen.contains_rect(**index);
    let corner = target.right_bottom() - SIZE - vec2(APART, APART);
    let found = places.iter().find(fits).copied();
    found.unwrap_or_else(|| at(corner.x, corner.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_stands_beside_what_it_points_at() {
        let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 720.0));
        for target in [
            Rect::from_min_size(pos2(10.0, 10.0), vec2(200.0, 30.0)),
            Rect::from_min_size(pos2(1000.0, 10.0), vec2(270.0, 30.0)),
            Rect::from_min_size(pos2(1000.0, 600.0), vec2(270.0, 100.0)),
        ] {
            let card = beside(screen, Some(target));
            assert!(screen.contains_rect(card), "{target:?}");
            assert!(!card.intersects(target), "{target:?}");
        }
        // No room is left beside this one.
        let card = beside(screen, Some(screen.shrink(4.0)));
        assert!(screen.contains_rect(card));
    }
}
