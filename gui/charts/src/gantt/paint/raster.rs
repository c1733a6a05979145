//! The picture of bars too many or too thin to draw, each pixel the mean of what it covers.

use egui::{Color32, ColorImage};

use crate::gantt::{Bar, Colours, GanttIndex, GanttView};
use laboratory::base::system::threads;

/// Width of the mark at the end of a killed job, and of a bar that has room for it.
const MARK: f64 = 2.0;
const ROOM_FOR_MARK: f64 = 6.0;

/// Columns filled together: few enough to stay near the processor.
const STRIP: usize = 32;

/// Returns the picture of `view` on `width` times `height` pixels, clear where nodes are idle.
pub fn picture(
    index: &GanttIndex,
    view: &GanttView,
    width: usize,
    height: usize,
    colours: &Colours,
) -> ColorImage {
    let drawing = Drawing {
        index,
        view,
        colours,
        width,
        height,
    };
    let threads = threads::processors().min(8);
    let share = width.div_ceil(threads).next_multiple_of(STRIP);
    let parts: Vec<_> = std::thread::scope(|scope| {
        let others = (share..width).step_by(share.max(1));
        let others: Vec<_> = others
            .map(|left| scope.spawn(move || drawing.strips(left, share)))
            .collect();
        let mut parts = drawing.strips(0, share);
        for other in others {
            // A thread that panicked leaves its part of the picture clear.
            parts.extend(other.join().unwrap_or_default());
        }
        parts
    });
    let mut pixels = vec![Color32::TRANSPARENT; width * height];
    for (left, strip) in parts {
        let columns = strip.len() / height.max(1);
        for (row, part) in strip.chunks_exact(columns.max(1)).enumerate() {
            pixels[row * width + left..][..columns].copy_from_slice(part);
        }
    }
    ColorImage::new([width, height], pixels)
}

/// Subject and size in pixels of a picture.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    index: &'a GanttIndex,
    view: &'a GanttView,
    colours: &'a Colours,
    width: usize,
    height: usize,
}

impl Drawing<'_> {
    /// Returns the strips among `share` columns from `left` on, each with its first column.
    fn strips(&self, left: usize, share: usize) -> Vec<(usize, Vec<Color32>)> {
        let right = self.width.min(left + share);
        let mut canvas = Canvas::new(self.height);
        let begins = (left..right).step_by(STRIP);
        begins
            .map(|left| (left, self.strip(left, STRIP.min(right - left), &mut canvas)))
            .collect()
    }

    fn strip(&self, left: usize, columns: usize, canvas: &mut Canvas) -> Vec<Color32> {
        canvas.clear(left, columns);
        let across = self.width as f64 / self.view.seconds();
        let down = self.height as f64 / self.view.rows();
        let least = self.colours.least_width;
        let edge = |column: f64| self.view.t0 + column / across;
        let part = GanttView {
            // Bars widened to be seen reach into the strip from just before it.
            t0: edge(left as f64 - least),
            t1: edge((left + columns) as f64),
            ..*self.view
        };
        for bar in self.index.visible(&part) {
            let from = (bar.from - self.view.t0) * across;
            let until = ((bar.until - self.view.t0) * across).max(from + least);
            let rows = bar.rows.map(|row| (row - self.view.row0) * down);
            let mark = mark_of(&bar, from, until);
            canvas.fill(
                [from, until - mark],
                rows,
                self.colours.of(bar.job as usize),
            );
            if mark > 0.0 {
                canvas.fill([until - mark, until], rows, self.colours.killed);
            }
        }
        canvas.pixels()
    }
}

fn mark_of(bar: &Bar, left: f64, right: f64) -> f64 {
    if bar.killed && right - left >= ROOM_FOR_MARK {
        MARK
    } else {
        0.0
    }
}

/// Sums of colour times covered area, the last component that of area alone.
///
/// A bar adds where it begins and subtracts where it ends, column by column; summing downwards in
/// the end fills what lies between, however tall it is.
struct Canvas {
    left: usize,
    width: usize,
    height: usize,
    /// Two more than there are rows in each column: bars end below the last.
    cells: Vec<[f32; 4]>,
}

impl Canvas {
    fn new(height: usize) -> Self {
        Self {
            left: 0,
            width: 0,
            height,
            cells: Vec::new(),
        }
    }

    /// Resets to `width` empty columns from `left` on.
    fn clear(&mut self, left: usize, width: usize) {
        (self.left, self.width) = (left, width);
        self.cells.clear();
        self.cells.resize(width * (self.height + 2), [0.0; 4]);
    }

    /// Adds a rectangle by the area of each pixel it covers.
    fn fill(&mut self, across: [f64; 2], down: [f64; 2], colour: Color32) {
        let across = across.map(|index| index - self.left as f64);
        let (Some(columns), Some(rows)) =
            (Span::new(across, self.width), Span::new(down, self.height))
        else {
            return;
        };
        let [red, green, blue, _] = colour.to_array().map(f32::from);
        let colour = [red, green, blue, 255.0];
        for column in columns.first..=columns.last {
            let start = column * (self.height + 2);
            let cells = &mut self.cells[start..start + self.height + 2];
            let share = columns.share(column);
            add(&mut cells[rows.first], colour, share * rows.at_first);
            if rows.first == rows.last {
                add(&mut cells[rows.first + 1], colour, -share * rows.at_first);
                continue;
            }
            add(
                &mut cells[rows.first + 1],
                colour,
                share * (1.0 - rows.at_first),
            );
            add(&mut cells[rows.last], colour, share * (rows.at_last - 1.0));
            add(&mut cells[rows.last + 1], colour, -share * rows.at_last);
        }
    }

