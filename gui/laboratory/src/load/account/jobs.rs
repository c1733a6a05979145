//! From accounting to jobs: their sizes, the machine, and entries that cannot be simulated.

use std::collections::HashSet;

use cosched_core::{Duration, JobSpec, Time};

use super::entry::Entry;
use super::machine_size::{drop_too_wide, most_in_use};
use super::remarks::{assumptions, missing};
use super::table_job::TableJob;
use super::tally::{Change, Changes, Dropped};
use super::{Accounts, read, shared_nodes};
use super::{Limit, State};
use crate::base::problem::Problem;
use crate::load::shared::{OwnerLists, SharedNodes};
use crate::load::{Draft, DraftJob};
use crate::record::unit::Unit;
use crate::record::{JobAttributes, JobLabel, NameTables};
use crate::scenario::{MOST_NODES, Sizing, TableWorkload};

/// Drafts the jobs of the table at `path` on `nodes` nodes (or cores, as `size` has it); without
/// `nodes` on as many as were in use at once, or on `shared` nodes.
pub(in crate::load) fn draft(
    options: &TableWorkload,
    path: &std::path::Path,
    nodes: Option<u32>,
    shared: Option<SharedNodes<'_>>,
) -> Result<Draft, Problem> {
    let accounts = read(options, path)?;
    jobs(&accounts, options, nodes, shared).map_err(|problem| problem.in_file(path))
}

/// Drafts the jobs of `accounts`.
pub(super) fn jobs(
    accounts: &Accounts,
    options: &TableWorkload,
    nodes: Option<u32>,
    shared: Option<SharedNodes<'_>>,
) -> Result<Draft, Problem> {
    if shared.is_some() && (options.size.is_some() || options.clip_wide) {
        return Err(Problem::input(
            "`size` and `clip_wide` are of machines of one size; jobs that share nodes have what they ask for",
        ));
    }
    let size = accounts.sizing(options);
    let mut tally = accounts.tally.clone();
    let mut made = Vec::with_capacity(accounts.entries.len());
    let numbers = unique_numbers(accounts);
    for (entry, number) in accounts.entries.iter().zip(numbers) {
        let job = match shared {
            None => whole_node_job(entry, number, options, size),
            Some(shared) => shared_job(entry, number, options, accounts, shared),
        };
        match job {
            Ok(job) => made.push(job),
            Err(why) => tally.drop(why),
        }
    }
    let names = shared_nodes::names(accounts);
    if let Some(shared) = shared {
        shared_nodes::drop_never_starting(&mut made, shared, &names, &mut tally);
    }
    made.sort_by_key(|made| made.submit);
    if let Some(jobs) = options.jobs {
        let beyond = made.len().saturating_sub(jobs as usize);
        (0..beyond).for_each(|_| tally.drop(Dropped::NotRequested));
        made.truncate(jobs as usize);
    }
    let (machine, measured) = match nodes {
        Some(nodes) => (nodes, false),
        None => (most_in_use(&made), true),
    };
    if shared.is_none() {
        drop_too_wide(&mut made, machine, options.clip_wide, &mut tally);
    }
    let missing = shared.map(|shared| missing(accounts, shared.layout));
    let missing = missing.unwrap_or_default();
    let Some(first) = made.first().map(|made| made.submit) else {
        let why = tally.remarks(accounts.noun).into_iter().chain(missing);
        let why = why.collect::<Vec<_>>().join("; ");
        return Err(Problem::input(format!(
            "no job that could be simulated: {why}"
        )));
    };
    if machine > MOST_NODES {
        return Err(Problem::input(format!(
            "{machine} {} were in use at once; a machine of 1 to {MOST_NODES} is allowed",
            size.noun()
        )));
    }
    let jobs = made.into_iter().map(|mut made| {
        tally.keep(made.changes);
        made.job.submit = Time(nanoseconds(made.submit.since(first).unsigned_abs()));
        DraftJob {
            request: made.request,
            ..(made.job, made.label).into()
        }
    });
    let jobs = jobs.collect();
    let mut remarks = tally.remarks(accounts.noun);
    remarks.extend(missing);
    // Where nodes are shared, jobs request nodes and resources on each of them.
    let counted_in = match shared {
        Some(_) => Unit::Node,
        None => size.unit(),
    };
    let size = shared.is_none().then_some(size);
    remarks.extend(assumptions(accounts, size, machine, measured));
    Ok(Draft {
        jobs,
        called: label_names(accounts, &names),
        owners: names,
        remarks,
        nodes: Some(machine),
        counted_in,
        unix_start: accounts.has_calendar.then_some(first.0.div_euclid(1000)),
        zone: options.zone.clone(),
        ..Draft::default()
    })
}

