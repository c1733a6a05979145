//! Experiments of papers, run again: reported and measured values, and verdicts on claims.

mod adasa;
mod agile;
mod deside;
mod estimate;
mod fgd;
mod fill;
pub mod help;
mod page;
mod papers;
mod rlscheduler;
mod scojo_pect;
mod slots;
mod text;
mod trials;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

pub use estimate::{Estimate, Verdict};
pub use page::{Page, Quantity, Unit};
pub use papers::{Implementation, PAPERS, PAPERS_SUMMARY, Part, papers_csv, papers_lines};
pub use text::{LEGEND, csv, lines};

use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::base::system::{files, threads};
use laboratory::load;

/// Study that can be run again.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Name on the command line.
    pub name: &'static str,
    /// Summary in one line.
    pub summary: &'static str,
    /// Largest number of pages of small charts in its report.
    pub most_pages: u32,
    /// Two quantities of a page to be drawn against each other, in words.
    pub against: Option<&'static str>,
    /// Usual number of random workloads, and what these are if others have none of them.
    pub workloads: (u32, &'static str),
    /// Jobs of each workload.
    pub jobs: JobCount,
    /// Folder that it reads, if not one with logs; else nothing.
    pub logs: &'static str,
    /// Options of the command line that do not apply, each with the reason.
    pub inapplicable_options: &'static [(&'static str, &'static str)],
    /// Paper with the experiment.
    pub paper: &'static str,
    /// Parts of the paper, and how they are implemented.
    pub parts: &'static [Part],
    report: fn(&Extent, &Progress) -> Result<Option<Report>, Problem>,
}

/// Number of jobs of each workload of a study, as the help has it.
#[derive(Clone, Copy, Debug)]
pub enum JobCount {
    /// Usual number, and of what these are if not of each workload.
    Usual(u32, &'static str),
    /// No number can be chosen; a clause that says why, if the help has one.
    None(&'static str),
}

/// Number of random workloads that most studies have for each setting.
const USUAL_WORKLOADS: u32 = 10;

/// Number of jobs that most studies have in each workload.
const USUAL_JOBS: u32 = 10_000;

impl Study {
    /// All studies.
    pub const ALL: &[Self] = &[
        scojo_pect::STUDY,
        deside::STUDY,
        agile::STUDY,
        adasa::STUDY,
        slots::STUDY,
        fgd::STUDY,
        rlscheduler::STUDY,
    ];

    /// The study called `name`.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|study| study.name == name)
    }
}

impl PartialEq for Study {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Study {}

/// Largest number of random workloads for each setting.
pub const MOST_WORKLOADS: u32 = 10_000;

/// Extent of a study; as in the papers where absent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Extent {
    /// Random workloads for each setting; confidence intervals need two.
    pub workloads: Option<u32>,
    /// Jobs of each workload, in studies of one size.
    pub jobs: Option<u32>,
    /// Offered load of drawn workloads, instead of the study's own.
    pub load: Option<f64>,
    /// Folder with logs of the Parallel Workloads Archive, if any.
    pub logs: Option<PathBuf>,
}

/// Report of a study.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Title in one line.
    pub title: String,
    /// Assumptions and choices, as sentences.
    pub notes: Vec<String>,
    /// Tables of values.
    pub tables: Vec<Table>,
    /// Claims of the paper, and whether they hold here.
    pub claims: Vec<Claim>,
    /// Pages of small charts, the most important one first.
    pub pages: Vec<Page>,
}

/// Table of values.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Title.
    pub title: String,
    /// Noun for its rows.
    pub corner: String,
    /// Columns.
    pub columns: Vec<String>,
    /// Rows, each with a name and a cell per column.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// Value that was reported, measured, or both.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cell {
    /// As in the paper.
    pub reported: Option<f64>,
    /// As measured here.
    pub measured: Option<Estimate>,
}

impl Cell {
    const fn of(reported: Option<f64>, measured: Option<Estimate>) -> Self {
        Self { reported, measured }
    }

    /// Whether the two agree; `None` if one is missing.
    pub fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::of(self.reported?, self.measured?))
    }
}

