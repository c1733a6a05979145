//! A progress bar on a terminal for work that takes a while.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::progress::Progress;
use crate::shown;

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// Between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);

/// Does `work` while a bar called `name` follows its progress. Nothing is
/// shown if standard error is no terminal, or if `quiet`.
pub(super) fn follow<T: Send>(
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
        // Told at the end even of a panic: the scope waits for the watcher.
        let _end = End {
            done: &done,
            watcher: watcher.thread(),
        };
        work(&progress)
    })
}

/// Tells the watcher that there is nothing more to watch.
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

/// What is shown while there are so many steps: before the first report nothing is
/// known of how far the work has come.
fn template(total: u64) -> &'static str {
    match total {
        0 => "{msg:24} [{bar:40}]",
        _ => "{msg:24} [{bar:40}] {percent:>3} % {eta} left",
    }
}

fn watch(name: &str, progress: &Progress, done: &AtomicBool) {
    std::thread::park_timeout(PATIENCE);
    if done.load(Ordering::Acquire) {
        return;
    }
    let bar = ProgressBar::new(0);
    bar.set_message(shown::line(name).into_owned());
    let mut shows = "";
    while !done.load(Ordering::Acquire) {
        let template = template(progress.total());
        if shows != template
            && let Ok(style) = ProgressStyle::with_template(template)
        {
            bar.set_style(style.progress_chars("=> "));
            shows = template;
        }
        bar.set_length(progress.total());
        bar.set_position(progress.done());
        std::thread::park_timeout(TICK);
    }
    bar.finish_and_clear();
}
