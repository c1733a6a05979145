//! Tests of the machine that a `slurm.conf` describes.

use cosched_core::machine::cluster::PreemptMode;

use super::*;
use crate::scenario::fields::MOST_CORES;

pub(super) const CONF: &str = "SelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\n\
    GresTypes=gpu,nvme\nNodeName=DEFAULT Sockets=2 CoresPerSocket=16 RealMemory=256000\n\
    NodeName=g[01-02] Gres=gpu:a100:4(S:0-1),nvme:2 RealMemory=512000 Feature=a100,fast Weight=10\n\
    NodeName=c[1-8] Feature=ib\nNodeName=c[9-10] CPUs=64\nNodeName=old[1-3] State=FUTURE\n\
    DownNodes=c8 State=DOWN Reason=fan\nNodeSet=quick Feature=fast\n\
    PartitionName=DEFAULT MaxTime=2-0 State=UP\n\
    PartitionName=batch Nodes=c[1-10] Default=YES\n\
    PartitionName=gpu Nodes=quick PriorityTier=5 MaxNodes=1 MaxTime=UNLIMITED LLN=YES\n\
    PartitionName=all Nodes=ALL OverSubscribe=EXCLUSIVE State=DOWN\n";

#[test]
fn kinds_are_in_the_order_in_which_nodes_are_taken() {
    let found = DescribedMachine::of(&Conf::parse(CONF).unwrap()).unwrap();
    let kinds = found.cluster.kinds.iter();
    let kinds: Vec<_> = kinds
        .map(|kind| {
            (
                kind.name.as_deref().unwrap(),
                kind.count,
                kind.cores,
                kind.memory,
                kind.gpus,
            )
        })
        .collect();
    // c8 is down and old[1-3] are not there yet; g has the greatest weight.
    let expected = [
        ("c", 7, Some(32), Some(256_000.0), 0),
        ("c-2", 2, Some(64), Some(256_000.0), 0),
        ("g", 2, Some(32), Some(512_000.0), 4),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(found.cluster.kinds[2].features, ["a100", "fast"]);
    assert_eq!(found.cluster.kinds[2].resources["nvme"], 2);
    assert_eq!(found.remarks, ["4 nodes left out, by their state"]);
}

#[test]
fn partitions_have_their_nodes_and_limits() {
    let found = DescribedMachine::of(&Conf::parse(CONF).unwrap()).unwrap();
    let [batch, gpu, all] = &found.cluster.partitions[..] else {
        panic!("three partitions")
    };
    assert_eq!(batch.nodes, ["c", "c-2"]);
    assert_eq!(
        (batch.most_time, batch.default, batch.tier),
        (Some(172_800.0), true, 1)
    );
    assert_eq!(gpu.nodes, ["g"]);
    assert_eq!(
        (gpu.most_time, gpu.most_nodes, gpu.tier),
        (None, Some(1), 5)
    );
    assert!(all.nodes.is_empty());
    assert!(all.whole_nodes && !all.up);
    assert_eq!(found.not_simulated, ["lln=YES of partition gpu"]);
}

#[test]
fn a_partition_whose_nodes_are_all_down_has_not_all_nodes() {
    let text = "NodeName=n[1-4]\nDownNodes=n[3-4] State=DOWN\nPartitionName=up Nodes=n[1-3]\n\
        PartitionName=down Nodes=n[3-4]\n";
    let found = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
    let names = found.cluster.partitions.iter().map(|one| &*one.name);
    assert_eq!(names.collect::<Vec<_>>(), ["up"]);
    let expected = [
        "2 nodes left out, by their state",
        "partition down is left out: it has no nodes",
    ];
    assert_eq!(found.remarks, expected);
}

#[test]
fn a_kind_of_hosts_with_long_names_has_a_shorter_one() {
    let text = format!("NodeName={}[1-4]\n", "é".repeat(10_000));
    let found = DescribedMachine::of(&Conf::parse(&text).unwrap()).unwrap();
    assert_eq!(found.cluster.kinds[0].name, Some("é".repeat(30)));
}

/// Found by fuzzing: the scenario made of it had two partitions of that name.
#[test]
fn of_two_lines_for_one_partition_the_last_one_counts() {
    let text = "NodeName=a,b\nPartitionName=p Nodes=a\nPartitionName=p Nodes=b MaxNodes=1\n";
    let described = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
    let [only] = &*described.cluster.partitions else {
        panic!("{:?}", described.cluster.partitions)
    };
    assert_eq!((&*only.name, only.most_nodes), ("p", Some(1)));
    let said = "partition p is described twice: the last line counts";
    assert!(described.remarks.iter().any(|remark| remark == said));
}

#[test]
fn of_two_default_partitions_the_last_one_is_meant() {
    let text = "NodeName=n[1-4]\nPartitionName=a Nodes=ALL Default=YES\n\
        PartitionName=b Nodes=ALL Default=YES\n";
    let found = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
    let usual = found.cluster.partitions.iter().map(|one| one.default);
    assert_eq!(usual.collect::<Vec<_>>(), [false, true]);
    let expected = "partition a is not the default, as b behind it is";
    assert_eq!(found.remarks, [expected]);
}

/// A partition has the mode of all where it says none itself. `SUSPEND` is not simulated.
#[test]
fn partitions_say_what_becomes_of_preempted_jobs() {
    let text = "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\nNodeName=n[1-2] CPUs=8\n\
        PartitionName=a Nodes=ALL\nPartitionName=b Nodes=ALL PreemptMode=cancel\n\
        PartitionName=c Nodes=ALL PreemptMode=OFF\nPartitionName=d Nodes=ALL PreemptMode=SUSPEND\n";
    let modes = |text: &str| -> Vec<PreemptMode> {
        let found = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
        assert_eq!(found.not_simulated, ["preemptmode=SUSPEND of partition d"]);
        let all = found.cluster.partitions.iter();
        all.map(|one| one.preempt_mode).collect()
    };
    use PreemptMode::{Cancel, Off, Requeue};
    assert_eq!(modes(text), [Requeue, Cancel, Off, Off]);
    // By partitions nobody is preempted there.
    assert_eq!(modes(&text.replace("partition_prio", "qos")), [Off; 4]);
}

/// A partition whose jobs are not preempted needs neither; 30 alone are minutes.
#[test]
fn partitions_say_when_jobs_are_preempted() {
    let text = "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\nPreemptExemptTime=30\n\
        NodeName=n[1-2] CPUs=8\nPartitionName=a Nodes=ALL GraceTime=120\n\
        PartitionName=b Nodes=ALL GraceTime=0\nPartitionName=c Nodes=ALL GraceTime=60 PreemptMode=OFF\n";
    let spans = |text: &str| -> Vec<_> {
        let found = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
        assert!(found.not_simulated.is_empty(), "{:?}", found.not_simulated);
        let all = found.cluster.partitions.iter();
        all.map(|one| (one.preempt_grace, one.preempt_exempt))
            .collect()
    };
    let exempt = Some(1800.0);
    assert_eq!(
        spans(text),
        [(Some(120.0), exempt), (None, exempt), (None, None)]
    );
    for unset in ["-1", "0", "0:00"] {
        let text = text.replace("Time=30", &format!("Time={unset}"));
        assert_eq!(
            spans(&text),
            [(Some(120.0), None), (None, None), (None, None)]
        );
    }
    let wrong = DescribedMachine::of(&Conf::parse(&text.replace("Time=30", "Time=soon")).unwrap());
    let said = wrong.unwrap_err().to_string();
    assert!(said.contains("PreemptExemptTime is `soon`"), "{said}");
}

#[test]
fn settings_not_simulated_are_named() {
    let text = "NodeName=n1 CPUs=8 CpuSpecList=0-1 SuspendTimeout=9\nPartitionName=p Nodes=n1\n";
    let found = |text: &str| {
        let found = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
        found.not_simulated
    };
    let specialized = "cpuspeclist=0-1 of nodes n1";
    // Nothing puts nodes to sleep.
    assert_eq!(found(text), [specialized]);
    let programs = format!("SuspendProgram=off\nResumeProgram=on\n{text}");
    let expected = [specialized, "suspendtimeout=9 of nodes n1"];
    assert_eq!(found(&programs), expected);
}

/// Two sockets of 8 cores with two threads each are 32 CPUs, of which two cores have four; of 16
/// CPUs, which are cores, they have two.
#[test]
fn jobs_do_not_have_what_is_reserved_for_the_system() {
    let text = "SelectTypeParameters=CR_Core_Memory\n\
        NodeName=DEFAULT Sockets=2 CoresPerSocket=8 ThreadsPerCore=2 RealMemory=8000\n\
        NodeName=a CoreSpecCount=2 MemSpecLimit=1000\nNodeName=b CPUs=16 CoreSpecCount=2\n";
    let found = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
    let kinds = found.cluster.kinds.iter();
    let kinds: Vec<_> = kinds.map(|kind| (kind.cores, kind.memory)).collect();
    let expected = [(Some(28), Some(7000.0)), (Some(14), Some(8000.0))];
    assert_eq!(kinds, expected);
    assert!(found.not_simulated.is_empty());
}

#[test]
fn partitions_may_bound_their_cores_on_a_node() {
    let text = "NodeName=a CPUs=8 Gres=a:1,b:1,c:1\n\
        PartitionName=cpu Nodes=a MaxCPUsPerNode=6\nPartitionName=any Nodes=a MaxCPUsPerNode=UNLIMITED\n\
        PartitionName=two Nodes=a MaxCPUsPerNode=2\nPartitionName=alone Nodes=a MaxCPUsPerNode=4 OverSubscribe=EXCLUSIVE\n";
    let found = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
    let bounds = found.cluster.partitions.iter();
    let bounds: Vec<_> = bounds.map(|one| one.most_cores_on_node).collect();
    assert_eq!(bounds, [Some(6), None, None, None]);
    // Three resources leave room for one bound; jobs of whole nodes are not bounded.
    let expected = [
        "maxcpuspernode=2 of partition two",
        "maxcpuspernode=4 of partition alone",
    ];
    assert_eq!(found.not_simulated, expected);
}

/// Each line had a bound of its own: many lines together had none.
#[test]
fn nodes_that_are_down_have_a_bound_together() {
    let line = |letter: &str| format!("DownNodes={}[1-500]\n", letter.repeat(40_000));
    let text = format!("NodeName=n1\n{}{}", line("a"), line("b"));
    let problem = DescribedMachine::of(&Conf::parse(&text).unwrap()).unwrap_err();
    assert!(problem.sentence.contains("together with those before it"));
    assert_eq!(problem.position.map(|index| index.line), Some(3));
}

/// The sum of so many of them was beyond all numbers.
#[test]
fn more_gpus_than_can_be_counted_are_the_most_that_can_be() {
    let list = vec![format!("gpu:{MOST_CORES}"); 5000].join(",");
    let text = format!("NodeName=n1 Gres={list}\n");
    let found = DescribedMachine::of(&Conf::parse(&text).unwrap()).unwrap();
    assert!(found.cluster.kinds[0].gpus >= MOST_CORES);
}

#[test]
fn a_fifth_resource_is_named_and_not_counted() {
    let text = "NodeName=n1 Gres=a:1,b:2,c:3,d:4\nNodeName=n2 Gres=e:1,a:2\n";
    let found = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap();
    assert_eq!(found.cluster.kinds[0].resources.len(), 4);
    assert_eq!(found.cluster.kinds[1].resources.len(), 1);
    assert_eq!(found.not_simulated, ["gres=e:1 of nodes n2"]);
}

#[test]
fn contradictions_are_refused_in_one_sentence() {
    for (text, sentence) in [
        (
            "PartitionName=a Nodes=ALL",
            "no line NodeName=… names a node",
        ),
        ("NodeName=a CPUs=many", "CPUs is `many`; whole numbers"),
        ("NodeName=a CPUs=0", "CPUs is `0`; a node has one at least"),
        (
            "NodeName=a CPUs=4 CoreSpecCount=4",
            "CoreSpecCount is `4`, which leaves none of 4 CPUs; ",
        ),
        ("NodeName=a Gres=gpu:x:y", "Gres is `gpu:x:y`; "),
        (
            "NodeName=a\nPartitionName=p Nodes=b",
            "partition p: there is no node `b`",
        ),
        (
            "NodeName=a\nPartitionName=p Nodes=a MaxTime=long",
            "MaxTime is `long`; ",
        ),
        (
            "NodeName=a\nPartitionName=p Nodes=a State=ON",
            "State is `ON`; ",
        ),
        ("NodeName=a\nNodeName=a", "the node a is named twice"),
        // Found by fuzzing, too.
        (
            "NodeName=a\nPartitionName=p] Nodes=a",
            "partition p]: \"p]\" is not a name: one without brackets and commas is allowed",
        ),
        // Found by fuzzing: the scenario made of it could not be read.
        (
            "NodeName=a\nPartitionName=p Nodes=a MaxTime=0",
            "MaxTime is `0`, in which no job can run; ",
        ),
    ] {
        let problem = DescribedMachine::of(&Conf::parse(text).unwrap()).unwrap_err();
        assert!(problem.sentence.contains(sentence), "{}", problem.sentence);
    }
}

/// It had neither line nor column.
#[test]
fn a_host_that_is_not_there_is_refused_where_it_is_named() {
    let conf = Conf::parse("NodeName=a\nPartitionName=p Nodes=b").unwrap();
    let problem = DescribedMachine::of(&conf).unwrap_err();
    let index = problem.position.map(|index| (index.line, index.column));
    assert_eq!(index, Some((2, 23)));
}
