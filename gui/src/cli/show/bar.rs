//! A progress bar on a terminal for work that takes a while.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use laboratory::base::pace::{RemainingTime, text};
use laboratory::base::progress::Progress;
use laboratory::base::sanitize;

/// Shortest work that shows a bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// Time between two updates of the bar.
const TICK: Duration = Duration::from_millis(100);

/// Does `work` while a bar called `name` follows its progress. Nothing is shown if standard error
/// is no terminal, or if `quiet`.
pub(in crate::cli) fn follow<T: Send>(
    name: &str,
    quiet: bool,
    work: impl FnOnce(&Progress) -> T + Send,
) -> T {
    let progress = Progress::default();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            if !quiet {
                watch(name, &progress, &done);
            }
        });
        // Signalled even after a panic: the scope waits for the watcher.
        let _end = End {
            done: &done,
            watcher: watcher.thread(),
        };
        work(&progress)
    })
}

/// Signals the watcher on drop that the work has ended.
struct End<'a> {
    done: &'a AtomicBool,
    watcher: &'a Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        self.watcher.unpark();
    }
}

fn watch(name: &str, progress: &Progress, done: &AtomicBool) {
    let mut pace = RemainingTime::default();
    let start = Instant::now();
    std::thread::park_timeout(PATIENCE);
    if done.load(Ordering::Acquire) {
        return;
    }
    let bar = ProgressBar::new(1);
    let style = ProgressStyle::with_template("{msg:24} [{bar:40}] {percent:>3} % {prefix}");
    if let Ok(style) = style {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(sanitize::line(name).into_owned());
    while !done.load(Ordering::Acquire) {
        let steps = [progress.done(), progress.total()];
        // A bar of length 0 would be full before the first report.
        bar.set_length(steps[1].max(1));
        bar.set_position(steps[0]);
        bar.set_prefix(text(pace.left(start.elapsed(), steps)));
        std::thread::park_timeout(TICK);
    }
    bar.finish_and_clear();
}
