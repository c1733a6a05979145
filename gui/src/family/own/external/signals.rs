//! Programs end with us, and with all that they have started, also when we are interrupted.

use std::process::Child;

#[cfg(unix)]
pub(super) use groups::{end_group, watch};

#[cfg(unix)]
mod groups {
    use std::sync::{Mutex, Once, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};

    use super::Child;

    /// The programs that run, each of which leads a group.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn group_of(child: &Child) -> Option<Pid> {
        Pid::from_raw(i32::try_from(child.id()).ok()?)
    }

    fn end(group: Pid) {
        // Nobody may be left.
        let _ = kill_process_group(group, Signal::KILL);
    }

    /// From now on `child` ends when we are asked to.
    pub(in super::super) fn watch(child: &Child) {
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
        running.extend(group_of(child));
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
pub(super) fn watch(_: &Child) {}

#[cfg(not(unix))]
pub(super) fn end_group(_: &Child) {}
