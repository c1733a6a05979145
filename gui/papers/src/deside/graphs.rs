//! Graphs that are run: two that are stored, and families that are drawn.

use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::load;
use laboratory::record::Experiment;
use laboratory::scenario::placement::servers::Servers;
use laboratory::scenario::placement::workflow::{Batch, Shape, Wide, WorkflowWorkload};
use laboratory::scenario::{self, Machine, Scenario, Workload};

/// The two graphs stored for their likeness to the paper's results.
pub(super) const STORED: [(&str, &str); 2] = [
    (
        "DAG-1-like",
        include_str!("../../../../fixtures/golden/placement/like_dag_1_on_3_servers.ron"),
    ),
    (
        "DAG-2-like",
        include_str!("../../../../fixtures/golden/placement/like_dag_2_on_3_servers.ron"),
    ),
];

/// Distance of a job's predecessors in the list, and number of jobs that follow a fork: both
/// invented, and equal, chosen before anything was run.
const WIDTH: u32 = 12;

/// Family of random graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    /// Every job follows 1 or 2 of those shortly ahead of it.
    Batch,
    /// One job, many side by side that are launched together, one, and so on.
    ForkJoin,
}

impl Family {
    /// All families.
    pub(super) const ALL: [Self; 2] = [Self::Batch, Self::ForkJoin];

    /// Name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Batch => "batch",
            Self::ForkJoin => "fork-join",
        }
    }

    /// Name at the beginning of a sentence.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Batch => "Batch",
            Self::ForkJoin => "Fork-join",
        }
    }

    /// Text on its dependencies.
    pub(super) fn dependencies_text(self) -> String {
        match self {
            Self::Batch => format!("every job follows 1 or 2 of the {WIDTH} ahead of it"),
            Self::ForkJoin => format!(
                "one job, {WIDTH} that follow it, one that follows them all, and so on; the paper's text speaks of a root that fans out and of jobs launched together"
            ),
        }
    }

    fn shape(self, jobs: u32) -> Shape {
        match self {
            Self::Batch => Shape::Batch(Batch {
                jobs,
                window: WIDTH,
            }),
            Self::ForkJoin => Shape::ForkJoin(Wide { jobs, width: WIDTH }),
        }
    }
}

pub(super) fn stored(index: usize, servers: Servers) -> Result<Scenario, Problem> {
    let (name, text) = STORED[index];
    Ok(Scenario {
        title: name.to_owned(),
        machine: Machine::Servers(servers),
        ..scenario::parse(text, None)?
    })
}

pub(super) fn drawn(family: Family, jobs: u32, seed: u64, servers: Servers) -> Scenario {
    Scenario {
        seed,
        ..Scenario::of(
            Machine::Servers(servers),
            Workload::Workflow(WorkflowWorkload {
                shape: Some(family.shape(jobs)),
                ..WorkflowWorkload::default()
            }),
        )
    }
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Experiment, Problem> {
    load::prepare(scenario, None, &Progress::default())
}
