//! Rows of a chart and their nodes: background machines have half the height of the foreground's.

use crate::plot::ticks;
use crate::plot::ticks::Tick;
use laboratory::record::{Run, Segment};

/// Rows of a run's chart, each a unit high: nodes, threads on servers, or cores and GPUs of nodes
/// that jobs share.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rows {
    nodes: u32,
    /// Whether rows of half the height follow: the same nodes in the background.
    has_background: bool,
}

impl Rows {
    /// Returns the rows of `run`.
    pub fn of(run: &Run) -> Self {
        Self {
            nodes: match run.placements() {
                Some(placements) => placements.rows(),
                None => match &run.experiment.cluster {
                    Some(cluster) => cluster.layout.rows(),
                    None => run.experiment.nodes,
                },
            },
            has_background: run.molds().is_some(),
        }
    }

    /// Returns what a row of `run` is, in the singular.
    pub fn noun(run: &Run) -> &'static str {
        match run.placements() {
            Some(_) => "thread",
            None => run.experiment.unit().one(),
        }
    }

    /// Returns the rows of so many nodes.
    pub fn of_nodes(nodes: u32) -> Self {
        Self {
            nodes,
            has_background: false,
        }
    }

    /// Returns the number of nodes, each counted once.
    pub fn nodes(self) -> u32 {
        self.nodes
    }

    /// Whether the nodes follow again in the background.
    pub fn has_background(self) -> bool {
        self.has_background
    }

    /// Returns the height of all rows.
    pub fn height(self) -> f64 {
        let nodes = f64::from(self.nodes);
        if self.has_background {
            1.5 * nodes
        } else {
            nodes
        }
    }

    /// Returns the number of rows.
    pub fn count(self) -> u32 {
        if self.has_background {
            2 * self.nodes
        } else {
            self.nodes
        }
    }

    /// Returns the height from the top at which `row` begins: the background begins at the number
    /// of nodes.
    pub fn top(self, row: u32) -> f64 {
        if self.has_background && row > self.nodes {
            f64::from(self.nodes) + f64::from(row - self.nodes) / 2.0
        } else {
            f64::from(row)
        }
    }

    /// Returns the heights at which `segment` begins and ends.
    pub fn span(self, segment: &Segment) -> [f64; 2] {
        [0, segment.nodes].map(|nodes| self.top(segment.first_node + nodes))
    }

    /// Returns the numbers of nodes, each at the middle of its row, about `most` of those between
    /// two heights.
    pub fn ticks(self, [top, bottom]: [f64; 2], most: usize) -> Vec<Tick> {
        let last = f64::from(self.nodes) - 1.0;
        let end = (bottom - 1.0).min(last);
        let mut ticks = ticks::whole(top.floor().max(0.0), end, most);
        ticks.iter_mut().for_each(|tick| tick.at += 0.5);
        if self.has_background {
            let again = ticks::whole(0.0, last, (most / 2).max(1)).into_iter();
            let below = again.map(|tick| Tick {
                at: f64::from(self.nodes) + (tick.at + 0.5) / 2.0,
                ..tick
            });
            ticks.extend(below.filter(|tick| (top..bottom).contains(&tick.at)));
        }
        ticks
    }

    /// Returns the node at `height` from the top.
    pub fn node_at(self, height: f64) -> u32 {
        let nodes = f64::from(self.nodes);
        if self.has_background && height >= nodes {
            (2.0 * (height - nodes)) as u32
        } else {
            height as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_background_is_half_as_high() {
        let rows = Rows {
            nodes: 4,
            has_background: true,
        };
        assert_eq!((rows.height(), rows.count()), (6.0, 8));
        let tops = [0, 3, 4, 5, 8].map(|row| rows.top(row));
        assert_eq!(tops, [0.0, 3.0, 4.0, 4.5, 6.0]);
        let ticks = rows.ticks([0.0, 6.0], 4);
        let ticks: Vec<_> = ticks.iter().map(|tick| (tick.at, &*tick.label)).collect();
        let [first, second] = [(0.5, "0"), (1.5, "1")];
        assert_eq!(ticks[..2], [first, second]);
        assert_eq!(ticks[4..], [(4.25, "0"), (5.25, "2")]);
        let nodes = [0.0, 3.9, 4.0, 4.4, 4.5, 5.9].map(|height| rows.node_at(height));
        assert_eq!(nodes, [0, 3, 0, 0, 1, 3]);
    }
}
