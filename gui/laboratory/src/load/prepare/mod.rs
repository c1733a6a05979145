//! From a scenario to an experiment: its files read, its models drawn, all of it checked.

mod compatibility;
mod dependencies;
pub(super) mod draft;
mod drafts;
pub(super) mod draw;
pub mod model;
mod moldable;
mod overrun;
mod power;
pub mod recorded;
mod room;
mod scale;
pub(super) mod shared;
mod threads;
mod warm_up;
mod workflow;
mod written;

use std::path::{Path, PathBuf};

use cosched_core::workload::Work;
use cosched_core::{JobSpec, Memory, Time, TransferRate};

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Experiment;
use crate::record::clock::Clock;
use crate::record::cluster::ClusterData;
use crate::record::outages::OutageData;
use crate::scenario::cluster::{Layout, qos_preemption};
use crate::scenario::placement::server_data::ServerData;
use crate::scenario::slicing::{MemorySource, memory};
use crate::scenario::{Cluster, Machine, Scenario, SwfWorkload, Workload};
pub use compatibility::{check_policies, check_policy};
use draft::Lists;
pub(super) use draft::{Draft, DraftJob};
pub use drafts::Drafts;
use drafts::{DraftSource, LogOrModel};
use scale::Scale;
use scale::scale_from;
pub use scale::scale_to_load;
pub use scale::{offered_load, offered_load_of};
use shared::{SharedNodes, with_cores};
use workflow::Workflow;

/// Reads the files of `scenario` and draws from its models. Paths in it are relative to the folder
/// of `source`.
///
/// # Errors
/// A file or a setting is wrong, with the position where it is known.
pub fn prepare(
    scenario: &Scenario,
    source: Option<&Path>,
    progress: &Progress,
) -> Result<Experiment, Problem> {
    prepare_at(scenario, source, scenario.workload.load(), progress)
}

/// As [`prepare`], with interarrival times scaled to the offered load `load`, if given, instead of
/// that in the scenario.
///
/// # Errors
/// Those of [`prepare`].
pub fn prepare_at(
    scenario: &Scenario,
    source: Option<&Path>,
    load: Option<f64>,
    progress: &Progress,
) -> Result<Experiment, Problem> {
    prepare_from((scenario, source), load, None, progress)
}

/// As [`prepare`], with the jobs that are read or drawn taken from `drafts`, where they are kept for
/// other scenarios that begin with the same ones.
///
/// # Errors
/// Those of [`prepare`].
pub fn prepare_among(
    drafts: &Drafts,
    scenario: &Scenario,
    source: Option<&Path>,
    progress: &Progress,
) -> Result<Experiment, Problem> {
    let load = scenario.workload.load();
    prepare_from((scenario, source), load, Some(drafts), progress)
}

