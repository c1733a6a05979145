//! Formats of files that can be opened: a row each.

use std::path::{Path, PathBuf};

use super::account;
use super::batsim;
use super::cases;
use super::open::{self, Opened};
use super::workflow_file;
use crate::base::input_file::has_ending;
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
    /// Criterion besides the ending.
    content: Content,
    /// Opens such a file.
    open: fn(&Path) -> Result<Opened, Problem>,
    /// Opens it on the machine that another file describes (a platform of SimGrid, a table of
    /// nodes), or on its own, with remarks; where there are such files.
    open_on: Option<OpenOn>,
}

/// Opens a file on the machine of another one, if that is given, with remarks on what was left out
/// or assumed.
type OpenOn = fn(&Path, Option<&Path>) -> Result<(Opened, Vec<String>), Problem>;

/// Whether the content of a file says that it has a format.
#[derive(Debug)]
enum Content {
    /// The ending of its name alone does.
    Unread,
    /// Its content does, where several formats share the ending.
    OfSharedEnding(fn(&Path) -> bool),
    /// Its content does, whatever its name is.
    OfAnyName(fn(&Path) -> bool),
}

impl Content {
    /// Whether the content of the file at `path` is of the format.
    fn holds(&self, path: &Path) -> bool {
        match self {
            Self::Unread => false,
            Self::OfSharedEnding(holds) | Self::OfAnyName(holds) => holds(path),
        }
    }
}

/// All formats.
pub const FORMATS: &[Format] = &[
    Format {
        noun: "scenario",
        phrases: ["a scenario", "scenarios"],
        endings: || vec![cases::SCENARIO_ENDING],
        content: Content::Unread,
        open: open::scenario,
        open_on: None,
    },
    Format {
        noun: "log",
        phrases: ["a log", "logs"],
        endings: || vec![".swf"],
        content: Content::Unread,
        open: open::log,
        open_on: None,
    },
    Format {
        noun: "workflow",
        phrases: ["a workflow", "workflows"],
        endings: workflow_file::endings,
        content: Content::Unread,
        open: open::workflow,
        open_on: None,
    },
    // Lists of Flux have `jobs` as workloads of Batsim have.
    Format {
        noun: "accounting of Flux",
        phrases: ["accounting of Flux", "accounting of Flux"],
        endings: || vec![".json"],
        content: Content::OfAnyName(account::is_flux),
        open: account::open,
        open_on: None,
    },
    Format {
        noun: "workload of Batsim",
        phrases: ["a workload of Batsim", "workloads of Batsim"],
        endings: || vec![".json"],
        content: Content::OfSharedEnding(batsim::is_workload),
        open: batsim::open,
        open_on: Some(batsim::open_on),
    },
    Format {
        noun: "accounting of Slurm",
        phrases: ["accounting of Slurm", "accounting of Slurm"],
        endings: || vec![".sacct", ".psv", ".jobcomp"],
        content: Content::OfAnyName(account::is_slurm),
        open: account::open,
        open_on: None,
    },
    Format {
        noun: "accounting of PBS",
        phrases: ["accounting of PBS", "accounting of PBS"],
        endings: || vec![".acct"],
        content: Content::OfAnyName(account::is_pbs),
        open: account::open,
        open_on: None,
    },
    Format {
        noun: "table of jobs",
        phrases: ["a table of jobs", "tables of jobs"],
        endings: || vec![".csv", ".parquet"],
        content: Content::OfAnyName(account::is_table),
        open: account::open,
        open_on: Some(account::open_on),
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
        let holds = |format: &&Self| format.content.holds(path);
        let mut by_name = FORMATS.iter().filter(|format| format.has_ending(path));
        let format = by_name.find(holds).or_else(|| Self::of(path));
        // Files of Slurm have any name: their first line decides.
        let has_any_name = |format: &&Self| matches!(format.content, Content::OfAnyName(_));
        format.or_else(|| FORMATS.iter().filter(has_any_name).find(holds))
    }

    /// Whether the name of a file has one of the endings.
    fn has_ending(&self, path: &Path) -> bool {
        has_ending(path, &(self.endings)())
    }
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

/// Opens the file at `path`, as [`open_any`] does, or each of its cases, with their paths.
///
/// # Errors
/// Those of [`open_any`].
pub fn open_all(path: &Path) -> Result<Vec<(PathBuf, Opened)>, Problem> {
    let texts = match cases::split_path(path) {
        (_, None) if cases::is_scenario(path) => cases::texts(path)?,
        _ => return Ok(vec![(path.to_path_buf(), open_any(path)?)]),
    };
    let texts = texts.into_iter().map(|(path, text)| {
        let opened = open::parsed(&text, &path)?;
        Ok((path, opened))
    });
    texts.collect()
}

/// As [`open_any`], on the machine that another file describes if one is given, with remarks on what
/// was left out or assumed.
///
/// # Errors
/// Those of [`open()`]; a machine for anything but a workload of Batsim or a table of jobs.
pub fn open_on(path: &Path, platform: Option<&Path>) -> Result<(Opened, Vec<String>), Problem> {
    let format = match platform {
        // A platform implies a workload that has hosts, even a malformed one.
        Some(_) => {
            let mut with_machine = FORMATS.iter().filter(|format| format.open_on.is_some());
            with_machine.find(|format| format.has_ending(path))
        }
        None => Format::detect(path),
    };
    match (format.and_then(|format| format.open_on), platform) {
        (Some(open_on), _) => open_on(path, platform),
        (None, Some(_)) => {
            let sentence = "--platform: only a workload of Batsim runs on a platform of SimGrid, and a table of jobs on a table of nodes";
            Err(Problem::input(sentence).in_file(path))
        }
        (None, None) => Ok((open_any(path)?, Vec::new())),
    }
}

/// Every format with its endings, joined, each with the phrase at `index`.
fn list_of(index: usize) -> String {
    let phrase = |format: &Format| {
        let endings = (format.endings)().join(", ");
        format!("{} ({endings})", format.phrases[index])
    };
    let mut formats: Vec<String> = FORMATS.iter().map(phrase).collect();
    let last = formats.pop().unwrap_or_default();
    format!("{} or {last}, packed (.gz) or not", formats.join(", "))
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
    use crate::load::cases::tests::two_cases;

    #[test]
    fn formats_are_listed_in_words() {
        assert_eq!(
            singular_list(),
            "a scenario (.ron), a log (.swf), a workflow (.json, .dax, .xml, .stg), accounting of Flux (.json), a workload of Batsim (.json), accounting of Slurm (.sacct, .psv, .jobcomp), accounting of PBS (.acct) or a table of jobs (.csv, .parquet), packed (.gz) or not"
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

    #[test]
    fn a_file_of_cases_is_opened_as_each_of_them() {
        let (_folder, file) = two_cases();
        let all = open_all(&file).unwrap();
        for ((path, opened), name) in all.iter().zip(["one", "other"]) {
            assert_eq!(path, &cases::path_of(&file, name));
            assert_eq!(&open_any(path).unwrap(), opened);
            let alone = open_all(path).unwrap();
            assert_eq!(alone, [(path.clone(), opened.clone())]);
        }
        assert_ne!(all[0].1, all[1].1);
    }
}
