//! Programs end with us, and with all that they have started, also when we are interrupted.

use std::io;
use std::process::{Child, Command};

#[cfg(unix)]
pub(super) use groups::{end_group, start};

#[cfg(unix)]
mod groups {
    use std::sync::{Mutex, Once, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};

    use super::{Child, Command, io};

    /// The programs that run, each of which leads a group.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn group_of(child: &Child) -> Option<Pid> {
        Pid::from_raw(i32::try_from(child.id()).ok()?)
    }

    fn end(group: Pid) {
        // Nobody may be left.
        let _ = kill_process_group(group, Signal::KILL);
    }

    /// Starts `command`, which ends when we are asked to.
    ///
    /// The handler is there before the program, and waits until it is listed: however soon we
    /// are interrupted, nobody is left behind.
    pub(in super::super) fn start(command: &mut Command) -> io::Result<Child> {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // Who has a handler already ends runs by it, and programs with them.
            let _ = ctrlc::set_handler(|| {
                let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
                running.iter().copied().for_each(end);
                // As a shell says of who was interrupted.
                std::process::exit(130);
            });
        });
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let child = command.spawn()?;
        running.extend(group_of(&child));
        Ok(child)
    }

    /// Ends whatever `child` has started and left behind.
    pub(in super::super) fn end_group(child: &Child) {
        let group = group_of(child);
        group.into_iter().for_each(end);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| Some(*other) != group);
    }
}

#[cfg(not(unix))]
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

#[cfg(not(unix))]
pub(super) fn end_group(_: &Child) {}
