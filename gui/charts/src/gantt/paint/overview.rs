//! A picture of a whole run, finer than the screen, from which every wide view is taken.

use egui::{Color32, ColorImage};

use super::raster;
use crate::gantt::{Colours, GanttIndex, GanttView};
use laboratory::base::system::threads;

/// Cells across a run. A view that is wider than the screen has pixels for them is the mean of
/// cells; a narrower one shows few enough bars to be drawn.
const ACROSS: usize = 5_120;
/// Most cells down a machine.
const DOWN: usize = 1_024;

/// A picture of a run from its first moment to its last, all nodes.
///
/// A wide view of a million bars costs a look at each cell instead of a look at each bar, wherever
/// it is moved.
#[derive(Debug)]
pub struct Overview {
    pub(super) cells: ColorImage,
    /// `[t0, t1, row0, row1]` of the cells.
    pub(super) extent: [f64; 4],
}

impl Overview {
    /// Draws all of `index`.
    pub fn new(index: &GanttIndex, colours: &Colours) -> Self {
        let [t0, t1] = index.extent();
        let extent = [t0, t1.max(t0 + 1.0), 0.0, index.rows().height().max(1.0)];
        let [t0, t1, row0, row1] = extent;
        let view = GanttView {
            t0,
            t1,
            row0,
            row1,
            ..GanttView::default()
        };
        let down = DOWN.min(index.rows().count().max(1) as usize);
        Self {
            cells: raster::picture(index, &view, ACROSS, down, colours),
            extent,
        }
    }

    /// Whether a view of `seconds` on `width` pixels shows at least a cell in each.
    pub fn serves(index: &GanttIndex, seconds: f64, width: usize) -> bool {
        let [t0, t1] = index.extent();
        seconds * ACROSS as f64 >= (t1 - t0) * width as f64
    }

    /// Returns the picture of `view` on `width` times `height` pixels, each the mean of the cells
    /// below it.
    pub fn picture(&self, view: &GanttView, width: usize, height: usize) -> ColorImage {
        let [t0, t1, row0, row1] = self.extent;
        let [across, down] = self.cells.size;
        let columns = shares([view.t0, view.t1], width, [t0, t1], across);
        let rows = shares([view.row0, view.row1], height, [row0, row1], down);
        let stripe = width * BAND;
        let mut pixels = vec![Color32::TRANSPARENT; width * height];
        let bands = pixels.chunks_mut(stripe.max(1)).zip(rows.chunks(BAND));
        let mut bands: Vec<_> = bands.collect();
        let half = bands.split_off(bands.len() / 2);
        let draw = |bands: Vec<(&mut [Color32], &[Shares])>| {
            for (pixels, rows) in bands {
                self.band(&columns, rows, pixels);
            }
        };
        // A thread that panicked leaves its part of the picture clear.
        threads::both(|| draw(half), || draw(bands));
        ColorImage::new([width, height], pixels)
    }

    /// Fills `pixels`, one line for each of `rows`.
    fn band(&self, columns: &[Shares], rows: &[Shares], pixels: &mut [Color32]) {
        let width = columns.len().max(1);
        let across = self.cells.size[0];
        let mut line = Line::new(width);
        let mut sums = vec![[0.0_f32; 4]; width];
        for (row, pixels) in rows.iter().zip(pixels.chunks_mut(width)) {
            sums.fill([0.0; 4]);
            for (cell, share) in row.cells() {
                let part = line.of(cell, columns, &self.cells.pixels[cell * across..][..across]);
                for (sum, part) in sums.iter_mut().zip(part) {
                    add(sum, *part, share);
                }
            }
            for (pixel, sum) in pixels.iter_mut().zip(&sums) {
                *pixel = rounded(*sum);
            }
        }
    }
}

/// Lines of pixels drawn together.
const BAND: usize = 64;

/// Means across one row of cells, kept for the next line of pixels.
struct Line {
    row: Option<usize>,
    means: Vec<[f32; 4]>,
}

impl Line {
    fn new(width: usize) -> Self {
        Self {
            row: None,
            means: vec![[0.0; 4]; width],
        }
    }

    fn of(&mut self, row: usize, columns: &[Shares], cells: &[Color32]) -> &[[f32; 4]] {
        if self.row != Some(row) {
            self.row = Some(row);
            for (mean, column) in self.means.iter_mut().zip(columns) {
                *mean = column.mean(cells);
            }
        }
        &self.means
    }
}

fn add(sum: &mut [f32; 4], part: [f32; 4], share: f32) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += part * share;
    }
}

fn parts(cell: Color32) -> [f32; 4] {
    cell.to_array().map(f32::from)
}

/// Returns the sums of the four parts of `cells`.
pub(super) fn total(cells: &[Color32]) -> [u32; 4] {
    /// Cells whose sums fit in 16 bits each, so that one addition adds all four parts.
    const TOGETHER: usize = 256;
    /// Every other of eight bytes.
    const EVERY_OTHER: u64 = 0x00FF_00FF_00FF_00FF;
    let mut sums = [0; 4];
    for cells in cells.chunks(TOGETHER) {
        let spread = cells.iter().map(|cell| {
            let cell = u64::from(u32::from_le_bytes(cell.to_array()));
            (cell | cell << 24) & EVERY_OTHER
        });
        let together: u64 = spread.sum();
        // The shift has put the second part above the third.
        for (sum, shift) in sums.iter_mut().zip([0, 32, 16, 48]) {
            *sum += (together >> shift & 0xFFFF) as u32;
        }
    }
    sums
}

