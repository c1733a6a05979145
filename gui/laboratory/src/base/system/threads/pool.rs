//! The threads of a page: workers that its script starts, as many as are wanted, each of which
//! takes what is to be done.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::sync::Condvar;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::ShortLock;

/// Piece of work.
type Task = Box<dyn FnOnce() + Send>;

/// Most workers at once; each has a stack of its own, and most wait.
const MOST: usize = 16;

static TASKS: ShortLock<Tasks> = ShortLock::new(Tasks {
    waiting: VecDeque::new(),
    idle: 0,
    starting: 0,
    workers: 0,
    under_way: 0,
});
static ARRIVED: Condvar = Condvar::new();
/// Number of processors that the page may use; 0 where it has no workers.
static PROCESSORS: AtomicUsize = AtomicUsize::new(0);

struct Tasks {
    waiting: VecDeque<Task>,
    /// Workers that wait for a task.
    idle: usize,
    /// Workers that are being started.
    starting: usize,
    /// Workers that were started.
    workers: usize,
    /// Tasks that a worker does.
    under_way: usize,
}

/// Says that the page can start workers, on so many processors.
pub fn allow(processors: usize) {
    PROCESSORS.store(processors, Ordering::Relaxed);
}

/// Number of processors that workers run on; 0 where there are none.
pub(super) fn processors() -> usize {
    PROCESSORS.load(Ordering::Relaxed)
}

/// Has `task` done by a worker.
///
/// # Errors
/// This page has no workers.
pub(super) fn order(task: Task) -> io::Result<()> {
    if processors() == 0 {
        let sentence = "this page was not given threads";
        return Err(io::Error::new(ErrorKind::Unsupported, sentence));
    }
    TASKS.lock().waiting.push_back(task);
    ARRIVED.notify_one();
    Ok(())
}

/// Number of workers that the script should start now.
pub fn workers_wanted() -> usize {
    let mut tasks = TASKS.lock();
    let coming = tasks.idle + tasks.starting;
    let wanted = tasks.waiting.len().saturating_sub(coming);
    let wanted = wanted.min(MOST.saturating_sub(tasks.workers));
    tasks.workers += wanted;
    tasks.starting += wanted;
    wanted
}

/// Whether there is something to be done.
pub fn is_busy() -> bool {
    let tasks = TASKS.lock();
    tasks.under_way > 0 || !tasks.waiting.is_empty()
}

/// Notes that a worker has failed: in the middle of a task, or before it `had_begun`.
pub fn note_failure(had_begun: bool) {
    let mut tasks = TASKS.lock();
    tasks.workers = tasks.workers.saturating_sub(1);
    let count = if had_begun {
        &mut tasks.under_way
    } else {
        &mut tasks.starting
    };
    *count = count.saturating_sub(1);
}

/// Does tasks for ever: what a worker does.
pub fn serve() {
    super::IS_WORKER.set(true);
    let mut tasks = TASKS.lock();
    tasks.starting = tasks.starting.saturating_sub(1);
    loop {
        if let Some(task) = tasks.waiting.pop_front() {
            tasks.under_way += 1;
            drop(tasks);
            task();
            tasks = TASKS.lock();
            tasks.under_way -= 1;
            continue;
        }
        tasks.idle += 1;
        tasks = match ARRIVED.wait(tasks) {
            Ok(tasks) => tasks,
            Err(poisoned) => poisoned.into_inner(),
        };
        tasks.idle -= 1;
    }
}
