//! Accounting tables as workloads: the file, the meaning of its columns, and their units.

use std::path::PathBuf;

use cosched_parameters::parameters;
use serde::{Deserialize, Serialize};

use super::models::LOAD;
use super::warm_up::WarmUp;
use crate::scenario::reference::kind::COUNT;

/// Accounting and options for reading it: the output of `sacct -P` or `jobcomp/filetxt`, or any
/// table whose columns are named here.
#[parameters(within = Workload, path = "Table({})", first(path, size))]
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableWorkload {
    /// File, relative to the scenario's.
    #[parameter(needed)]
    pub path: PathBuf,
    /// Names of the columns, in order, if there is no header; for a known list, its name alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Meaning of the columns; for known tables, their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Box<Columns>>,
    /// Units of numbers; for known tables, their own.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Units>,
    /// Time zone of times without one, as `Europe/Berlin`; UTC if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// What the size of a job counts.
    #[parameter(
        name = "Size",
        absent = "cores if all jobs have them, else nodes, else GPUs",
        beside = ", path: \"a.sacct\""
    )]
    pub size: Option<Sizing>,
    /// Only the first so many usable jobs, in the order of submission.
    // This, the load and the switches are described with those of logs.
    #[parameter(kind = COUNT)]
    pub jobs: Option<u32>,
    /// Offered load to scale interarrival times to; unchanged if absent.
    #[parameter(kind = LOAD)]
    pub load: Option<f64>,
    /// A job with a runtime of 0 runs 1 s instead of being dropped.
    #[parameter(quiet)]
    pub keep_zero_runtimes: bool,
    /// The requested size goes before the allocated one.
    #[parameter(quiet)]
    pub prefer_requested: bool,
    /// A job wider than the machine gets the whole machine instead of being dropped.
    #[parameter(quiet)]
    pub clip_wide: bool,
    /// The estimate is raised to the runtime where a job outran it.
    #[parameter(quiet)]
    pub raise_estimates: bool,
    /// Users are taken to know the runtime, whatever they estimated.
    #[parameter(quiet)]
    pub exact_estimates: bool,
    /// Until when jobs start as recorded, whatever the policy, and do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warm_up: Option<WarmUp>,
}

impl TableWorkload {
    /// The table at `path`, with default options.
    pub fn with_path(path: PathBuf) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }

    /// This table with the options that are set in the other one: fields, time zone and unit of
    /// sizes.
    #[must_use]
    pub fn with_options(&self, options: &Self) -> Self {
        let fields = if options.fields.is_empty() {
            &self.fields
        } else {
            &options.fields
        };
        Self {
            fields: fields.clone(),
            zone: options.zone.clone().or_else(|| self.zone.clone()),
            size: options.size.or(self.size),
            ..self.clone()
        }
    }
}

/// Unit of sizes.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizing {
    /// Its cores.
    Cores,
    /// Its nodes.
    Nodes,
    /// Its GPUs; jobs without any are left out.
    #[parameter(name = "GPUs")]
    Gpus,
}

