//! Nodes in a scenario that sleep while no job uses them, under Slurm.

use cosched_core::Duration;
use cosched_core::machine::cluster as core;
use cosched_parameters::parameters;

use super::LayoutError;
use crate::base::format::counted;
use crate::scenario::reference::Kind;

/// Length of time in whole seconds, as Slurm has it.
const WHOLE_SPAN: Kind = Kind::whole(
    0.0..=Sleep::LONGEST as f64,
    "{} is not allowed: whole seconds from {least} to {most} are",
)
.of("s");

/// Usual `SuspendTimeout` and `ResumeTimeout`, in seconds.
const USUAL_TIMEOUT: u32 = 30;
const USUAL_BOOT: u32 = 60;

/// Documentation of the times.
const MANUAL: &str = "slurm.conf(5)";

/// Nodes that sleep while nobody uses them, and wake up for jobs, under Slurm (power saving). Under other policies all
/// nodes are awake.
#[parameters(within = Machine, path = "Cluster(sleep: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct Sleep {
    /// Nodes, named as those of a partition; all nodes if absent. Those in no such list never sleep.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// How long a node is idle before it goes to sleep (SuspendTime).
    #[parameter(name = "Idle before sleep", kind = WHOLE_SPAN, needed, source = MANUAL,
        beside = "||, kinds: [(count: 1, cores: 1)]")]
    pub suspend_time: u32,
    /// How long a node that goes to sleep is of no use (SuspendTimeout).
    #[parameter(name = "Falling asleep", kind = WHOLE_SPAN, usual = USUAL_TIMEOUT, source = MANUAL,
        beside = ", suspend_time: 1||, kinds: [(count: 1, cores: 1)]")]
    pub suspend_timeout: u32,
    /// How long a node that sleeps takes to be up for a job, which has it meanwhile and does not run. No `slurm.conf` says
    /// it: ResumeTimeout is the longest that Slurm waits.
    #[parameter(name = "Booting", kind = WHOLE_SPAN, usual = USUAL_BOOT, source = MANUAL,
        beside = ", suspend_time: 1||, kinds: [(count: 1, cores: 1)]")]
    pub boot_time: u32,
}

impl Sleep {
    /// The longest of the times, in seconds.
    pub const LONGEST: u32 = 1_000_000_000;

    /// All nodes, asleep once they are idle for so many seconds.
    pub const fn usual(suspend_time: u32) -> Self {
        Self {
            nodes: Vec::new(),
            suspend_time,
            suspend_timeout: USUAL_TIMEOUT,
            boot_time: USUAL_BOOT,
        }
    }

    /// Summary in a line.
    pub fn summary(&self) -> String {
        let nodes = match &*self.nodes.join(", ") {
            "" => "all nodes".to_owned(),
            nodes => nodes.to_owned(),
        };
        let Self {
            suspend_time,
            suspend_timeout,
            boot_time,
            ..
        } = self;
        format!(
            "Sleep after {suspend_time} s: {nodes}, asleep {suspend_timeout} s later, up again {boot_time} s after a job wants them"
        )
    }
}

/// Nodes of a layout that sleep.
#[derive(Clone, PartialEq, Debug)]
pub struct LayoutSleep {
    /// Nodes, a bit each.
    pub nodes: Vec<u64>,
    /// How long they are idle before.
    pub suspend_time: Duration,
    /// How long they are of no use then.
    pub suspend_timeout: Duration,
    /// How long they take to be up.
    pub boot_time: Duration,
}

impl LayoutSleep {
    /// Converts it for the core.
    pub fn as_core(&self) -> core::NodeSleep<'_> {
        core::NodeSleep {
            nodes: &self.nodes,
            suspend_time: self.suspend_time,
            suspend_timeout: self.suspend_timeout,
            boot_time: self.boot_time,
        }
    }
}

/// Layout of the nodes that sleep; `bits_of` gives the nodes of names, a bit each.
///
/// # Errors
/// They are not there, or a node is twice among them.
pub(super) fn layout(
    all: &[Sleep],
    bits_of: impl Fn(&[String]) -> Result<Vec<u64>, String>,
) -> Result<Vec<LayoutSleep>, LayoutError> {
    let mut found: Vec<LayoutSleep> = Vec::new();
    for (index, own) in all.iter().enumerate() {
        let wrong = LayoutError::at("sleep", index);
        let nodes = match bits_of(&own.nodes) {
            Ok(nodes) => nodes,
            Err(what) => return Err(wrong(what)),
        };
        let others = found
            .iter()
            .flat_map(|other| other.nodes.iter().zip(&nodes));
        let twice: u32 = others.map(|(one, own)| (one & own).count_ones()).sum();
        if twice > 0 {
            return Err(wrong(format!(
                "{} of those that sleep as this entry says are in another as well; one entry for each is allowed",
                counted(twice as usize, "node")
            )));
        }
        let span = |seconds: u32| Duration::from_seconds(u64::from(seconds));
        found.push(LayoutSleep {
            nodes,
            suspend_time: span(own.suspend_time),
            suspend_timeout: span(own.suspend_timeout),
            boot_time: span(own.boot_time),
        });
    }
    Ok(found)
}
