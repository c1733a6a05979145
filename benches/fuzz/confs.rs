//! Configurations of Slurm: nodes, partitions, scheduler parameters, and priorities.

use crate::draw::Draw;
use crate::input::Input;
use crate::queues::list;

/// A configuration.
pub(crate) fn conf(draw: &mut Draw) -> Input {
    let mut text = String::new();
    for (name, values) in [
        ("ClusterName", &["a", "b"][..]),
        ("SchedulerType", &["sched/backfill", "sched/builtin"]),
        ("SelectType", &["select/linear", "select/cons_tres"]),
        (
            "SelectTypeParameters",
            &["CR_CPU", "CR_Core_Memory", "CR_LLN"],
        ),
        ("PriorityType", &["priority/multifactor", "priority/basic"]),
        ("PriorityDecayHalfLife", &["7-0", "0", "1-0", "99-0"]),
        ("PriorityMaxAge", &["7-0", "0", "1", "99999999-0"]),
        ("PriorityFavorSmall", &["YES", "NO"]),
        (
            "PriorityFlags",
            &["FAIR_TREE", "SMALL_RELATIVE_TO_TIME", "NO_FAIR_TREE,x"],
        ),
        ("PriorityUsageResetPeriod", &["NONE", "NOW", "WEEKLY"]),
    ] {
        if draw.chance(40) {
            text += &format!("{name}={}\n", draw.pick(values));
        }
    }
    for weight in ["Age", "Fairshare", "JobSize", "Partition", "QOS", "TRES"] {
        if draw.chance(25) {
            text += &format!("PriorityWeight{weight}={}\n", draw.whole(0, 100_000));
        }
    }
    if draw.chance(60) {
        text += &format!("SchedulerParameters={}\n", parameters(draw));
    }
    let mut nodes = 0;
    for _ in 0..1 + draw.below(3) {
        let hosts = match draw.below(10) {
            0 => list(draw),
            _ => format!("n[{}-{}]", nodes, nodes + draw.below(9)),
        };
        nodes += 10;
        text += &format!("NodeName={hosts}");
        for (name, most) in [
            ("CPUs", 64),
            ("Sockets", 2),
            ("CoresPerSocket", 16),
            ("ThreadsPerCore", 2),
            ("RealMemory", 200_000),
            ("Weight", 5),
            ("Boards", 1),
        ] {
            if draw.chance(45) {
                text += &format!(" {name}={}", draw.whole(1, most));
            }
        }
        for (name, values) in [
            (
                "Gres",
                &[
                    "gpu:4",
                    "gpu:a100:2(S:0-1)",
                    "nvme:2",
                    "gpu:",
                    "gpu:99999999999",
                ][..],
            ),
            ("Feature", &["a", "a,b", ",", "é"]),
            ("State", &["UNKNOWN", "DOWN", "FUTURE"]),
        ] {
            if draw.chance(20) {
                text += &format!(" {name}={}", draw.pick(values));
            }
        }
        text += "\n";
    }
    if draw.chance(15) {
        text += &format!("DownNodes={} State=DOWN\n", list(draw));
    }
    if draw.chance(20) {
        text += &format!(
            "NodeSet=s Nodes=n[0-{}]\nNodeSet=f Feature=a\n",
            draw.below(9)
        );
    }
    for partition in 0..draw.below(4) {
        let hosts = match draw.below(6) {
            0 => list(draw),
            1 => "s,f".to_owned(),
            2 => format!("n[0-{}]", draw.below(9)),
            _ => "ALL".to_owned(),
        };
        text += &format!("PartitionName=p{partition} Nodes={hosts}");
        for (name, values) in [
            ("Default", &["YES", "NO"][..]),
            ("MaxTime", &["1:00", "UNLIMITED", "1-0", "x", "99999999999"]),
            ("MaxNodes", &["1", "UNLIMITED", "0", "4294967295"]),
            ("State", &["UP", "DOWN", "DRAIN"]),
            ("OverSubscribe", &["NO", "EXCLUSIVE", "FORCE:4"]),
            ("PriorityTier", &["1", "2", "65535", "-1"]),
        ] {
            if draw.chance(30) {
                text += &format!(" {name}={}", draw.pick(values));
            }
        }
        text += "\n";
    }
    let mut input = Input::default();
    input.main("slurm.conf", text.into_bytes());
    if draw.chance(40) {
        input.change(draw);
    }
    input
}

/// Scheduler parameters, by their names there.
fn parameters(draw: &mut Draw) -> String {
    let all = [
        ("bf_interval", 60),
        ("bf_resolution", 300),
        ("bf_window", 1440),
        ("bf_max_job_test", 500),
        ("bf_max_job_start", 5),
        ("bf_job_part_count_reserve", 5),
        ("bf_min_age_reserve", 60),
        ("default_queue_depth", 100),
        ("batch_sched_delay", 5),
        ("sched_interval", 60),
        ("bf_continue", 1),
    ];
    let some: Vec<_> = all.into_iter().filter(|_| draw.chance(30)).collect();
    let some = some.into_iter();
    let some = some.map(|(name, most)| format!("{name}={}", draw.whole(0, most)));
    some.collect::<Vec<_>>().join(",")
}
