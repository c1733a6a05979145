//! Problems that end an operation, each as one clear sentence.

pub(crate) mod nearest;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::base::sanitize;

/// Cause of a problem, which decides the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The input or the command line: exit status 2.
    Input,
    /// A check, a run or an output: exit status 1.
    Output,
}

/// Position in a text file; lines and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// Problem in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Cause.
    pub blame: Cause,
    /// File it was found in, if any.
    pub file: Option<PathBuf>,
    /// Position in that file.
    pub position: Option<Position>,
    /// Sentence on the problem, with the value seen and the allowed ones.
    pub sentence: String,
}

impl Problem {
    /// A problem with an input.
    pub fn input(sentence: impl Into<String>) -> Self {
        Self {
            blame: Cause::Input,
            file: None,
            position: None,
            sentence: sanitize::shorten(sentence.into()),
        }
    }

    /// A problem with an output.
    pub fn output(sentence: impl Into<String>) -> Self {
        Self {
            blame: Cause::Output,
            ..Self::input(sentence)
        }
    }

    /// Adds the file it was found in, unless one is known.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_path_buf());
        self
    }

    /// Adds the position: `line` and `column`, from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.position = Some(Position { line, column });
        self
    }

    /// Exit status of a command that ends with this problem.
    pub fn status(&self) -> u8 {
        match self.blame {
            Cause::Input => 2,
            Cause::Output => 1,
        }
    }
}

/// `file:line:column: sentence`, with the parts that are known, in one line.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", sanitize::line(&file.to_string_lossy()))?;
            if let Some(Position { line, column }) = self.position {
                write!(f, "{line}:{column}:")?;
            }
            f.write_str(" ")?;
        }
        f.write_str(&sanitize::line(&self.sentence))
    }
}

impl std::error::Error for Problem {}

/// Problem of a file that cannot be read.
pub(crate) fn open_problem(path: &Path, error: &io::Error) -> Problem {
    Problem::input(format!("cannot be read: {}", reason(error))).in_file(path)
}

/// Message of the operating system, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}
