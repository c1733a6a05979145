//! Other programs, and the file of this one. A page starts none and has none.

use std::io;
use std::path::PathBuf;

pub use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};

/// Refuses a page.
fn check() -> io::Result<()> {
    super::refuse_on_page("a page in a browser starts no programs")
}

/// Starts `command`.
///
/// # Errors
/// There is no such program, or it cannot be run.
pub fn start(command: &mut Command) -> io::Result<Child> {
    check()?;
    command.spawn()
}

/// Runs `command` to its end and returns what it has written.
///
/// # Errors
/// There is no such program, or it cannot be run.
pub fn output(command: &mut Command) -> io::Result<Output> {
    check()?;
    command.output()
}

/// Gives `command` a process group of its own, so that it can be ended with all processes that it
/// starts, where there are such groups.
pub fn separate(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// The process group of `child`, if [`separate`] gave it one.
#[cfg(unix)]
pub fn group_of(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(child.id()).ok()?)
}

/// Kills `child` and all processes that it has started, if [`separate`] gave it a group.
#[cfg(unix)]
pub fn kill_group(child: &Child) {
    if let Some(group) = group_of(child) {
        // It may be empty.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// The file of this program.
///
/// # Errors
/// It is not known.
pub fn program() -> io::Result<PathBuf> {
    check()?;
    std::env::current_exe()
}
