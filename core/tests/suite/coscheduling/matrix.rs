//! The matrix of gang scheduling, by hand and against a slow reference.

use cosched_core::matrix::{BoxedMatrix, Matrix};
use cosched_core::random::Random;
use cosched_core::{JobId, Memory};
use std::collections::BTreeSet;

/// Buffers for `jobs` jobs on `nodes` nodes, with as many rows as jobs.
fn buffers(nodes: u32, jobs: usize) -> BoxedMatrix {
    BoxedMatrix::new(jobs, jobs, jobs, nodes as usize, false)
}

/// The matrix on these buffers.
fn matrix(buffers: &mut BoxedMatrix, nodes: u32) -> Matrix<'_> {
    let buffers = buffers.as_buffers();
    Matrix::new(nodes, buffers.free.len(), buffers).unwrap()
}

#[derive(Clone, Copy)]
struct Options {
    alternates: bool,
    unify: bool,
    alone: bool,
}

const PLAIN: Options = Options {
    alternates: false,
    unify: false,
    alone: false,
};

/// Number of quanta after which each job (nodes, quanta it needs) has run as long as it
/// needs.
fn ends(nodes: u32, jobs: &[(u32, u32)], options: Options) -> Vec<u32> {
    let mut buffers = buffers(nodes, jobs.len());
    let mut matrix = matrix(&mut buffers, nodes);
    let mut left: Vec<u32> = jobs.iter().map(|job| job.1).collect();
    let mut ends = vec![0; jobs.len()];
    for (job, &(width, _)) in jobs.iter().enumerate() {
        assert!(
            matrix
                .insert(JobId::new(job), width, Memory::ZERO, options.alone)
                .is_some()
        );
    }
    let mut idle = vec![0; nodes.div_ceil(64) as usize];
    for quantum in 1.. {
        for (job, end) in ends.iter().enumerate() {
            if *end == quantum - 1 && left[job] == 0 {
                matrix.remove(JobId::new(job));
            }
        }
        if matrix.rows() == 0 {
            return ends;
        }
        if options.unify {
            matrix.unify(|_, _| ());
        }
        matrix.quantum(options.alternates, &mut idle, |job| {
            left[job.index()] -= 1;
            if left[job.index()] == 0 {
                ends[job.index()] = quantum;
            }
        });
    }
    ends
}

/// fixtures/papers/agile.md, 3.7, G1 and G2.
#[test]
fn turns_by_hand() {
    let jobs = [(3, 2), (2, 1), (1, 3), (4, 1)];
    assert_eq!(ends(4, &jobs, PLAIN), [4, 2, 5, 3]);
    let alternates = Options {
        alternates: true,
        ..PLAIN
    };
    assert_eq!(ends(4, &jobs, alternates), [4, 2, 4, 3]);
    let alone = Options {
        alone: true,
        ..PLAIN
    };
    assert_eq!(ends(4, &jobs, alone), [5, 2, 7, 4]);
    let jobs = [(2, 1), (2, 3), (2, 3)];
    let unify = Options {
        unify: true,
        ..PLAIN
    };
    assert_eq!(ends(4, &jobs, PLAIN), [1, 5, 6]);
    assert_eq!(ends(4, &jobs, unify), [1, 3, 4]);
    assert_eq!(ends(4, &jobs, alternates), [1, 3, 4]);
}

/// Slow matrix with sets, searching from the beginning each time.
#[derive(Default)]
struct SlowMatrix {
    rows: Vec<Vec<(usize, BTreeSet<u32>)>>,
    turn: usize,
}

impl SlowMatrix {
    fn taken(&self, row: usize) -> BTreeSet<u32> {
        self.rows[row]
            .iter()
            .flat_map(|job| job.1.clone())
            .collect()
    }

    fn index(&mut self, job: usize, width: u32, nodes: u32) {
        let free = |row: BTreeSet<u32>| (0..nodes).filter(move |node| !row.contains(node));
        let fits = |row: &usize| free(self.taken(*row)).count() >= width as usize;
        let row = (0..self.rows.len()).find(fits).unwrap_or(self.rows.len());
        if row == self.rows.len() {
            self.rows.push(Vec::new());
        }
        let columns = free(self.taken(row)).take(width as usize).collect();
        self.rows[row].push((job, columns));
    }

    fn close(&mut self, row: usize) {
        self.rows.remove(row);
        self.turn -= usize::from(row < self.turn);
    }

    fn remove(&mut self, job: usize) {
        let has = |row: &Vec<(usize, BTreeSet<u32>)>| row.iter().any(|other| other.0 == job);
        let row = self.rows.iter().position(has).unwrap();
        self.rows[row].retain(|other| other.0 != job);
        if self.rows[row].is_empty() {
            self.close(row);
        }
    }

    fn unify(&mut self) {
        let pairs = |slow: &Self| {
            let rows = slow.rows.len();
            let mut pairs = (0..rows).flat_map(|a| (a + 1..rows).map(move |b| (a, b)));
            pairs.find(|&(a, b)| slow.taken(a).is_disjoint(&slow.taken(b)))
        };
        while let Some((a, b)) = pairs(self) {
            let moved = std::mem::take(&mut self.rows[b]);
            self.rows[a].extend(moved);
            self.close(b);
        }
    }

