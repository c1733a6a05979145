//! A picture in the window, as large as its room.

use egui::epaint::{Mesh, TextShape};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use super::{Anchor, Item, Outline, Picture};

/// Rounding of the corners of a box in a darker shade.
const ROUND: f32 = 2.0;
/// Least side of a sharp box in points.
const LEAST: f32 = 0.7;

impl Picture {
    /// Paints the picture, stretched to `room`.
    pub fn paint(&self, painter: &Painter, room: Rect, dark: bool) {
        let brush = Brush {
            painter,
            room,
            size: self.size,
            font: self.font as f32,
            dark,
        };
        // Thousands of boxes are one shape.
        let mut boxes = Mesh::default();
        for item in &self.items {
            if let Item::Box {
                corners,
                inks,
                outline: Outline::Sharp,
            } = item
            {
                let rect = brush.rect(*corners);
                let size = rect.size().max(Vec2::splat(LEAST));
                let rect = Rect::from_min_size(rect.min, size);
                boxes.add_colored_rect(rect, inks[usize::from(dark)]);
            } else {
                flush(painter, &mut boxes);
                brush.item(item);
            }
        }
        flush(painter, &mut boxes);
    }
}

/// Paints `boxes`, if there are any, and empties them.
fn flush(painter: &Painter, boxes: &mut Mesh) {
    if !boxes.is_empty() {
        painter.add(Shape::mesh(std::mem::take(boxes)));
    }
}

struct Brush<'a> {
    painter: &'a Painter,
    room: Rect,
    /// Size of the picture.
    size: [f64; 2],
    font: f32,
    dark: bool,
}

impl Brush<'_> {
    fn position(&self, [x, y]: [f64; 2]) -> Pos2 {
        let [width, height] = self.size;
        if self.room.size() == vec2(width as f32, height as f32) {
            // Nothing is rounded where nothing is stretched.
            return self.room.min + vec2(x as f32, y as f32);
        }
        let share = vec2((x / width) as f32, (y / height) as f32);
        self.room.lerp_inside(share)
    }

    fn rect(&self, [from, until]: [[f64; 2]; 2]) -> Rect {
        Rect::from_two_pos(self.position(from), self.position(until))
    }

    fn item(&self, item: &Item) {
        let ink = |inks: &[Color32; 2]| inks[usize::from(self.dark)];
        match item {
            Item::Line {
                points,
                inks,
                width,
                dashes,
            } => {
                let points = points.iter().map(|point| self.position(*point));
                let stroke = Stroke::new(*width as f32, ink(inks));
                self.line(&points.collect::<Vec<_>>(), stroke, dashes);
            }
            Item::Box {
                corners,
                inks,
                outline,
            } => self.boxed(self.rect(*corners), ink(inks), *outline),
            Item::Text {
                at,
                anchor,
                up,
                text,
                inks,
            } => self.text(self.position(*at), (*anchor, *up), text, ink(inks)),
            Item::Rule { ends, inks } => {
                let ends = ends.map(|end| self.position(end));
                self.painter.line_segment(ends, (1.0, ink(inks)));
            }
            Item::Label {
                middle,
                anchor,
                size,
                text,
                inks,
                ..
            } => {
                let font = FontId::proportional(*size as f32);
                let at = self.position(*middle);
                self.painter.text(at, anchor.align(), text, font, ink(inks));
            }
            Item::Titled {
                corners,
                inks,
                radius,
                ..
            } => {
                let rect = self.rect(*corners);
                self.painter.rect_filled(rect, *radius as f32, ink(inks));
            }
            Item::Chart(items) => items.iter().for_each(|item| self.item(item)),
        }
    }

    fn line(&self, points: &[Pos2], stroke: Stroke, dashes: &[f64]) {
        if dashes.is_empty() {
            self.painter.add(Shape::line(points.to_vec(), stroke));
            return;
        }
        let part = |first: usize| -> Vec<f32> {
            let lengths = dashes.iter().skip(first).step_by(2);
            lengths.map(|length| *length as f32).collect()
        };
        let (dashes, gaps) = (part(0), part(1));
        self.painter.extend(Shape::dashed_line_with_offset(
            points, stroke, &dashes, &gaps, 0.0,
        ));
    }

    fn boxed(&self, rect: Rect, ink: Color32, outline: Outline) {
        let (rect, round, stroke, side) = match outline {
            Outline::None | Outline::Sharp => (rect, 0.0, Stroke::NONE, StrokeKind::Middle),
            Outline::Black => {
                let stroke = Stroke::new(0.3, Color32::BLACK);
                (rect, 0.0, stroke, StrokeKind::Middle)
            }
            Outline::Shade => {
                let rect = rect.shrink2(vec2(1.0, 1.0).min(rect.size() / 4.0));
                let stroke = Stroke::new(0.5, ink.gamma_multiply(0.6));
                (rect, ROUND, stroke, StrokeKind::Inside)
            }
        };
        self.painter.rect(rect, round, ink, stroke, side);
    }

    fn text(&self, at: Pos2, (anchor, up): (Anchor, bool), text: &str, ink: Color32) {
        let font = FontId::proportional(self.font);
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, ink);
        let share = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        // Text is placed by its baseline, which is about three quarters down.
        let back = vec2(share * galley.size().x, 0.76 * galley.size().y);
        if up {
            let corner = at + vec2(-back.y, back.x);
            let shape = TextShape::new(corner, galley, ink);
            let turn = -std::f32::consts::FRAC_PI_2;
            self.painter
                .add(shape.with_angle_and_anchor(turn, Align2::LEFT_TOP));
        } else {
            self.painter.galley(at - back, galley, ink);
        }
    }
}

impl Anchor {
    /// Part of a text at its position, in the middle of its height.
    fn align(self) -> Align2 {
        match self {
            Self::Start => Align2::LEFT_CENTER,
            Self::Middle => Align2::CENTER_CENTER,
            Self::End => Align2::RIGHT_CENTER,
        }
    }
}
