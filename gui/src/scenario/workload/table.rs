//! A table of accounting as a workload: which file, which of its columns says what, in which units.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::scenario::fields;

/// Accounting and how it is read: what `sacct -P` or `jobcomp/filetxt` wrote, or any table
/// whose columns are named here.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableWorkload {
    /// The file, relative to the scenario's.
    pub path: PathBuf,
    /// What the columns are called, in order, if no header says so; of a list that is known,
    /// its name alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Which column says what; of tables that are known, their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<Box<Columns>>,
    /// In which units numbers are; of tables that are known, their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Units>,
    /// The time zone of times that do not say theirs, as `Europe/Berlin`; UTC if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// What the size of a job counts; cores if all jobs have them, else nodes, else GPUs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Sizing>,
    /// Only the first so many usable jobs, in the order of submission.
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
    /// The table at `path`, read as it says itself.
    pub fn of(path: PathBuf) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }

    /// The same table, where `asked` says how it is read otherwise: its fields, the time zone
    /// and what the size of a job counts.
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

/// What the size of a job counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sizing {
    /// Its cores.
    Cores,
    /// Its nodes.
    Nodes,
    /// Its GPUs; jobs without any are left out.
    Gpus,
}

/// Makes [`Columns`] and the list of what a column can say.
macro_rules! columns {
    ($($(#[$meaning:meta])* $field:ident $variant:ident;)*) => {
        /// The names of the columns that say something of a job.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Columns {
            $($(#[$meaning])*
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub $field: Option<String>,)*
        }

        /// What a column says of a job.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Says {
            $($(#[$meaning])* $variant,)*
        }

        impl Says {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// What it is called in a scenario.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($field),)*
                }
            }
        }

        impl Columns {
            /// The columns that are named.
            pub fn named(&self) -> impl Iterator<Item = (Says, &str)> {
                let all = [$((Says::$variant, self.$field.as_deref()),)*];
                all.into_iter().filter_map(|(says, name)| Some((says, name?)))
            }

            /// Has the column of that name say it.
            pub fn set(&mut self, says: Says, name: String) {
                match says {
                    $(Says::$variant => self.$field = Some(name),)*
                }
            }
        }
    };
}

columns! {
    /// Its number; `42_12` for the task 12 of the array 42, `42.batch` for a step.
    number Number;
    /// Its own number, if it is a task of an array.
    raw_number RawNumber;
    /// When it was submitted.
    submit Submit;
    /// When it might have started.
    eligible Eligible;
    /// When it started.
    start Start;
    /// When it ended.
    end End;
    /// How long it waited, if no column says when it started.
    wait Wait;
    /// How long it ran.
    runtime Runtime;
    /// How long it was allowed to run.
    limit Limit;
    /// What became of it.
    state State;
    /// Nodes it had.
    nodes Nodes;
    /// Nodes it asked for.
    requested_nodes RequestedNodes;
    /// Cores it had, all together.
    cores Cores;
    /// Cores it asked for, all together.
    requested_cores RequestedCores;
    /// Memory it asked for.
    memory Memory;
    /// GPUs it had, all together.
    gpus Gpus;
    /// Thousandths of each of its GPUs, if it shares one.
    gpu_share GpuShare;
    /// What Slurm says that it had, as `cpu=8,mem=4G,node=1,gres/gpu=2`.
    allocated Allocated;
    /// The same of what it asked for.
    requested Requested;
    /// The names of its nodes.
    node_list NodeList;
    /// Its partition, or queue.
    partition Partition;
    /// Its quality of service.
    qos Qos;
    /// The advance reservation that it was for.
    reservation Reservation;
    /// Its account.
    account Account;
    /// The group of its user.
    group Group;
    /// Its user.
    user User;
    /// The array that it is a task of.
    array Array;
    /// Which task of it.
    task Task;
    /// On what it depends, as `afterok:41`.
    dependency Dependency;
    /// How often it was started anew.
    restarts Restarts;
    /// What is not looked at.
    name Name;
}

/// Units of the numbers of a table. Texts such as `2026-11-21T21:01:44`, `1-06:00:00` and `4G`
/// say theirs.
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
    /// What memory is for.
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

/// What memory is for.
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
