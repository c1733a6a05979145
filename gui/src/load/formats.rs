//! The formats of files that can be opened: a row each.

use std::path::Path;

use super::open::{self, Opened};
use super::workflow_file;
use crate::base::problem::Problem;
use crate::scenario::Scenario;

/// A format of files.
#[derive(Debug)]
pub struct Format {
    /// What such a file is called.
    pub noun: &'static str,
    /// How names of such files end, without `.gz`.
    pub endings: fn() -> Vec<&'static str>,
    /// Opens such a file.
    pub(super) open: fn(&Path) -> Result<Opened, Problem>,
}

/// All of them.
pub const FORMATS: [Format; 3] = [
    Format {
        noun: "scenario",
        endings: || vec![".ron"],
        open: open::scenario,
    },
    Format {
        noun: "log",
        endings: || vec![".swf"],
        open: open::log,
    },
    Format {
        noun: "workflow",
        endings: workflow_file::endings,
        open: open::workflow,
    },
];

impl Format {
    /// That of a file, by the end of its name; packed or not.
    pub fn of(path: &Path) -> Option<&'static Self> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let unpacked = name.strip_suffix(".gz").unwrap_or(&name);
        let is_it = |format: &&Self| {
            let mut endings = (format.endings)().into_iter();
            endings.any(|ending| unpacked.ends_with(ending) && unpacked.len() > ending.len())
        };
        FORMATS.iter().find(is_it)
    }
}

/// Reads a scenario, or wraps what a file holds by the end of its name ([`FORMATS`]) in one,
/// to be run under every usual policy; what has another name is taken for a log.
///
/// # Errors
/// The file cannot be read or is no scenario. What it refers to is read by
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

/// The same, or a search for windows (`Slots(…)` in a `.ron` file).
///
/// # Errors
/// Those of [`open()`].
pub fn open_any(path: &Path) -> Result<Opened, Problem> {
    match Format::of(path) {
        Some(format) => (format.open)(path),
        // Logs are called in many ways.
        None => open::log(path),
    }
}

/// Every format with its endings, in words: `one` makes the words of a noun.
fn listed(one: impl Fn(&str) -> String) -> String {
    let formats = FORMATS.each_ref().map(|format| {
        let endings = (format.endings)().join(", ");
        format!("{} ({endings})", one(format.noun))
    });
    let [before @ .., last] = &formats;
    format!("{} or {last}, packed (.gz) or not", before.join(", "))
}

/// What a file that can be opened is: "a scenario (.ron), a log …".
pub fn one_of_them() -> String {
    listed(|noun| format!("a {noun}"))
}

/// What files that can be opened are: "scenarios (.ron), logs …".
pub fn all_of_them() -> String {
    listed(|noun| format!("{noun}s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_listed_in_words() {
        assert_eq!(
            one_of_them(),
            "a scenario (.ron), a log (.swf) or a workflow (.json, .dax, .xml, .stg), packed (.gz) or not"
        );
        assert!(all_of_them().starts_with("scenarios (.ron), logs (.swf) or workflows ("));
    }

    #[test]
    fn the_end_of_a_name_tells() {
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