/// Makes [`Columns`] and the list of columns' meanings.
macro_rules! columns {
    ($($(#[$meaning:meta])* $field:ident $variant:ident;)*) => {
        /// Names of the columns, by their meaning.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Columns {
            $($(#[$meaning])*
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub $field: Option<String>,)*
        }

        /// Meaning of a column.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Says {
            $($(#[$meaning])* $variant,)*
        }

        impl Says {
            /// All meanings.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Name in a scenario.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($field),)*
                }
            }
        }

        impl Columns {
            /// Meanings with the names of their columns, where they have one.
            pub fn named(&self) -> impl Iterator<Item = (Says, &str)> {
                let all = [$((Says::$variant, self.$field.as_deref()),)*];
                all.into_iter().filter_map(|(says, name)| Some((says, name?)))
            }

            /// Sets the column with this meaning.
            pub fn set(&mut self, says: Says, name: String) {
                match says {
                    $(Says::$variant => self.$field = Some(name),)*
                }
            }
        }
    };
}

columns! {
    /// Number of the job; `42_12` for the task 12 of the array 42, `42.batch` for a step.
    number Number;
    /// Own number, if it is a task of an array.
    raw_number RawNumber;
    /// Submission.
    submit Submit;
    /// Time from which it could have started.
    eligible Eligible;
    /// Start.
    start Start;
    /// End.
    end End;
    /// Wait, if there is no column for the start.
    wait Wait;
    /// Runtime.
    runtime Runtime;
    /// Time limit.
    limit Limit;
    /// Final state.
    state State;
    /// Allocated nodes.
    nodes Nodes;
    /// Requested nodes.
    requested_nodes RequestedNodes;
    /// Allocated cores in all.
    cores Cores;
    /// Requested cores in all.
    requested_cores RequestedCores;
    /// Requested memory.
    memory Memory;
    /// Allocated GPUs in all.
    gpus Gpus;
    /// Thousandths of each of its GPUs, if it shares one.
    gpu_share GpuShare;
    /// Allocated resources in Slurm's format, as `cpu=8,mem=4G,node=1,gres/gpu=2`.
    allocated Allocated;
    /// Requested resources in that format.
    requested Requested;
    /// Names of its nodes.
    node_list NodeList;
    /// Feature that each of its nodes must have.
    features Features;
    /// Licences that it holds, as `matlab:2,ansys`.
    licences Licences;
    /// Its partition, or queue.
    partition Partition;
    /// Its quality of service.
    qos Qos;
    /// Advance reservation that it ran in.
    reservation Reservation;
    /// Its account.
    account Account;
    /// The group of its user.
    group Group;
    /// Its user.
    user User;
    /// Array that it is a task of.
    array Array;
    /// Index of the task in the array.
    task Task;
    /// Dependencies, as `afterok:41`.
    dependency Dependency;
    /// Number of restarts.
    restarts Restarts;
    /// A column that is ignored.
    name Name;
}

/// Fields beside a unit.
const OTHERS: &str = "|, path: \"a.csv\", columns: ()";

/// Units of the numbers of a table. Texts such as `2026-11-21T21:01:44`, `1-06:00:00` and `4G` have
/// their own.
#[parameters(within = Workload, path = "Table(units: ({}))")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Units {
    /// What numbers are that say when; dates such as 2026-11-21T21:01:44 say it themselves.
    #[parameter(name = "Unit of instants", usual = InstantUnit::Seconds, beside = OTHERS)]
    pub instants: InstantUnit,
    /// What numbers are that say how long a job ran or waited.
    #[parameter(name = "Unit of spans", usual = SpanUnit::Seconds, beside = OTHERS)]
    pub spans: SpanUnit,
    /// What numbers are that say how long a job may run.
    #[parameter(name = "Unit of limits", usual = SpanUnit::Seconds, beside = OTHERS)]
    pub limits: SpanUnit,
    /// What numbers are that say how much memory a job needs; 4000M and 4G say it themselves.
    #[parameter(name = "Unit of memory", usual = MemoryUnit::MiB, beside = OTHERS)]
    pub memory: MemoryUnit,
    /// What memory is for.
    #[parameter(name = "Memory is of", usual = MemoryFor::Job, beside = OTHERS)]
    pub memory_for: MemoryFor,
    /// What numbers of cores are.
    #[parameter(name = "Unit of cores", usual = CountUnit::Ones, beside = OTHERS)]
    pub cores: CountUnit,
    /// What numbers of GPUs are.
    #[parameter(name = "Unit of GPUs", usual = CountUnit::Ones, beside = OTHERS)]
    pub gpus: CountUnit,
}

/// Units of instants.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstantUnit {
    /// Seconds from some start.
    Seconds,
    /// Milliseconds from some start.
    Milliseconds,
    /// Seconds since 1970 in UTC.
    #[parameter(name = "seconds since 1970")]
    UnixSeconds,
    /// Milliseconds since 1970 in UTC.
    #[parameter(name = "milliseconds since 1970")]
    UnixMilliseconds,
}

/// Units of spans of time.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpanUnit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
}

/// Units of memory.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryUnit {
    /// Bytes.
    Bytes,
    /// 1024 bytes.
    #[parameter(name = "KiB")]
    KiB,
    /// 1024 KiB.
    #[parameter(name = "MiB")]
    MiB,
    /// 1024 MiB.
    #[parameter(name = "GiB")]
    GiB,
}

/// Unit to which memory refers.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryFor {
    /// The whole job.
    #[parameter(name = "the job")]
    Job,
    /// Each of its nodes.
    #[parameter(name = "each node")]
    Node,
    /// Each of its cores.
    #[parameter(name = "each core")]
    Core,
}

/// Units of counts.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountUnit {
    /// As they are.
    #[parameter(name = "as they are")]
    Ones,
    /// Thousandths, as of cores in containers.
    Thousandths,
}
