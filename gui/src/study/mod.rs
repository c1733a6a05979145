//! Experiments of papers, run again: what was reported, what is measured, and whether it holds.

mod adasa;
mod agile;
pub mod deside;
mod estimate;
mod page;
mod papers;
mod scojo_pect;
mod slots;
mod text;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

pub use estimate::{Estimate, Verdict};
pub use page::{Page, Quantity, Unit};
pub use papers::{How, PAPERS, PAPERS_SUMMARY, Part, papers_csv, papers_lines};
pub use text::{LEGEND, csv, lines};

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load;

/// A study that can be run again.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// How many pages of small charts its report has, at most.
    pub most_pages: u32,
    /// Whether a page has two quantities to be drawn against each other.
    pub has_against: bool,
    /// Options of the command line that say nothing to it, each with why.
    pub useless: &'static [(&'static str, &'static str)],
    /// The paper whose experiment it is.
    pub paper: &'static str,
    /// What of the paper is implemented, and how.
    pub parts: &'static [Part],
    report: fn(&Extent, &Progress) -> Result<Option<Report>, Problem>,
}

impl Study {
    /// All of them.
    pub const ALL: [Self; 5] = [
        scojo_pect::STUDY,
        deside::STUDY,
        agile::STUDY,
        adasa::STUDY,
        slots::STUDY,
    ];

    /// That called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|study| study.name == name)
    }
}

impl PartialEq for Study {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Study {}

/// Most random workloads for each setting.
pub const MOST_WORKLOADS: u32 = 10_000;

/// How large a study is to be; as in the papers where nothing is said.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Extent {
    /// Random workloads for each setting; intervals of confidence need two.
    pub workloads: Option<u32>,
    /// Jobs of each workload, in studies of one size.
    pub jobs: Option<u32>,
    /// Offered load of drawn workloads, instead of the study's own.
    pub load: Option<f64>,
    /// The folder in which logs of the Parallel Workloads Archive are, if any.
    pub logs: Option<PathBuf>,
}

/// What came out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// One line.
    pub title: String,
    /// What was assumed or chosen, as sentences.
    pub notes: Vec<String>,
    /// Tables of values.
    pub tables: Vec<Table>,
    /// What the paper says, and whether it holds here.
    pub claims: Vec<Claim>,
    /// Pages of small charts, the one that says most first.
    pub pages: Vec<Page>,
}

/// A table of values.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// What its rows are.
    pub corner: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows, each with a name and a cell per column.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// A value that was reported, measured, or both.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cell {
    /// As in the paper.
    pub reported: Option<f64>,
    /// As measured here.
    pub measured: Option<Estimate>,
}

impl Cell {
    /// Whether the two agree; nothing if one is missing.
    pub fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::of(self.reported?, self.measured?))
    }
}

/// A statement of the paper, and what came of it here.
///
/// What is empty is not said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claim {
    /// What the paper says, in our words.
    pub statement: String,
    /// The setting at which it is judged, chosen before anything was measured.
    pub setting: String,
    /// The paper's own figures.
    pub reported: String,
    /// What was measured, with its interval of confidence.
    pub measured: String,
    /// Whether it holds.
    pub holds: Holds,
    /// What was invented, or chosen with the outcome in view.
    pub chosen: String,
    /// Why that may be, in a sentence.
    pub why: String,
}

impl Claim {
    /// What there is to say of it beside what it states and whether it holds,
    /// each part with its name.
    pub fn details(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let parts = [
            ("setting", &self.setting),
            ("reported", &self.reported),
            ("measured", &self.measured),
            ("chosen", &self.chosen),
            ("why", &self.why),
        ];
        let parts = parts.into_iter().map(|(name, text)| (name, text.as_str()));
        parts.filter(|(_, text)| !text.is_empty())
    }
}

/// Whether a statement holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Holds {
    /// As stated.
    Yes,
    /// In direction, not in size or not in every case.
    InDirection,
    /// It does not.
    #[default]
    No,
}

impl Holds {
    /// As stated if `all`, in direction if `some`.
    pub fn of(all: bool, some: bool) -> Self {
        match (all, some) {
            (true, _) => Self::Yes,
            (false, true) => Self::InDirection,
            (false, false) => Self::No,
        }
    }

    /// The same in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Yes => "holds",
            Self::InDirection => "holds in direction",
            Self::No => "does not hold",
        }
    }
}

/// Runs `study`; nothing if cancelled.
///
/// # Errors
/// A log that cannot be read, or a run that failed.
pub fn reproduce(
    study: Study,
    extent: &Extent,
    progress: &Progress,
) -> Result<Option<Report>, Problem> {
    (study.report)(extent, progress)
}

/// The log whose name begins with `name` in the folder of logs.
fn log_named(name: &str, extent: &Extent) -> Result<Option<PathBuf>, Problem> {
    let Some(folder) = &extent.logs else {
        return Ok(None);
    };
    let entries = std::fs::read_dir(folder).map_err(|error| {
        let sentence = format!("cannot be read: {}", load::reason(&error));
        Problem::input(sentence).in_file(folder)
    })?;
    let is_it = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.starts_with(name) && (file.ends_with(".swf") || file.ends_with(".swf.gz"))
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.filter(is_it).min())
}

/// Does `work` for each of `items` on all processors, in the order of the
/// items; nothing if cancelled.
fn on_all_processors<I: Sync, T: Send>(
    items: &[I],
    progress: &Progress,
    work: impl Fn(&I, &Progress) -> Result<Option<T>, Problem> + Sync,
) -> Result<Option<Vec<T>>, Problem> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some((place, item)) = {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    items.get(place).map(|item| (place, item))
                } {
                    let result = match progress.is_cancelled() {
                        true => Ok(None),
                        false => work(item, &progress.part()),
                    };
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results.push((place, result));
                    progress.report(results.len() as u64, items.len() as u64);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}
