//! The heat map as pixels: columns of time, a line for each node or for a few of them.

use egui::{Color32, ColorImage};

use crate::colour;
use crate::gantt::GanttView;
use laboratory::family::slicing::record::MemoryRecord;

/// Most means in one picture: machines of very many nodes have wider columns.
const MOST_MEANS: usize = 1 << 22;
/// Fewest columns of a picture.
const FEWEST_COLUMNS: usize = 64;

/// Returns the nodes of which at least a part is in `view`: the first, and the one below the last.
pub(super) fn rows(record: &MemoryRecord, view: &GanttView) -> [u32; 2] {
    let nodes = f64::from(record.nodes());
    let node = |row: f64| row.clamp(0.0, nodes) as u32;
    let first = node(view.row0.floor());
    [first, node(view.row1.ceil()).max(first)]
}

/// Returns the picture of [`rows`] over the time of `view`, on up to `width` times `height` pixels:
/// the mean share of memory that is resident, clear where there is none.
pub(super) fn picture(
    record: &MemoryRecord,
    view: &GanttView,
    [width, height]: [usize; 2],
    dark: bool,
) -> ColorImage {
    let [first, end] = rows(record, view);
    let count = (end - first) as usize;
    let lines = count.min(height);
    let width = (MOST_MEANS / count.max(1)).clamp(FEWEST_COLUMNS.min(width), width);
    let mut sums = vec![0.0; lines * width];
    let mut means = vec![0.0; width];
    for (index, node) in (first..end).enumerate() {
        means.fill(0.0);
        record.add_means(node, view.t0, view.t1, &mut means);
        // A node lies in one line or across the edge of two.
        let (low, high) = (edge(index, lines, count), edge(index + 1, lines, count));
        for line in low as usize..(high.ceil() as usize).min(lines) {
            let share = high.min(line as f64 + 1.0) - low.max(line as f64);
            let line = &mut sums[line * width..][..width];
            for (sum, mean) in line.iter_mut().zip(&means) {
                *sum += mean * share as f32;
            }
        }
    }
    let shades: Vec<_> = (0..=u8::MAX)
        .map(|shade| colour::memory(f32::from(shade) / 255.0, dark))
        .collect();
    // A line is as high as a node in the picture of nodes, and as one in the sums.
    let full = record.capacity().0.max(1) as f32;
    let pixels = sums.iter().map(|sum| shade(sum / full, &shades)).collect();
    ColorImage::new([width, lines], pixels)
}

/// Returns the line at which the node with that index begins.
fn edge(index: usize, lines: usize, count: usize) -> f64 {
    index as f64 * lines as f64 / count as f64
}

fn shade(share: f32, shades: &[Color32]) -> Color32 {
    // Any resident memory is told from none, and nothing else is clear.
    let least = if share > 1e-6 { 1 } else { 0 };
    let index = ((share * 255.0).round() as usize).max(least);
    shades[index.min(shades.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn shades_are_those_of_the_means() {
        let run = sample::displacing();
        let record = run.memory().unwrap();
        let view = GanttView {
            t0: 10.0,
            t1: 90.0,
            row0: 0.0,
            row1: 1.0,
            ..GanttView::default()
        };
        let image = picture(record, &view, [8, 50], false);
        assert_eq!(image.size, [8, 1], "one node is one line");
        // Tens of seconds of the run by hand: 6 of 10 MiB; 10 three times; 10 until 57 and
        // 4 from there on; 7 until 83.
        let expected = [0.6, 1.0, 1.0, 1.0, 0.82, 0.7, 0.7, 0.21];
        for (pixel, share) in image.pixels.iter().zip(expected) {
            let wanted = colour::memory(share, false);
            let both = pixel.to_array().into_iter().zip(wanted.to_array());
            assert!(
                both.clone().all(|(one, other)| one.abs_diff(other) <= 2),
                "{share}"
            );
        }
    }

    #[test]
    fn more_nodes_than_lines_are_means() {
        let run = sample::sliced();
        let record = run.memory().unwrap();
        let view = GanttView::fit(&[&run]);
        let all = picture(record, &view, [50, 100], true);
        assert_eq!(all.size, [50, 32]);
        let few = picture(record, &view, [50, 5], true);
        assert_eq!(few.size, [50, 5]);
        let light = |image: &ColorImage| {
            let sum: f32 = image.pixels.iter().map(|pixel| f32::from(pixel.g())).sum();
            sum / image.pixels.len() as f32
        };
        // Shades are not proportional to shares, so only about the same.
        assert!((light(&all) - light(&few)).abs() < 12.0);
    }

    #[test]
    fn nothing_in_view_is_an_empty_picture() {
        let run = sample::displacing();
        let record = run.memory().unwrap();
        let view = GanttView {
            row0: 5.0,
            row1: 9.0,
            ..GanttView::fit(&[&run])
        };
        assert_eq!(picture(record, &view, [8, 8], false).size, [8, 0]);
    }
}
