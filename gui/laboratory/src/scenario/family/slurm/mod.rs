//! Slurm's scheduler: its name, and its parameters by the names of `slurm.conf`.

use cosched_parameters::parameters;

use crate::scenario::fields::LONGEST;
use crate::scenario::policy::info::{FamilyInfo, FamilyParameters};
use crate::scenario::reference::kind::{COUNT, COUNT_OR_NONE, SEED, up_to};
use crate::scenario::reference::{Kind, fields_of};

/// Name of the family, and its parameters.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Slurm",
    fields: fields_of::<Slurm>,
};

/// Documentation of the parameters.
const MANUAL: &str = "slurm.conf(5)";

/// Version of Slurm that is simulated.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Version {
    /// As measured.
    #[parameter(name = "22.05")]
    #[default]
    V2205,
    /// By its manual.
    #[parameter(name = "26.05")]
    V2605,
}

/// Scheduler plugin (`SchedulerType`).
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheduler {
    /// Main and backfill passes.
    #[parameter(name = "sched/backfill")]
    #[default]
    Backfill,
    /// Main passes alone.
    #[parameter(name = "sched/builtin")]
    Builtin,
}

/// Plugin that selects nodes (`SelectType`).
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Select {
    /// Running jobs are taken away one by one.
    #[parameter(name = "select/linear")]
    #[default]
    Linear,
    /// They are in windows of 30 s that grow.
    #[parameter(name = "select/cons_tres")]
    ConsTres,
}

/// Parameters of Slurm's scheduler, by the names and with the defaults of `slurm.conf`; times are
/// in seconds, but for `bf_window`, which is in minutes there, too.
#[parameters(within = Parameters, path = "slurm: ({})")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slurm {
    /// Which Slurm it is like. Decisions were measured of 22.05; 26.05 is by its manual, and plans
    /// start when the last job ends that is needed.
    #[parameter(name = "Version", source = MANUAL)]
    pub version: Version,
    /// The scheduler plugin (SchedulerType).
    #[parameter(name = "Scheduler", source = MANUAL)]
    pub scheduler: Scheduler,
    /// How the plugin that selects nodes finds when there will be enough (SelectType).
    #[parameter(name = "Selection", source = MANUAL)]
    pub select: Select,
    /// Jobs take their nodes to be alone there (OverSubscribe=EXCLUSIVE): those that a backfill
    /// pass starts are planned for the rest of it.
    #[parameter(name = "Exclusive", source = MANUAL)]
    pub exclusive: bool,
    /// Of nodes that jobs share, the one with the largest part of its cores free comes first
    /// (CR_LLN).
    #[parameter(name = "Least loaded first", source = MANUAL)]
    pub least_loaded: bool,
    /// Of nodes that jobs share, plans behind running jobs take those in use before idle ones, and one
    /// idle one too many, as 22.05 does.
    #[parameter(name = "bf_busy_nodes", source = MANUAL)]
    pub bf_busy_nodes: bool,
    /// Between two backfill passes.
    #[parameter(name = "bf_interval", kind = INTERVAL, usual = 30.0, source = MANUAL)]
    pub bf_interval: f64,
    /// Plans begin and end at multiples of it, rounded down.
    #[parameter(name = "bf_resolution", kind = RESOLUTION, usual = 60.0, source = MANUAL)]
    pub bf_resolution: f64,
    /// Starts later than this from now are not planned; at least the longest limit makes sense.
    #[parameter(name = "bf_window", kind = up_to(MOST).of("min"), usual = 1440, source = MANUAL)]
    pub bf_window: u32,
    /// By how much each window of `select/cons_tres` is longer than the one before.
    #[parameter(name = "bf_window_linear", kind = up_to(MOST).of("s"), absent = "each is twice as long",
        first = 30.0, source = MANUAL)]
    pub bf_window_linear: Option<u32>,
    /// How many jobs a backfill pass tests.
    #[parameter(name = "bf_max_job_test", kind = JOBS, usual = 500, source = MANUAL)]
    pub bf_max_job_test: u32,
    /// How many jobs of each user a backfill pass tests; the others are passed over without a plan.
    #[parameter(name = "bf_max_job_user", kind = COUNT.of("jobs"), absent = "any number",
        first = 10.0, source = MANUAL)]
    pub bf_max_job_user: Option<u32>,
    /// How many jobs a backfill pass starts: it ends with the last of them.
    #[parameter(name = "bf_max_job_start", kind = COUNT.of("jobs"), absent = "any number",
        first = 10.0, source = MANUAL)]
    pub bf_max_job_start: Option<u32>,
    /// How many jobs a backfill pass plans; the others may only start at once.
    #[parameter(name = "bf_job_part_count_reserve", kind = COUNT.of("jobs"),
        absent = "all that are tested", first = 10.0, source = MANUAL)]
    pub bf_job_part_count_reserve: Option<u32>,
    /// How long a job must have waited to be planned.
    #[parameter(name = "bf_min_age_reserve", kind = DELAY, source = MANUAL)]
    pub bf_min_age_reserve: f64,
    /// How many jobs an ordinary main pass considers.
    #[parameter(name = "default_queue_depth", kind = JOBS, usual = 100, source = MANUAL)]
    pub default_queue_depth: u32,
    /// How long after a submission the main pass for it comes, if none comes before.
    #[parameter(name = "batch_sched_delay", kind = DELAY, usual = 3.0, source = MANUAL)]
    pub batch_sched_delay: f64,
    /// Between main passes over the whole queue.
    #[parameter(name = "sched_interval", kind = INTERVAL, usual = 60.0, source = MANUAL)]
    pub sched_interval: f64,
    /// How long each try of a backfill pass to plan a job takes: how long passes last, and whether
    /// they yield. Of a real one on two cores it was 16 to 440 µs.
    #[parameter(name = "Test time", kind = COUNT_OR_NONE.of("µs"))]
    pub test_time: u32,
    /// How long a backfill pass works until it yields, which is to sleep; up to 10 µs it is before every
    /// test, whatever that takes.
    #[parameter(name = "bf_yield_interval", kind = YIELD, usual = 2_000_000, source = MANUAL)]
    pub bf_yield_interval: u32,
    /// How long it sleeps.
    #[parameter(name = "bf_yield_sleep", kind = YIELD, usual = 500_000, source = MANUAL)]
    pub bf_yield_sleep: u32,
    /// How long it may last, if it yields or its tests take time.
    #[parameter(name = "bf_max_time", kind = up_to(MOST).of("s"), absent = "as long as bf_interval",
        first = 60.0, source = MANUAL)]
    pub bf_max_time: Option<u32>,
    /// A pass goes on after a sleep in which something has changed, without the jobs that came and the nodes
    /// that were given back; otherwise it ends.
    #[parameter(name = "bf_continue", source = MANUAL)]
    pub bf_continue: bool,
    /// How long after its limit a job is killed, unless it ends before (KillWait); under
    /// `select/cons_tres` those over their limits are expected to end then.
    #[parameter(name = "KillWait", kind = OVERRUN.of("s"),
        absent = "at its limit, and who runs on is expected to end in a second", first = 30.0, source = MANUAL)]
    pub kill_wait: Option<u32>,
    /// How many minutes later than that (OverTimeLimit).
    #[parameter(name = "OverTimeLimit", kind = OVERRUN.of("min"), source = MANUAL)]
    pub over_time_limit: u32,
    /// A seed for where in their intervals the passes stand when the first job comes: that alone
    /// moves mean waits by some percent, so vary it, as in a sweep, before a difference is believed.
    #[parameter(name = "Phase", kind = SEED, absent = "0")]
    pub phase: Option<u64>,
}

