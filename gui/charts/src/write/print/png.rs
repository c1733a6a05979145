//! A sheet as PNG: 300 pixels an inch, which the file says.

use egui::epaint::TextShape;
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Theme, Vec2, pos2,
};

use super::sheet::{Anchor, Colour, Piece, Sheet};
use crate::raster::{headless, png};
use laboratory::base::problem::Problem;

/// Pixels per point: 300 per inch.
const SCALE: f64 = 300.0 / 72.0;
/// Pixels per metre.
const METRE: u32 = 11_811;
/// Most pixels on a side: more are requested by mistake.
const LARGEST: f64 = 16_384.0;
/// Letters are there from the second frame on.
const FRAMES: usize = 2;

/// Returns the file.
pub(super) fn write(sheet: &Sheet) -> Result<Vec<u8>, Problem> {
    let size = sheet.size.map(|side| (side * SCALE).round().max(1.0));
    if size.iter().any(|side| *side > LARGEST) {
        let sentence = format!(
            "a picture of {} by {} pixels; each side may be up to {LARGEST}",
            size[0], size[1]
        );
        return Err(Problem::input(sentence));
    }
    let pixels = size.map(|side| side as u32);
    let image = headless::picture(pixels, SCALE as f32, Theme::Light, FRAMES, |ui| {
        let painter = ui.ctx().debug_painter();
        painter.rect_filled(Rect::EVERYTHING, 0.0, Color32::WHITE);
        for piece in &sheet.pieces {
            paint(&painter, piece, sheet.font as f32);
        }
    });
    png::encode_at(&image, METRE)
}

fn paint(painter: &Painter, piece: &Piece, font: f32) {
    match piece {
        Piece::Line {
            points,
            colour,
            width,
            dashes,
        } => {
            let points: Vec<Pos2> = points.iter().map(|point| position(*point)).collect();
            let stroke = Stroke::new(*width as f32, ink(*colour));
            if dashes.is_empty() {
                painter.add(Shape::line(points, stroke));
                return;
            }
            let part = |first: usize| {
                let lengths = dashes.iter().skip(first).step_by(2);
                lengths.map(|length| *length as f32).collect::<Vec<_>>()
            };
            let (dashes, gaps) = (part(0), part(1));
            painter.extend(Shape::dashed_line_with_offset(
                &points, stroke, &dashes, &gaps, 0.0,
            ));
        }
        Piece::Box {
            corners: [from, until],
            fill,
            outline,
        } => {
            let width = if *outline { 0.3 } else { 0.0 };
            let rect = Rect::from_two_pos(position(*from), position(*until));
            let stroke = Stroke::new(width, Color32::BLACK);
            painter.rect(rect, 0.0, ink(*fill), stroke, StrokeKind::Middle);
        }
        Piece::Words {
            at,
            anchor,
            up,
            text,
            colour,
        } => {
            let galley =
                painter.layout_no_wrap(text.clone(), FontId::proportional(font), ink(*colour));
            let share = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => 0.5,
                Anchor::End => 1.0,
            };
            // Text is placed by its baseline, which is about three quarters down.
            let back = Vec2::new(share * galley.size().x, 0.76 * galley.size().y);
            let at = position(*at);
            if *up {
                let corner = at + Vec2::new(-back.y, back.x);
                let shape = TextShape::new(corner, galley, ink(*colour));
                let turn = -std::f32::consts::FRAC_PI_2;
                painter.add(shape.with_angle_and_anchor(turn, Align2::LEFT_TOP));
            } else {
                painter.galley(at - back, galley, ink(*colour));
            }
        }
    }
}

fn position([x, y]: [f64; 2]) -> Pos2 {
    pos2(x as f32, y as f32)
}

fn ink([red, green, blue]: Colour) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
