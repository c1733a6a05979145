//! From accounting to jobs: their sizes, the machine, and entries that cannot be simulated.

use cosched_core::Time;

use super::State;
use super::entry::{Entries, Entry};
use super::extract::EndExtract;
use super::machine_size::{drop_too_wide, most_in_use};
use super::remarks::{assumptions, missing};
use super::table_job::{TableJob, nanoseconds, unique_numbers, whole_node_job};
use super::tally::{Dropped, Tally};
use super::{Accounts, read, shared_nodes};
use crate::base::problem::Problem;
use crate::load::shared::{OwnerLists, SharedNodes};
use crate::load::{Draft, DraftJob};
use crate::record::NameTables;
use crate::record::unit::Unit;
use crate::scenario::{MOST_NODES, Sizing, TableWorkload};

/// Drafts the jobs of the table at `path` on `nodes` nodes (or cores, as `size` has it); without
/// `nodes` on as many as were in use at once, or on `shared` nodes.
pub(in crate::load) fn draft(
    options: &TableWorkload,
    path: &std::path::Path,
    nodes: Option<u32>,
    shared: Option<SharedNodes<'_>>,
) -> Result<Draft, Problem> {
    let named = |problem: Problem| problem.in_file(path);
    let mut accounts = read(options, path)?;
    let made = TableJobs::of(&accounts, options, shared).map_err(named)?;
    // A table can have so many that there is no room for them beside the jobs.
    accounts.entries = Entries::default();
    made.draft(&accounts, options, nodes, shared).map_err(named)
}

/// Jobs made from a table, and what all its entries say.
struct TableJobs {
    made: Vec<TableJob>,
    size: Sizing,
    tally: Tally,
    extract: Option<EndExtract>,
}

impl TableJobs {
    /// Makes the jobs of `accounts`.
    fn of(
        accounts: &Accounts,
        options: &TableWorkload,
        shared: Option<SharedNodes<'_>>,
    ) -> Result<Self, Problem> {
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
                None => whole_node_job(&entry, number, options, size),
                Some(shared) => shared_nodes::job(entry, number, options, accounts, shared),
            };
            match job {
                Ok(job) => made.push(job),
                Err(why) => tally.drop(why),
            }
        }
        Ok(Self {
            made,
            size,
            tally,
            extract: EndExtract::of(accounts),
        })
    }

    /// Drafts them, with the names of `accounts`, whose entries are not needed any more.
    fn draft(
        self,
        accounts: &Accounts,
        options: &TableWorkload,
        nodes: Option<u32>,
        shared: Option<SharedNodes<'_>>,
    ) -> Result<Draft, Problem> {
        let Self {
            mut made,
            size,
            mut tally,
            extract,
        } = self;
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
        remarks.extend(assumptions(accounts, extract, size, (machine, measured)));
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
        let made = TableJobs::of(self, options, None)?;
        let draft = made.draft(self, options, nodes, None)?;
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
            made.filter_map(|(entry, number)| whole_node_job(&entry, number, options, size).ok());
        most_in_use(&made.collect::<Vec<_>>())
    }
}

/// Default unit of sizes: by what is known of all jobs that ran.
fn usual_sizing(accounts: &Accounts) -> Sizing {
    let mut ran = accounts
        .entries
        .iter()
        .filter(|entry| entry.start.is_some());
    let all = |known: fn(&Entry) -> bool| accounts.entries.iter().any(|entry| known(&entry));
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