    fn quantum(&mut self) -> Vec<usize> {
        let (mut busy, mut runs) = (BTreeSet::new(), Vec::new());
        if self.turn >= self.rows.len() {
            self.turn = 0;
        }
        for after in 0..self.rows.len() {
            for (job, columns) in &self.rows[(self.turn + after) % self.rows.len()] {
                if columns.is_disjoint(&busy) {
                    busy.extend(columns.iter().copied());
                    runs.push(*job);
                }
            }
        }
        self.turn += usize::from(!self.rows.is_empty());
        runs
    }
}

#[test]
fn a_slow_matrix_lets_the_same_jobs_run() {
    const JOBS: usize = 60;
    for (seed, nodes) in [5, 64, 65, 130].into_iter().cycle().take(200).enumerate() {
        let mut random = Random::new(seed as u64, 0);
        let mut buffers = buffers(nodes, JOBS);
        let (mut matrix, mut slow) = (matrix(&mut buffers, nodes), SlowMatrix::default());
        let (mut placed, mut next) = (Vec::new(), 0);
        let mut idle = vec![0; nodes.div_ceil(64) as usize];
        while next < JOBS || !placed.is_empty() {
            if !placed.is_empty() && random.below(3) == 0 {
                let job: usize = placed.swap_remove(random.below(placed.len() as u64) as usize);
                matrix.remove(JobId::new(job));
                slow.remove(job);
            }
            if random.below(2) == 0 {
                matrix.unify(|_, _| ());
                slow.unify();
            }
            if next < JOBS && random.below(2) == 0 {
                let widest = [nodes, nodes.div_ceil(4)][seed / 4 % 2];
                let width = 1 + random.below(u64::from(widest)) as u32;
                assert!(
                    matrix
                        .insert(JobId::new(next), width, Memory::ZERO, false)
                        .is_some()
                );
                slow.index(next, width, nodes);
                placed.push(next);
                next += 1;
            }
            // Rows have their turns again before anything changes.
            for _ in 0..1 + random.below(8) {
                let mut runs = Vec::new();
                matrix.quantum(true, &mut idle, |job| runs.push(job.index()));
                assert_eq!(runs, slow.quantum());
                assert_eq!((matrix.rows(), matrix.turn()), (slow.rows.len(), slow.turn));
            }
        }
    }
}

#[test]
fn there_are_no_more_rows_than_there_is_room_for() {
    let mut buffers = BoxedMatrix::new(1, 3, 3, 4, false);
    let mut matrix = matrix(&mut buffers, 4);
    let [a, b, c] = [0, 1, 2].map(JobId::new);
    assert!(matrix.insert(a, 3, Memory::ZERO, false).is_some());
    assert!(
        matrix.insert(b, 2, Memory::ZERO, false).is_none(),
        "it needs another row"
    );
    assert!(matrix.insert(c, 1, Memory::ZERO, false).is_some());
    assert_eq!(matrix.columns(c), [0b1000]);
    assert!(
        matrix.insert(b, 5, Memory::ZERO, false).is_none(),
        "wider than the machine"
    );
    matrix.remove(a);
    assert_eq!(matrix.jobs(0).collect::<Vec<_>>(), [c]);
    assert_eq!(matrix.columns(a), [0; 0]);
}

/// On nodes of 10: a job of 6 on two of three nodes, then one of 5 on one node,
/// which finds room on the third only, in the first row; a second one of 5 needs
/// a row of its own, and a third one finds no node with room until the first
/// job has gone.
#[test]
fn memory_of_all_rows_fits_on_every_node() {
    let mut limited = BoxedMatrix::new(4, 4, 4, 3, true);
    let matrix = Matrix::new(3, 4, limited.as_buffers()).unwrap();
    let mut matrix = matrix.with_node_memory(Memory(10));
    let [a, b, c, d] = [0, 1, 2, 3].map(JobId::new);
    assert!(matrix.insert(a, 2, Memory(6), false).is_some());
    assert!(matrix.insert(b, 1, Memory(5), false).is_some());
    assert_eq!(matrix.columns(b), [0b100]);
    assert!(matrix.insert(c, 1, Memory(5), false).is_some());
    assert_eq!((matrix.columns(c), matrix.rows()), (&[0b100][..], 2));
    assert!(
        matrix.insert(d, 1, Memory(5), false).is_none(),
        "5 and 5 on the third, 6 elsewhere"
    );
    assert!(
        matrix.insert(d, 2, Memory(4), false).is_some(),
        "beside the first job"
    );
    assert_eq!(matrix.columns(d), [0b011]);
    matrix.remove(d);
    matrix.remove(a);
    assert!(matrix.insert(d, 2, Memory(10), false).is_some());
    assert_eq!(matrix.columns(d), [0b011]);
}
