//! Tasks that are jobs: each requests nodes, holds them for its time, and ends.

use core::sync::atomic::{AtomicUsize, Ordering};

use embassy_futures::select::{Either, select};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, Timer};

use crate::live::{NODES, PLANS};

/// Messages of tasks to the scheduler, with the index of the plan.
pub(crate) enum Message {
    /// The task wants to run.
    Arrived(usize),
    /// The task has done its work.
    Done(usize),
}

/// Messages of the scheduler to a task.
pub(crate) enum Order {
    /// Run on these nodes, a bit each.
    Start(u64),
    /// Stop.
    Stop,
}

/// Connection between the scheduler and one task.
pub(crate) struct TaskChannel {
    /// Order for the task.
    pub(crate) order: Signal<CriticalSectionRawMutex, Order>,
    /// Signals that it has left its nodes.
    pub(crate) gone: Signal<CriticalSectionRawMutex, ()>,
}

/// To the scheduler, from all tasks.
pub(crate) static MESSAGES: Channel<CriticalSectionRawMutex, Message, { PLANS.len() }> =
    Channel::new();

/// From the scheduler, to each task.
pub(crate) static WIRES: [TaskChannel; PLANS.len()] = [const {
    TaskChannel {
        order: Signal::new(),
        gone: Signal::new(),
    }
}; PLANS.len()];

/// Task on each node, from 1; 0 for none. Updated by the tasks, independently of the
/// engine.
static NODE_TASKS: [AtomicUsize; NODES as usize] = [const { AtomicUsize::new(0) }; NODES as usize];

/// A job, from its arrival to its end.
#[embassy_executor::task(pool_size = PLANS.len())]
pub(crate) async fn job(index: usize) {
    let (plan, wire) = (&PLANS[index], &WIRES[index]);
    Timer::at(Instant::MIN + tenths(plan.submit)).await;
    MESSAGES.send(Message::Arrived(index)).await;
    let Order::Start(nodes) = wire.order.wait().await else {
        panic!("job {} is stopped before it has started", index + 1);
    };
    assert_eq!(nodes.count_ones(), plan.nodes, "nodes of job {}", index + 1);
    replace(nodes, 0, index + 1);
    let work = Timer::after(tenths(plan.runtime));
    let ended = select(work, wire.order.wait()).await;
    replace(nodes, index + 1, 0);
    wire.gone.signal(());
    if let Either::First(()) = ended {
        MESSAGES.send(Message::Done(index)).await;
    }
}

/// Replaces the task on `nodes`.
fn replace(nodes: u64, before: usize, after: usize) {
    for (node, index) in NODE_TASKS.iter().enumerate() {
        if nodes >> node & 1 == 1 {
            let found = index.swap(after, Ordering::Relaxed);
            assert_eq!(found, before, "on node {node}, where {after} comes");
        }
    }
}

/// Whether all tasks have left.
pub(crate) fn all_have_left() -> bool {
    NODE_TASKS
        .iter()
        .all(|index| index.load(Ordering::Relaxed) == 0)
}

fn tenths(tenths: u64) -> Duration {
    Duration::from_millis(100 * tenths)
}
