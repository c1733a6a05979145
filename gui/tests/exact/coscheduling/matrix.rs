//! The matrix of gang scheduling: rows are slots of time, columns nodes.

use std::collections::BTreeSet;

use super::{Rules, State};

type Columns = BTreeSet<usize>;

/// Rows of jobs, and the next row.
#[derive(Debug)]
pub(crate) struct Matrix {
    nodes: usize,
    pub(crate) rows: Vec<Vec<usize>>,
    pub(crate) columns: Vec<Columns>,
    next: usize,
    waiting: Vec<usize>,
}

impl Matrix {
    pub(crate) fn new(nodes: usize, jobs: usize) -> Self {
        Self {
            nodes,
            rows: Vec::new(),
            columns: vec![Columns::new(); jobs],
            next: 0,
            waiting: Vec::new(),
        }
    }

    fn used(&self, row: usize) -> Columns {
        let jobs = self.rows[row].iter();
        jobs.flat_map(|job| self.columns[*job].iter().copied())
            .collect()
    }

    fn delete(&mut self, row: usize) {
        self.rows.remove(row);
        if row < self.next {
            self.next -= 1;
        }
    }

    /// Updates the matrix at a boundary: finished jobs leave, rows are unified, arrivals placed.
    pub(crate) fn update(&mut self, state: &State<'_>, arrivals: impl Iterator<Item = usize>) {
        let rules = &state.scenario.rules;
        for row in (0..self.rows.len()).rev() {
            self.rows[row].retain(|job| !state.is_done(*job));
            if self.rows[row].is_empty() {
                self.delete(row);
            }
        }
        while rules.unify && self.unify() {}
        self.waiting.extend(arrivals);
        while let Some(&job) = self.waiting.first() {
            if !self.index(job, state.scenario.jobs[job].nodes, rules) {
                break;
            }
            self.waiting.remove(0);
        }
    }

    /// Unifies the first pair of rows without a column in common, if there is one.
    fn unify(&mut self) -> bool {
        for a in 0..self.rows.len() {
            for b in a + 1..self.rows.len() {
                if self.used(a).is_disjoint(&self.used(b)) {
                    let moved = self.rows[b].clone();
                    self.rows[a].extend(moved);
                    self.delete(b);
                    return true;
                }
            }
        }
        false
    }

    /// Places a job in the first row with enough free columns, the lowest of them, or in a new row.
    fn index(&mut self, job: usize, width: usize, rules: &Rules) -> bool {
        let room = |row: &usize| self.nodes - self.used(*row).len() >= width;
        let found = (0..self.rows.len()).find(|row| !rules.alone && room(row));
        let row = match found {
            Some(row) => row,
            None if rules.rows.is_some_and(|most| self.rows.len() >= most) => return false,
            None => {
                self.rows.push(Vec::new());
                self.rows.len() - 1
            }
        };
        let used = self.used(row);
        let free = (0..self.nodes).filter(|column| !used.contains(column));
        self.columns[job] = free.take(width).collect();
        self.rows[row].push(job);
        true
    }

    /// The jobs of the next quantum, row by row as found, and the columns left idle.
    pub(crate) fn quantum(&mut self, alternates: bool) -> (Vec<usize>, Columns) {
        // Where others have quanta between those of the matrix, this is called when its own comes.
        if self.next >= self.rows.len() {
            self.next = 0;
        }
        let mut idle: Columns = (0..self.nodes).collect();
        let mut chosen = Vec::new();
        let count = if alternates { self.rows.len() } else { 1 };
        for after in 0..count {
            for &job in &self.rows[(self.next + after) % self.rows.len()] {
                if self.columns[job].is_subset(&idle) {
                    idle = &idle - &self.columns[job];
                    chosen.push(job);
                }
            }
        }
        self.next += 1;
        (chosen, idle)
    }
}
