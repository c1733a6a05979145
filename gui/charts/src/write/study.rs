//! A page of a study as a file, as small charts or as one figure.

use egui::vec2;

use super::{picture, svg};
use crate::multiples::{Layout, Look};
use crate::picture::svg::write_pixels;
use laboratory::base::problem::Problem;
use papers::Page;

/// Returns `page` as an SVG file of `size` pixels.
pub fn svg(page: &Page, look: Look, size: [u32; 2], dark: bool) -> String {
    match look.figure(page) {
        Some(figure) => svg::figure(&figure, size, dark),
        None => {
            let [width, height] = size.map(|side| side.max(1) as f32);
            let layout = Layout::new(page, vec2(width, height), look.log);
            write_pixels(&layout.picture, dark)
        }
    }
}

/// Returns `page` as a PNG file of `size` pixels.
///
/// # Errors
/// A size that is too large.
pub fn png(page: &Page, look: Look, size: [u32; 2], dark: bool) -> Result<Vec<u8>, Problem> {
    match look.figure(page) {
        Some(figure) => picture::figure(&figure, size, dark),
        None => picture::multiples(page, look.log, size, dark),
    }
}