fn prepare_from(
    (scenario, source): (&Scenario, Option<&Path>),
    load: Option<f64>,
    drafts: Option<&Drafts>,
    progress: &Progress,
) -> Result<Experiment, Problem> {
    check_policies(scenario)?;
    check_reactions(&scenario.workload)?;
    let as_it_was = recorded::is_requested(scenario);
    if as_it_was {
        recorded::check(scenario, load)?;
    }
    warm_up::check(scenario, load)?;
    let (hosting, cluster, layout) = machine_of(scenario)?;
    let shared = layout
        .as_ref()
        .map(|layout| SharedNodes::of(scenario, layout));
    let shared = shared.transpose()?;
    let nodes = cluster.nodes;
    let node_memory = cluster.memory.map(memory);
    let seed = scenario.seed;
    let mut workflow = Workflow::default();
    let drafted = |from: LogOrModel| {
        let source = DraftSource::new(from, (nodes, node_memory), shared);
        match drafts {
            Some(drafts) => drafts.draft(source, progress),
            None => source.draft(progress),
        }
    };
    let mut draft = match &scenario.workload {
        Workload::Jobs(jobs) => written::jobs(jobs, shared)?,
        Workload::Swf(log) => drafted(LogOrModel::swf(log, source))?,
        Workload::Table(table) => drafted(LogOrModel::table(table, source))?,
        Workload::Lublin(model) => drafted(LogOrModel::lublin(model, seed))?,
        Workload::Jann(model) => drafted(LogOrModel::jann(model, seed))?,
        Workload::Workflow(described) => {
            workflow = workflow::read(described, &scenario.machine, source, seed)?;
            workflow.take_draft()
        }
    };
    let Some(nodes) = nodes.or(draft.nodes) else {
        return Err(Problem::input(
            "the machine's size is not known: the scenario needs `machine: Cluster(nodes: …)`",
        ));
    };
    if draft.jobs.is_empty() {
        return Err(Problem::input(
            "the workload has no jobs; at least one is needed",
        ));
    }
    let limits = shared.map(|shared| shared.take_requests(&mut draft));
    let preemption = layout
        .as_ref()
        .map(|layout| qos_preemption(&layout.qos, &draft.owners[2]));
    let preemption = preemption.transpose().map_err(Problem::input)?;
    if draft.jobs.is_empty() {
        let why = draft.remarks.join("; ");
        return Err(Problem::input(format!(
            "no job can ever have what it asks for: {why}"
        )));
    }
    // The sort is stable: equal submit times keep the order of the file.
    draft.jobs.sort_by_key(|job| job.spec.submit);
    let mut warm_up = warm_up::cut(&mut draft, (scenario, layout.as_ref()), load)?;
    let dependencies = dependencies::of(&draft.jobs)?;
    let node_memory = node_memory.or(draft.memory);
    if let Some(memory_source) = memory_of(&scenario.workload) {
        draw::memory(&mut draft, scenario, memory_source, node_memory)?;
    }
    let spans = scenario
        .moldable
        .map(|ranges| moldable::make_moldable(&ranges, scenario.seed, nodes, &mut draft.jobs));
    let Lists {
        mut jobs,
        labels,
        mut molds,
        requests,
    } = draft.jobs.into();
    let shares = layout
        .zip(limits)
        .map(|(layout, limits)| ClusterData::new(layout, requests, limits))
        .map(|cluster| cluster.with_dependencies(dependencies))
        .map(|cluster| cluster.with_qos_preemption(preemption.unwrap_or_default()));
    if let Workload::Swf(SwfWorkload { rebase: true, .. }) = scenario.workload {
        let first = jobs.first().map_or(Time::ZERO, |job| job.submit);
        if let Some(warm_up) = &mut warm_up {
            warm_up.until = Time(warm_up.until.since(first).0);
        }
        let zero = rebase(&mut jobs, first);
        draft.unix_start = draft.unix_start.map(|start| start.saturating_add(zero));
    }
    if let Some(load) = load {
        let with_cores = shares.as_ref().map(|shares| with_cores(&jobs, shares));
        let offered = offered_load(with_cores.as_ref().unwrap_or(&jobs), nodes);
        scale_from(&mut jobs, offered, load)?;
    }
    // Dates do not hold once submissions are scaled.
    let start = draft.unix_start.filter(|_| load.is_none());
    let clock = start.map_or_else(Clock::default, |start| {
        let [first, last] =
            [jobs.first(), jobs.last()].map(|job| job.map_or(0.0, |job| job.submit.seconds()));
        Clock::new(start, draft.zone.as_deref()).over(first, last)
    });
    moldable::set_deadlines(&jobs, &mut molds, &spans.unwrap_or_default());
    let whole = shares
        .as_ref()
        .map_or(nodes, |shares| shares.layout.nodes());
    let outages = outages_of(scenario, whole)?;
    for (index, job) in jobs.iter_mut().enumerate() {
        outages.write_checkpoints(job);
        let mold = molds.get_mut(index).and_then(Option::as_mut);
        if let Some(mold) = mold.filter(|_| !outages.checkpoints.is_empty()) {
            // Checkpoints make it longer by the same factor at any size.
            mold.work = Work::on(job.nodes, job.runtime, &mold.curve.as_speedup());
        }
    }
    let in_time = power::Context {
        source,
        unix_start: start,
        first: jobs.first().map_or(Time::ZERO, |job| job.submit),
        nodes,
    };
    let power = power::read(scenario, &in_time)?;
    let mut experiment = Experiment {
        scenario: scenario.clone(),
        nodes,
        size_unit: draft.counted_in,
        cluster: shares,
        hosting: ServerData {
            threads: workflow.threads,
            ..hosting
        },
        precedents: workflow.precedents,
        molds,
        names: workflow.names,
        memory: node_memory.unwrap_or_default(),
        transfer: transfer_of(cluster.transfer_rate, node_memory.unwrap_or_default()),
        outages,
        power,
        warm_up,
        growth: None,
        jobs,
        labels,
        remarks: draft.remarks,
        source: source.map(Path::to_path_buf),
        unix_start: draft.unix_start,
        clock,
        label_names: draft.called,
    };
    let cluster = experiment.cluster.as_ref();
    let on_tasks = cluster.and_then(ClusterData::remark_on_typical_tasks);
    experiment.remarks.extend(on_tasks);
    let warm_up = experiment.warm_up_in_words();
    experiment.remarks.extend(warm_up);
    if as_it_was {
        let remarks = recorded::remarks_on(&experiment);
        experiment.remarks.extend(remarks);
    }
    overrun::say_in(&mut experiment.remarks, scenario);
    let on_room = room::remark(&experiment);
    experiment.remarks.extend(on_room);
    Ok(experiment)
}

