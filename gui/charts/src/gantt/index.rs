//! Index of segments, so that the visible ones are found without looking at the rest.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use cosched_core::Time;

use super::bar::{Bar, End, end, late, loads_of, order_of, seconds};
use super::{GanttView, Rows, gpus};
use laboratory::record::{Period, Run, Segments};

/// Number of periods in a block.
const BLOCK: usize = 64;

/// Extent of the bars of a block.
#[derive(Clone, Copy, Debug)]
struct Block {
    from: f64,
    until: f64,
    rows: [f64; 2],
}

/// Sums over all bars, for how crowded a picture of them is.
#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    area: f64,
    seconds: f64,
    rows: f64,
}

/// The bars of a run by start, in blocks that know their extent. A period of a job has a bar for each
/// of its segments.
///
/// A bar as wide as the machine is still one bar: nothing is kept per node.
#[derive(Debug)]
pub struct GanttIndex {
    id: u64,
    /// Segments, shared with the run where no node has GPUs: with many jobs they are most of the
    /// memory.
    segments: Segments,
    /// Periods by start; empty if they are in that order already.
    order: Vec<u32>,
    /// How each period ended.
    ends: Vec<End>,
    /// Ends of loads, by period; few jobs load.
    loaded: Vec<(u32, Time)>,
    /// Deadlines of jobs that missed theirs, by job.
    late: Vec<(u32, Time)>,
    blocks: Vec<Block>,
    /// Periods of each job, one job after the other.
    of_job: Vec<u32>,
    /// Index there of each job's first one, with an end behind the last; empty where each job has
    /// exactly one.
    job_start: Vec<u32>,
    sums: Sums,
    /// First start and last end.
    extent: [f64; 2],
    rows: Rows,
}

impl GanttIndex {
    /// Sorts the segments of `run`.
    pub fn new(run: &Run) -> Self {
        static ISSUED: AtomicU64 = AtomicU64::new(1);
        let segments = gpus::on_rows(run);
        let mut index = Self {
            id: ISSUED.fetch_add(1, Ordering::Relaxed),
            order: order_of(segments.periods()),
            ends: segments.periods().iter().map(|one| end(run, one)).collect(),
            loaded: loads_of(run, &segments),
            segments,
            late: late(run),
            blocks: Vec::new(),
            of_job: Vec::new(),
            job_start: Vec::new(),
            sums: Sums::default(),
            extent: [0.0; 2],
            rows: Rows::of(run),
        };
        index.blocks = (0..index.periods().div_ceil(BLOCK))
            .map(|block| index.extent_of(block))
            .collect();
        (index.of_job, index.job_start) = index.by_job(run.outcomes.len());
        index.sums = index.bars().fold(Sums::default(), Sums::and);
        let low = index.bars().next().map_or(0.0, |bar| bar.from);
        index.extent = [low, index.bars().fold(low, |end, bar| end.max(bar.until))];
        index
    }