/// Names of the numbers in labels.
fn label_names(accounts: &Accounts, names: &OwnerLists) -> NameTables {
    let [users, of_accounts, qos] = names.clone();
    NameTables {
        users,
        accounts: if of_accounts.is_empty() {
            accounts.names.groups.names().to_vec()
        } else {
            of_accounts
        },
        qos,
        partitions: accounts.names.partitions.names().to_vec(),
    }
}

const fn nanoseconds(milliseconds: u64) -> u64 {
    milliseconds.saturating_mul(1_000_000)
}

impl Accounts {
    /// Counts the jobs that can be simulated, on `nodes` if given, and returns remarks on what was
    /// read, changed, dropped and assumed: a sentence each.
    ///
    /// # Errors
    /// No job can be simulated.
    pub fn summary(
        &self,
        options: &TableWorkload,
        nodes: Option<u32>,
    ) -> Result<(usize, Vec<String>), Problem> {
        let draft = jobs(self, options, nodes, None)?;
        Ok((draft.jobs.len(), draft.remarks))
    }

    /// Unit of sizes: as requested, or by what is known of all jobs that ran.
    pub fn sizing(&self, options: &TableWorkload) -> Sizing {
        options.size.unwrap_or_else(|| usual_sizing(self))
    }

    /// Index and unique number of each entry.
    pub fn numbers(&self) -> impl Iterator<Item = (usize, u64)> {
        unique_numbers(self).map(|(number, _)| number).enumerate()
    }

    /// Most nodes in use at once.
    pub fn in_use(&self, options: &TableWorkload) -> u32 {
        let size = self.sizing(options);
        let made = self.entries.iter().zip(unique_numbers(self));
        let made =
            made.filter_map(|(entry, number)| whole_node_job(entry, number, options, size).ok());
        most_in_use(&made.collect::<Vec<_>>())
    }
}

/// Default unit of sizes: by what is known of all jobs that ran.
fn usual_sizing(accounts: &Accounts) -> Sizing {
    let mut ran = accounts
        .entries
        .iter()
        .filter(|entry| entry.start.is_some());
    let all = |known: fn(&Entry) -> bool| accounts.entries.iter().any(known);
    if ran.clone().all(|entry| entry.cores.is_some()) && all(|entry| entry.cores.is_some()) {
        Sizing::Cores
    } else if ran.all(|entry| entry.nodes.is_some()) && all(|entry| entry.nodes.is_some()) {
        Sizing::Nodes
    } else if all(|entry| entry.cores.is_some()) {
        Sizing::Cores
    } else if all(|entry| entry.nodes.is_some()) {
        Sizing::Nodes
    } else {
        Sizing::Gpus
    }
}

impl Sizing {
    /// Name of several units.
    pub(crate) const fn noun(self) -> &'static str {
        self.unit().many()
    }

    /// Unit.
    pub(crate) const fn unit(self) -> Unit {
        match self {
            Self::Cores => Unit::Core,
            Self::Nodes => Unit::Node,
            Self::Gpus => Unit::Gpu,
        }
    }

    /// Allocated and requested size of a job.
    pub(crate) const fn of(self, entry: &Entry) -> (Option<u32>, Option<u32>) {
        match self {
            Self::Cores => (entry.cores, entry.requested.1),
            Self::Nodes => (entry.nodes, entry.requested.0),
            Self::Gpus => (entry.gpus, None),
        }
    }
}

/// Number of each entry and whether it is new: tasks that share the number of their array get one
/// beyond all others.
fn unique_numbers(accounts: &Accounts) -> impl Iterator<Item = (u64, bool)> {
    let mut next = accounts.entries.iter().map(|entry| entry.number).max();
    let mut seen = HashSet::new();
    accounts.entries.iter().map(move |entry| {
        // Executions of one job keep its number; tasks of one array are jobs of their own.
        let shares = entry.task.is_some_and(|task| task.array == entry.number);
        if shares && !seen.insert(entry.number) {
            let number = next.unwrap_or_default().saturating_add(1);
            next = Some(number);
            (number, true)
        } else {
            (entry.number, false)
        }
    })
}

