//! Requests that are done in the background, one after another, so that the window never waits.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};

use super::pending::{Message, Pending, Reporter};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::base::system::IS_PAGE;
use laboratory::base::system::threads::Lane;

/// Worker that serves requests of the window.
pub(crate) struct Worker {
    lane: Lane,
    window: Arc<OnceLock<egui::Context>>,
}

impl Worker {
    /// Returns one that has nothing to do.
    pub(crate) fn start() -> Self {
        Self {
            lane: Lane::default(),
            window: Arc::default(),
        }
    }

    /// Sets the window that is woken on messages.
    pub(crate) fn wake(&self, ctx: &egui::Context) {
        // A page looks for messages itself: its workers may not touch the window.
        if !IS_PAGE {
            self.window.get_or_init(|| ctx.clone());
        }
    }

    /// Requests `work`, which reports its answers as it finds them.
    pub(crate) fn request<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Reporter<T>) -> Result<(), Problem> + Send + 'static,
    ) -> Pending<T> {
        let (pending, reporter) = Pending::new(Arc::clone(&self.window));
        self.lane.order(move || run(work, &reporter));
        pending
    }

    /// Requests the one answer of `work`, which gives none if it is cancelled.
    pub(crate) fn request_one<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Progress) -> Result<Option<T>, Problem> + Send + 'static,
    ) -> Pending<T> {
        self.request(move |reporter: &Reporter<T>| {
            if let Some(answer) = work(&reporter.progress)? {
                reporter.answer(answer);
            }
            Ok(())
        })
    }

    /// Waits until all that has been requested so far is done.
    pub(crate) fn finish(&self) {
        let (done, is_done) = channel::<()>();
        self.lane.order(move || drop(done));
        let _ = is_done.recv();
    }
}

fn run<T>(work: impl FnOnce(&Reporter<T>) -> Result<(), Problem>, reporter: &Reporter<T>) {
    if reporter.progress.is_cancelled() {
        return reporter.send(Message::Done);
    }
    // A fault of ours must not take the user's work with it.
    let result = catch_unwind(AssertUnwindSafe(|| work(reporter)));
    reporter.send(match result {
        Ok(Ok(())) => Message::Done,
        Ok(Err(problem)) => Message::Failed(problem),
        Err(panic) => Message::Failed(internal_fault(panic.as_ref())),
    });
}

pub(super) fn internal_fault(panic: &(dyn Any + Send)) -> Problem {
    let words = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    Problem::output(format!(
        "a fault in cosched itself stopped this work: {words}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_problem_and_the_thread_goes_on() {
        let worker = Worker::start();
        let first: Pending<()> = worker.request(|_| panic!("deliberate"));
        let second = worker.request_one(|_| Ok(Some("written")));
        worker.finish();
        assert!(
            matches!(first.poll(), Some(Message::Failed(problem)) if problem.sentence.contains("deliberate"))
        );
        assert!(matches!(second.poll(), Some(Message::Answer("written"))));
        assert!(matches!(second.poll(), Some(Message::Done)));
        assert!(second.poll().is_none());
    }

    #[test]
    fn a_request_cancelled_before_its_turn_is_not_begun() {
        let worker = Worker::start();
        let (begin, may_begin) = channel::<()>();
        let _first: Pending<()> = worker.request(move |_| {
            let _ = may_begin.recv();
            Ok(())
        });
        let mut held = Some(worker.request_one(|_| Ok(Some(()))));
        let progress = held.as_ref().map(|held| Arc::clone(&held.progress));
        Pending::cancel(&mut held);
        assert!(held.is_none() && progress.is_some_and(|progress| progress.is_cancelled()));
        drop(begin);
        worker.finish();
    }
}
