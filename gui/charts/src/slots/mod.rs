//! A domain of nodes over time: booked and idle spans, and the windows found in it.

mod frontier;
mod show;

use cosched_core::slots::{Node, Slot};

pub use self::frontier::frontier_figure;
pub use self::show::{Framed, SlotsOutput, show};
use crate::gantt::GanttView;
use laboratory::family::slots::search::DomainData;

/// Nodes of a domain as rows: the fastest first, the cheaper of equals first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NodeRows {
    /// Node of each row.
    pub order: Vec<u32>,
    /// Row of each node.
    pub row_of: Vec<u32>,
    /// Idle slots, by row and time.
    idle: Vec<Slot>,
}

impl NodeRows {
    /// Returns the rows of `data`.
    pub fn new(data: &DomainData) -> Self {
        let mut order: Vec<u32> = (0..data.nodes.len() as u32).collect();
        order.sort_by_key(|&node| {
            let Node {
                performance, price, ..
            } = data.nodes[node as usize];
            (std::cmp::Reverse(performance), price, node)
        });
        let mut row_of = vec![0; order.len()];
        for (row, &node) in (0..).zip(&order) {
            row_of[node as usize] = row;
        }
        let mut idle = data.idle.clone();
        idle.sort_by_key(|slot| (row_of[slot.node as usize], slot.start));
        Self {
            order,
            row_of,
            idle,
        }
    }

    /// Returns a view of all of `data`.
    pub fn view(&self, data: &DomainData) -> GanttView {
        let (end, rows) = (data.horizon.seconds().max(1e-9), self.order.len().max(1));
        GanttView::of([0.0, end, 0.0, rows as f64])
    }

    /// Returns the slots of the node in `row`, by time.
    fn slots(&self, row: u32) -> &[Slot] {
        let row_of = |slot: &Slot| self.row_of[slot.node as usize];
        let first = self.idle.partition_point(|slot| row_of(slot) < row);
        let end = self.idle.partition_point(|slot| row_of(slot) <= row);
        &self.idle[first..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::family::slots::search::parse;

    #[test]
    fn the_fastest_come_first_and_each_row_has_its_slots() {
        let search = parse(include_str!(
            "../../../../fixtures/by_hand/slots/best_windows.ron"
        ))
        .unwrap();
        let rows = NodeRows::new(&search.data(None).unwrap());
        // Performances 6, 5, 3 and 6, of which the first costs less.
        assert_eq!(rows.order, [0, 3, 1, 2]);
        assert_eq!(rows.row_of, [0, 2, 3, 1]);
        let counts = [0, 1, 2, 3].map(|row| rows.slots(row).len());
        assert_eq!(counts, [2, 1, 1, 1]);
    }
}
