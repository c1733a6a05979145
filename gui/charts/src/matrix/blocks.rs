//! Columns and rows of jobs in the matrix at an instant, and the jobs that run.

use cosched_core::Time;

use laboratory::family::coscheduling::record::QuantumRecord;
use laboratory::record::{Run, Segment};
use laboratory::scenario::coscheduling::GrainClass;

/// State of a job at that instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// All of its processes run.
    Runs,
    /// Some of its processes fill gaps.
    Fills,
    /// Waits for its turn.
    Waits,
}

/// Consecutive columns of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Index of the job in the experiment.
    pub job: u32,
    /// Row, counted from the top: 0 has the running jobs, on the nodes they have.
    pub row: usize,
    /// First node.
    pub first: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Class that the scheduler assigns to the job.
    pub class: GrainClass,
    /// State.
    pub state: State,
}

/// Everything to be drawn of an instant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatrixBlocks {
    /// Blocks from top to bottom.
    pub all: Vec<Block>,
    /// Rows of the matrix, without that of the running jobs.
    pub rows: usize,
}

impl MatrixBlocks {
    /// Returns the blocks of `run` at `at`.
    pub fn at(run: &Run, record: &QuantumRecord, at: Time) -> Self {
        let now: Vec<Segment> = run
            .segments
            .iter()
            .filter(|segment| segment.from <= at && at < segment.until)
            .collect();
        let rows = record.matrix_at(at, |job| run.outcomes[job as usize].completed <= at);
        let block = |job: u32, row: usize, (first, nodes): (u32, u32)| Block {
            job,
            row,
            first,
            nodes,
            class: record.class_at(job, at),
            state: state(run, record, &now, job, at),
        };
        let running = now
            .iter()
            .map(|segment| block(segment.job, 0, (segment.first_node, segment.nodes)));
        let mut all: Vec<Block> = running.collect();
        for (index, row) in rows.iter().enumerate() {
            for &job in &row.jobs {
                let columns = record.columns(job, at).iter();
                all.extend(columns.map(|&columns| block(job, index + 1, columns)));
            }
        }
        Self {
            all,
            rows: rows.len(),
        }
    }

    /// Returns the number of jobs, each counted once, and how many of them run or fill gaps.
    pub fn jobs(&self) -> (usize, usize) {
        let mut jobs: Vec<(u32, bool)> = self
            .all
            .iter()
            .map(|block| (block.job, block.state != State::Waits))
            .collect();
        jobs.sort_unstable();
        jobs.dedup();
        (jobs.len(), jobs.iter().filter(|(_, runs)| *runs).count())
    }
}

/// Returns the state of `job` while `now` are the running segments.
fn state(run: &Run, record: &QuantumRecord, now: &[Segment], job: u32, at: Time) -> State {
    let own = now.iter().filter(|segment| segment.job == job);
    let has: u32 = own.clone().map(|segment| segment.nodes).sum();
    let wanted = run.experiment.jobs[job as usize].nodes;
    // Under Agile a part of a job runs as well as a whole one.
    let in_matrix = !record.columns(job, at).is_empty();
    let is_filler = |own: &Segment| {
        let beside = now.iter().filter(|other| other.job != job);
        let mut meets = beside.filter(|other| {
            own.first_node < other.first_node + other.nodes
                && other.first_node < own.first_node + own.nodes
        });
        // A job that leaves a part of its nodes to others is of medium grain.
        let class = record.class_at(job, at);
        class != GrainClass::Medium && meets.next().is_some()
    };
    match has {
        0 => State::Waits,
        has if in_matrix && has < wanted => State::Fills,
        _ if in_matrix && own.clone().any(is_filler) => State::Fills,
        _ => State::Runs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::run::sample::simulated;

    fn blocks(run: &Run, second: u64) -> Vec<(u32, usize, u32, u32, State)> {
        let record = run.quanta().unwrap();
        let blocks = MatrixBlocks::at(run, record, Time::from_seconds(second));
        let parts = |one: Block| (one.job, one.row, one.first, one.nodes, one.state);
        blocks.all.into_iter().map(parts).collect()
    }

    /// fixtures/papers/agile.md, 3.7, F2: a process of job 2 on node 1 fills the quanta of
    /// job 1, which waits in the others.
    #[test]
    fn fillers_are_told_from_running_jobs() {
        use State::{Fills, Runs, Waits};
        let run = simulated(
            "(machine: Cluster(nodes: 2), policies: [Flexible], workload: Jobs([
                (submit: 0, runtime: 3, nodes: 1, grain: Fine),
                (submit: 0, runtime: 3, nodes: 2, grain: Coarse, barrier: 1)]),
            parameters: (coscheduling: (quantum: 1, alternates: false, unify: false)))",
        );
        assert_eq!(
            blocks(&run, 0),
            [
                (0, 0, 0, 1, Runs),
                (1, 0, 1, 1, Fills),
                (0, 1, 0, 1, Runs),
                (1, 2, 0, 2, Fills)
            ]
        );
        assert_eq!(
            blocks(&run, 1),
            [(1, 0, 0, 2, Runs), (0, 1, 0, 1, Waits), (1, 2, 0, 2, Runs)]
        );
        assert_eq!(blocks(&run, 6), []);
    }

    /// fixtures/papers/agile.md, 3.7, F1: job 2 gets the half of all nodes that job 1
    /// leaves.
    #[test]
    fn jobs_that_share_nodes_with_medium_grain_fill_gaps() {
        use State::{Fills, Runs};
        let run = simulated(
            "(machine: Cluster(nodes: 4), policies: [Flexible], workload: Jobs([
                (submit: 0, runtime: 2, nodes: 4, grain: Medium, utilisation: 0.5),
                (submit: 0, runtime: 2, nodes: 4)]),
            parameters: (coscheduling: (quantum: 1)))",
        );
        let states = blocks(&run, 0).into_iter().map(|block| (block.0, block.4));
        assert_eq!(
            states.collect::<Vec<_>>(),
            [(0, Runs), (1, Fills), (0, Runs), (1, Fills)]
        );
    }

    /// fixtures/papers/agile.md, 3.7, A2: a part of job 1 runs in [3, 4).
    #[test]
    fn parts_of_jobs_run_under_agile() {
        let run = simulated(
            "(machine: Cluster(nodes: 4), policies: [Agile], workload: Jobs([
                (submit: 0, runtime: 2, nodes: 3), (submit: 0, runtime: 2, nodes: 3),
                (submit: 0, runtime: 2, nodes: 2), (submit: 0, runtime: 2, nodes: 2),
                (submit: 0, runtime: 2, nodes: 3), (submit: 0, runtime: 2, nodes: 1)]),
            parameters: (coscheduling: (quantum: 1)))",
        );
        let expected = [(4, 0, 0, 3, State::Runs), (0, 0, 3, 1, State::Runs)];
        assert_eq!(blocks(&run, 3), expected);
    }
}
