//! What can go wrong between a person and the program, as one clear sentence.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::base::shown;

/// Whose fault it was, which decides the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blame {
    /// The input or the command line: exit status 2.
    Input,
    /// A check, a run or an output: exit status 1.
    Output,
}

/// A place in a text file; lines and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// Something that went wrong, said in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Whose fault it was.
    pub blame: Blame,
    /// The file it was found in, if any.
    pub file: Option<PathBuf>,
    /// Where in that file.
    pub place: Option<Place>,
    /// What is wrong, the value seen, and what is allowed.
    pub sentence: String,
}

impl Problem {
    /// Something wrong with what was asked for.
    pub fn input(sentence: impl Into<String>) -> Self {
        Self {
            blame: Blame::Input,
            file: None,
            place: None,
            sentence: shown::sentence(sentence.into()),
        }
    }

    /// Something wrong with what was to be written.
    pub fn output(sentence: impl Into<String>) -> Self {
        Self {
            blame: Blame::Output,
            ..Self::input(sentence)
        }
    }

    /// The same, found in `file`.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_path_buf());
        self
    }

    /// The same, found at `line` and `column` (from 1).
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some(Place { line, column });
        self
    }

    /// The exit status a command ends with.
    pub fn status(&self) -> u8 {
        match self.blame {
            Blame::Input => 2,
            Blame::Output => 1,
        }
    }
}

/// `file:line:column: sentence`, with the parts that are known, in one line.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", shown::line(&file.to_string_lossy()))?;
            if let Some(Place { line, column }) = self.place {
                write!(f, "{line}:{column}:")?;
            }
            f.write_str(" ")?;
        }
        f.write_str(&shown::line(&self.sentence))
    }
}

impl std::error::Error for Problem {}