impl From<Option<Estimate>> for Cell {
    fn from(measured: Option<Estimate>) -> Self {
        Self::of(None, measured)
    }
}

/// Statement of the paper, and its outcome here.
///
/// Empty texts are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claim {
    /// Statement of the paper, in our words.
    pub statement: String,
    /// Setting at which it is judged, chosen before anything was measured.
    pub setting: String,
    /// Figures in the paper.
    pub reported: String,
    /// Measured values, with their confidence intervals.
    pub measured: String,
    /// Whether it holds.
    pub holds: Holds,
    /// Inventions, and choices made with the outcome in view.
    pub choices: String,
    /// Possible explanation, in a sentence.
    pub explanation: String,
}

impl Claim {
    /// Further texts besides the statement and whether it holds, each with its name.
    pub fn details(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let parts = [
            ("setting", &self.setting),
            ("reported", &self.reported),
            ("measured", &self.measured),
            ("chosen", &self.choices),
            ("why", &self.explanation),
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
    /// Not at all.
    #[default]
    No,
}

impl Holds {
    /// As stated if `all`, in direction if `some`.
    pub fn of(all: bool, some: bool) -> Self {
        if all {
            Self::Yes
        } else if some {
            Self::InDirection
        } else {
            Self::No
        }
    }

    /// As stated if it holds in all cases, in direction if in some.
    pub fn among(cases: impl IntoIterator<Item = bool> + Clone) -> Self {
        let all = cases.clone().into_iter().all(|holds| holds);
        Self::of(all, cases.into_iter().any(|holds| holds))
    }

    /// Text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Yes => "holds",
            Self::InDirection => "holds in direction",
            Self::No => "does not hold",
        }
    }
}

/// Runs `study`; `None` if cancelled.
///
/// # Errors
/// A log cannot be read, or a run failed.
pub fn reproduce(
    study: Study,
    extent: &Extent,
    progress: &Progress,
) -> Result<Option<Report>, Problem> {
    (study.report)(extent, progress)
}

/// Path of the log whose name begins with `name`, in the folder of logs or else in a folder of it.
fn find_log(name: &str, extent: &Extent) -> Result<Option<PathBuf>, Problem> {
    let Some(folder) = &extent.logs else {
        return Ok(None);
    };
    let all = paths_in(folder)?;
    if let Some(log) = log_among(name, &all) {
        return Ok(Some(log));
    }
    // What is in a folder that cannot be read could not be read either.
    let folders = all.iter().filter(|path| files::is_folder(path));
    let mut inside = folders.filter_map(|folder| paths_in(folder).ok());
    Ok(inside.find_map(|paths| log_among(name, &paths)))
}

/// Paths in `folder`, in the order of their names.
fn paths_in(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let entries = files::entries(folder).map_err(|error| {
        let sentence = format!("cannot be read: {}", load::reason(&error));
        Problem::input(sentence).in_file(folder)
    })?;
    let mut paths: Vec<_> = entries.filter_map(|one| Some(one.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

/// The first log of `paths` whose name begins with `name`.
fn log_among(name: &str, paths: &[PathBuf]) -> Option<PathBuf> {
    let is_it = |path: &&PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.starts_with(name) && (file.ends_with(".swf") || file.ends_with(".swf.gz"))
    };
    paths.iter().find(is_it).cloned()
}

/// Calls `work` for each of `items` on all processors and returns the results in the order of the
/// items; `None` if cancelled.
fn in_parallel<I: Sync, T: Send>(
    items: &[I],
    progress: &Progress,
    work: impl Fn(&I, &Progress) -> Result<Option<T>, Problem> + Sync,
) -> Result<Option<Vec<T>>, Problem> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    threads::work_on(threads::processors().min(items.len()), || {
        while let Some((index, item)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).map(|item| (index, item))
        } {
            let result = if progress.is_cancelled() {
                Ok(None)
            } else {
                work(item, &progress.part())
            };
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push((index, result));
            progress.report(results.len() as u64, items.len() as u64);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
