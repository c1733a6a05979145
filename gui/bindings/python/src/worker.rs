//! Long work on a thread of its own, which Ctrl+C ends.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use laboratory::base::progress::Progress;
use pyo3::prelude::*;

use crate::errors::input;

/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// Does `work` on another thread, while others may use the interpreter; a signal, such as that of
/// Ctrl+C, cancels it and is raised.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Progress) -> T + Send + 'static,
) -> PyResult<T> {
    let progress = Arc::new(Progress::default());
    let (sender, receiver) = channel();
    let theirs = Arc::clone(&progress);
    let thread = std::thread::Builder::new().name("cosched".to_owned());
    let thread = thread.spawn(move || {
        // Nobody waits any more if the interpreter ends.
        let _ = sender.send(work(&theirs));
    })?;
    let receiver = std::sync::Mutex::new(receiver);
    let mut signal = None;
    loop {
        let received = py.detach(|| {
            let receiver = receiver
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            receiver.recv_timeout(LOOK)
        });
        match received {
            Ok(done) => {
                let _ = py.detach(|| thread.join());
                return signal.map_or(Ok(done), Err);
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(input(
                    "the work ended without a result: this is a mistake in cosched, please report it",
                ));
            }
            Err(RecvTimeoutError::Timeout) if signal.is_none() => {
                signal = py.check_signals().err();
                if signal.is_some() {
                    progress.cancel();
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
