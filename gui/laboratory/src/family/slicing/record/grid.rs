//! Means of each node in bins of time: as many for a long run as for a short one.

use cosched_core::{Duration, Memory, Time};

/// Largest number of cells of the grid, and least and largest number of bins for each node.
const MOST_CELLS: usize = 1 << 22;
const FEWEST_BINS: usize = 16;
const MOST_BINS: usize = 4096;
/// Initial width of a bin, in nanoseconds.
const FIRST_WIDTH: u64 = 1_000_000_000;

/// Adds steps, each with its range and its value, to the means of columns over `[from, until]`.
pub(super) fn spread(
    steps: impl Iterator<Item = ([f64; 2], f32)>,
    [from, until]: [f64; 2],
    columns: &mut [f32],
) {
    let width = (until - from) / columns.len() as f64;
    if width.is_nan() || width <= 0.0 {
        return;
    }
    let most = columns.len() as f64;
    for ([start, end], value) in steps {
        let low = ((start - from) / width).clamp(0.0, most);
        let high = ((end - from) / width).clamp(0.0, most);
        let (first, last) = (low as usize, high.ceil() as usize);
        for (index, column) in (first..last).zip(&mut columns[first..]) {
            let covered = high.min(index as f64 + 1.0) - low.max(index as f64);
            *column += value * covered.max(0.0) as f32;
        }
    }
}

/// Means of each node in bins of time whose width doubles as a run gets longer.
#[derive(Debug)]
pub(super) struct Grid {
    bins: usize,
    /// Width of a bin, in nanoseconds.
    width: u64,
    origin: Option<Time>,
    /// Mean KiB of each bin, the bins of a node consecutive.
    cells: Vec<f32>,
}

impl Grid {
    pub(super) fn new(nodes: usize) -> Self {
        let bins = (MOST_CELLS / nodes.max(1)).clamp(FEWEST_BINS, MOST_BINS);
        let bins = bins.next_power_of_two().min(MOST_BINS);
        Self {
            bins,
            width: FIRST_WIDTH,
            origin: None,
            cells: vec![0.0; nodes * bins],
        }
    }

    pub(super) fn seconds(&self) -> f64 {
        Duration(self.width).seconds()
    }

    /// Adds `total` on `node` from one instant to another.
    pub(super) fn add(&mut self, node: u32, from: Time, until: Time, total: Memory) {
        let origin = *self.origin.get_or_insert(from);
        let (from, until) = (from.since(origin).0, until.since(origin).0);
        while until > self.width.saturating_mul(self.bins as u64) {
            self.fold();
        }
        let (first, last) = (from / self.width, until.div_ceil(self.width));
        let start = node as usize * self.bins;
        for bin in first..last {
            let low = from.max(bin * self.width);
            let high = until.min((bin + 1).saturating_mul(self.width));
            let share = high.saturating_sub(low) as f64 / self.width as f64;
            self.cells[start + bin as usize] += (f64::from(total.0) * share) as f32;
        }
    }

    /// Merges every two bins.
    fn fold(&mut self) {
        self.width = self.width.saturating_mul(2);
        for cells in self.cells.chunks_mut(self.bins) {
            for bin in 0..cells.len() / 2 {
                cells[bin] = f32::midpoint(cells[2 * bin], cells[2 * bin + 1]);
            }
            cells[self.bins / 2..].fill(0.0);
        }
    }

    fn of(&self, node: u32) -> &[f32] {
        let start = node as usize * self.bins;
        self.cells.get(start..start + self.bins).unwrap_or(&[])
    }

    pub(super) fn at(&self, node: u32, at: Time) -> f32 {
        let bin = at.since(self.origin.unwrap_or_default()).0 / self.width;
        let cell = self.of(node).get(bin as usize);
        cell.copied().unwrap_or(0.0)
    }

    /// Returns the bins of `node` between two instants in seconds.
    pub(super) fn within(
        &self,
        node: u32,
        from: f64,
        until: f64,
    ) -> impl Iterator<Item = ([f64; 2], f32)> {
        let (origin, width) = (self.origin.unwrap_or_default().seconds(), self.seconds());
        let bin = |at: f64| ((at - origin) / width).clamp(0.0, self.bins as f64);
        let (first, end) = (bin(from) as usize, bin(until).ceil() as usize);
        let cells = self.of(node).iter().enumerate();
        let cells = cells.take(end).skip(first);
        cells.map(move |(bin, cell)| {
            let start = origin + bin as f64 * width;
            ([start, start + width], *cell)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_shared_out_by_time() {
        let mut columns = [0.0; 4];
        let steps = [([-5.0, 5.0], 2.0), ([5.0, 15.0], 6.0), ([35.0, 90.0], 8.0)];
        spread(steps.into_iter(), [0.0, 40.0], &mut columns);
        // Half 2 and half 6; half 6; nothing; half 8.
        assert_eq!(columns, [4.0, 3.0, 0.0, 4.0]);
        spread([([0.0, 1.0], 1.0)].into_iter(), [3.0, 3.0], &mut columns);
        assert_eq!(columns, [4.0, 3.0, 0.0, 4.0], "no time, no change");
    }

    #[test]
    fn bins_double_and_keep_the_area() {
        let mut grid = Grid::new(2);
        let end = 10 * MOST_BINS as u64;
        grid.add(1, Time::from_seconds(7), Time::from_seconds(8), Memory(64));
        grid.add(
            1,
            Time::from_seconds(8),
            Time::from_seconds(end),
            Memory(10),
        );
        assert_eq!(
            grid.width,
            16 * FIRST_WIDTH,
            "the first power of two that is enough"
        );
        let sum: f32 = grid.of(1).iter().sum();
        let area = f64::from(sum) * grid.seconds();
        let expected = 64.0 + 10.0 * (end - 8) as f64;
        assert!(
            (area - expected).abs() < 1e-3 * expected,
            "{area} {expected}"
        );
        assert!(grid.of(0).iter().all(|cell| *cell == 0.0));
        // Sixteen seconds from the first change on: one at 64, the others at 10.
        assert_eq!(
            grid.at(1, Time::from_seconds(7)),
            (64.0 + 15.0 * 10.0) / 16.0
        );
    }
}
