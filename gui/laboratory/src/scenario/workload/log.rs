//! Logs as workloads, and options for reading them.

use std::path::PathBuf;

use cosched_parameters::parameters;

use super::models::LOAD;
use super::warm_up::WarmUp;
use crate::scenario::reference::kind::COUNT;
use crate::scenario::reference::sources::SWF;
use crate::scenario::slicing::MemorySource;

/// What a log needs besides.
const PATH: &str = ", path: \"a.swf\"";

/// Log and options for reading it.
#[parameters(within = Workload, path = "Swf({})",
    first(path, jobs, load, keep_zero_runtimes, prefer_requested, clip_wide))]
#[derive(Clone, PartialEq, Debug)]
pub struct SwfWorkload {
    /// File, relative to the scenario's.
    #[parameter(needed)]
    pub path: PathBuf,
    /// Only the first so many usable jobs of the log.
    #[parameter(name = "First jobs", kind = COUNT.of("jobs"), absent = "all of them",
        first = 1000.0, step = (100.0, 0), beside = PATH,
        also(("Table(jobs: {})", ", path: \"a.sacct\"")))]
    pub jobs: Option<u32>,
    /// Offered load to scale interarrival times to; unchanged if absent.
    #[parameter(kind = LOAD)]
    pub load: Option<f64>,
    /// Time zero is the first submission instead of the log's own start.
    #[parameter(name = "count from the first", beside = PATH)]
    pub rebase: bool,
    /// A job with a runtime of 0 runs 1 s instead of being dropped.
    // Of 0 as of less than half a second.
    #[parameter(name = "keep zero runtimes", beside = PATH,
        also(("Table(keep_zero_runtimes: {})", ", path: \"a.sacct\"")))]
    pub keep_zero_runtimes: bool,
    /// The requested number of nodes goes before the allocated one.
    #[parameter(name = "prefer requested sizes", source = SWF, beside = PATH,
        also(("Table(prefer_requested: {})", ", path: \"a.sacct\"")))]
    pub prefer_requested: bool,
    /// A job wider than the machine gets the whole machine instead of being dropped.
    #[parameter(name = "clip wide jobs", beside = PATH,
        also(("Table(clip_wide: {})", ", path: \"a.sacct\"")))]
    pub clip_wide: bool,
    /// The estimate is raised to the runtime where a job outran it.
    #[parameter(name = "raise estimates", beside = PATH,
        also(("Table(raise_estimates: {})", ", path: \"a.sacct\"")))]
    pub raise_estimates: bool,
    /// Users are taken to know the runtime, whatever they estimated.
    #[parameter(name = "exact estimates", beside = PATH,
        also(("Table(exact_estimates: {})", ", path: \"a.sacct\"")))]
    pub exact_estimates: bool,
    /// A job that names a preceding one is submitted its think time after that has ended; for jobs
    /// that come one by one.
    #[parameter(name = "feedback", quiet, source = "Zakay and Feitelson, 2014", beside = PATH)]
    pub feedback: bool,
    /// Until when jobs start as recorded, whatever the policy, and do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warm_up: Option<WarmUp>,
    /// Source of the jobs' memory; they need none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemorySource>,
    /// What fields beyond the eighteenth of a log are.
    #[parameter(name = "Dialect", beside = PATH,
        absent = "as the header says; if it says nothing, further fields are passed over")]
    pub dialect: Option<Dialect>,
}

/// Meaning of fields beyond the eighteenth, and which of the eighteen differ.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Nodes in the last field; run times beyond the limit are cut to it, as field 4 is not to be
    /// relied upon.
    #[parameter(name = "Frontier 2024")]
    Frontier,
    /// GPUs, soft wall time and properties in the fields 19 to 21; counted, as a machine of
    /// processors has none of them.
    #[parameter(name = "AleaNG")]
    AleaNg,
}

impl SwfWorkload {
    /// The log at `path`, read as in published simulations.
    pub fn with_path(path: PathBuf) -> Self {
        Self {
            path,
            jobs: None,
            load: None,
            rebase: false,
            keep_zero_runtimes: false,
            prefer_requested: false,
            clip_wide: false,
            raise_estimates: false,
            exact_estimates: false,
            feedback: false,
            warm_up: None,
            memory: None,
            dialect: None,
        }
    }
}