    /// Sums downwards; row by row.
    fn pixels(&self) -> Vec<Color32> {
        let mut sums = [[0.0; 4]; STRIP];
        let mut pixels = Vec::with_capacity(self.width * self.height);
        for row in 0..self.height {
            for (column, sum) in sums[..self.width].iter_mut().enumerate() {
                add(sum, self.cells[column * (self.height + 2) + row], 1.0);
                pixels.push(resolve(*sum));
            }
        }
        pixels
    }
}

fn add(cell: &mut [f32; 4], colour: [f32; 4], share: f32) {
    for (sum, part) in cell.iter_mut().zip(colour) {
        *sum += part * share;
    }
}

/// Returns the colour of a cell. Bars widened to be seen may cover a pixel more than once.
fn resolve(cell: [f32; 4]) -> Color32 {
    let scale = if cell[3] > 255.0 {
        255.0 / cell[3]
    } else {
        1.0
    };
    let [red, green, blue, alpha] = cell.map(|sum| (sum * scale + 0.5) as u8);
    Color32::from_rgba_premultiplied(red, green, blue, alpha)
}

/// Pixels between two positions on an axis, and the shares of the outer ones.
struct Span {
    first: usize,
    last: usize,
    at_first: f32,
    at_last: f32,
}

impl Span {
    /// Returns nothing if none of `pixels` is touched.
    fn new([low, high]: [f64; 2], pixels: usize) -> Option<Self> {
        let (low, high) = (low.max(0.0), high.min(pixels as f64));
        // A broken view makes them not a number.
        if low >= high || low.is_nan() || high.is_nan() {
            return None;
        }
        let first = low as usize;
        // The pixel that ends at `high`, without `ceil`: that would be a call.
        let beyond = high as usize;
        let last = (beyond - usize::from(beyond as f64 == high)).max(first);
        let whole = first == last;
        Some(Self {
            first,
            last,
            at_first: if whole {
                high - low
            } else {
                (first + 1) as f64 - low
            } as f32,
            at_last: if whole {
                high - low
            } else {
                high - last as f64
            } as f32,
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
    use crate::sample;
    use laboratory::record::Run;

    const INK: Color32 = Color32::from_rgb(10, 100, 200);

    fn colours(run: &Run) -> Colours {
        Colours {
            jobs: vec![INK; run.outcomes.len()],
            killed: INK,
            late: Color32::YELLOW,
            least_width: 0.5,
        }
    }

    /// Node-seconds that the picture shows.
    fn node_seconds(image: &ColorImage, view: &GanttView) -> f64 {
        let sum: f64 = image
            .pixels
            .iter()
            .map(|pixel| f64::from(pixel.a()) / 255.0)
            .sum();
        sum * view.seconds() * view.rows() / (image.width() * image.height()) as f64
    }

    #[test]
    fn coverage_sums_to_busy_time() {
        let run = sample::random(7, 50, 800);
        let index = GanttIndex::new(&run);
        let view = GanttView::fit(&[&run]);
        let busy: f64 = run
            .segments
            .iter()
            .map(|part| part.until.since(part.from).seconds() * f64::from(part.nodes))
            .sum();
        // Neither pixels per node nor pixels per second are whole; no bar is
        // under half a pixel, and a pixel is rounded to 1/255.
        for (across, height) in [(0.71, 333), (1.37, 37), (0.5, 50)] {
            let width = (view.seconds() * across).ceil() as usize;
            let image = picture(&index, &view, width, height, &colours(&run));
            let shown = node_seconds(&image, &view);
            assert!((shown / busy - 1.0).abs() < 0.002, "{shown} {busy}");
        }
    }

    /// Far too many bars for the pixels: widened, they would look like more work.
    #[test]
    fn occupancy_shows_no_more_than_busy_time() {
        let run = sample::random(7, 50, 800);
        let index = GanttIndex::new(&run);
        let view = GanttView::fit(&[&run]);
        let seconds = |part: laboratory::record::Segment| part.until.since(part.from).seconds();
        let parts = run.segments.iter();
        let busy: f64 = parts
            .map(|part| seconds(part) * f64::from(part.nodes))
            .sum();
        let colours = Colours::occupancy(run.outcomes.len(), false);
        for width in [40, 7] {
            let shown = node_seconds(&picture(&index, &view, width, 30, &colours), &view);
            assert!((shown / busy - 1.0).abs() < 0.01, "{shown} {busy}");
        }
    }

    #[test]
    fn a_pixel_is_the_mean_of_its_nodes() {
        // Of four nodes in one pixel, one is busy for half of the time.
        let run = sample::run(4, &[(0, 0, 50, 1, 1), (0, 100, 0, 0, 4)]);
        let view = GanttView {
            t0: 0.0,
            t1: 100.0,
            ..GanttView::fit(&[&run])
        };
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
        let view = GanttView {
            t0: 5.0,
            t1: 5.0,
            ..GanttView::fit(&[&run])
        };
        let image = picture(&GanttIndex::new(&run), &view, 4, 4, &colours(&run));
        assert_eq!(image.pixels.len(), 16);
    }
}