impl FamilyParameters for Slurm {}

impl Slurm {
    /// Whether backfill passes sleep before every test, as each takes longer than they work at once.
    pub fn sleeps_at_every_test(&self) -> bool {
        // Tests of 60 jobs took 16 to 440 microseconds each.
        const SHORTEST_TEST: u32 = 10;
        self.bf_yield_interval <= SHORTEST_TEST
    }

    /// Whether backfill passes last for some time, so that they may sleep.
    pub fn has_long_passes(&self) -> bool {
        self.test_time > 0 || self.sleeps_at_every_test()
    }
}

/// Largest value of any count.
pub(crate) const MOST: u32 = 1_000_000;

/// Longest work and sleep of a backfill pass, in microseconds: an hour.
pub(crate) const MOST_MICROSECONDS: u32 = 3_600_000_000;

/// Work and sleep of a backfill pass.
const YIELD: Kind = up_to(MOST_MICROSECONDS).of("µs");

/// Largest KillWait and OverTimeLimit.
pub(crate) const MOST_OVERRUN: u32 = 65_533;

/// Time beyond a limit.
const OVERRUN: Kind = Kind::whole(
    0.0..=MOST_OVERRUN as f64,
    "{} is not allowed: a whole number from {least} to {most} is",
);

/// Coarsest grid of plans: a day.
pub(crate) const MOST_RESOLUTION: f64 = 86_400.0;

/// Jobs, of which a pass sees so many.
const JOBS: Kind = up_to(MOST).of("jobs");

/// Sentence that refuses a time that Slurm cannot count.
const NOT_COUNTED: &str =
    "{} s is not allowed: Slurm counts in whole seconds, from {least} to {most}";

/// Time between passes.
const INTERVAL: Kind = Kind::whole(1.0..=LONGEST, NOT_COUNTED).of("s");

/// Delay, which may be none.
const DELAY: Kind = Kind::whole(0.0..=LONGEST, NOT_COUNTED).of("s");

/// Grid of plans.
const RESOLUTION: Kind = Kind::whole(
    1.0..=MOST_RESOLUTION,
    "{} is not a resolution of plans: whole seconds from {least} to {most} are allowed",
)
.of("s");
