//! Accounting tables as workloads: the file, the meaning of its columns, and their units.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::scenario::fields;

/// Accounting and options for reading it: the output of `sacct -P` or `jobcomp/filetxt`, or any
/// table whose columns are named here.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableWorkload {
    /// File, relative to the scenario's.
    pub path: PathBuf,
    /// Names of the columns, in order, if there is no header; for a known list, its name alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Meaning of the columns; for known tables, their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<Box<Columns>>,
    /// Units of numbers; for known tables, their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Units>,
    /// Time zone of times without one, as `Europe/Berlin`; UTC if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// Unit of sizes; cores if all jobs have them, else nodes, else GPUs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Sizing>,
    /// Number of usable jobs, the first ones in the order of submission; all if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub jobs: Option<u32>,
    /// Offered load to scale interarrival times to; unchanged if absent.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_load"
    )]
    pub load: Option<f64>,
    /// Whether a job with a runtime of 0 runs 1 s instead of being dropped.
    #[serde(default, skip_serializing_if = "is_false")]
    pub keep_zero_runtimes: bool,
    /// Whether the requested size goes before the allocated one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub prefer_requested: bool,
    /// Whether a job wider than the machine gets the whole machine instead of being dropped.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clip_wide: bool,
    /// Whether the estimate is raised to the runtime where a job outran it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub raise_estimates: bool,
    /// Whether users are taken to know the runtime, whatever they estimated.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact_estimates: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl TableWorkload {
    /// The table at `path`, with default options.
    pub fn of(path: PathBuf) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }

    /// This table with the options that are set in the other one: fields, time zone and unit of
    /// sizes.
    #[must_use]
    pub fn told(&self, asked: &Self) -> Self {
        let fields = match asked.fields.is_empty() {
            true => &self.fields,
            false => &asked.fields,
        };
        Self {
            fields: fields.clone(),
            zone: asked.zone.clone().or_else(|| self.zone.clone()),
            size: asked.size.or(self.size),
            ..self.clone()
        }
    }
}

/// Unit of sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sizing {
    /// Its cores.
    Cores,
    /// Its nodes.
    Nodes,
    /// Its GPUs; jobs without any are left out.
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

/// Units of the numbers of a table. Texts such as `2026-11-21T21:01:44`, `1-06:00:00` and `4G` have
/// their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Units {
    /// Of instants.
    pub instants: InstantUnit,
    /// Of runtimes and waits.
    pub spans: SpanUnit,
    /// Of limits.
    pub limits: SpanUnit,
    /// Of memory.
    pub memory: MemoryUnit,
    /// Unit to which memory refers.
    pub memory_for: MemoryFor,
    /// Of cores.
    pub cores: CountUnit,
    /// Of GPUs.
    pub gpus: CountUnit,
}

impl Default for Units {
    fn default() -> Self {
        Self {
            instants: InstantUnit::Seconds,
            spans: SpanUnit::Seconds,
            limits: SpanUnit::Seconds,
            memory: MemoryUnit::MiB,
            memory_for: MemoryFor::Job,
            cores: CountUnit::Ones,
            gpus: CountUnit::Ones,
        }
    }
}

/// Units of instants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InstantUnit {
    /// Seconds from some start.
    Seconds,
    /// Milliseconds from some start.
    Milliseconds,
    /// Seconds from the beginning of 1970 in UTC.
    UnixSeconds,
    /// Milliseconds from then.
    UnixMilliseconds,
}

/// Units of spans of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MemoryUnit {
    /// Bytes.
    Bytes,
    /// 1024 bytes.
    KiB,
    /// 1024 KiB.
    MiB,
    /// 1024 MiB.
    GiB,
}

/// Unit to which memory refers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MemoryFor {
    /// The whole job.
    Job,
    /// Each of its nodes.
    Node,
    /// Each of its cores.
    Core,
}

/// Units of counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CountUnit {
    /// As they are.
    Ones,
    /// Thousandths, as of cores in containers.
    Thousandths,
}
