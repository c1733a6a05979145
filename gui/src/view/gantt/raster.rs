//! The picture of bars too many or too thin to draw one by one: each pixel the mean of what it covers.

use egui::{Color32, ColorImage};

use super::{Bar, Colours, GanttIndex, GanttView};

/// The least width of a bar in pixels, so that a lone short job is seen.
const LEAST_WIDTH: f64 = 0.5;
/// The width of the mark at the end of a killed job, and of a bar that has room for it.
const MARK: f64 = 2.0;
const ROOM_FOR_MARK: f64 = 6.0;

/// The picture of `view` on `width` times `height` pixels, clear where nodes are idle.
pub fn picture(
    index: &GanttIndex,
    view: &GanttView,
    width: usize,
    height: usize,
    colours: &Colours,
) -> ColorImage {
    let mut canvas = Canvas::new(width, height);
    let across = width as f64 / view.seconds();
    let down = height as f64 / view.rows();
    for bar in index.visible(view) {
        let left = (bar.from - view.t0) * across;
        let right = ((bar.until - view.t0) * across).max(left + LEAST_WIDTH);
        let top = (f64::from(bar.first_node) - view.row0) * down;
        let bottom = top + f64::from(bar.nodes) * down;
        let mark = mark_of(bar, left, right);
        canvas.fill([left, right - mark], [top, bottom], colours.of(bar.job as usize));
        if mark > 0.0 {
            canvas.fill([right - mark, right], [top, bottom], colours.killed);
        }
    }
    canvas.into_image()
}

fn mark_of(bar: &Bar, left: f64, right: f64) -> f64 {
    if bar.killed && right - left >= ROOM_FOR_MARK { MARK } else { 0.0 }
}

/// Sums of colour times covered area, the last component that of area alone.
///
/// Columns lie one after another: bars come by time, so the few columns that
/// are being filled stay near.
struct Canvas {
    width: usize,
    height: usize,
    cells: Vec<[f32; 4]>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![[0.0; 4]; width * height] }
    }

    /// Adds a rectangle by the area of each pixel it covers.
    fn fill(&mut self, across: [f64; 2], down: [f64; 2], colour: Color32) {
        let (Some(columns), Some(rows)) = (Span::new(across, self.width), Span::new(down, self.height))
        else {
            return;
        };
        let [red, green, blue, _] = colour.to_array().map(f32::from);
        let colour = [red, green, blue, 255.0];
        for column in columns.first..=columns.last {
            let start = column * self.height;
            let cells = &mut self.cells[start + rows.first..=start + rows.last];
            let share = columns.share(column);
            if let [first, middle @ .., last] = cells {
                add(first, colour, share * rows.at_first);
                for cell in middle {
                    add(cell, colour, share);
                }
                add(last, colour, share * rows.at_last);
            } else if let [only] = cells {
                add(only, colour, share * rows.at_first);
            }
        }
    }

    fn into_image(self) -> ColorImage {
        /// Columns turned into rows together, so that each line of cache is read once.
        const TILE: usize = 16;
        let mut pixels = vec![Color32::TRANSPARENT; self.width * self.height];
        for left in (0..self.width).step_by(TILE) {
            let right = (left + TILE).min(self.width);
            for row in 0..self.height {
                for column in left..right {
                    let cell = self.cells[column * self.height + row];
                    if cell[3] > 0.0 {
                        pixels[row * self.width + column] = resolve(cell);
                    }
                }
            }
        }
        ColorImage::new([self.width, self.height], pixels)
    }
}

fn add(cell: &mut [f32; 4], colour: [f32; 4], share: f32) {
    for (sum, part) in cell.iter_mut().zip(colour) {
        *sum += part * share;
    }
}

/// Bars widened to be seen may cover a pixel more than once.
fn resolve(cell: [f32; 4]) -> Color32 {
    let scale = if cell[3] > 255.0 { 255.0 / cell[3] } else { 1.0 };
    let [red, green, blue, alpha] = cell.map(|sum| (sum * scale + 0.5) as u8);
    Color32::from_rgba_premultiplied(red, green, blue, alpha)
}

