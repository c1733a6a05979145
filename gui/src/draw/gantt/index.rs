//! Who ran where and when, so that what lies in a view is found without looking at the rest.

use std::sync::atomic::{AtomicU64, Ordering};

use cosched_core::Time;

use super::{GanttView, Rows};
use crate::family::moldable::metrics as deadlines;
use crate::family::slicing::record::LoadSpan;
use crate::record::{Outcome, Run, Segment};

/// Bars looked at or skipped together.
const BLOCK: usize = 128;

/// A segment in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// From when.
    pub from: f64,
    /// Until when.
    pub until: f64,
    /// The job, as an index into the experiment's jobs.
    pub job: u32,
    /// Where its rows begin and end, from the top.
    pub rows: [f64; 2],
    /// Whether the job was killed at the end of it.
    pub killed: bool,
    /// Until when the job loaded its memory; its start if it did not.
    pub loaded: f64,
    /// Whether the job went on later.
    pub preempted: bool,
    /// From when on the job was late; infinite if it was not.
    pub late: f64,
}

/// What a block of bars lies within.
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

/// The bars of a run by start, in blocks that know their extent.
///
/// A bar as wide as the machine is still one bar: nothing is kept per node.
#[derive(Debug)]
pub struct GanttIndex {
    id: u64,
    bars: Vec<Bar>,
    blocks: Vec<Block>,
    /// Where each job's bars begin in `of_job`; one more than there are jobs.
    job_start: Vec<u32>,
    of_job: Vec<u32>,
    sums: Sums,
    /// The first start and the last end.
    extent: [f64; 2],
    rows: Rows,
}

impl GanttIndex {
    /// Sorts the segments of `run`.
    pub fn new(run: &Run) -> Self {
        static ISSUED: AtomicU64 = AtomicU64::new(1);
        let bars = bars_of(run);
        let (job_start, of_job) = by_job(&bars, run.outcomes.len());
        let ends = bars.iter().map(|bar| bar.until);
        let low = bars.first().map_or(0.0, |bar| bar.from);
        Self {
            id: ISSUED.fetch_add(1, Ordering::Relaxed),
            blocks: bars.chunks(BLOCK).map(block).collect(),
            sums: bars.iter().fold(Sums::default(), Sums::and),
            extent: [low, ends.fold(low, f64::max)],
            rows: Rows::of(run),
            bars,
            job_start,
            of_job,
        }
    }

    /// Differs between any two indices.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// How many bars there are.
    pub fn len(&self) -> usize {
        self.bars.len()
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.bars.is_empty()
    }

    /// The rows the bars are on.
    pub fn rows(&self) -> Rows {
        self.rows
    }

    /// The first start and the last end, in seconds.
    pub fn extent(&self) -> [f64; 2] {
        self.extent
    }

    /// The bars that touch `view`, by start.
    pub fn visible(&self, view: &GanttView) -> impl Iterator<Item = &Bar> {
        let (t0, t1) = (view.t0, view.t1);
        let touches = |[top, bottom]: [f64; 2]| top < view.row1 && bottom > view.row0;
        let started = self.blocks.partition_point(|block| block.from <= t1);
        self.blocks[..started]
            .iter()
            .zip(self.bars.chunks(BLOCK))
            .filter(move |(block, _)| block.until >= t0 && touches(block.rows))
            .flat_map(|(_, bars)| bars)
            .filter(move |bar| bar.until >= t0 && bar.from <= t1 && touches(bar.rows))
    }

    /// The bars of the job at index `job`, by start.
    pub fn of_job(&self, job: usize) -> impl Iterator<Item = &Bar> {
        let start = self.job_start.get(job).copied().unwrap_or(0);
        let end = self.job_start.get(job + 1).copied().unwrap_or(start);
        self.of_job[start as usize..end as usize]
            .iter()
            .map(|bar| &self.bars[*bar as usize])
    }

    /// How many bars a pixel shows on average, anywhere in the run, when a
    /// second and a node are as large as in `view` on `width` times `height`
    /// pixels. It changes with the zoom only, so nothing pops while panning.
    pub fn crowd(&self, view: &GanttView, width: f64, height: f64) -> f64 {
        let across = width / view.seconds().max(f64::MIN_POSITIVE);
        let down = height / view.rows().max(f64::MIN_POSITIVE);
        // A bar of w by h pixels touches (w + 1)(h + 1) of them on average.
        let touched = self.sums.area * across * down
            + self.sums.seconds * across
            + self.sums.rows * down
            + self.bars.len() as f64;
        let pixels = ((self.extent[1] - self.extent[0]) * across).max(1.0)
            * (self.rows.height() * down).max(1.0);
        touched / pixels
    }
}

