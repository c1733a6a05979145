//! Tests of limits as `sacctmgr` prints and dumps them, with values worked by hand.

use cosched_core::machine::cluster::PreemptMode;

use super::*;
use crate::load::slurm::machine::UsualPreemption;
use crate::scenario::{Machine, Workload};

const ASSOCIATIONS: &str = "\
Cluster|Account|User|Partition|Share|GrpJobs|GrpTRES|MaxJobs|MaxSubmit|MaxWall|QOS
c|root|||1||||||normal
c|root|root||1||||||normal
c|physics|||3|20|cpu=512,mem=1T,gres/gpu=8|5|||normal
c|physics|ann||1||node=4||||normal
c|physics|bob||1|||2|9|2-00:00:00|normal
c|biology|bob||1||||||high,normal
c|biology|cid|debug|1|||1|||normal
";

const NO_PARENTS: &str = "limits of accounts for those below them, as the table does not say which these are: `sacctmgr -P show assoc tree` does, or ParentName among its fields";

/// lattice is below physics, qcd below lattice, cells below biology.
const TREE: &str = "\
Cluster|Account|User|GrpJobs|GrpTRES|MaxJobs|MaxSubmit
c|root||||9|
c| root|root||||
c| biology|||||
c|  cells|||||
c|   cells|bob||||
c| physics||20|cpu=512||
c|  lattice||||3|
c|   qcd||2|||7
c|    qcd|ann||||
c|    qcd|cid|||1|
";

/// The same as `sacctmgr -P show assoc format=…,ParentName` prints it.
const WITH_PARENTS: &str = "\
Cluster|Account|User|Par Name|GrpJobs|GrpTRES|MaxJobs|MaxSubmit
c|root|||||9|
c|root|root|||||
c|biology||root||||
c|cells||biology||||
c|cells|bob|||||
c|physics||root|20|cpu=512||
c|lattice||physics|||3|
c|qcd||lattice|2|||7
c|qcd|ann|||||
c|qcd|cid||||1|
";

/// The same as `sacctmgr dump` writes it.
const DUMPED: &str = "\
Cluster - 'c':Fairshare=1:MaxJobs=9
Parent - 'root'
User - 'root':Fairshare=1
Account - 'biology':Fairshare=1
Account - 'physics':Fairshare=1:GrpJobs=20:GrpTRES=cpu=512
Parent - 'biology'
Account - 'cells':Fairshare=1
Parent - 'physics'
Account - 'lattice':Fairshare=1:MaxJobs=3
Parent - 'cells'
User - 'bob':Fairshare=1
Parent - 'lattice'
Account - 'qcd':Fairshare=1:GrpJobs=2:MaxSubmitJobs=7
Parent - 'qcd'
User - 'ann':Fairshare=1
User - 'cid':Fairshare=1:MaxJobs=1
";

/// Accounts, each with the one it is directly below.
fn trees(limits: &Limits) -> Vec<(Option<&str>, Option<&str>)> {
    let all = limits.accounts.iter();
    all.map(|limit| (limit.name.as_deref(), limit.parent.as_deref()))
        .collect()
}

/// Below physics limits of groups hold for all; biology has none. MaxJobs is that of the nearest above: of ann
/// 3, as lattice says, of bob 9, as the root says; cid has 1 of its own. MaxSubmit is that of qcd.
#[test]
fn accounts_are_below_others_and_lend_users_their_limits() {
    for text in [TREE, WITH_PARENTS, DUMPED] {
        let found = PrintedLimits::parse(text).unwrap();
        let below = [
            (Some("lattice"), Some("physics")),
            (Some("physics"), None),
            (Some("qcd"), Some("lattice")),
        ];
        assert_eq!(trees(&found.limits), below, "{text}");
        let groups = [
            ("lattice", [None; 5]),
            ("physics", [Some(20), None, Some(512), None, None]),
            ("qcd", [Some(2), None, None, None, None]),
        ];
        assert_eq!(named(&found.limits.accounts), groups, "{text}");
        let mut users = named(&found.limits.users);
        users.retain(|(name, _)| *name != "root");
        let each = [
            ("ann", [Some(3), None, None, None, Some(7)]),
            ("bob", [Some(9), None, None, None, None]),
            ("cid", [Some(1), None, None, None, Some(7)]),
        ];
        assert_eq!(users, each, "{text}");
        assert_eq!(found.not_simulated, Vec::<String>::new(), "{text}");
    }
}

