//! Threads. On a page there is one, the page's own, and work is done on it in place.

use std::io;
use std::num::NonZero;
use std::time::Duration;

pub use std::thread::Builder;

/// Number of threads that can run at once, at least 1.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Starts a thread that does `work`.
///
/// # Errors
/// The system has no more threads; a page has none, and an endless `work` in place would stop it.
pub fn start(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
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

/// Lets `span` pass; on a page, which must not be held up, nothing.
pub fn sleep(span: Duration) {
    if !super::IS_PAGE {
        std::thread::sleep(span);
    }
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
