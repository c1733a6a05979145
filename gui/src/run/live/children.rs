//! Commands that run: started with a shell of their own, waited for, and stopped with all they started.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid,
};

/// How long a command that is stopped may take to end before it is ended.
const GRACE: Duration = Duration::from_secs(2);

/// What is heard while commands run.
pub(super) enum Heard {
    /// Some command has ended, which [`Running::end`] says more of.
    Ended,
    /// Somebody wants all to stop.
    Stop,
}

/// A command that runs.
pub(super) struct Running {
    // None if the shell could not be started.
    child: Option<Child>,
    // When the shell had been started, and no job is older.
    since: Instant,
    // Since when it should have ended.
    stopped: Option<Instant>,
}

impl Running {
    /// Starts `command` on the `processors` that are told to it, and a thread that
    /// tells `heard` of its end.
    pub(super) fn start(
        place: usize,
        command: &str,
        processors: &str,
        heard: &Sender<Heard>,
    ) -> Self {
        let child = Command::new("/bin/sh")
            .args(["-c", command])
            .env("COSCHED_JOB", (place + 1).to_string())
            .env("COSCHED_PROCESSORS", processors)
            .stdin(Stdio::null())
            // So that it is stopped with all it started, and by us alone.
            .process_group(0)
            .spawn();
        let running = Self {
            child: child.ok(),
            since: Instant::now(),
            stopped: None,
        };
        let (group, heard) = (running.group(), heard.clone());
        let wait = move || {
            if let Some(group) = group {
                await_end(group);
            }
            // Nobody listens any more at the very end.
            let _ = heard.send(Heard::Ended);
        };
        // Without a thread its end is seen at the next tick.
        let _ = thread::Builder::new().stack_size(STACK).spawn(wait);
        running
    }

    /// How long it has run.
    pub(super) fn age(&self) -> Duration {
        self.since.elapsed()
    }

    /// Whether it ended well, if it has ended by now. Its number stays its own until it
    /// is dropped.
    pub(super) fn end(&self) -> Option<bool> {
        let Some(group) = self.group() else {
            return Some(false);
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            return match waitid(WaitId::Pid(group), options) {
                Ok(status) => status.map(|status| is_well(&status)),
                Err(Errno::INTR) => continue,
                // It is not ours: nothing more will be heard of it.
                Err(_) => Some(false),
            };
        }
    }

    /// Asks it to end; if it does not soon, it is ended by [`Running::insist`].
    pub(super) fn stop(&mut self) {
        self.signal(Signal::TERM);
        self.stopped.get_or_insert_with(Instant::now);
    }

    /// Ends it if it was asked to end and did not.
    pub(super) fn insist(&mut self) {
        if self.stopped.is_some_and(|since| since.elapsed() > GRACE) {
            self.signal(Signal::KILL);
        }
    }

    fn group(&self) -> Option<Pid> {
        let child = self.child.as_ref()?;
        Pid::from_raw(i32::try_from(child.id()).ok()?)
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group() {
            // It may have ended just now.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Running {
    /// It has ended; if it was asked to, so does whatever it started.
    fn drop(&mut self) {
        if self.stopped.is_some() {
            self.signal(Signal::KILL);
        }
        if let Some(child) = &mut self.child {
            let _ = child.wait();
        }
    }
}

/// Stack of a thread that only waits.
const STACK: usize = 64 << 10;

/// Returns when `group`'s shell has ended, and leaves it to be asked how.
fn await_end(group: Pid) {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while waitid(WaitId::Pid(group), options).is_err_and(|error| error == Errno::INTR) {}
}

fn is_well(status: &WaitIdStatus) -> bool {
    status.exit_status() == Some(0)
}
