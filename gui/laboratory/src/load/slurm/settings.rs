//! Parameters of the policy `Slurm` from a `slurm.conf`, and settings that are not simulated.

use super::conf::{Conf, unknown, whole};
use super::machine::{has_exclusive_jobs, has_topology};
use super::{power_saving, priority};
use crate::base::problem::Problem;
use crate::scenario::priority::Priority;
use crate::scenario::slurm::{self, Scheduler, Select, Slurm};

/// Scheduling settings of a `slurm.conf`.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Parameters of the policy.
    pub slurm: Slurm,
    /// How many tasks of an array a pass plans (`bf_max_job_array_resv`); only replayed.
    pub tasks_planned: usize,
    /// Priorities that order the queue, if any.
    pub priority: Option<Box<Priority>>,
    /// Settings that are not simulated, as written, in their order.
    pub not_simulated: Vec<String>,
    /// Number of settings that do not concern scheduling.
    pub other_settings: usize,
}

/// Beginnings of settings that do not affect when and where jobs start, or how they begin.
const WITHOUT_EFFECT: &str = "accountingstor acctgather auth backup cachegroups cli clustername comm cred crypto debug dependency epilog firstjobid \
    health interactive job keepalive launch log mail mcs mpi plugin proctrack prolog propagate \
    reboot return scron slurm srun state suspend switch task tmpfs topologyparam tree unkillable x11 \
    controladdr controlmachine frontend sched kill inactive messagetimeout tcptimeout batchstart gettimeout resume \
    maxjobcount communicationparameters allowspecresourcesusage defmem disablerootjobs \
    enforcepartlimits gpufreqdef grestypes maxarraysize minjobage maxstepcount privatedata usepam \
    vsizefactor waittime";

/// `SchedulerParameters` that do not affect when and where jobs start.
const WITHOUT_EFFECT_ON_PASSES: [&str; 1] = ["max_script_size"];

/// Values at which settings have no effect; empty if they are read elsewhere.
const AS_SIMULATED: &[(&str, &str)] = &[
    ("completewait", "0"),
    // Nodes are as they are configured.
    ("fastschedule", "1"),
    ("fastschedule", "2"),
    ("killwait", ""),
    ("overtimelimit", ""),
    ("schedulertype", ""),
    ("selecttype", ""),
    ("schedulerparameters", ""),
    ("preemptexempttime", ""),
    ("preemptmode", "OFF"),
    ("preemptmode", "REQUEUE"),
    ("preemptmode", "CANCEL"),
    ("preempttype", "preempt/none"),
    ("preempttype", "preempt/partition_prio"),
    ("topologyplugin", "topology/default"),
    ("topologyplugin", "topology/flat"),
    ("blocksizes", ""),
];

/// `SchedulerParameters` without an effect on passes that take no time.
const OF_LONG_PASSES: [&str; 4] = [
    "bf_continue",
    "bf_max_time",
    "bf_yield_interval",
    "bf_yield_sleep",
];

