//! Agile: fine grain in a matrix, the other grains in lists.
//!
//! The paper has one grain at a time (fixtures/papers/agile.md, 3.4). Where there are several, the
//! reading is our own: each has the whole machine for so many quanta, in turn from fine to
//! independent, grains without jobs being skipped; or each has nodes of its own.

use super::flexible::run_rows;
use super::lists::List;
use super::matrix::Matrix;
use super::{Class, Scenario, Shares, State, Turns};

#[derive(Debug)]
pub(crate) struct Agile {
    rows: Matrix,
    lists: [List; 3],
    shares: Shares,
    present: [bool; 4],
    // The grain whose turn it is, and its remaining quanta.
    turn: usize,
    left: usize,
}

impl Agile {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let fine = match scenario.rules.shares {
            Shares::Quanta(_) => scenario.nodes,
            Shares::Nodes(nodes) => nodes[0],
        };
        Self {
            rows: Matrix::new(fine, scenario.jobs.len()),
            lists: Default::default(),
            shares: scenario.rules.shares,
            present: [false; 4],
            turn: 3,
            left: 0,
        }
    }

    fn run(&mut self, state: &mut State<'_>, class: usize, nodes: usize) {
        match class {
            0 => {
                let (chosen, _) = self.rows.quantum(state.scenario.rules.alternates);
                run_rows(state, &chosen);
            }
            _ => self.lists[class - 1].quantum(state, Class::ALL[class], nodes),
        }
    }

    /// The grain of the next quantum. A grain that is alone has no turn to finish when others come.
    fn next_turn(&mut self, quanta: [usize; 4]) -> usize {
        let present: Vec<_> = (0..4).filter(|class| self.present[*class]).collect();
        if let [only] = present[..] {
            (self.turn, self.left) = (only, 0);
            return only;
        }
        if self.left == 0 || !self.present[self.turn] {
            let after = (1..=4).map(|after| (self.turn + after) % 4);
            self.turn = after
                .into_iter()
                .find(|class| self.present[*class])
                .unwrap();
            self.left = quanta[self.turn];
        }
        self.left -= 1;
        self.turn
    }
}

impl Turns for Agile {
    fn update(&mut self, state: &State<'_>, arrivals: &[usize]) -> bool {
        let of = |class: Class| {
            let arrivals = arrivals.iter().copied();
            arrivals.filter(move |job| state.class(*job) == class)
        };
        self.rows.update(state, of(Class::Fine));
        self.present[0] = !self.rows.rows.is_empty();
        for (index, list) in self.lists.iter_mut().enumerate() {
            list.update(state, of(Class::ALL[index + 1]).collect());
            self.present[index + 1] = !list.is_empty();
        }
        self.present.contains(&true)
    }

    fn quantum(&mut self, state: &mut State<'_>) {
        match self.shares {
            Shares::Quanta(quanta) => {
                let class = self.next_turn(quanta);
                self.run(state, class, state.scenario.nodes);
            }
            Shares::Nodes(nodes) => {
                for class in (0..4)
                    .filter(|class| self.present[*class])
                    .collect::<Vec<_>>()
                {
                    self.run(state, class, nodes[class]);
                }
            }
        }
    }
}
