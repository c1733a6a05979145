//! A request in the background, held by whoever made it: its messages, its progress, and how to
//! stop it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};

use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;

/// A message on a request whose answers are `T`.
pub(crate) enum Message<T> {
    /// An answer, or a part of it; more may follow.
    Answer(T),
    /// The request failed; no more messages of it follow.
    Failed(Problem),
    /// The request is done; no more messages of it follow.
    Done,
}

/// A request that may still be answered. Dropped, it runs on unheard; to stop it as well it must be
/// cancelled.
pub(crate) struct Pending<T> {
    /// Progress, shared with the thread.
    pub(crate) progress: Arc<Progress>,
    messages: Receiver<Message<T>>,
}

impl<T> Pending<T> {
    /// Returns a request and the end of it that sends messages and wakes `window` on them.
    pub(super) fn new(window: Arc<OnceLock<egui::Context>>) -> (Self, Reporter<T>) {
        let progress = Arc::new(Progress::default());
        let (sender, messages) = channel();
        let reporter = Reporter {
            progress: Arc::clone(&progress),
            sender,
            window,
        };
        (Self { progress, messages }, reporter)
    }

    /// Returns the next message, if there is one.
    pub(crate) fn poll(&self) -> Option<Message<T>> {
        self.messages.try_recv().ok()
    }

    /// Returns the next message of the request in `held`, if there is one.
    pub(crate) fn poll_held(held: Option<&Self>) -> Option<Message<T>> {
        held.and_then(Self::poll)
    }

    /// Cancels the request in `held`, if there is one.
    pub(crate) fn cancel(held: &mut Option<Self>) {
        if let Some(pending) = held.take() {
            pending.progress.cancel();
        }
    }
}

/// The end of a request that the thread has.
pub(crate) struct Reporter<T> {
    /// Progress of the request.
    pub(crate) progress: Arc<Progress>,
    sender: Sender<Message<T>>,
    window: Arc<OnceLock<egui::Context>>,
}

impl<T> Reporter<T> {
    /// Sends an answer, or a part of it.
    pub(crate) fn answer(&self, answer: T) {
        self.send(Message::Answer(answer));
    }

    pub(super) fn send(&self, message: Message<T>) {
        // The receiver is gone when the answer is no longer waited for.
        let _ = self.sender.send(message);
        if let Some(ctx) = self.window.get() {
            ctx.request_repaint();
        }
    }
}