/// Servers, nodes, and the layout of nodes that jobs share. With servers or such nodes, the number
/// of nodes is that of all cores, of which utilisation is a share.
fn machine_of(scenario: &Scenario) -> Result<(ServerData, Cluster, Option<Layout>), Problem> {
    match &scenario.machine {
        Machine::Cluster(cluster) => {
            let layout = cluster.layout().map_err(Problem::input)?;
            let cores = layout.as_ref().map(Layout::cores);
            let nodes = Cluster {
                nodes: cores.or(cluster.count()),
                ..cluster.clone()
            };
            Ok((ServerData::default(), nodes, layout))
        }
        Machine::Servers(servers) => {
            servers.check().map_err(Problem::input)?;
            let hosting = ServerData::new(servers, scenario.seed);
            let cores = hosting.servers.iter().map(|server| server.cores).sum();
            let nodes = Cluster {
                nodes: Some(cores),
                ..Cluster::default()
            };
            Ok((hosting, nodes, None))
        }
    }
}

/// Outages of the scenario's machine of `nodes` nodes.
///
/// # Errors
/// They are contradictory or cannot be read.
pub(crate) fn outages_of(scenario: &Scenario, nodes: u32) -> Result<OutageData, Problem> {
    let cluster = scenario.machine.nodes();
    match cluster.and_then(|cluster| cluster.outages.as_ref()) {
        Some(outages) => OutageData::new(outages, nodes, scenario.seed),
        None => Ok(OutageData::default()),
    }
}

/// Transfer rate for the core, from MiB per second; by default 1 % of the memory. Exact up to six
/// decimals where memory is small enough to be counted so finely, else to the KiB.
pub(super) fn transfer_of(given_rate: Option<f64>, node: Memory) -> TransferRate {
    let mebibytes = match given_rate {
        Some(rate) => rate,
        None => node.mebibytes() / 100.0,
    };
    // Millionths of a MiB, 1024 of which are as many KiB.
    let (mut kibibytes, mut seconds) = ((mebibytes * 1e6).round() as u64 * 1024, 1_000_000);
    for divisor in [2, 5] {
        while kibibytes % divisor == 0 && seconds % divisor == 0 {
            (kibibytes, seconds) = (kibibytes / divisor, seconds / divisor);
        }
    }
    let exact = u32::try_from(kibibytes).ok();
    let exact = exact.map(|kibibytes| TransferRate::every(seconds as u32, kibibytes));
    let exact = exact.filter(|rate| rate.kibibytes() > 0 && rate.is_in_range(node));
    exact.unwrap_or_else(|| {
        if mebibytes > 0.0 {
            // Never 0 unless requested.
            TransferRate::per_second(memory(mebibytes).0.max(1))
        } else {
            TransferRate::per_second(0)
        }
    })
}

/// Checks that submission times are known before the run.
fn check_reactions(workload: &Workload) -> Result<(), Problem> {
    let field = match workload {
        Workload::Swf(swf) if swf.feedback => "feedback",
        Workload::Lublin(lublin) if lublin.users.is_some() => "users",
        _ => return Ok(()),
    };
    Err(Problem::input(format!(
        "`{field}`: when jobs are submitted depends on when others end, which nobody knows beforehand: run it with --stream"
    )))
}

fn memory_of(workload: &Workload) -> Option<MemorySource> {
    match workload {
        Workload::Jobs(_) | Workload::Table(_) | Workload::Workflow(_) => None,
        Workload::Swf(swf) => swf.memory,
        Workload::Lublin(lublin) => lublin.memory,
        Workload::Jann(jann) => jann.memory,
    }
}

/// Path that a scenario in the file `source` names.
pub(crate) fn resolve(path: &Path, source: Option<&Path>) -> PathBuf {
    match source.and_then(Path::parent) {
        Some(folder) => folder.join(path),
        None => path.to_path_buf(),
    }
}

/// Moves time zero to the `first` submission, and returns that in seconds.
fn rebase(jobs: &mut [JobSpec], first: Time) -> i64 {
    for job in jobs {
        job.submit = Time(job.submit.since(first).0);
    }
    first.seconds() as i64
}
