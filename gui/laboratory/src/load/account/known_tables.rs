//! Columns of known tables: those of Slurm by name, those of published data sets.

use crate::load::slurm::text::columns::ranked;
use crate::scenario::{
    Columns, CountUnit, InstantUnit, MemoryFor, MemoryUnit, Says, SpanUnit, Units,
};

/// Fields to request from `sacct`: no name of a job, which may hold any character.
pub const SACCT_FIELDS: &str = "JobID,JobIDRaw,User,Group,Account,Partition,QOS,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,State,NNodes,AllocCPUS,ReqCPUS,ReqMem,AllocTRES,ReqTRES,NodeList,Reservation";

/// Named lists of fields, for tables without a header.
const LISTS: [(&str, &str); 2] = [
    ("cosched", SACCT_FIELDS),
    // Fields that Open XDMoD requests.
    (
        "xdmod",
        "jobid,jobidraw,cluster,partition,qos,account,group,gid,user,uid,submit,eligible,start,end,elapsed,exitcode,state,nnodes,ncpus,reqcpus,reqmem,reqtres,alloctres,timelimit,nodelist,jobname",
    ),
];

/// Fields of a list given by its name, or the given fields themselves.
pub(super) fn fields(requested: &[String]) -> Vec<String> {
    let list = match requested {
        [one] => LISTS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(one)),
        _ => None,
    };
    match list {
        Some((_, fields)) => fields.split(',').map(str::to_owned).collect(),
        None => requested.to_vec(),
    }
}

/// Fields of Slurm, of `sacct` or `jobcomp/filetxt`; of several with the same meaning, the first
/// one here counts.
const SLURM: [(&str, Says); 52] = [
    ("jobid", Says::Number),
    ("jobidraw", Says::RawNumber),
    ("submit", Says::Submit),
    ("submittime", Says::Submit),
    ("eligible", Says::Eligible),
    ("eligibletime", Says::Eligible),
    ("start", Says::Start),
    ("starttime", Says::Start),
    ("end", Says::End),
    ("endtime", Says::End),
    ("elapsedraw", Says::Runtime),
    ("elapsed", Says::Runtime),
    ("timelimitraw", Says::Limit),
    ("timelimit", Says::Limit),
    ("state", Says::State),
    ("jobstate", Says::State),
    ("allocnodes", Says::Nodes),
    ("nnodes", Says::Nodes),
    ("nodecnt", Says::Nodes),
    ("reqnodes", Says::RequestedNodes),
    ("alloccpus", Says::Cores),
    ("ncpus", Says::Cores),
    ("proccnt", Says::Cores),
    ("reqcpus", Says::RequestedCores),
    ("reqmem", Says::Memory),
    ("alloctres", Says::Allocated),
    ("reqtres", Says::Requested),
    ("tres", Says::Requested),
    ("nodelist", Says::NodeList),
    ("partition", Says::Partition),
    ("qos", Says::Qos),
    ("account", Says::Account),
    ("group", Says::Group),
    ("groupid", Says::Group),
    ("gid", Says::Group),
    ("user", Says::User),
    ("userid", Says::User),
    ("uid", Says::User),
    ("arrayjobid", Says::Array),
    ("arraytaskid", Says::Task),
    ("reservation", Says::Reservation),
    ("licenses", Says::Licences),
    ("dependency", Says::Dependency),
    ("restarts", Says::Restarts),
    ("restartcnt", Says::Restarts),
    // Never read; they help to recognise a header.
    ("jobname", Says::Name),
    ("name", Says::Name),
    ("exitcode", Says::Name),
    ("cluster", Says::Name),
    ("priority", Says::Name),
    ("flags", Says::Name),
    ("workdir", Says::Name),
];

/// Meaning of a field of Slurm, and its rank among those with the same meaning.
pub(super) fn slurm_column(name: &str) -> Option<(usize, Says)> {
    ranked(&SLURM, name)
}

/// Units in the output of Slurm.
pub(super) const SLURM_UNITS: Units = Units {
    instants: InstantUnit::UnixSeconds,
    spans: SpanUnit::Seconds,
    limits: SpanUnit::Minutes,
    memory: MemoryUnit::MiB,
    memory_for: MemoryFor::Job,
    cores: CountUnit::Ones,
    gpus: CountUnit::Ones,
};

/// Published table.
pub(super) struct KnownTable {
    /// Name.
    pub(super) name: &'static str,
    /// Meanings and names of columns; a table is recognised if it has all of them.
    columns: &'static [(Says, &'static str)],
    /// Columns that not every such table has.
    further: &'static [(Says, &'static str)],
    pub(super) units: Units,
    /// Nodes of each job, where there is no column for them.
    pub(super) nodes: Option<u32>,
}

