//! Moldable jobs on two tiers, by hand; golden results are to be among the fixtures.

mod by_hand;
mod hard;
mod lists;
mod speedup;

use crate::common::Boxed;
use cosched_core::engine::Setup;
use cosched_core::engine::storage::JobFractions;
use cosched_core::machine::profile::BoxedProfile;
use cosched_core::policy::moldable::{Admission, BoxedMoldable, Moldable, Rule};
use cosched_core::workload::{MoldSpec, Share, Speedup, Work};
use cosched_core::{Duration, Exact, JobSpec, Simulation, Sink, Storage, Time};

/// Submit and work in nanoseconds, size, deadline in nanoseconds, speed-ups on 1, 2 …
/// processors, and the share of each that it uses, if not by these.
type Job = (u64, u64, u32, u64, &'static [f64], Option<f64>);

/// Start, end and last size of each job, times in nanoseconds.
fn run(processors: u32, list: &[Job], rule: Rule, sink: &mut dyn Sink) -> Vec<(u64, u64, u32)> {
    let ends = simulate(processors, list, rule, false, sink);
    ends.into_iter().map(|end| end.unwrap()).collect()
}

/// As `run`, with `None` for jobs that are refused because deadlines are `hard`.
fn simulate(
    processors: u32,
    list: &[Job],
    rule: Rule,
    hard: bool,
    sink: &mut dyn Sink,
) -> Vec<Option<(u64, u64, u32)>> {
    let molds: Vec<MoldSpec<'_>> = list.iter().map(mold).collect();
    let specs = list.iter().zip(&molds);
    let specs: Vec<JobSpec> = specs
        .map(|(job, mold)| JobSpec::exact(Time(job.0), mold.time(job.2).round_up(), job.2))
        .collect();
    let setup = Setup::cluster(&specs, processors)
        .with_molds(&molds)
        .with_kill_at_estimate(false);
    simulate_setup(setup, rule, hard, sink)
}

/// As `simulate`, with any setup.
pub(crate) fn simulate_setup(
    setup: Setup<'_>,
    rule: Rule,
    hard: bool,
    sink: &mut dyn Sink,
) -> Vec<Option<(u64, u64, u32)>> {
    let (jobs, processors) = (setup.workload.len(), setup.nodes);
    let mut storage = Boxed::with_outages(&setup);
    let storage = Storage {
        molded: &mut vec![Exact::ZERO; jobs],
        parts: &mut vec![JobFractions::NONE; jobs],
        ..storage.as_storage()
    };
    let mut buffers = BoxedMoldable::new(processors as usize, jobs, setup.profiled_jobs());
    let buffers = buffers.as_buffers();
    let mut policy = Moldable::new(rule, processors, jobs, buffers).unwrap();
    let mut simulation = Simulation::new(setup, storage).unwrap();
    if hard {
        let mut profile = BoxedProfile::new(setup.profiled_jobs(), true);
        let profile = profile.as_profile();
        let mut order = vec![None; jobs];
        let mut admission = Admission::new(policy, processors, jobs, profile, &mut order).unwrap();
        simulation.run(&mut admission, sink)
    } else {
        simulation.run(&mut policy, sink)
    };
    let view = simulation.view();
    let of = |job: usize| {
        let id = cosched_core::JobId::new(job);
        let (started, completed) = (simulation.started(job), simulation.completed(job));
        Some((started?.0, completed?.0, view.nodes_of(id)))
    };
    (0..jobs).map(of).collect()
}

fn mold(&(_, work, size, deadline, table, share): &Job) -> MoldSpec<'static> {
    MoldSpec {
        work: Work::alone(Duration(work)),
        speedup: Speedup::Table(table),
        size,
        deadline: Time(deadline),
        utilisation: share.map(Share::of),
    }
}
