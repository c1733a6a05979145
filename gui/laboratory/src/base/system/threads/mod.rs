//! Threads. A page has those that its script gives it (`pool`); its own one never waits.

mod lane;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub mod pool;
mod short_lock;

use std::io;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

pub use lane::Lane;
pub use short_lock::ShortLock;
pub use std::thread::Builder;

/// Number of threads that can share a piece of work, at least 1. On a page that is 1.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Number of threads of [`start`] that can run at once, at least 1.
pub fn background() -> usize {
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    return pool::processors().max(1);
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    processors()
}

/// Starts a thread that does `work`.
///
/// # Errors
/// The system has no more threads, or the page has none.
pub fn start(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    return pool::order(Box::new(work));
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    Builder::new().spawn(work).map(drop)
}

/// Does `work` on `threads` threads at once, of which this is one, and waits for all of them.
pub fn work_on(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Fewer threads do where the system has no more.
            if Builder::new().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}

/// Does both pieces of work, at once where there is a second processor. A panic of `one` on its
/// thread ends only that piece.
pub fn both(one: impl FnOnce() + Send, other: impl FnOnce()) {
    if processors() == 1 {
        one();
        return other();
    }
    std::thread::scope(|scope| {
        let thread = scope.spawn(one);
        other();
        drop(thread.join());
    });
}

thread_local! {
    /// Whether this is a worker of a page, which may wait.
    static IS_WORKER: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Whether the present thread is a worker of a page.
pub fn is_worker() -> bool {
    IS_WORKER.get()
}

/// Lets `span` pass; on a page's own thread, which must not be held up, nothing.
pub fn sleep(span: Duration) {
    if !super::IS_PAGE || IS_WORKER.get() {
        std::thread::sleep(span);
    }
}

/// The next message of `receiver`, within about `span`.
///
/// # Errors
/// None came, or none will.
pub fn receive_within<T>(receiver: &Receiver<T>, span: Duration) -> Result<T, RecvTimeoutError> {
    if !super::IS_PAGE {
        return receiver.recv_timeout(span);
    }
    // A page's standard library has no clock to wait by.
    if let Ok(message) = receiver.try_recv() {
        return Ok(message);
    }
    sleep(span);
    receiver.try_recv().map_err(|error| match error {
        TryRecvError::Empty => RecvTimeoutError::Timeout,
        TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn work_is_done_once_on_each_thread_and_by_both() {
        let done = AtomicUsize::new(0);
        let work = || {
            done.fetch_add(1, Ordering::Relaxed);
        };
        work_on(3, work);
        assert_eq!(done.load(Ordering::Relaxed), 3);
        both(work, work);
        assert_eq!(done.load(Ordering::Relaxed), 5);
    }
}
