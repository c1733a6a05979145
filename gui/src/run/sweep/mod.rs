//! Sweeps: every combination of some parameters, with several seeds, on all cores, to be gone on with at any time.

mod board;
pub mod grid;
pub mod interval;
mod manifest;
mod point;
pub mod script;
mod set;
pub mod table;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::export::{check_folder, write_rows, write_whole};
use crate::scenario::Scenario;
use board::{Board, enough};
use grid::Grid;
use manifest::{Begun, Inputs, Manifest};
use point::Place;
pub use point::{Row, Rows};

/// The rows of each point: by seed, then by policy.
pub type Results = Vec<Vec<Rows>>;

/// Which points are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 1.
    pub part: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Shard {
    /// All points.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    fn has(self, number: usize) -> bool {
        number % self.of == self.part - 1
    }
}

/// A sweep that is ready to be run.
#[derive(Debug)]
pub struct Prepared {
    grid: Grid,
    places: Vec<Place>,
    source: PathBuf,
    folder: PathBuf,
    begun: Begun,
    /// What has changed since the folder was last filled, as a sentence.
    pub changed: Option<String>,
}

impl Prepared {
    /// The sweep of `scenario`, of the file `source`, with results in `folder`, in which
    /// nothing is written yet.
    ///
    /// # Errors
    /// What is wrong with any of its points.
    pub fn new(scenario: &Scenario, source: &Path, folder: &Path) -> Result<Self, Problem> {
        let grid = Grid::new(scenario)?;
        let inputs = Inputs::new(source);
        let place = |number| {
            let point = grid.point(number)?;
            let manifest = Manifest::new(&grid, &point, &inputs)
                .map_err(|problem| grid.unsuited(&point, &problem))?;
            Ok(Place {
                point,
                folder: folder.join("points").join(&manifest.hash),
                cut: grid.sweep.cut,
                manifest: manifest.json(),
            })
        };
        let places = (0..grid.len()).map(place).collect::<Result<_, Problem>>()?;
        let begun = Begun::new(scenario, &inputs);
        let before = Begun::read(folder);
        Ok(Self {
            changed: before.and_then(|before| begun.changes(&before)),
            grid,
            places,
            source: source.to_path_buf(),
            folder: folder.to_path_buf(),
            begun,
        })
    }

    /// How many points it has.
    pub fn points(&self) -> usize {
        self.places.len()
    }

    /// How many of them a shard has.
    pub fn points_of(&self, shard: Shard) -> usize {
        (0..self.points())
            .filter(|number| shard.has(*number))
            .count()
    }

    /// Runs what of the points in `shard` was not run yet, on so many threads, after each of
    /// them was looked at; nothing if it was cancelled. The others have no rows.
    ///
    /// # Errors
    /// What is wrong with a point or with writing; what has been written is kept.
    pub fn run(
        &self,
        shard: Shard,
        threads: usize,
        progress: &Progress,
    ) -> Result<Option<Results>, Problem> {
        check_folder(&self.folder)?;
        self.check(shard, threads, progress)?;
        if progress.is_cancelled() {
            return Ok(None);
        }
        // Were this stopped, tables would stand beside what they are not of.
        for table in ["results.csv", "summary.csv"] {
            if self.changed.is_some() && self.folder.join(table).exists() {
                remove(&self.folder.join(table))?;
            }
        }
        write_whole(&self.folder.join(Begun::NAME), self.begun.json().as_bytes())?;
        let members = (0..self.points()).filter(|number| shard.has(*number));
        let board = Board::new(&self.places, members.collect(), &self.grid);
        on_threads(threads, || board.work(&self.source, progress));
        board.finish(progress)
    }

    /// Looks at each point before anything is run.
    fn check(&self, shard: Shard, threads: usize, progress: &Progress) -> Result<(), Problem> {
        let next = AtomicU64::new(0);
        let found = std::sync::Mutex::new(None);
        on_threads(threads, || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed) as usize;
                let Some(place) = self.places.get(number) else {
                    return;
                };
                if progress.is_cancelled() {
                    return;
                }
                if !shard.has(number) {
                    continue;
                }
                if let Err(problem) = place.check(&self.source, &progress.part()) {
                    let problem = self.grid.unsuited(&place.point, &problem);
                    let mut found = found.lock().unwrap_or_else(|error| error.into_inner());
                    // The first point that is wrong, whoever found it when.
                    match &*found {
                        Some((first, _)) if *first < number => {}
                        _ => *found = Some((number, problem)),
                    }
                    next.store(self.places.len() as u64, Ordering::Relaxed);
                }
            }
        });
        let found = found
            .into_inner()
            .unwrap_or_else(|error| error.into_inner());
        found.map_or(Ok(()), |(_, problem)| Err(problem))
    }

    /// What is there of all points, and which runs are not, as words.
    ///
    /// # Errors
    /// A metric that should be known well enough says nothing.
    pub fn there(&self) -> Result<(Results, Vec<String>), Problem> {
        let (mut results, mut missing) = (Results::new(), Vec::new());
        for place in &self.places {
            let mut seeds = Vec::new();
            loop {
                let seed = place.seed(seeds.len());
                let is_enough = enough(&self.grid.sweep, place, &seeds)
                    .map_err(|problem| self.grid.unsuited(&place.point, &problem))?;
                if is_enough {
                    break;
                }
                let Some(rows) = place.stored(seed) else {
                    missing.push(format!("{}seed {seed}", self.words(place)));
                    break;
                };
                seeds.push(rows);
            }
            results.push(seeds);
        }
        Ok((results, missing))
    }

    /// What sets a point apart, before more is said.
    fn words(&self, place: &Place) -> String {
        let named = self.grid.names().zip(&place.point.values);
        named
            .map(|(name, value)| format!("{name} {value}, "))
            .collect()
    }

    /// Writes the tables of all points.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn write_tables(&self, results: &Results) -> Result<(), Problem> {
        let rows = table::results(&self.grid, results)?;
        write_rows(&self.folder.join("results.csv"), rows)?;
        let rows = table::summary(&self.grid, results)?;
        write_rows(&self.folder.join("summary.csv"), rows)
    }
}

fn remove(file: &Path) -> Result<(), Problem> {
    std::fs::remove_file(file).map_err(|error| {
        let why = crate::load::reason(&error);
        Problem::output(format!("cannot be removed: {why}")).in_file(file)
    })
}

/// Does `work` on so many threads at once.
fn on_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system gives no more of them, fewer do it.
            if std::thread::Builder::new()
                .spawn_scoped(scope, &work)
                .is_err()
            {
                break;
            }
        }
        work();
    });
}