pub(super) fn rounded(sum: [f32; 4]) -> Color32 {
    let [red, green, blue, alpha] = sum.map(|part| (part + 0.5) as u8);
    Color32::from_rgba_premultiplied(red, green, blue, alpha)
}

/// Cells that a pixel covers, and the part of the pixel that each takes.
#[derive(Clone, Copy)]
struct Shares {
    first: usize,
    end: usize,
    /// Shares of the first cell, of those between, and of the last.
    first_share: f32,
    share: f32,
    last_share: f32,
}

impl Shares {
    /// Returns the mean of `cells`: those between the outer two have equal weight.
    fn mean(self, cells: &[Color32]) -> [f32; 4] {
        let mut mean = [0.0; 4];
        let Some((first, others)) = cells[self.first..self.end].split_first() else {
            return mean;
        };
        add(&mut mean, parts(*first), self.first_share);
        if let Some((last, between)) = others.split_last() {
            add(
                &mut mean,
                total(between).map(|part| part as f32),
                self.share,
            );
            add(&mut mean, parts(*last), self.last_share);
        }
        mean
    }

    fn cells(self) -> impl Iterator<Item = (usize, f32)> {
        (self.first..self.end).map(move |cell| {
            let share = if cell == self.first {
                self.first_share
            } else if cell + 1 == self.end {
                self.last_share
            } else {
                self.share
            };
            (cell, share)
        })
    }
}

/// Returns the shares of `pixels` over the range `shown` in `cells` over the range `whole`.
fn shares(shown: [f64; 2], pixels: usize, whole: [f64; 2], cells: usize) -> Vec<Shares> {
    let a_cell = (whole[1] - whole[0]) / cells as f64;
    let a_pixel = (shown[1] - shown[0]) / pixels as f64;
    let cell = |pixel: usize| (shown[0] + pixel as f64 * a_pixel - whole[0]) / a_cell;
    let span = a_pixel / a_cell;
    (0..pixels)
        .map(|pixel| {
            let low = cell(pixel).clamp(0.0, cells as f64);
            let high = cell(pixel + 1).clamp(0.0, cells as f64);
            let (first, end) = (low as usize, high.ceil() as usize);
            let covered = |cell: usize| {
                let (from, until) = (low.max(cell as f64), high.min((cell + 1) as f64));
                ((until - from).max(0.0) / span) as f32
            };
            Shares {
                first,
                // A broken view covers nothing.
                end: if low < high { end } else { first },
                first_share: covered(first),
                share: (1.0 / span) as f32,
                last_share: covered(end.saturating_sub(1)),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Mean difference of a colour component from the picture drawn from the bars.
    fn difference(view: &GanttView, size: [usize; 2]) -> f64 {
        let run = sample::random(7, 50, 800);
        let index = GanttIndex::new(&run);
        let colours = Colours {
            jobs: (0..800)
                .map(|job| Color32::from_gray((job % 200) as u8 + 30))
                .collect(),
            killed: Color32::RED,
            late: Color32::YELLOW,
            least_width: 0.0,
        };
        let [width, height] = size;
        let taken = Overview::new(&index, &colours).picture(view, width, height);
        let drawn = raster::picture(&index, view, width, height, &colours);
        let both = taken.pixels.iter().zip(&drawn.pixels);
        let sum: f64 = both
            .flat_map(|(one, other)| one.to_array().into_iter().zip(other.to_array()))
            .map(|(one, other)| (f64::from(one) - f64::from(other)).abs())
            .sum();
        sum / (4 * width * height) as f64
    }

    #[test]
    fn a_view_taken_from_it_is_the_view_drawn_from_bars() {
        let whole = GanttView::fit(&[&sample::random(7, 50, 800)]);
        let span = whole.seconds();
        let part = GanttView {
            t0: whole.t0 + 0.3 * span,
            t1: whole.t0 + 0.7 * span,
            row0: 10.5,
            row1: 31.0,
            ..whole
        };
        let beyond = GanttView {
            t0: whole.t0 - span,
            t1: whole.t1 + span,
            row0: -20.0,
            row1: 60.0,
            ..whole
        };
        for view in [whole, part, beyond] {
            for size in [[300, 50], [211, 133], [40, 7]] {
                let difference = difference(&view, size);
                assert!(difference < 1.5, "{size:?} {difference}");
            }
        }
    }

    #[test]
    fn many_bright_cells_have_their_whole_total() {
        let cell = Color32::from_rgba_premultiplied(1, 20, 200, 255);
        assert_eq!(total(&[cell; 1_000]), [1_000, 20_000, 200_000, 255_000]);
        assert_eq!(total(&[]), [0; 4]);
    }

    #[test]
    fn narrow_views_are_not_served() {
        let index = GanttIndex::new(&sample::random(7, 50, 800));
        let [t0, t1] = index.extent();
        assert!(Overview::serves(&index, t1 - t0, ACROSS));
        assert!(!Overview::serves(&index, (t1 - t0) / 2.0, ACROSS));
        assert!(Overview::serves(&index, (t1 - t0) / 2.0, ACROSS / 2));
    }

    #[test]
    fn a_broken_view_gives_an_empty_picture() {
        let run = sample::ten_jobs();
        let index = GanttIndex::new(&run);
        let overview = Overview::new(&index, &Colours::occupancy(10, false));
        let view = GanttView {
            t0: 5.0,
            t1: 5.0,
            ..GanttView::fit(&[&run])
        };
        let image = overview.picture(&view, 4, 4);
        assert!(image.pixels.iter().all(|pixel| pixel.a() == 0));
    }
}
