//! Programs end together with this one, and with all their processes, also at an interrupt.

use std::io;

use crate::base::system::processes::{self, Child, Command};

#[cfg(unix)]
pub(super) use groups::{end_group, start};

#[cfg(unix)]
mod groups {
    use std::sync::{Mutex, Once, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};

    use super::{Child, Command, io, processes};

    /// The running programs, each the leader of a process group.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn end(group: Pid) {
        // The group may be empty.
        let _ = kill_process_group(group, Signal::KILL);
    }

    /// Starts `command`, which is killed when this program is interrupted.
    ///
    /// The handler is set before the program starts, and waits until it is listed: however early
    /// the interrupt, no process is left behind.
    pub(in super::super) fn start(command: &mut Command) -> io::Result<Child> {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // Where a handler exists already it ends runs, and programs with them.
            let _ = ctrlc::set_handler(|| {
                let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
                running.iter().copied().for_each(end);
                // Exit status of a shell after an interrupt.
                std::process::exit(130);
            });
        });
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let child = processes::start(command)?;
        running.extend(processes::group_of(&child));
        Ok(child)
    }

    /// Kills all processes that `child` has started and left behind.
    pub(in super::super) fn end_group(child: &Child) {
        let group = processes::group_of(child);
        processes::kill_group(child);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| Some(*other) != group);
    }
}

#[cfg(not(unix))]
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    processes::start(command)
}

#[cfg(not(unix))]
pub(super) fn end_group(_: &Child) {}
