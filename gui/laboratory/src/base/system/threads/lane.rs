//! Work that is done one piece after another, beside the thread that orders it.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{ShortLock, start};

/// Piece of work.
type Order = Box<dyn FnOnce() + Send>;

/// A line of work. What has been ordered is done even if the lane is dropped.
#[derive(Clone, Default)]
pub struct Lane(Arc<ShortLock<Queue>>);

#[derive(Default)]
struct Queue {
    orders: VecDeque<Order>,
    /// Whether a thread does them.
    is_served: bool,
}

impl Lane {
    /// Orders `work`, which is done once all that was ordered before is. Where there are no threads
    /// it is done at once.
    pub fn order(&self, work: impl FnOnce() + Send + 'static) {
        let mut queue = self.0.lock();
        queue.orders.push_back(Box::new(work));
        if std::mem::replace(&mut queue.is_served, true) {
            return;
        }
        drop(queue);
        let lane = self.clone();
        if start(move || lane.serve()).is_err() {
            self.serve();
        }
    }

    /// Does one order after another until there is none left. A panic ends this thread, not the
    /// lane: the next order has another.
    fn serve(&self) {
        let mut server = Server(Some(self));
        loop {
            let mut queue = self.0.lock();
            let Some(order) = queue.orders.pop_front() else {
                queue.is_served = false;
                server.0 = None;
                return;
            };
            drop(queue);
            order();
        }
    }
}

/// Whoever serves a lane; gone in the middle of its work, it leaves the rest to another.
struct Server<'a>(Option<&'a Lane>);

impl Drop for Server<'_> {
    fn drop(&mut self) {
        let Some(lane) = self.0 else { return };
        let lane = lane.clone();
        if start(move || lane.serve()).is_err() {
            // The next order tries again.
            self.0
                .into_iter()
                .for_each(|lane| lane.0.lock().is_served = false);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn orders_are_done_in_turn_whatever_becomes_of_one() {
        let lane = Lane::default();
        let (sender, done) = channel();
        for number in 0..100 {
            let sender = sender.clone();
            lane.order(move || {
                assert_ne!(number, 50, "deliberate");
                sender.send(number).unwrap();
            });
        }
        drop((sender, lane));
        let done: Vec<i32> = done.iter().collect();
        assert!(
            done.iter()
                .copied()
                .eq((0..100).filter(|&number| number != 50))
        );
    }
}