impl Settings {
    /// Reads the settings of `conf`.
    ///
    /// # Errors
    /// A value is not allowed.
    pub fn of(conf: &Conf) -> Result<Self, Problem> {
        let mut slurm = Slurm::default();
        for (name, usual) in [
            ("SchedulerType", "sched/backfill"),
            ("SelectType", "select/cons_tres"),
        ] {
            let value = conf.setting(&name.to_lowercase()).unwrap_or(usual);
            set(&mut slurm, name, value)?;
        }
        let mut not_simulated = Vec::new();
        for (name, usual) in [("KillWait", "30"), ("OverTimeLimit", "0")] {
            let value = conf.setting(&name.to_lowercase()).unwrap_or(usual);
            if !set(&mut slurm, name, value)? {
                not_simulated.push(format!("{}={value}", name.to_lowercase()));
            }
        }
        slurm.exclusive = has_exclusive_jobs(conf);
        let mut selection = conf
            .setting("selecttypeparameters")
            .unwrap_or_default()
            .split(',');
        slurm.least_loaded = selection.any(|one| one.trim().eq_ignore_ascii_case("CR_LLN"));
        for (name, value) in &conf.scheduler {
            if WITHOUT_EFFECT_ON_PASSES.contains(&&**name) {
                continue;
            }
            if !set(&mut slurm, name, value)? {
                not_simulated.push(written(name, value));
            }
        }
        let all = conf.scheduler.iter();
        let idle =
            all.filter(|(name, _)| OF_LONG_PASSES.contains(&&***name) && !slurm.has_long_passes());
        not_simulated.extend(idle.map(|(name, value)| written(name, value)));
        let by_priority = priority::of(conf)?;
        not_simulated.extend(by_priority.not_simulated);
        let (mut elsewhere, has_topology) = (0, has_topology(conf)?);
        let nodes_sleep = power_saving::is_on_everywhere(conf);
        let others = conf.settings.iter();
        for (name, value) in others.filter(|(name, _)| !priority::is_known(name)) {
            let mut known = AS_SIMULATED.iter().filter(|(known, _)| known == name);
            let is_special = known.clone().next().is_some();
            let is = |usual: &str| usual.is_empty() || usual.eq_ignore_ascii_case(value);
            let is_simulated = known.any(|(_, usual)| is(usual))
                || (name == "selecttypeparameters" && are_simulated(value))
                || (name == "topologyplugin" && has_topology);
            let mut without = WITHOUT_EFFECT.split(' ');
            if nodes_sleep && power_saving::SETTINGS.contains(&&**name) {
                not_simulated.push(format!("{name}={value}"));
            } else if !is_special && without.any(|start| name.starts_with(start)) {
                elsewhere += 1;
            } else if !is_simulated {
                not_simulated.push(format!("{name}={value}"));
            }
        }
        Ok(Self {
            slurm,
            tasks_planned: tasks_planned(conf)?,
            priority: by_priority.priority,
            not_simulated,
            other_settings: elsewhere,
        })
    }
}

/// One of `SchedulerParameters`, as written.
fn written(name: &str, value: &str) -> String {
    if value.is_empty() {
        name.to_owned()
    } else {
        format!("{name}={value}")
    }
}

/// Whether all of `SelectTypeParameters` are simulated.
fn are_simulated(parameters: &str) -> bool {
    // How a job's cores lie within a node does not matter to when it starts.
    const SIMULATED: [&str; 7] = [
        "CR_CORE_DEFAULT_DIST_BLOCK",
        "CR_CPU",
        "CR_CPU_MEMORY",
        "CR_CORE",
        "CR_CORE_MEMORY",
        "CR_MEMORY",
        "CR_LLN",
    ];
    parameters.split(',').all(|one| {
        let one = one.trim().to_ascii_uppercase();
        SIMULATED.contains(&one.as_str())
    })
}

/// How many tasks of an array a backfill pass plans.
///
/// # Errors
/// The value is not allowed.
fn tasks_planned(conf: &Conf) -> Result<usize, Problem> {
    const USUAL: usize = 20;
    let name = "bf_max_job_array_resv";
    let value = conf.scheduler.get(name);
    value.map_or(Ok(USUAL), |value| {
        whole(name, value, 1..=slurm::MOST).map(|most| most as usize)
    })
}