    /// Returns a number that differs between any two indices.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the number of bars.
    pub fn len(&self) -> usize {
        self.segments.len()
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Returns the rows of the bars.
    pub fn rows(&self) -> Rows {
        self.rows
    }

    /// Returns the first start and the last end, in seconds.
    pub fn extent(&self) -> [f64; 2] {
        self.extent
    }

    /// Iterates over the bars that touch `view`, by start.
    pub fn visible(&self, view: &GanttView) -> impl Iterator<Item = Bar> {
        let (t0, t1, row0, row1) = (view.t0, view.t1, view.row0, view.row1);
        let touches = move |[top, bottom]: [f64; 2]| top < row1 && bottom > row0;
        let started = self.blocks.partition_point(|block| block.from <= t1);
        let blocks = self.blocks[..started].iter().enumerate();
        blocks
            .filter(move |(_, block)| block.until >= t0 && touches(block.rows))
            .flat_map(|(block, _)| self.indices(block))
            .filter(move |&index| {
                let (_, period) = self.period(index);
                let [from, until] = seconds(period);
                until >= t0 && from <= t1
            })
            .flat_map(|index| self.of_period(index))
            .filter(move |bar| touches(bar.rows))
    }

    /// Iterates over the bars of the job at index `job`, by start.
    pub fn of_job(&self, job: usize) -> impl Iterator<Item = Bar> {
        let range = match self.job_start.as_slice() {
            [] => job..job + 1,
            starts => {
                let start = starts.get(job).copied().unwrap_or(0);
                let end = starts.get(job + 1).copied().unwrap_or(start);
                start as usize..end as usize
            }
        };
        let periods = self.of_job.get(range).unwrap_or_default();
        periods
            .iter()
            .flat_map(|index| self.of_period(*index as usize))
    }

    /// Iterates over all bars, by start.
    fn bars(&self) -> impl Iterator<Item = Bar> {
        (0..self.periods()).flat_map(|index| self.of_period(index))
    }

    /// Returns the number of periods.
    fn periods(&self) -> usize {
        self.segments.periods().len()
    }

    /// Returns the indices of the periods of a block.
    fn indices(&self, block: usize) -> Range<usize> {
        BLOCK * block..(BLOCK * (block + 1)).min(self.periods())
    }

    /// Returns the period at `index` by start, and its index among those of the run.
    fn period(&self, index: usize) -> (usize, &Period) {
        let at = self.order.get(index).map_or(index, |at| *at as usize);
        (at, &self.segments.periods()[at])
    }

    /// Iterates over the bars of the period at `index` by start.
    fn of_period(&self, index: usize) -> impl Iterator<Item = Bar> {
        let (at, period) = self.period(index);
        let [from, until] = seconds(period);
        let instant_of = |known: &[(u32, Time)], key: u32| {
            let found = known.binary_search_by_key(&key, |(key, _)| *key);
            found.ok().map(|found| known[found].1.seconds())
        };
        let (killed, preempted) = (
            self.ends[at] == End::Killed,
            self.ends[at] == End::Preempted,
        );
        let loaded = instant_of(&self.loaded, at as u32).unwrap_or(from);
        let late = instant_of(&self.late, period.job).unwrap_or(f64::INFINITY);
        self.segments.of_period(at).map(move |segment| Bar {
            from,
            until,
            job: segment.job,
            rows: self.rows.span(&segment),
            killed,
            loaded,
            preempted,
            late,
        })
    }

    /// Returns how many bars a pixel shows on average, anywhere in the run, when a second and a
    /// node are as large as in `view` on `width` times `height` pixels. It changes with the zoom
    /// only, so nothing pops while panning.
    pub fn crowd(&self, view: &GanttView, width: f64, height: f64) -> f64 {
        let across = width / view.seconds().max(f64::MIN_POSITIVE);
        let down = height / view.rows().max(f64::MIN_POSITIVE);
        // A bar of w by h pixels touches (w + 1)(h + 1) of them on average.
        let touched = self.sums.area * across * down
            + self.sums.seconds * across
            + self.sums.rows * down
            + self.len() as f64;
        let pixels = ((self.extent[1] - self.extent[0]) * across).max(1.0)
            * (self.rows.height() * down).max(1.0);
        touched / pixels
    }

    fn extent_of(&self, block: usize) -> Block {
        let bars = || self.indices(block).flat_map(|index| self.of_period(index));
        let empty = Block {
            from: bars().next().map_or(0.0, |bar| bar.from),
            until: f64::MIN,
            rows: [f64::MAX, 0.0],
        };
        bars().fold(empty, |block, bar| Block {
            from: block.from,
            until: block.until.max(bar.until),
            rows: [
                block.rows[0].min(bar.rows[0]),
                block.rows[1].max(bar.rows[1]),
            ],
        })
    }

    /// Returns the indices of each job's periods, counted, summed up, dealt out, and the index of
    /// each job's first one.
    fn by_job(&self, jobs: usize) -> (Vec<u32>, Vec<u32>) {
        let of = |index: usize| self.period(index).1.job as usize;
        let known = || (0..self.periods()).filter(|index| of(*index) < jobs);
        let mut start = vec![0_u32; jobs + 1];
        for index in known() {
            start[of(index) + 1] += 1;
        }
        for job in 0..jobs {
            start[job + 1] += start[job];
        }
        let mut next = start.clone();
        let mut of_job = vec![0; start[jobs] as usize];
        for index in known() {
            let slot = &mut next[of(index)];
            of_job[*slot as usize] = index as u32;
            *slot += 1;
        }
        if (0..).zip(&start).all(|(job, first)| job == *first) {
            start = Vec::new();
        }
        (of_job, start)
    }
}

impl Sums {
    fn and(self, bar: Bar) -> Self {
        let (seconds, rows) = (bar.until - bar.from, bar.rows[1] - bar.rows[0]);
        Self {
            area: self.area + seconds * rows,
            seconds: self.seconds + seconds,
            rows: self.rows + rows,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::sample::Random;

    #[test]
    fn what_is_visible_is_what_a_scan_finds() {
        let run = sample::random(3, 40, 2000);
        let index = GanttIndex::new(&run);
        let mut random = Random(9);
        for _ in 0..50 {
            let (t0, row0) = (random.below(3000) as f64, random.below(38) as f64);
            let view = GanttView {
                t0,
                t1: t0 + 1.0 + random.below(500) as f64,
                row0,
                row1: row0 + 1.0 + random.below(10) as f64,
                ..GanttView::fit(&[&run])
            };
            let naive = index.bars().filter(|bar| {
                bar.until >= view.t0
                    && bar.from <= view.t1
                    && bar.rows[0] < view.row1
                    && bar.rows[1] > view.row0
            });
            assert!(index.visible(&view).eq(naive));
        }
    }

    #[test]
    fn each_job_knows_its_own_bars() {
        let run = sample::random(4, 16, 500);
        let index = GanttIndex::new(&run);
        for job in 0..500 {
            let bars: Vec<_> = index.of_job(job).collect();
            assert_eq!(bars.len(), 1);
            assert_eq!(bars[0].job as usize, job);
        }
        assert_eq!(index.of_job(500).count(), 0);
    }

    #[test]
    fn a_kill_marks_the_bar_it_ends() {
        let index = GanttIndex::new(&sample::ten_jobs());
        let killed: Vec<_> = index
            .bars()
            .filter(|bar| bar.killed)
            .map(|bar| bar.job)
            .collect();
        assert_eq!(killed, [6]);
    }

    /// In the fixture job 1 loads 20-27 and 60-63, and job 2 0-6 and 40-43.
    #[test]
    fn bars_know_loads_and_that_their_job_goes_on() {
        let index = GanttIndex::new(&sample::displacing());
        let bars_of = |job| -> Vec<_> {
            let bars = index.of_job(job);
            bars.map(|bar| (bar.from, bar.loaded, bar.until, bar.preempted))
                .collect()
        };
        assert_eq!(
            bars_of(0),
            [(20.0, 27.0, 40.0, true), (60.0, 63.0, 83.0, false)]
        );
        assert_eq!(
            bars_of(1),
            [(0.0, 6.0, 20.0, true), (40.0, 43.0, 57.0, false)]
        );
    }

    #[test]
    fn crowd_does_not_depend_on_the_position() {
        let run = sample::random(5, 16, 1000);
        let index = GanttIndex::new(&run);
        let here = GanttView {
            t0: 0.0,
            t1: 100.0,
            ..GanttView::fit(&[&run])
        };
        let there = GanttView {
            t0: 300.0,
            t1: 400.0,
            ..here
        };
        let crowd = index.crowd(&here, 500.0, 160.0);
        assert!((crowd - index.crowd(&there, 500.0, 160.0)).abs() < 1e-9);
        // Bars of about 250 by 20 pixels: hardly more than the share of the area that is busy.
        let area: f64 = index
            .bars()
            .map(|bar| (bar.until - bar.from) * (bar.rows[1] - bar.rows[0]))
            .sum();
        let [first, last] = index.extent;
        let busy = area / ((last - first) * 16.0);
        assert!(busy < crowd && crowd < 1.2 * busy, "{busy} {crowd}");
        assert!(index.crowd(&GanttView::fit(&[&run]), 20.0, 8.0) > 3.0);
    }
}
