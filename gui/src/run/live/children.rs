//! Commands that run: started with a shell of their own, waited for, and stopped with all they started.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// How long a command that is stopped may take to end before it is ended.
const GRACE: Duration = Duration::from_secs(2);

/// What is heard while commands run.
pub(super) enum Heard {
    /// The command of the job in this place has ended, well or not.
    Ended(usize, bool),
    /// Somebody wants all to stop.
    Stop,
}

/// A command that runs.
pub(super) struct Running {
    // Its process group, which is called like the shell.
    group: Option<Pid>,
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
        let group = child.as_ref().ok().and_then(pid);
        let heard = heard.clone();
        thread::spawn(move || {
            let status = child.and_then(|mut child| child.wait());
            let is_well = status.is_ok_and(|status| status.success());
            // Nobody listens any more at the very end.
            let _ = heard.send(Heard::Ended(place, is_well));
        });
        Self {
            group,
            stopped: None,
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

    /// It has ended; if it was asked to, so does whatever it started.
    pub(super) fn leave_nothing(&self) {
        if self.stopped.is_some() {
            self.signal(Signal::KILL);
        }
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // It may have ended just now.
            let _ = kill_process_group(group, signal);
        }
    }
}

fn pid(child: &Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(child.id()).ok()?)
}
