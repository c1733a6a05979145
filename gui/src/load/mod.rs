//! From a file to an experiment: scenarios and logs, read and checked.

mod draw;
mod log;
mod written;

use std::path::{Path, PathBuf};

use cosched_core::{Duration, JobSpec, Memory, Time, TransferRate};

use crate::problem::Problem;
use crate::progress::Progress;
use crate::record::{Experiment, JobLabel};
use crate::scenario::slicing::{MemorySource, memory};
use crate::scenario::{
    self, LONGEST, Machine, Parameters, PolicyName, Scenario, SwfWorkload, Workload,
};

/// Reads a scenario (`.ron`) or wraps a log (anything else) in one, to be run
/// under every policy.
///
/// # Errors
/// The file cannot be read or is no scenario. A log is read by [`prepare`].
pub fn open(path: &Path) -> Result<Scenario, Problem> {
    if path.extension().is_some_and(|extension| extension == "ron") {
        let text = read_text(path)?;
        return scenario::parse(&text, Some(path));
    }
    if let Err(error) = std::fs::metadata(path) {
        return Err(unreadable(path, &error));
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok(Scenario {
        title: name.to_string_lossy().into_owned(),
        machine: Machine::cluster(None),
        workload: Workload::Swf(SwfWorkload::of(absolute)),
        policies: PolicyName::SPACE_SHARING.to_vec(),
        variants: Vec::new(),
        parameters: Parameters::default(),
        seed: 1,
        expect: Vec::new(),
    })
}

fn read_text(path: &Path) -> Result<String, Problem> {
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..at];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = 1 + before
            .iter()
            .rev()
            .take_while(|&&byte| byte != b'\n')
            .count();
        Problem::input("not text; a scenario is a text file in RON")
            .in_file(path)
            .at(line, column)
    })
}

/// A file that cannot be read, in a person's words.
fn unreadable(path: &Path, error: &std::io::Error) -> Problem {
    Problem::input(format!("cannot be read: {}", reason(error))).in_file(path)
}

/// What the operating system said, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}

/// Jobs with their labels and what was changed while reading, not yet in order.
#[derive(Debug, Default)]
struct Draft {
    jobs: Vec<(JobSpec, JobLabel)>,
    remarks: Vec<String>,
    nodes: Option<u32>,
    memory: Option<Memory>,
    unix_start: Option<i64>,
}

/// Reads what `scenario` refers to and draws what it models. Paths in it are
/// relative to the folder of `source`.
///
/// # Errors
/// What is wrong, with its place where there is one.
pub fn prepare(
    scenario: &Scenario,
    source: Option<&Path>,
    progress: &Progress,
) -> Result<Experiment, Problem> {
    let Machine::Cluster(cluster) = &scenario.machine;
    let nodes = cluster.nodes;
    let node_memory = cluster.memory.map(memory);
    let mut draft = match &scenario.workload {
        Workload::Jobs(jobs) => written::jobs(jobs)?,
        Workload::Swf(swf) => {
            let path = resolve(&swf.path, source);
            log::read(swf, &path, nodes, node_memory, progress)?
        }
        Workload::Lublin(lublin) => draw::lublin(lublin, scenario.seed, nodes)?,
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
    // The sort is stable: equal submit times keep the order of the file.
    draft.jobs.sort_by_key(|(job, _)| job.submit);
    let node_memory = node_memory.or(draft.memory);
    if let Some(asked) = memory_of(&scenario.workload) {
        draw::memory(&mut draft, scenario, asked, node_memory)?;
    }
    let (mut jobs, labels): (Vec<_>, Vec<_>) = draft.jobs.into_iter().unzip();
    if let Workload::Swf(SwfWorkload { rebase: true, .. }) = scenario.workload {
        let zero = rebase(&mut jobs);
        draft.unix_start = draft.unix_start.map(|start| start.saturating_add(zero));
    }
    if let Some(load) = load_of(&scenario.workload) {
        scale_to_load(&mut jobs, nodes, load)?;
    }
    Ok(Experiment {
        scenario: scenario.clone(),
        nodes,
        memory: node_memory.unwrap_or_default(),
        transfer: transfer_of(cluster.transfer_rate, node_memory.unwrap_or_default()),
        jobs,
        labels,
        remarks: draft.remarks,
        source: source.map(Path::to_path_buf),
        unix_start: draft.unix_start,
    })
}

/// MiB a second as the core wants it; without it, 1 % of the memory.
fn transfer_of(asked: Option<f64>, node: Memory) -> TransferRate {
    match asked {
        // Never 0 unless asked for.
        Some(rate) if rate > 0.0 => TransferRate(memory(rate).0.max(1)),
        Some(_) => TransferRate(0),
        None => TransferRate(node.0.div_ceil(100).max(1)),
    }
}

fn memory_of(workload: &Workload) -> Option<MemorySource> {
    match workload {
        Workload::Jobs(_) => None,
        Workload::Swf(swf) => swf.memory,
        Workload::Lublin(lublin) => lublin.memory,
    }
}

fn resolve(path: &Path, source: Option<&Path>) -> PathBuf {
    match source.and_then(Path::parent) {
        Some(folder) => folder.join(path),
        None => path.to_path_buf(),
    }
}

/// Counts time from the first submission, and returns when that was, in seconds.
fn rebase(jobs: &mut [JobSpec]) -> i64 {
    let first = jobs.first().map_or(Time::ZERO, |job| job.submit);
    for job in jobs {
        job.submit = Time(job.submit.since(first).0);
    }
    first.seconds() as i64
}

fn load_of(workload: &Workload) -> Option<f64> {
    match workload {
        Workload::Jobs(_) => None,
        Workload::Swf(swf) => swf.load,
        Workload::Lublin(lublin) => lublin.load,
    }
}

/// Work submitted per capacity of the machine while jobs are submitted;
/// `None` if all are submitted at one instant.
pub fn offered_load(jobs: &[JobSpec], nodes: u32) -> Option<f64> {
    let (first, last) = (jobs.first()?, jobs.last()?);
    let span = last.submit.since(first.submit).seconds();
    let work: f64 = jobs
        .iter()
        .map(|job| job.runtime.seconds() * f64::from(job.nodes))
        .sum();
    (span > 0.0).then(|| work / (f64::from(nodes) * span))
}

/// Multiplies interarrival times so that the offered load becomes `load`;
/// runtimes stay as they are.
fn scale_to_load(jobs: &mut [JobSpec], nodes: u32, load: f64) -> Result<(), Problem> {
    let (Some(offered), Some(first)) = (offered_load(jobs, nodes), jobs.first()) else {
        return Err(Problem::input(
            "all jobs are submitted at one instant: no load can be set",
        ));
    };
    let (factor, first) = (offered / load, first.submit);
    for job in jobs {
        let offset = job.submit.since(first).seconds() * factor;
        if offset > LONGEST {
            return Err(Problem::input(format!(
                "at a load of {load} jobs would be submitted over {offset:.0} s; {LONGEST} s are allowed"
            )));
        }
        // Whole seconds, as in logs.
        job.submit = first.after(Duration::from_seconds(offset.round() as u64));
    }
    Ok(())
}
