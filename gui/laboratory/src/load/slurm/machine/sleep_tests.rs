//! Tests of nodes of a `slurm.conf` that sleep.

use super::DescribedMachine;
use crate::load::slurm::conf::Conf;

const PROGRAMS: &str = "SuspendProgram=/bin/off\nResumeProgram=/bin/on\n";

/// Machine of a file with programs that put nodes to sleep and wake them, and these lines.
fn described(lines: &str) -> Result<DescribedMachine, String> {
    let conf = Conf::parse(&format!("{PROGRAMS}{lines}")).unwrap();
    DescribedMachine::of(&conf).map_err(|problem| problem.sentence)
}

/// Nodes that sleep there, with the times of each entry.
fn sleep(lines: &str) -> Vec<(String, [u32; 3])> {
    let found = described(lines).unwrap();
    let all = found.cluster.sleep.iter();
    all.map(|one| {
        let times = [one.suspend_time, one.suspend_timeout, one.boot_time];
        (one.nodes.join(" "), times)
    })
    .collect()
}

// By `power_save_set_timeouts` and `_set_partition_options` of Slurm's power_save.c: the longest of several partitions,
// but what the line of a node says of when it sleeps; the file's own settings where nothing else says it.
#[test]
fn nodes_sleep_by_their_own_lines_then_partitions_then_the_file() {
    let text = "SuspendTime=600\nResumeTimeout=900\nNodeName=n[1-6] CPUs=8\nNodeName=k[1-2] CPUs=4 SuspendTime=50\n\
        NodeName=m[1-2] CPUs=2 SuspendTime=INFINITE\nPartitionName=all Nodes=ALL\n\
        PartitionName=a Nodes=n[1-2],k1 SuspendTime=300 ResumeTimeout=100 SuspendTimeout=7\n\
        PartitionName=b Nodes=n[2-3],m1 SuspendTime=700 ResumeTimeout=1000\n\
        PartitionName=c Nodes=n4 SuspendTime=-1\n";
    assert_eq!(
        sleep(text),
        [
            ("k[1]".to_owned(), [50, 30, 900]),
            ("k[0]".to_owned(), [50, 7, 100]),
            ("n[0]".to_owned(), [300, 7, 100]),
            ("n[4-5]".to_owned(), [600, 30, 900]),
            ("n[2]".to_owned(), [700, 30, 1000]),
            ("n[1]".to_owned(), [700, 7, 1000]),
        ]
    );
}

#[test]
fn excluded_nodes_and_those_of_excluded_partitions_never_sleep() {
    let text = "SuspendTime=60\nSuspendExcNodes=n[1-2]\nSuspendExcParts=x,y\nNodeName=n[1-6] CPUs=8\n\
        PartitionName=all Nodes=ALL\nPartitionName=x Nodes=n3\n";
    assert_eq!(sleep(text), [("n[3-5]".to_owned(), [60, 30, 60])]);
    let none = text.replace("n[1-2]\n", "n[1-6]\n");
    assert_eq!(sleep(&none), []);
    assert_eq!(sleep("NodeName=n1 CPUs=8\nPartitionName=p Nodes=n1\n"), []);
}

#[test]
fn what_is_said_of_sleep_and_not_simulated_is_named() {
    let text = "SuspendTime=60\nSuspendExcNodes=n[1-2]:1\nSuspendRate=20\nResumeRate=0\nSuspendExcStates=DRAIN\n\
        NodeName=n[1-2] CPUs=8\nPartitionName=p Nodes=ALL PowerDownOnIdle=YES\n";
    let found = described(text).unwrap();
    assert_eq!(found.cluster.sleep.len(), 1);
    assert_eq!(
        found.not_simulated,
        [
            "powerdownonidle=YES of partition p",
            "suspendexcnodes=n[1-2]:1",
            "suspendexcstates=DRAIN",
            "suspendrate=20"
        ]
    );
    for (setting, is_simulated) in [
        ("suspendtime=60", true),
        ("suspendexcnodes=n1", true),
        ("suspendexcnodes=n[1-2]:1", false),
        ("suspendrate=20", false),
        ("licenses=a", false),
    ] {
        assert_eq!(found.simulates(setting), is_simulated, "{setting}");
    }
    assert!(
        found.equal_nodes().is_none(),
        "a number of nodes has no sleep"
    );
}

#[test]
fn times_that_cannot_be_are_refused() {
    let text = "NodeName=n1 CPUs=8\nPartitionName=p Nodes=n1\n";
    for (line, sentence) in [
        ("SuspendTime=soon\n", "SuspendTime is `soon`"),
        (
            "SuspendTime=9\nSuspendTimeout=70000\n",
            "SuspendTimeout is `70000`; whole numbers up to 65533",
        ),
        ("SuspendTime=9\nResumeTimeout=x\n", "ResumeTimeout is `x`"),
    ] {
        let said = described(&format!("{line}{text}")).unwrap_err();
        assert!(said.contains(sentence), "{said}");
    }
}
