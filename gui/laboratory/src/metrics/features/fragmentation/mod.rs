//! Free capacity over time, and the part of it that fits no waiting job.

mod changes;
mod groups;

use cosched_core::Time;

use self::groups::Occupancy;
use crate::family::Addition;
use crate::family::room::Table;
use crate::record::Run;
use crate::record::cluster::ClusterData;
use crate::record::metric::{Better, Metric, Value, always};
use crate::scenario::reference::sources::IN_THE_FIELD;

/// The feature.
pub(super) const ADDITION: Addition = Addition {
    metrics: METRICS,
    tables: |run| table(run).into_iter().collect(),
    ..Addition::NONE
};

/// The metrics.
const METRICS: &[Metric] = &[Metric {
    name: "loss_of_capacity",
    title: "loss of capacity",
    unit: "",
    decimals: 4,
    better: Better::Less,
    least: 0.0,
    sentence: "The share of all node time of the makespan, 0 to 1, in which nodes in service were free although they were enough for a job that waited; of cores where jobs share nodes; known where it was kept who ran where; in very large runs with many kinds of nodes and jobs from some of the instants, evenly",
    source: IN_THE_FIELD,
    is_defined: always,
    value: Value::Kept(loss_of_capacity),
}];

/// Largest number of looks at groups of nodes in all: where more would be needed, only some of the
/// instants are examined, evenly.
const MOST_LOOKS: u64 = 40_000_000;

/// Free capacity from an instant until the next: nodes, or cores where jobs share nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeCapacity {
    /// The instant.
    pub at: Time,
    /// Free capacity in service.
    pub free: u32,
    /// The part of it that fits no waiting job; 0 if no job waits.
    pub unfit: u32,
    /// Whether a waiting job fits.
    pub fits: bool,
}

/// Whether it is defined for `run`: each job has its own nodes, or its own part of them, and none a
/// part of a GPU.
pub fn is_known(run: &Run) -> bool {
    let policy = run.policy;
    let has_its_own = !policy.is_for_servers()
        && !policy.shares_nodes()
        && !policy.has_quanta()
        && !policy.molds();
    // What is left of each GPU is not kept.
    let cluster = run.experiment.cluster.as_ref();
    let has_gpu_shares = cluster.is_some_and(ClusterData::has_gpu_shares);
    has_its_own && !has_gpu_shares && run.experiment.added().is_empty() && !run.segments.is_empty()
}

/// Computes the free capacity of `run` over time, and the part of it that fits no waiting job.
///
/// A waiting job fits if there is room for its whole request in the free capacity; the free
/// capacity of a node is unfit if no such job could have a part of its own there. Limits,
/// reservations and maintenance ahead do not count.
pub fn fragmentation(run: &Run) -> Option<Vec<FreeCapacity>> {
    if !is_known(run) {
        return None;
    }
    let mut moments = Vec::new();
    each_moment(run, |moment| moments.push(moment));
    Some(moments)
}

/// Calls `each` with the free capacity of `run` from each instant on, in the order of time.
fn each_moment(run: &Run, mut each: impl FnMut(FreeCapacity)) {
    let step = step(run);
    let mut number = 0;
    each_instant(run, |at, state, is_last| {
        if number % step == 0 || is_last {
            each(state.free_capacity(at));
        }
        number += 1;
    });
}

/// Calls `each` with every instant at which something changes in `run`, in the order of time, what is
/// free and who waits then, and whether it is the last.
fn each_instant(run: &Run, mut each: impl FnMut(Time, &Occupancy<'_>, bool)) {
    let mut state = Occupancy::of(run);
    let mut changes = changes::changes(run).peekable();
    while let Some(&(at, _)) = changes.peek() {
        while let Some((_, change)) = changes.next_if(|(then, _)| *then == at) {
            state.apply(&change);
        }
        each(at, &state, changes.peek().is_none());
    }
}

/// Returns how many instants there are for each that is examined.
fn step(run: &Run) -> usize {
    // Without shared nodes there are two groups, and one kind of request.
    if run.experiment.cluster.is_none() {
        return 1;
    }
    let mut looks = 0;
    each_instant(run, |_, state, _| looks += state.looks());
    looks.div_ceil(MOST_LOOKS).max(1) as usize
}

/// The nodes that are free while a waiting job would fit on them, integrated over time, over all
/// node time of the makespan.
fn loss_of_capacity(run: &Run) -> Option<f64> {
    if !is_known(run) {
        return None;
    }
    let (from, until) = (run.metrics.first_submit, run.metrics.last_completion);
    let all = f64::from(run.experiment.nodes) * run.metrics.makespan().seconds();
    let within = |at: Time| at.clamp(from, until);
    let (mut lost, mut last) = (0.0, None::<FreeCapacity>);
    each_moment(run, |moment| {
        if let Some(before) = last.replace(moment).filter(|before| before.fits) {
            let span = within(moment.at).since(within(before.at));
            lost += f64::from(before.free) * span.seconds();
        }
    });
    (all > 0.0).then(|| lost / all)
}

/// Returns free capacity, and what of it fits no waiting job, at each change, if known of `run`.
fn table(run: &Run) -> Option<Table> {
    let moments = fragmentation(run)?;
    let heading = match run.experiment.cluster {
        Some(_) => ["from", "free_cores", "unfit_cores"],
        None => ["from", "free_nodes", "unfit_nodes"],
    };
    let heading = heading.map(str::to_owned).to_vec();
    let rows = moments.iter().map(|moment| {
        vec![
            moment.at.seconds().to_string(),
            moment.free.to_string(),
            moment.unfit.to_string(),
        ]
    });
    let rows = std::iter::once(heading).chain(rows).collect();
    Some(("fragmentation.csv", rows))
}
