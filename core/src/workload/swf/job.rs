//! Conversion of records to jobs: dropped records, changes, and reasons.

use super::Record;
use crate::units::memory::Memory;
use crate::units::time::{Duration, Time};
use crate::workload::JobSpec;

/// Rules for the conversion of records to jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConversionRules {
    /// Number of processors of the machine.
    pub machine: u32,
    /// Whether the requested size is preferred to the allocated one.
    pub prefer_requested: bool,
    /// Whether a run time of 0 becomes 1 s instead of being dropped.
    pub keep_zero_runtimes: bool,
    /// Whether a job wider than the machine gets the whole machine instead of
    /// being dropped.
    pub clip_wide: bool,
    /// Whether the estimate is raised to the runtime where a job outran it.
    pub raise_estimates: bool,
    /// Whether lines of status 2 to 4 are parts of jobs that have a line of
    /// their own, and are dropped. Some logs keep exit codes in that field.
    pub has_parts: bool,
    /// Memory of a node; without it, the log's memory fields are not used.
    pub memory: Option<Memory>,
}

impl ConversionRules {
    /// The rules that published simulations follow, on `machine` processors.
    pub const fn usual(machine: u32) -> Self {
        Self {
            machine,
            prefer_requested: false,
            keep_zero_runtimes: false,
            clip_wide: false,
            raise_estimates: false,
            has_parts: false,
            memory: None,
        }
    }
}

/// Reason why a record is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DropReason {
    /// It is a part of a job that has a line of its own.
    Part,
    /// Its submit time is unknown.
    NoSubmit,
    /// Its run time is unknown: it never ran.
    NoRuntime,
    /// Its run time is 0: less than half a second.
    ZeroRuntime,
    /// Its size is unknown.
    NoSize,
    /// It is wider than the machine.
    TooWide,
}

impl DropReason {
    /// Every reason, in the order of checks.
    pub const ALL: [Self; 6] = [
        Self::Part,
        Self::NoSubmit,
        Self::NoSize,
        Self::NoRuntime,
        Self::ZeroRuntime,
        Self::TooWide,
    ];
}

/// Changes to a record in its conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordChanges {
    /// There was no estimate: the runtime is used.
    pub estimate_missing: bool,
    /// It ran longer than its estimate, which was raised.
    pub estimate_raised: bool,
    /// It ran longer than its estimate, and still does.
    pub outran_estimate: bool,
    /// Its run time of 0 became 1 s.
    pub runtime_raised: bool,
    /// It was wider than the machine and was clipped.
    pub clipped: bool,
    /// Its other size is used instead of the preferred one.
    pub other_size: bool,
    /// It names a preceding job; its own submit time is used nevertheless.
    pub has_preceding: bool,
    /// Its memory is unknown: 0 is used.
    pub memory_missing: bool,
    /// It used more memory than a node has, and was clipped.
    pub memory_clipped: bool,
}

/// Converts a record to a job; also returns the changes.
///
/// # Errors
/// Why it is dropped.
pub fn to_job(
    record: &Record,
    rules: &ConversionRules,
) -> Result<(JobSpec, RecordChanges), DropReason> {
    let mut changed = RecordChanges {
        has_preceding: record.preceding > 0,
        ..RecordChanges::default()
    };
    if rules.has_parts && matches!(record.status, 2..=4) {
        return Err(DropReason::Part);
    }
    let submit = u64::try_from(record.submit).map_err(|_| DropReason::NoSubmit)?;
    let nodes = size(record, rules, &mut changed)?;
    let runtime = match u64::try_from(record.runtime) {
        Err(_) => return Err(DropReason::NoRuntime),
        Ok(0) if !rules.keep_zero_runtimes => return Err(DropReason::ZeroRuntime),
        Ok(0) => {
            changed.runtime_raised = true;
            Duration::from_seconds(1)
        }
        Ok(runtime) => Duration(runtime),
    };
    let nodes = match nodes {
        nodes if nodes <= rules.machine => nodes,
        _ if rules.clip_wide => {
            changed.clipped = true;
            rules.machine
        }
        _ => return Err(DropReason::TooWide),
    };
    let estimate = match u64::try_from(record.requested_time) {
        Ok(estimate) if estimate > 0 => Duration(estimate),
        _ => {
            changed.estimate_missing = true;
            runtime
        }
    };
    let outran = runtime > estimate;
    changed.estimate_raised = outran && rules.raise_estimates;
    changed.outran_estimate = outran && !rules.raise_estimates;
    let job = JobSpec::exact(Time(submit), runtime, nodes)
        .with_estimate(if changed.estimate_raised {
            runtime
        } else {
            estimate
        })
        .with_memory(memory(record, rules, &mut changed));
    Ok((job, changed))
}

/// Requested memory is preferred to used memory, as in models of requests.
fn memory(record: &Record, rules: &ConversionRules, changed: &mut RecordChanges) -> Memory {
    let Some(node) = rules.memory else {
        return Memory::ZERO;
    };
    let known = [record.requested_memory, record.used_memory];
    let Some(memory) = known.into_iter().find(|&memory| memory > 0) else {
        changed.memory_missing = true;
        return Memory::ZERO;
    };
    let memory = Memory(u32::try_from(memory).unwrap_or(u32::MAX));
    changed.memory_clipped = memory > node;
    memory.min(node)
}

fn size(
    record: &Record,
    rules: &ConversionRules,
    changed: &mut RecordChanges,
) -> Result<u32, DropReason> {
    let (first, second) = if rules.prefer_requested {
        (record.requested, record.allocated)
    } else {
        (record.allocated, record.requested)
    };
    changed.other_size = first <= 0;
    let size = if first > 0 { first } else { second };
    if size <= 0 {
        return Err(DropReason::NoSize);
    }
    // A size beyond 32 bits is certainly wider than the machine.
    Ok(u32::try_from(size).unwrap_or(u32::MAX))
}