/// The pixels between two places on an axis and the shares of the outer ones.
struct Span {
    first: usize,
    last: usize,
    at_first: f32,
    at_last: f32,
}

impl Span {
    /// Nothing if none of `pixels` is touched.
    fn new([low, high]: [f64; 2], pixels: usize) -> Option<Self> {
        let (low, high) = (low.max(0.0), high.min(pixels as f64));
        // Also false where a broken view makes them not a number.
        if !(low < high) {
            return None;
        }
        let (first, last) = (low as usize, ((high.ceil() as usize) - 1).max(low as usize));
        let whole = first == last;
        Some(Self {
            first,
            last,
            at_first: if whole { high - low } else { (first + 1) as f64 - low } as f32,
            at_last: if whole { high - low } else { high - last as f64 } as f32,
        })
    }

    fn share(&self, pixel: usize) -> f32 {
        if pixel == self.first {
            self.at_first
        } else if pixel == self.last {
            self.at_last
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Run;
    use crate::view::sample;

    const INK: Color32 = Color32::from_rgb(10, 100, 200);

    fn colours(run: &Run) -> Colours {
        Colours { jobs: vec![INK; run.outcomes.len()], killed: INK }
    }

    /// Node-seconds that the picture shows.
    fn shown(image: &ColorImage, view: &GanttView) -> f64 {
        let sum: f64 = image.pixels.iter().map(|pixel| f64::from(pixel.a()) / 255.0).sum();
        sum * view.seconds() * view.rows() / (image.width() * image.height()) as f64
    }

    #[test]
    fn coverage_sums_to_busy_time() {
        let run = sample::random(7, 50, 800);
        let index = GanttIndex::new(&run);
        let view = GanttView::fit(&[&run]);
        let busy: f64 =
            run.segments.iter().map(|part| part.until.since(part.from).seconds() * f64::from(part.nodes)).sum();
        // Neither pixels per node nor pixels per second are whole; no bar is
        // under half a pixel, and a pixel is rounded to 1/255.
        for (width, height) in [(2003, 333), (2500, 37), (1999, 50)] {
            assert!(width as f64 / view.seconds() > 0.5);
            let image = picture(&index, &view, width, height, &colours(&run));
            let shown = shown(&image, &view);
            assert!((shown / busy - 1.0).abs() < 0.002, "{shown} {busy}");
        }
    }

    #[test]
    fn a_pixel_is_the_mean_of_its_nodes() {
        // Of four nodes in one pixel, one is busy for half of the time.
        let run = sample::run(4, &[(0, 0, 50, 1, 1), (0, 100, 0, 0, 4)]);
        let view = GanttView { t0: 0.0, t1: 100.0, ..GanttView::fit(&[&run]) };
        let image = picture(&GanttIndex::new(&run), &view, 1, 1, &colours(&run));
        assert_eq!(image.pixels[0].a(), 32, "255 / 8");
    }

    #[test]
    fn a_lone_short_job_is_seen() {
        let run = sample::run(1, &[(0, 0, 1, 0, 1), (0, 999_999, 1, 0, 1)]);
        let view = GanttView::fit(&[&run]);
        let image = picture(&GanttIndex::new(&run), &view, 100, 1, &colours(&run));
        assert_eq!(image.pixels[0].a(), 128);
        assert_eq!(image.pixels[50].a(), 0);
    }

    #[test]
    fn a_crowd_is_never_brighter_than_its_colour() {
        let rows: Vec<_> = (0..200).map(|job| (job, job, 1, 0, 1)).collect();
        let run = sample::run(1, &rows);
        let view = GanttView::fit(&[&run]);
        let image = picture(&GanttIndex::new(&run), &view, 3, 1, &colours(&run));
        assert_eq!(image.pixels, [INK; 3]);
    }

    #[test]
    fn a_broken_view_gives_an_empty_picture() {
        let run = sample::ten_jobs();
        let view = GanttView { t0: 5.0, t1: 5.0, ..GanttView::fit(&[&run]) };
        let image = picture(&GanttIndex::new(&run), &view, 4, 4, &colours(&run));
        assert_eq!(image.pixels.len(), 16);
    }
}
