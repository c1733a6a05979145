//! The program as called by tests.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in `folder`.
pub(crate) fn cosched(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
    command.args(arguments).current_dir(folder);
    command.output().unwrap()
}

/// The text of an output.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
