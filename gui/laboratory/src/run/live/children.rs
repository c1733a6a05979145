//! Running commands: each with a shell of its own, awaited, and stopped with all its processes.

use std::sync::mpsc::Sender;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid,
};

use crate::base::system::clock::Stopwatch;
use crate::base::system::processes::{self, Child, Command, Stdio};
use crate::base::system::threads;

/// Time that a command has to end after SIGTERM, before SIGKILL.
const GRACE: Duration = Duration::from_secs(2);

/// A message to the loop that runs commands.
pub(super) enum Message {
    /// A command has ended; [`Running::end`] says which and how.
    CommandEnded,
    /// All commands shall stop.
    Stop,
}

/// A running command.
pub(super) struct Running {
    // None if the shell could not be started.
    child: Option<Child>,
    // When the shell had been started; no process of the job is older.
    since: Stopwatch,
    // When it was asked to end.
    stopped: Option<Stopwatch>,
}

impl Running {
    /// Starts `command` on `processors`, given in the environment, and a thread that sends to
    /// `heard` at its end.
    pub(super) fn start(
        index: usize,
        command: &str,
        processors: &str,
        sender: &Sender<Message>,
    ) -> Self {
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", command])
            .env("COSCHED_JOB", (index + 1).to_string())
            .env("COSCHED_PROCESSORS", processors)
            .stdin(Stdio::null());
        // So that it is stopped with all its processes, and only by this program.
        processes::separate(&mut shell);
        let running = Self {
            child: processes::start(&mut shell).ok(),
            since: Stopwatch::start(),
            stopped: None,
        };
        let (group, heard) = (running.group(), sender.clone());
        let wait = move || {
            if let Some(group) = group {
                await_end(group);
            }
            // At the very end the receiver is gone.
            let _ = heard.send(Message::CommandEnded);
        };
        // Without a thread the next tick finds its end.
        let _ = threads::Builder::new().stack_size(STACK).spawn(wait);
        running
    }

    /// How long it has run.
    pub(super) fn age(&self) -> Duration {
        self.since.elapsed()
    }

    /// Whether it ended with status 0, if it has ended. Its process number is not reused until it
    /// is dropped.
    pub(super) fn end(&self) -> Option<bool> {
        let Some(group) = self.group() else {
            return Some(false);
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            return match waitid(WaitId::Pid(group), options) {
                Ok(status) => status.map(|status| is_success(&status)),
                Err(Errno::INTR) => continue,
                // Not a child of this process: no more can be learned of it.
                Err(_) => Some(false),
            };
        }
    }

    /// Asks it to end; [`Running::kill_if_overdue`] kills it if it does not.
    pub(super) fn stop(&mut self) {
        self.signal(Signal::TERM);
        self.stopped.get_or_insert_with(Stopwatch::start);
    }

    /// Kills it if it has not ended in time after [`Running::stop`].
    pub(super) fn kill_if_overdue(&mut self) {
        if self.stopped.is_some_and(|since| since.elapsed() > GRACE) {
            self.signal(Signal::KILL);
        }
    }

    fn group(&self) -> Option<Pid> {
        processes::group_of(self.child.as_ref()?)
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group() {
            // It may have ended just now.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Running {
    /// Waits for the shell, and kills the processes that a stopped command left behind.
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

/// Returns when `group`'s shell has ended, without reaping it.
fn await_end(group: Pid) {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while waitid(WaitId::Pid(group), options).is_err_and(|error| error == Errno::INTR) {}
}

fn is_success(status: &WaitIdStatus) -> bool {
    status.exit_status() == Some(0)
}