impl Sums {
    fn and(self, bar: &Bar) -> Self {
        let (seconds, rows) = (bar.until - bar.from, bar.rows[1] - bar.rows[0]);
        Self {
            area: self.area + seconds * rows,
            seconds: self.seconds + seconds,
            rows: self.rows + rows,
        }
    }
}

fn bars_of(run: &Run) -> Vec<Bar> {
    let mut loads = run.loads().to_vec();
    loads.sort_unstable_by_key(|load| (load.job, load.from));
    let rows = Rows::of(run);
    let mut bars: Vec<_> = run
        .segments
        .iter()
        .map(|segment| {
            let outcome = run.outcomes.get(segment.job as usize);
            let ended = |outcome: &&Outcome| outcome.completed == segment.until;
            Bar {
                from: segment.from.seconds(),
                until: segment.until.max(segment.from).seconds(),
                job: segment.job,
                rows: rows.span(segment),
                killed: outcome.filter(ended).is_some_and(|outcome| outcome.killed),
                loaded: loaded(segment, &loads).seconds(),
                preempted: outcome.is_some_and(|outcome| outcome.completed > segment.until),
                late: late(run, segment.job as usize),
            }
        })
        .collect();
    if !bars.is_sorted_by(|one, other| one.from <= other.from) {
        bars.sort_by(|one, other| one.from.total_cmp(&other.from));
    }
    bars
}

/// The deadline of `job` if it missed it.
fn late(run: &Run, job: usize) -> f64 {
    match job < run.outcomes.len() && deadlines::misses(run, job) {
        true => deadlines::deadline(run, job).map_or(f64::INFINITY, Time::seconds),
        false => f64::INFINITY,
    }
}

/// The end of the load that `segment` begins with; `loads` are by job and start.
fn loaded(segment: &Segment, loads: &[LoadSpan]) -> Time {
    let mut until = segment.from;
    // One that is cut short at the end of a slice may go on in the next.
    while let Ok(place) =
        loads.binary_search_by_key(&(segment.job, until), |load| (load.job, load.from))
        && loads[place].until > until
    {
        until = loads[place].until;
    }
    until.min(segment.until)
}

fn block(bars: &[Bar]) -> Block {
    let empty = Block {
        from: bars.first().map_or(0.0, |bar| bar.from),
        until: f64::MIN,
        rows: [f64::MAX, 0.0],
    };
    bars.iter().fold(empty, |block, bar| Block {
        from: block.from,
        until: block.until.max(bar.until),
        rows: [
            block.rows[0].min(bar.rows[0]),
            block.rows[1].max(bar.rows[1]),
        ],
    })
}

/// For each job the places of its bars: counted, summed up, dealt out.
fn by_job(bars: &[Bar], jobs: usize) -> (Vec<u32>, Vec<u32>) {
    let mut start = vec![0_u32; jobs + 1];
    let known = |bar: &Bar| (bar.job as usize) < jobs;
    for bar in bars.iter().filter(|bar| known(bar)) {
        start[bar.job as usize + 1] += 1;
    }
    for job in 0..jobs {
        start[job + 1] += start[job];
    }
    let mut next = start.clone();
    let mut of_job = vec![0; start[jobs] as usize];
    for (place, bar) in (0..).zip(bars).filter(|(_, bar)| known(bar)) {
        let slot = &mut next[bar.job as usize];
        of_job[*slot as usize] = place;
        *slot += 1;
    }
    (start, of_job)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::sample;
    use crate::draw::sample::Random;

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
            let naive = index.bars.iter().filter(|bar| {
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
            .bars
            .iter()
            .filter(|bar| bar.killed)
            .map(|bar| bar.job)
            .collect();
        assert_eq!(killed, [6]);
    }

    /// In the fixture job 1 loads 20-27 and 60-63, and job 2 0-6 and 40-43.
    #[test]
    fn bars_know_loads_and_that_their_job_goes_on() {
        let index = GanttIndex::new(&sample::displacing());
        let told = |job| -> Vec<_> {
            let bars = index.of_job(job);
            bars.map(|bar| (bar.from, bar.loaded, bar.until, bar.preempted))
                .collect()
        };
        assert_eq!(
            told(0),
            [(20.0, 27.0, 40.0, true), (60.0, 63.0, 83.0, false)]
        );
        assert_eq!(told(1), [(0.0, 6.0, 20.0, true), (40.0, 43.0, 57.0, false)]);
    }

    #[test]
    fn a_crowd_does_not_depend_on_the_place() {
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
            .bars
            .iter()
            .map(|bar| (bar.until - bar.from) * (bar.rows[1] - bar.rows[0]))
            .sum();
        let [first, last] = index.extent;
        let busy = area / ((last - first) * 16.0);
        assert!(busy < crowd && crowd < 1.2 * busy, "{busy} {crowd}");
        assert!(index.crowd(&GanttView::fit(&[&run]), 20.0, 8.0) > 3.0);
    }
}
