//! Policies that are other programs: their command, and the time they have to answer.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

/// Default time in which a program has to answer, in seconds.
const DEFAULT_TIMEOUT: f64 = 10.0;

/// Longest such time: a day.
const MOST_TIMEOUT: f64 = 86_400.0;

/// Largest number of letters of a command in headings.
const MOST_TITLE_LETTERS: usize = 32;

/// Program that decides.
#[derive(Clone, Copy)]
pub struct External(&'static ExternalProgram);

#[derive(PartialEq, Debug)]
struct ExternalProgram {
    command: Vec<String>,
    timeout: f64,
    from_here: bool,
    title: String,
}

/// Every program that was ever named, so that a [`PolicyName`](super::PolicyName) stays `Copy`.
/// They are few, and leaked.
static PROGRAMS: Mutex<Vec<&'static ExternalProgram>> = Mutex::new(Vec::new());

impl External {
    /// The program `command`, with its arguments, which has to answer within `timeout` seconds.
    /// `from_here` says whether it runs in the current folder or in that of the scenario.
    ///
    /// # Errors
    /// The command or the time is not allowed; a sentence says why.
    pub fn new(
        command: Vec<String>,
        timeout: Option<f64>,
        from_here: bool,
    ) -> Result<Self, String> {
        if command.first().is_none_or(String::is_empty) {
            return Err("`command` needs the name of a program".to_owned());
        }
        let timeout = timeout.unwrap_or(DEFAULT_TIMEOUT);
        if !(timeout > 0.0 && timeout <= MOST_TIMEOUT) {
            return Err(format!(
                "{timeout} is not a time to answer in: more than 0 and up to {MOST_TIMEOUT} seconds are allowed"
            ));
        }
        // Folders are left out of headings.
        let words = command
            .iter()
            .map(|word| word.rsplit('/').next().unwrap_or(word));
        let words = words.collect::<Vec<_>>().join(" ");
        let title = if words.chars().count() > MOST_TITLE_LETTERS {
            format!(
                "External {}…",
                words
                    .chars()
                    .take(MOST_TITLE_LETTERS - 1)
                    .collect::<String>()
            )
        } else {
            format!("External {words}")
        };
        let program = ExternalProgram {
            command,
            timeout,
            from_here,
            title,
        };
        let mut known = PROGRAMS
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = known.iter().find(|known| ***known == program).copied();
        let program = found.unwrap_or_else(|| {
            let leaked: &'static ExternalProgram = Box::leak(Box::new(program));
            known.push(leaked);
            leaked
        });
        Ok(Self(program))
    }

    /// Program and its arguments.
    pub fn command(self) -> &'static [String] {
        &self.0.command
    }

    /// Seconds in which it has to answer.
    pub fn timeout(self) -> f64 {
        self.0.timeout
    }

    /// Seconds in which it has to answer, if not the default.
    pub(super) fn explicit_timeout(self) -> Option<f64> {
        Some(self.0.timeout).filter(|timeout| *timeout != DEFAULT_TIMEOUT)
    }

    /// Whether it runs in the current folder, not in that of the scenario.
    pub(crate) fn runs_in_current_folder(self) -> bool {
        self.0.from_here
    }

    pub(super) fn title(self) -> &'static str {
        &self.0.title
    }
}

impl PartialEq for External {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for External {}

impl Hash for External {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl fmt::Debug for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.command.fmt(f)
    }
}