/// Sets a parameter of the policy from one of `SchedulerParameters`, or `SchedulerType`,
/// `SelectType`, `KillWait` or `OverTimeLimit`; returns whether it is simulated.
///
/// # Errors
/// `value` is not allowed; the message has what is.
pub fn set(slurm: &mut Slurm, name: &str, value: &str) -> Result<bool, Problem> {
    let from = |least: u32| whole(name, value, least..);
    let up_to = |most: u32| whole(name, value, 1..=most);
    // Unlimited is written as 0.
    let most = || from(0).map(|number| Some(number).filter(|&number| number > 0));
    match name {
        "SchedulerType" => {
            slurm.scheduler = match value {
                "sched/backfill" => Scheduler::Backfill,
                "sched/builtin" => Scheduler::Builtin,
                other => return Err(unknown(name, other, "sched/backfill and sched/builtin")),
            }
        }
        "SelectType" => {
            slurm.select = match value {
                "select/linear" => Select::Linear,
                // Its older name, under which the rules were the same.
                "select/cons_tres" | "select/cons_res" => Select::ConsTres,
                other => {
                    let allowed = "select/linear, select/cons_tres and select/cons_res";
                    return Err(unknown(name, other, allowed));
                }
            }
        }
        "KillWait" => slurm.kill_wait = Some(whole(name, value, 0..=slurm::MOST_OVERRUN)?),
        // Jobs that are never killed are an experiment of their own: `kill_at_estimate: false`.
        "OverTimeLimit" if value.eq_ignore_ascii_case("UNLIMITED") => return Ok(false),
        "OverTimeLimit" => slurm.over_time_limit = whole(name, value, 0..=slurm::MOST_OVERRUN)?,
        "bf_yield_interval" => slurm.bf_yield_interval = up_to(slurm::MOST_MICROSECONDS)?,
        "bf_yield_sleep" => slurm.bf_yield_sleep = up_to(slurm::MOST_MICROSECONDS)?,
        "bf_max_time" => slurm.bf_max_time = Some(up_to(slurm::MOST)?),
        "bf_continue" => slurm.bf_continue = is_set(name, value)?,
        "bf_busy_nodes" => slurm.bf_busy_nodes = is_set(name, value)?,
        "bf_interval" => slurm.bf_interval = f64::from(from(1)?),
        "bf_resolution" => slurm.bf_resolution = f64::from(up_to(slurm::MOST_RESOLUTION as u32)?),
        "bf_window" => slurm.bf_window = up_to(slurm::MOST)?,
        "bf_window_linear" => {
            slurm.bf_window_linear = Some(from(0)?.min(slurm::MOST)).filter(|&step| step > 0);
        }
        "bf_max_job_test" => slurm.bf_max_job_test = up_to(slurm::MOST)?,
        "bf_max_job_user" => slurm.bf_max_job_user = most()?,
        "bf_max_job_start" => slurm.bf_max_job_start = most()?,
        "bf_job_part_count_reserve" => slurm.bf_job_part_count_reserve = most()?,
        "bf_min_age_reserve" => slurm.bf_min_age_reserve = f64::from(from(0)?),
        "default_queue_depth" => slurm.default_queue_depth = up_to(slurm::MOST)?,
        "batch_sched_delay" => slurm.batch_sched_delay = f64::from(from(0)?),
        "sched_interval" => slurm.sched_interval = f64::from(from(1)?),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Whether a switch is on: in `slurm.conf` it is if it is there.
///
/// # Errors
/// The value is neither.
fn is_set(name: &str, value: &str) -> Result<bool, Problem> {
    match value {
        "" | "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        other => Err(unknown(name, other, "true and false")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_not_simulated_are_named() {
        let text = "ClusterName=a\nSchedulerParameters=bf_interval=60,bf_continue,bf_max_job_user=4\n\
                    PriorityType=priority/multifactor\nPriorityWeightAssoc=5\n\
                    SelectType=select/linear\nSelectTypeParameters=cr_core_memory,CR_ONE_TASK_PER_CORE\n\
                    GresTypes=gpu\nPreemptType=preempt/none\n";
        let settings = Settings::of(&Conf::parse(text).unwrap()).unwrap();
        assert_eq!(settings.slurm.bf_interval, 60.0);
        assert_eq!(
            settings.not_simulated,
            [
                "bf_continue",
                "priorityweightassoc=5",
                "selecttypeparameters=cr_core_memory,CR_ONE_TASK_PER_CORE"
            ]
        );
        let text = "SelectTypeParameters=cr_core_memory,CR_LLN\nKillWait=20\nOverTimeLimit=1\n";
        let plain = Settings::of(&Conf::parse(text).unwrap()).unwrap();
        assert_eq!(plain.not_simulated, Vec::<String>::new());
        assert!(plain.slurm.least_loaded && !settings.slurm.least_loaded);
        assert_eq!(
            (plain.slurm.kill_wait, plain.slurm.over_time_limit),
            (Some(20), 1)
        );
        // What is usual.
        assert_eq!(
            (settings.slurm.kill_wait, settings.slurm.over_time_limit),
            (Some(30), 0)
        );
        let never = Settings::of(&Conf::parse("OverTimeLimit=UNLIMITED\n").unwrap()).unwrap();
        assert_eq!(never.not_simulated, ["overtimelimit=UNLIMITED"]);
        assert!(Settings::of(&Conf::parse("KillWait=65534\n").unwrap()).is_err());
        assert_eq!(settings.other_settings, 2);
    }

    #[test]
    fn yielding_is_read_and_named_where_passes_take_no_time() {
        let read = |parameters: &str| {
            let conf = Conf::parse(&format!("SchedulerParameters={parameters}\n")).unwrap();
            Settings::of(&conf)
        };
        let all =
            read("bf_yield_interval=1,bf_yield_sleep=400000,bf_continue,bf_max_time=9").unwrap();
        let slurm = all.slurm;
        assert_eq!(
            (slurm.bf_yield_interval, slurm.bf_yield_sleep),
            (1, 400_000)
        );
        assert_eq!((slurm.bf_max_time, slurm.bf_continue), (Some(9), true));
        assert_eq!(all.not_simulated, Vec::<String>::new());
        let idle = read("bf_yield_interval=1000000,bf_continue").unwrap();
        assert_eq!(
            idle.not_simulated,
            ["bf_continue", "bf_yield_interval=1000000"]
        );
        assert!(read("bf_yield_sleep=-1").is_err());
    }

    #[test]
    fn jobs_are_alone_where_every_partition_says_so() {
        let is_exclusive = |partitions: &str| {
            let conf = Conf::parse(partitions).unwrap();
            Settings::of(&conf).unwrap().slurm.exclusive
        };
        let usual = "PartitionName=DEFAULT OverSubscribe=EXCLUSIVE\n";
        assert!(is_exclusive(&format!("{usual}PartitionName=a Nodes=n1\n")));
        assert!(is_exclusive("PartitionName=a Nodes=n1 Shared=exclusive\n"));
        let one_is_not = "PartitionName=b Nodes=n2 OverSubscribe=NO\n";
        assert!(!is_exclusive(&format!(
            "{usual}PartitionName=a Nodes=n1\n{one_is_not}"
        )));
        assert!(!is_exclusive(""));
    }

    #[test]
    fn what_default_lines_say_is_said_of_the_partitions_behind_them() {
        let text = "PriorityType=priority/multifactor\nPartitionName=DEFAULT PriorityJobFactor=5\n\
                    PartitionName=a Nodes=n1\nPartitionName=b Nodes=n1 PriorityJobFactor=7\n";
        let settings = Settings::of(&Conf::parse(text).unwrap()).unwrap();
        let factors = settings.priority.unwrap().partitions;
        assert_eq!(factors, [("a".to_owned(), 5), ("b".to_owned(), 7)].into());
    }

    #[test]
    fn a_value_that_cannot_be_is_refused() {
        for text in [
            "SchedulerParameters=bf_interval=0",
            "SchedulerType=sched/wiki",
            "SchedulerParameters=bf_window=long",
        ] {
            let problem = Settings::of(&Conf::parse(text).unwrap()).unwrap_err();
            assert!(problem.sentence.contains("allowed"), "{}", problem.sentence);
        }
    }
}
