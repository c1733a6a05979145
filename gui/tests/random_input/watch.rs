//! A log of the last steps, printed at a panic or a hang.

use std::collections::VecDeque;
use std::panic;
use std::process::exit;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Number of steps printed.
const PRINTED_STEPS: usize = 30;
/// Time after which a step hangs. It takes a fraction of a second, and work that it waits for is
/// stopped long before.
const LIMIT: Duration = Duration::from_secs(60);

struct Log {
    seed: u64,
    steps: u64,
    last: VecDeque<String>,
    since: Option<Instant>,
}

static LOG: Mutex<Log> = Mutex::new(Log {
    seed: 0,
    steps: 0,
    last: VecDeque::new(),
    since: None,
});

/// Whether anything has panicked, in whichever thread.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// Prints the last steps at any panic or hang from now on.
pub(crate) fn begin() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !PANICKED.swap(true, Ordering::SeqCst) {
            print_steps("panicked");
        }
        usual(info);
    }));
    thread::spawn(|| {
        loop {
            thread::sleep(Duration::from_secs(1));
            let since = LOG.lock().map_or(None, |log| log.since);
            if since.is_some_and(|since| since.elapsed() > LIMIT) {
                print_steps("hangs");
                exit(1);
            }
        }
    });
}

/// Begins another seed.
pub(crate) fn seed(seed: u64) {
    let mut log = LOG.lock().unwrap();
    (log.seed, log.steps) = (seed, 0);
    log.last.clear();
    log.since = Some(Instant::now());
}

/// Begins a step, described by `what`.
pub(crate) fn step(what: String) {
    let mut log = LOG.lock().unwrap();
    log.steps += 1;
    let line = format!("{} {what}", log.steps);
    log.last.push_back(line);
    if log.last.len() > PRINTED_STEPS {
        log.last.pop_front();
    }
    log.since = Some(Instant::now());
}

/// The last step, or two where one was stopped, in words.
pub(crate) fn last() -> String {
    let log = LOG.lock().unwrap();
    let last = log.last.iter().rev().take(2).rev();
    let last: Vec<&str> = last.map(String::as_str).collect();
    format!("seed {}, {}", log.seed, last.join(", "))
}

/// Ends a seed. Panics if a thread of the window has panicked.
pub(crate) fn done() {
    check();
    LOG.lock().unwrap().since = None;
}

/// Panics if a thread of the window has panicked: the window shows a notice and goes on.
pub(crate) fn check() {
    assert!(!PANICKED.load(Ordering::SeqCst), "a thread panicked");
}

fn print_steps(what: &str) {
    let Ok(log) = LOG.lock() else { return };
    eprintln!("\nIt {what} at step {} of seed {}:", log.steps, log.seed);
    for line in &log.last {
        eprintln!("  {line}");
    }
    eprintln!(
        "COSCHED_SEED={} COSCHED_STEPS={} cargo test -p cosched --test random_input",
        log.seed, log.steps
    );
}
