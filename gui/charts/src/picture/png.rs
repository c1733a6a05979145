//! A picture as pixels, and as PNG on white: 300 pixels an inch, which the file says.

use egui::{Color32, ColorImage, Pos2, Rect, Theme, vec2};

use super::Picture;
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
///
/// # Errors
/// The picture is too large.
pub(crate) fn write(picture: &Picture) -> Result<Vec<u8>, Problem> {
    let size = picture.size.map(|side| (side * SCALE).round().max(1.0));
    if size.iter().any(|side| *side > LARGEST) {
        let sentence = format!(
            "a picture of {} by {} pixels; each side may be up to {LARGEST}",
            size[0], size[1]
        );
        return Err(Problem::input(sentence));
    }
    let image = image(picture, size.map(|side| side as u32), SCALE as f32);
    png::encode_at(&image, METRE)
}

/// Returns `picture` on white, as `pixels` pixels, so many to a point.
pub(crate) fn image(picture: &Picture, pixels: [u32; 2], scale: f32) -> ColorImage {
    headless::picture(pixels, scale, Theme::Light, FRAMES, |ui| {
        let painter = ui.ctx().debug_painter();
        painter.rect_filled(Rect::EVERYTHING, 0.0, Color32::WHITE);
        let [width, height] = picture.size.map(|side| side as f32);
        let room = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
        picture.paint(&painter, room, false);
    })
}