/// All known tables. Units are those of the descriptions that were published with the data.
const KNOWN_TABLES: [KnownTable; 5] = [
    // Written by `cosched import`.
    KnownTable {
        name: "cosched’s own table",
        columns: &[
            (Says::Number, "number"),
            (Says::Array, "array"),
            (Says::Task, "task"),
            (Says::Submit, "submit"),
            (Says::Eligible, "eligible"),
            (Says::Start, "start"),
            (Says::End, "end"),
            (Says::Runtime, "runtime"),
            (Says::Limit, "limit"),
            (Says::State, "state"),
            (Says::Nodes, "nodes"),
            (Says::RequestedNodes, "requested_nodes"),
            (Says::Cores, "cores"),
            (Says::RequestedCores, "requested_cores"),
            (Says::Memory, "memory_kib"),
            (Says::Gpus, "gpus"),
            (Says::Partition, "partition"),
            (Says::Qos, "qos"),
            (Says::Account, "account"),
            (Says::Group, "group"),
            (Says::User, "user"),
            (Says::Reservation, "reservation"),
            (Says::Dependency, "dependency"),
            (Says::Restarts, "restarts"),
        ],
        further: &[
            (Says::Features, "features"),
            (Says::Licences, "licences"),
            (Says::GpuShare, "gpu_share"),
        ],
        units: Units {
            instants: InstantUnit::Seconds,
            limits: SpanUnit::Seconds,
            memory: MemoryUnit::KiB,
            ..SLURM_UNITS
        },
        nodes: None,
    },
    // Antici and others, 2023.
    KnownTable {
        name: "PM100",
        columns: &[
            (Says::Number, "job_id"),
            (Says::Submit, "submit_time"),
            (Says::Eligible, "eligible_time"),
            (Says::Start, "start_time"),
            (Says::End, "end_time"),
            (Says::Runtime, "run_time"),
            (Says::Limit, "time_limit"),
            (Says::State, "job_state"),
            (Says::Nodes, "num_nodes_alloc"),
            (Says::RequestedNodes, "num_nodes_req"),
            (Says::Cores, "num_cores_alloc"),
            (Says::RequestedCores, "num_cores_req"),
            (Says::Gpus, "num_gpus_alloc"),
            (Says::Memory, "mem_alloc"),
            (Says::Partition, "partition"),
            (Says::Qos, "qos"),
            (Says::User, "user_id"),
        ],
        further: &[],
        units: Units {
            memory: MemoryUnit::GiB,
            ..SLURM_UNITS
        },
        nodes: None,
    },
    // Antici and others, 2024.
    KnownTable {
        name: "F-DATA",
        columns: &[
            (Says::Number, "jid"),
            (Says::User, "usr"),
            (Says::Submit, "adt"),
            (Says::Start, "sdt"),
            (Says::End, "edt"),
            (Says::Runtime, "duration"),
            (Says::Limit, "elpl"),
            (Says::RequestedNodes, "nnumr"),
            (Says::Nodes, "nnuma"),
            (Says::RequestedCores, "cnumr"),
            (Says::Cores, "cnumat"),
        ],
        further: &[],
        units: Units {
            limits: SpanUnit::Seconds,
            ..SLURM_UNITS
        },
        nodes: None,
    },
    // Weng and others, 2023: openb_pod_list; each pod is on one node.
    KnownTable {
        name: "Alibaba’s GPU trace of 2023",
        columns: &[
            (Says::Submit, "creation_time"),
            (Says::Start, "scheduled_time"),
            (Says::End, "deletion_time"),
            (Says::State, "pod_phase"),
            (Says::Cores, "cpu_milli"),
            (Says::Memory, "memory_mib"),
            (Says::Gpus, "num_gpu"),
            (Says::GpuShare, "gpu_milli"),
            (Says::Qos, "qos"),
        ],
        further: &[(Says::Features, "gpu_spec")],
        units: Units {
            instants: InstantUnit::Seconds,
            cores: CountUnit::Thousandths,
            ..SLURM_UNITS
        },
        nodes: Some(1),
    },
    KnownTable {
        name: "OpenDC’s tasks",
        columns: &[
            (Says::Number, "id"),
            (Says::Submit, "submission_time"),
            (Says::Runtime, "duration"),
            (Says::Cores, "cpu_count"),
            (Says::Memory, "mem_capacity"),
        ],
        further: &[],
        units: Units {
            instants: InstantUnit::UnixMilliseconds,
            spans: SpanUnit::Milliseconds,
            ..SLURM_UNITS
        },
        nodes: Some(1),
    },
];

impl KnownTable {
    /// Finds the table with such a header.
    pub(super) fn recognise(header: &[String]) -> Option<&'static Self> {
        let has = |name: &str| header.iter().any(|one| one == name);
        let mut known = KNOWN_TABLES.iter();
        known.find(|known| known.columns.iter().all(|(_, name)| has(name)))
    }

    /// Meaning of its column `name`.
    pub(super) fn column_meaning(&self, name: &str) -> Option<Says> {
        let mut columns = self.columns.iter().chain(self.further);
        columns
            .find(|column| column.1 == name)
            .map(|column| column.0)
    }
}

/// Names of all known tables, joined.
pub(super) fn known_table_names() -> String {
    KNOWN_TABLES.map(|known| known.name).join(", ")
}

/// Meaning of the column `name`, as a scenario gives it.
pub(super) fn meaning_of(columns: &Columns, name: &str) -> Option<Says> {
    columns
        .named()
        .find(|(_, named)| *named == name)
        .map(|(says, _)| says)
}
