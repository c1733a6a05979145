//! Formats of files that can be opened: a row each.

use std::path::Path;

use super::account;
use super::batsim;
use super::cases;
use super::open::{self, Opened};
use super::workflow_file;
use crate::base::problem::Problem;
use crate::scenario::Scenario;

/// Format of files.
#[derive(Debug)]
pub struct Format {
    /// Noun for such a file.
    pub noun: &'static str,
    /// The noun in a list of formats, with its article if it has one, and its plural.
    phrases: [&'static str; 2],
    /// Endings of such files' names, without `.gz`.
    pub endings: fn() -> Vec<&'static str>,
    /// Test of a file's content, where the ending does not decide.
    pub(super) detects: Option<fn(&Path) -> bool>,
    /// Opens such a file.
    pub(super) open: fn(&Path) -> Result<Opened, Problem>,
}

/// Index of the row for workloads of Batsim.
const BATSIM: usize = 3;

/// Index of the row for Slurm’s accounting; behind it are other tables.
const SLURM: usize = 4;

/// All formats.
pub const FORMATS: [Format; 6] = [
    Format {
        noun: "scenario",
        phrases: ["a scenario", "scenarios"],
        endings: || vec![".ron"],
        detects: None,
        open: open::scenario,
    },
    Format {
        noun: "log",
        phrases: ["a log", "logs"],
        endings: || vec![".swf"],
        detects: None,
        open: open::log,
    },
    Format {
        noun: "workflow",
        phrases: ["a workflow", "workflows"],
        endings: workflow_file::endings,
        detects: None,
        open: open::workflow,
    },
    Format {
        noun: "workload of Batsim",
        phrases: ["a workload of Batsim", "workloads of Batsim"],
        endings: || vec![".json"],
        detects: Some(batsim::is_workload),
        open: batsim::open,
    },
    Format {
        noun: "accounting of Slurm",
        phrases: ["accounting of Slurm", "accounting of Slurm"],
        endings: || vec![".sacct", ".psv", ".jobcomp"],
        detects: Some(account::is_slurm),
        open: account::open,
    },
    Format {
        noun: "table of jobs",
        phrases: ["a table of jobs", "tables of jobs"],
        endings: || vec![".csv", ".parquet"],
        detects: Some(account::is_table),
        open: account::open,
    },
];

impl Format {
    /// Format of a file by the ending of its name, packed or not; the first one where several share
    /// it.
    pub fn of(path: &Path) -> Option<&'static Self> {
        let (path, _) = cases::split_path(path);
        FORMATS.iter().find(|format| format.has_ending(path))
    }

    /// Format of a file by the ending of its name and, where several share it, by its content.
    fn detect(path: &Path) -> Option<&'static Self> {
        let holds = |format: &&Self| format.detects.is_some_and(|holds| holds(path));
        let mut by_name = FORMATS.iter().filter(|format| format.has_ending(path));
        let format = by_name.find(holds).or_else(|| Self::of(path));
        // Files of Slurm have any name: their first line decides.
        format.or_else(|| FORMATS[SLURM..].iter().find(holds))
    }

    /// Whether the name of a file has one of the endings.
    fn has_ending(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().to_ascii_lowercase();
        let unpacked = name.strip_suffix(".gz").unwrap_or(&name);
        let mut endings = (self.endings)().into_iter();
        endings.any(|ending| unpacked.ends_with(ending) && unpacked.len() > ending.len())
    }
}

/// Whether a file called `name` is a scenario, or several.
pub(super) fn is_scenario_name(name: &str) -> bool {
    FORMATS[0].has_ending(Path::new(name))
}

/// Reads a scenario, or wraps the contents of a file in one by the ending of its name
/// ([`FORMATS`]), with every default policy; a file with another ending is taken for a log.
///
/// # Errors
/// The file cannot be read or is no scenario. Files it refers to are read by
/// [`prepare`](super::prepare).
pub fn open(path: &Path) -> Result<Scenario, Problem> {
    match open_any(path)? {
        Opened::Jobs(scenario) => Ok(*scenario),
        Opened::Search(_) => {
            let sentence = "a search for windows of slots; here jobs are to be run";
            Err(Problem::input(sentence).in_file(path))
        }
    }
}

/// As [`open()`], but also reads a search for windows (`Slots(…)` in a `.ron` file). Of a file of
/// cases, the path names one ([`cases`]).
///
/// # Errors
/// Those of [`open()`].
pub fn open_any(path: &Path) -> Result<Opened, Problem> {
    match Format::detect(path) {
        Some(format) => (format.open)(path),
        // Logs have many endings.
        None => open::log(path),
    }
}

/// As [`open_any`], on the hosts of a platform of SimGrid if one is given, with remarks on what was
/// left out or assumed.
///
/// # Errors
/// Those of [`open()`]; a platform for anything but a workload of Batsim.
pub fn open_on(path: &Path, platform: Option<&Path>) -> Result<(Opened, Vec<String>), Problem> {
    // A platform implies a workload of Batsim, even a malformed one.
    let is_of_batsim = match platform {
        Some(_) => FORMATS[BATSIM].has_ending(path),
        None => Format::detect(path).is_some_and(|format| format.noun == FORMATS[BATSIM].noun),
    };
    match (is_of_batsim, platform) {
        (true, _) => {
            let read = batsim::read(path, platform)?;
            Ok((Opened::Jobs(Box::new(read.scenario)), read.remarks))
        }
        (_, Some(_)) => {
            let sentence = "--platform: only a workload of Batsim runs on a platform of SimGrid";
            Err(Problem::input(sentence).in_file(path))
        }
        (_, None) => Ok((open_any(path)?, Vec::new())),
    }
}

/// Every format with its endings, joined, each with the phrase at `index`.
fn list_of(index: usize) -> String {
    let formats = FORMATS.each_ref().map(|format| {
        let endings = (format.endings)().join(", ");
        format!("{} ({endings})", format.phrases[index])
    });
    let [before @ .., last] = &formats;
    format!("{} or {last}, packed (.gz) or not", before.join(", "))
}

/// Formats in the singular: "a scenario (.ron), a log …".
pub fn singular_list() -> String {
    list_of(0)
}

/// Formats in the plural: "scenarios (.ron), logs …".
pub fn plural_list() -> String {
    list_of(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_listed_in_words() {
        assert_eq!(
            singular_list(),
            "a scenario (.ron), a log (.swf), a workflow (.json, .dax, .xml, .stg), a workload of Batsim (.json), accounting of Slurm (.sacct, .psv, .jobcomp) or a table of jobs (.csv, .parquet), packed (.gz) or not"
        );
        assert!(plural_list().starts_with("scenarios (.ron), logs (.swf), workflows ("));
    }

    #[test]
    fn endings_decide_the_format() {
        let noun = |name: &str| Format::of(Path::new(name)).map(|format| format.noun);
        for (name, expected) in [
            ("a.ron", Some("scenario")),
            ("a.ron.gz", Some("scenario")),
            ("A.SWF", Some("log")),
            ("a.swf.gz", Some("log")),
            ("a.json", Some("workflow")),
            ("a.dax.xml.gz", Some("workflow")),
            ("a.stg", Some("workflow")),
            ("a.txt", None),
            ("ron", None),
            (".ron", None),
            ("a.gz", None),
        ] {
            assert_eq!(noun(name), expected, "{name}");
        }
    }
}
