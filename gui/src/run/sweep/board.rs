//! Who runs what: seeds are given to threads one by one, and each point gets more of them until it has enough.

use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::Results;
use super::grid::Grid;
use super::point::{Place, Rows};
use super::table::mean_of;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::scenario::Sweep;

/// What threads share.
pub(super) struct Board<'s> {
    places: &'s [Place],
    grid: &'s Grid,
    state: Mutex<State>,
    /// Told when a seed is done, which may be followed by another one.
    changed: Condvar,
}

struct State {
    points: Vec<Progressing>,
    /// Seeds that are done.
    done: u64,
    /// Those of them that were done before: they say nothing of how long others take.
    read: u64,
    problem: Option<Problem>,
}

/// How far a point has come.
#[derive(Default)]
struct Progressing {
    /// How many seeds it is to have, as far as is known.
    wanted: usize,
    /// How many were given to threads.
    given: usize,
    rows: Vec<Option<Rows>>,
}

impl<'s> Board<'s> {
    /// All of `places` that are `members` are to be run.
    pub(super) fn new(places: &'s [Place], members: Vec<usize>, grid: &'s Grid) -> Self {
        let mut points = Vec::new();
        points.resize_with(places.len(), Progressing::default);
        for number in members {
            points[number].wanted = least(&grid.sweep);
        }
        Self {
            places,
            grid,
            state: Mutex::new(State {
                points,
                done: 0,
                read: 0,
                problem: None,
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs seeds until there are none left, somebody has failed, or it is cancelled.
    pub(super) fn work(&self, source: &Path, progress: &Progress) {
        while let Some((number, seed)) = self.next(progress) {
            let place = &self.places[number];
            let stored = place.stored(place.seed(seed));
            let is_stored = stored.is_some();
            let rows = match stored {
                Some(rows) => Ok(Some(rows)),
                None => place.run(place.seed(seed), source, &progress.part()),
            };
            let mut state = self.state();
            state.read += u64::from(is_stored);
            let done = rows.and_then(|rows| match rows {
                Some(rows) => state.enter(number, seed, rows, place, &self.grid.sweep),
                None => Ok(()),
            });
            if let Err(problem) = done {
                state.problem.get_or_insert_with(|| match problem.file {
                    // Of files that could not be written, that is enough.
                    Some(_) => problem,
                    None => self.grid.unsuited(&place.point, &problem),
                });
            }
            state.report(progress);
            self.changed.notify_all();
        }
    }

    /// A point and which of its seeds is next; waits for one where another thread may want
    /// more of them.
    fn next(&self, progress: &Progress) -> Option<(usize, usize)> {
        let mut state = self.state();
        loop {
            if state.problem.is_some() || progress.is_cancelled() {
                self.changed.notify_all();
                return None;
            }
            let mut points = state.points.iter_mut().enumerate();
            if let Some((number, point)) = points.find(|(_, point)| point.given < point.wanted) {
                point.given += 1;
                return Some((number, point.given - 1));
            }
            let all_done = |point: &Progressing| point.known() == point.wanted;
            if state.points.iter().all(all_done) {
                return None;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// All rows; nothing if it was cancelled.
    ///
    /// # Errors
    /// What the first thread failed at.
    pub(super) fn finish(self, progress: &Progress) -> Result<Option<Results>, Problem> {
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        match state.problem {
            Some(problem) => Err(problem),
            None if progress.is_cancelled() => Ok(None),
            None => {
                let points = state.points.into_iter();
                let rows = points.map(|point| point.rows.into_iter().flatten().collect());
                Ok(Some(rows.collect()))
            }
        }
    }
}

impl State {
    /// Enters the rows of a seed, and asks for another one if all so far are not enough.
    fn enter(
        &mut self,
        number: usize,
        seed: usize,
        rows: Rows,
        place: &Place,
        sweep: &Sweep,
    ) -> Result<(), Problem> {
        let point = &mut self.points[number];
        if point.rows.len() <= seed {
            point.rows.resize_with(seed + 1, || None);
        }
        point.rows[seed] = Some(rows);
        self.done += 1;
        if point.known() < point.wanted {
            return Ok(());
        }
        let known: Vec<Rows> = point.rows.iter().flatten().cloned().collect();
        if !enough(sweep, place, &known)? {
            point.wanted += 1;
        }
        Ok(())
    }

    fn report(&self, progress: &Progress) {
        let wanted: usize = self.points.iter().map(|point| point.wanted).sum();
        progress.report(self.done - self.read, wanted as u64 - self.read);
    }
}

impl Progressing {
    fn known(&self) -> usize {
        self.rows.iter().flatten().count()
    }
}

/// How many seeds a point has, whatever comes out.
fn least(sweep: &Sweep) -> usize {
    let seeds = sweep.seeds as usize;
    match &sweep.until {
        // There is no interval from fewer than two.
        Some(until) => seeds.max(2).min(until.most as usize),
        None => seeds,
    }
}

/// Whether these seeds, in their order, are enough for a point: the mean of the metric that
/// is to be known is known well enough under each of its policies, or there are as many as
/// there may be.
///
/// # Errors
/// That metric says nothing of a run.
pub(super) fn enough(sweep: &Sweep, place: &Place, seeds: &[Rows]) -> Result<bool, Problem> {
    if seeds.len() < least(sweep) {
        return Ok(false);
    }
    let Some(until) = &sweep.until else {
        return Ok(true);
    };
    if seeds.len() as u64 >= until.most {
        return Ok(true);
    }
    for (policy, choice) in place.point.choices.iter().enumerate() {
        match mean_of(seeds, policy, &until.metric) {
            Some(mean) if mean.is_within(until.half_width) => {}
            Some(_) => return Ok(false),
            None => {
                return Err(Problem::input(format!(
                    "`{}` says nothing of {}, so that it is never known well enough",
                    until.metric, choice.label
                )));
            }
        }
    }
    Ok(true)
}