/// What the root may have holds for all accounts, those that are not listed among them.
#[test]
fn limits_of_the_root_are_of_everybody() {
    let text = TREE.replace("c|root||||9|", "c|root||40||9|");
    let found = PrintedLimits::parse(&text).unwrap();
    let below = [
        (Some("biology"), Some("root")),
        (Some("cells"), Some("biology")),
        (Some("lattice"), Some("physics")),
        (Some("physics"), Some("root")),
        (Some("qcd"), Some("lattice")),
        (Some("root"), None),
        (None, Some("root")),
    ];
    assert_eq!(trees(&found.limits), below);
    assert_eq!(found.limits.accounts[5].running, Some(40));
}

/// Of two clusters with trees of their own.
#[test]
fn an_account_has_one_parent() {
    let text = "Cluster|Account|Par Name|GrpJobs\nc|root||\nc|qcd|physics|1\nd|qcd|biology|1\n";
    let wrong = PrintedLimits::parse(text).unwrap_err();
    assert_eq!(
        wrong.sentence,
        "`Par Name=biology` of account qcd; it is below physics as well, and one parent is allowed, in one cluster"
    );
    let position = wrong.position.unwrap();
    assert_eq!((position.line, position.column), (4, 7));
}

fn named(limits: &[Limit]) -> Vec<(&str, [Option<u32>; 5])> {
    let of = |limit: &Limit| {
        [
            limit.running,
            limit.nodes,
            limit.cores,
            limit.gpus,
            limit.submitted,
        ]
    };
    let all = limits.iter();
    all.map(|limit| (limit.name.as_deref().unwrap(), of(limit)))
        .collect()
}

/// physics has 20 jobs, 512 cores and 8 GPUs; ann in it 4 nodes, and 5 jobs as each of its users. bob is
/// in two accounts, and cid has one job in one partition alone.
#[test]
fn associations_limit_accounts_and_users() {
    let found = PrintedLimits::parse(ASSOCIATIONS).unwrap();
    let accounts = named(&found.limits.accounts);
    assert_eq!(
        accounts,
        [("physics", [Some(20), None, Some(512), Some(8), None])]
    );
    let users = named(&found.limits.users);
    assert_eq!(users, [("ann", [Some(5), Some(4), None, None, None])]);
    for left in [
        "GrpTRES=mem=1T of account physics",
        "MaxWall=2-00:00:00 of user bob in account physics",
        "limits of user bob in account physics, as a user has one for all accounts and partitions",
        "limits of user cid in partition debug, as a user has one for all accounts and partitions",
        NO_PARENTS,
    ] {
        assert!(
            found.not_simulated.iter().any(|one| one == left),
            "{left}: {:?}",
            found.not_simulated
        );
    }
    assert_eq!(found.not_simulated.len(), 5);
}

#[test]
fn qualities_of_service_limit_themselves_and_each_user() {
    let text = "\
Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode|Flags|UsageThres|UsageFactor|GrpTRES|GrpTRESMins|GrpTRESRunMins|GrpJobs|GrpSubmit|GrpWall|MaxTRES|MaxTRESPerNode|MaxTRESMins|MaxWall|MaxTRESPU|MaxJobsPU|MaxSubmitPU|MaxTRESPA|MaxTRESRunMinsPA|MaxTRESRunMinsPU|MaxJobsPA|MaxSubmitPA|MinTRES|LimitFactor
normal|0|00:00:00|||cluster|||1.000000||||||||||||||||||||
high|100|00:02:00|normal||cluster|DenyOnLimit||1.000000|cpu=256|||10||||||1-00:00:00|gres/gpu=2|3|30|||||||
";
    let found = PrintedLimits::parse(text).unwrap();
    let qos = named(&found.limits.qos);
    assert_eq!(qos, [("high", [Some(10), None, Some(256), None, None])]);
    let each = named(&found.limits.users_of_qos);
    assert_eq!(each, [("high", [Some(3), None, None, Some(2), Some(30)])]);
    assert_eq!(found.qos_priorities["high"], 100);
    assert_eq!(
        found.not_simulated,
        ["Flags=DenyOnLimit", "MaxWall=1-00:00:00"]
            .map(|one| format!("{one} of quality of service high"))
    );
}

#[test]
fn a_dump_says_the_same() {
    let text = "\
# To edit this file start with a cluster line for the new cluster
Cluster - 'c':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'physics':Description='solids: and others':Organization='x':Fairshare=3:GrpJobs=20:GrpTRES=cpu=512,gres/gpu=8:MaxJobs=5
Parent - 'physics'
User - 'ann':DefaultAccount='physics':Fairshare=1:GrpTRES='node=4'
";
    let found = PrintedLimits::parse(text).unwrap();
    let accounts = named(&found.limits.accounts);
    assert_eq!(
        accounts,
        [("physics", [Some(20), None, Some(512), Some(8), None])]
    );
    let users = named(&found.limits.users);
    assert_eq!(users, [("ann", [Some(5), Some(4), None, None, None])]);
    assert_eq!(found.not_simulated, Vec::<String>::new());
}