/// Makes the job of `entry` on nodes that jobs share.
fn shared_job(
    entry: &Entry,
    number: (u64, bool),
    options: &TableWorkload,
    accounts: &Accounts,
    shared: SharedNodes<'_>,
) -> Result<TableJob, Dropped> {
    let mut changes = entry.changes;
    let layout = shared.layout;
    let request = shared_nodes::request(entry, accounts, options, shared, &mut changes)?;
    let limit = match shared_nodes::partition_time_limit(entry, &request, layout, &mut changes) {
        Some(most) => Limit::Within(most.0 / 1_000_000),
        None => entry.limit,
    };
    let entry = Entry {
        changes,
        limit,
        // The number of nodes is set once the request is known to fit.
        nodes: Some(1),
        // What became of it is said already.
        gpu_share: None,
        ..entry.clone()
    };
    let made = whole_node_job(&entry, number, options, Sizing::Nodes)?;
    Ok(TableJob {
        request: Some(Box::new(request)),
        ..made
    })
}

fn whole_node_job(
    entry: &Entry,
    (number, is_new): (u64, bool),
    options: &TableWorkload,
    size: Sizing,
) -> Result<TableJob, Dropped> {
    let mut changes = entry.changes;
    if entry.gpu_share.is_some() {
        changes.add(Change::PartOfOne);
    }
    if is_new {
        changes.add(Change::Renumbered);
    }
    let runtime = entry.executed_for()?;
    let runtime = match (runtime, options.keep_zero_runtimes) {
        (0, false) => return Err(Dropped::ZeroRuntime),
        (0, true) => {
            changes.add(Change::RuntimeRaised);
            1000
        }
        (runtime, _) => runtime,
    };
    let nodes = size_of(entry, options, size, &mut changes).ok_or(Dropped::NoSize)?;
    let estimate = estimate(entry, runtime, options, &mut changes);
    let mut submit = entry.submit;
    if let Some(start) = entry.start.filter(|start| *start < submit) {
        changes.add(Change::Submitted);
        submit = start;
    }
    let wait = entry.start.map(|start| start.since(submit).unsigned_abs());
    // Numbers from 1 on, as in logs.
    let known = |index: Option<u32>| index.map(|index| index + 1);
    Ok(TableJob {
        submit,
        job: JobSpec::exact(Time::ZERO, Duration(nanoseconds(runtime)), nodes)
            .with_estimate(Duration(nanoseconds(estimate))),
        label: JobLabel::new(
            number,
            &JobAttributes {
                user: known(entry.user),
                group: known(entry.account.or(entry.group)),
                qos: known(entry.qos),
                queue: known(entry.partition),
                recorded_wait: wait.map(|wait| Duration(nanoseconds(wait))),
                ..JobAttributes::default()
            },
        ),
        changes,
        request: None,
    })
}

impl Entry {
    /// Runtime in milliseconds.
    ///
    /// # Errors
    /// It never ran, or its runtime is not known.
    pub fn executed_for(&self) -> Result<u64, Dropped> {
        let ends = self.start.zip(self.end);
        match (self.start, self.state, self.runtime) {
            _ if ends.is_some_and(|(start, end)| end < start) => Err(Dropped::EndsBeforeStart),
            (None, State::Cancelled, _) => Err(Dropped::Cancelled),
            (None, State::Pending, _) => Err(Dropped::NeverStarted),
            (_, State::Pending, None | Some(0)) => Err(Dropped::NeverStarted),
            (_, _, None) => Err(Dropped::NoRuntime),
            (_, _, Some(runtime)) => Ok(runtime),
        }
    }
}

fn size_of(
    entry: &Entry,
    options: &TableWorkload,
    size: Sizing,
    changes: &mut Changes,
) -> Option<u32> {
    let (had, requested) = size.of(entry);
    let (first, second) = if options.prefer_requested {
        (requested, had)
    } else {
        (had, requested)
    };
    if first.is_none() && second.is_some() {
        changes.add(Change::OtherSize);
    }
    first.or(second)
}

/// Estimate of the user, as far as it is known, in milliseconds.
fn estimate(entry: &Entry, runtime: u64, options: &TableWorkload, changes: &mut Changes) -> u64 {
    let estimate = match entry.limit {
        Limit::Within(limit) if limit > 0 => limit,
        Limit::Unlimited => {
            changes.add(Change::Unlimited);
            Limit::PLANNED
        }
        Limit::OfPartition => {
            changes.add(Change::LimitOfPartition);
            runtime
        }
        Limit::Unknown | Limit::Within(_) => {
            changes.add(Change::NoLimit);
            runtime
        }
    };
    if options.exact_estimates && estimate != runtime {
        changes.add(Change::ExactEstimate);
        return runtime;
    }
    match (runtime > estimate, options.raise_estimates) {
        (true, true) => {
            changes.add(Change::LimitRaised);
            runtime
        }
        (true, false) => {
            changes.add(Change::OutranLimit);
            estimate
        }
        (false, _) => estimate,
    }
}
