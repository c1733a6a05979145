//! A page of a study as a file, as small charts or as one figure.

use super::{picture, svg};
use crate::multiples::Look;
use laboratory::base::problem::Problem;
use papers::Page;

/// Returns `page` as an SVG file of `size` pixels.
pub fn svg(page: &Page, look: Look, size: [u32; 2], dark: bool) -> String {
    match look.figure(page) {
        Some(figure) => svg::figure(&figure, size, dark),
        None => svg::multiples(page, look.log, size, dark),
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
