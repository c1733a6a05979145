//! A progress bar on a terminal for work that takes a while.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::base::progress::Progress;
use crate::base::shown;

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// Between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);

/// Does `work` while a bar called `name` follows its progress. Nothing is
/// shown if standard error is no terminal, or if `quiet`.
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

fn watch(name: &str, progress: &Progress, done: &AtomicBool) {
    let mut pace = Pace::default();
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
    bar.set_message(shown::line(name).into_owned());
    while !done.load(Ordering::Acquire) {
        let steps = [progress.done(), progress.total()];
        // Of no steps, all would be done before the first is reported.
        bar.set_length(steps[1].max(1));
        bar.set_position(steps[0]);
        bar.set_prefix(words(pace.left(start.elapsed(), steps)));
        std::thread::park_timeout(TICK);
    }
    bar.finish_and_clear();
}

/// How long work will take that has gone on for a while.
#[derive(Default)]
struct Pace {
    // Steps done, and how long all will take by the time of the last of them.
    done: u64,
    whole: Duration,
}

impl Pace {
    /// What is left of `[done, total]` steps after `elapsed`; nothing before
    /// the first is done.
    fn left(&mut self, elapsed: Duration, [done, total]: [u64; 2]) -> Option<Duration> {
        if done == 0 || total == 0 {
            return None;
        }
        let all = |done: u64| elapsed.mul_f64(total as f64 / done as f64);
        if done != self.done {
            (self.done, self.whole) = (done, all(done));
        }
        // The next step is not done yet: it takes longer than was thought.
        let whole = self.whole.max(all((done + 1).min(total)));
        Some(whole.saturating_sub(elapsed))
    }
}

fn words(left: Option<Duration>) -> String {
    let Some(left) = left else {
        return "no estimate yet".to_owned();
    };
    match left.as_secs_f64().ceil() as u64 {
        seconds @ 0..60 => format!("about {seconds} s left"),
        seconds => format!("about {} min {} s left", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn what_is_left_is_told_from_the_pace_so_far() {
        let mut pace = Pace::default();
        assert_eq!(pace.left(seconds(3), [0, 0]), None);
        assert_eq!(pace.left(seconds(3), [0, 10]), None);
        // A step took 5 s, so ten take 50.
        assert_eq!(pace.left(seconds(5), [1, 10]), Some(seconds(45)));
        assert_eq!(pace.left(seconds(8), [1, 10]), Some(seconds(42)));
        // The second takes longer: 12 s for two at least, so 60 for ten.
        assert_eq!(pace.left(seconds(12), [1, 10]), Some(seconds(48)));
        assert_eq!(pace.left(seconds(20), [10, 10]), Some(seconds(0)));
    }

    #[test]
    fn times_left_in_words() {
        assert_eq!(words(None), "no estimate yet");
        assert_eq!(words(Some(Duration::from_millis(1_200))), "about 2 s left");
        assert_eq!(words(Some(seconds(125))), "about 2 min 5 s left");
    }
}
