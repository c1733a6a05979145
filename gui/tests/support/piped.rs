//! The program as called by tests, with something on its standard input.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program in `folder` with `input` on its standard input.
pub(crate) fn cosched_on(input: &str, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
    command.args(arguments).current_dir(folder);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // One that refuses its arguments does not wait for it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}