#[test]
fn what_is_no_limit_is_refused_where_it_stands() {
    for (text, line, column, sentence) in [
        ("", 1, 1, "no limits: what `sacctmgr"),
        ("JobID|State\n1|x\n", 1, 1, "no limits: what `sacctmgr"),
        (
            "Account|User|MaxJobs\nphysics|ann\n",
            2,
            9,
            "2 fields where the header has 3",
        ),
        (
            "Account|User|MaxJobs\nphysics|ann|many\n",
            2,
            13,
            "`MaxJobs=many` of user ann in account physics; a whole number is allowed",
        ),
        (
            "Account|User|GrpTRES\nphysics||cpu\n",
            2,
            10,
            "`GrpTRES=cpu` of account physics; a list such as cpu=8,node=1,gres/gpu=2 is allowed",
        ),
        (
            "Cluster - 'c':Fairshare=1\nphysics\n",
            2,
            1,
            "`physics` is no line of a dump",
        ),
    ] {
        let wrong = PrintedLimits::parse(text).unwrap_err();
        assert!(wrong.sentence.starts_with(sentence), "{text}: {wrong}");
        let position = wrong.position.unwrap();
        assert_eq!((position.line, position.column), (line, column), "{text}");
    }
    // A limit of nothing is none of a scenario.
    let found = PrintedLimits::parse("Account|User|MaxJobs\nphysics|ann|0\n").unwrap();
    assert!(found.limits.is_empty());
    assert_eq!(
        found.not_simulated,
        ["MaxJobs=0 of user ann in account physics"]
    );
}

/// `high` may preempt both others, of which `scrap` says itself what becomes of its jobs; of `normal` the
/// `slurm.conf` says it.
#[test]
fn qualities_of_service_preempt_as_they_are_printed() {
    let text = "\
Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode
normal|10|00:02:00||00:10:00|cluster
scrap|0|00:00:00||00:00:00|cancel
high|100|00:00:00|normal,scrap||cluster
";
    let found = PrintedLimits::parse(text).unwrap();
    assert!(found.not_simulated.is_empty(), "{:?}", found.not_simulated);
    let words: Vec<String> = found.preemption_in_words().collect();
    assert_eq!(words, ["Preempt=normal,scrap of quality of service high"]);
    let words: Vec<String> = found.exemptions_in_words().collect();
    let expected = [
        "600 s of quality of service normal",
        "0 s of quality of service scrap",
    ];
    assert_eq!(
        words,
        expected.map(|one| format!("PreemptExemptTime of {one}"))
    );
    let mut scenario = Scenario::of(Machine::cluster(None), Workload::Jobs(Vec::new()));
    let usual = UsualPreemption {
        mode: PreemptMode::Requeue,
        exempt: Some(60.0),
    };
    found.apply_preemption(usual, &mut scenario);
    let qos = &scenario.machine.nodes().unwrap().qos;
    let said = qos.iter().map(|one| {
        let preempt = one.preempt.join(" ");
        (&*one.name, preempt, one.preempt_mode, one.priority)
    });
    use PreemptMode::{Cancel, Requeue};
    let expected = [
        ("high", "normal scrap".to_owned(), Requeue, 100),
        ("normal", String::new(), Requeue, 10),
        ("scrap", String::new(), Cancel, 0),
    ];
    assert_eq!(said.collect::<Vec<_>>(), expected);
    // That `scrap` has no time is another thing than to say nothing.
    let spans = qos
        .iter()
        .map(|one| (one.preempt_grace, one.preempt_exempt));
    let expected = [(None, Some(60.0)), (Some(120.0), Some(600.0)), (None, None)];
    assert_eq!(spans.collect::<Vec<_>>(), expected);
    let wrong = PrintedLimits::parse("Name|GraceTime\nlow|soon\n").unwrap_err();
    assert!(wrong.to_string().contains("`GraceTime=soon`"), "{wrong}");
    // `SUSPEND` is not simulated: such jobs are not preempted.
    let found = PrintedLimits::parse("Name|PreemptMode\nlow|suspend\n").unwrap();
    assert_eq!(
        found.not_simulated,
        ["PreemptMode=suspend of quality of service low"]
    );
}
