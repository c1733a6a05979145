//! Queues as they stand, from the output of squeue, sinfo and slurmrestd: every job in one count.
//!
//! The texts are of a Slurm 22.05 of eight emulated nodes of four cores, two of them drained; the
//! expected values are worked out from them by hand.

use std::path::PathBuf;

use cosched::base::problem::Problem;
use cosched::base::progress::Progress;
use cosched::load::queue::{QueueRequest, QueueState, read};
use cosched::run::Choice;
use cosched::run::predict::Settings;
use cosched::run::predict::queue::{QueuePrediction, predict};
use cosched::scenario::{Parameters, PolicyName, Sizing};

const HEADER: &str = "JOBID|USER|ACCOUNT|PARTITION|STATE|SUBMIT_TIME|START_TIME|TIME|TIME_LIMIT|NODES|CPUS|PRIORITY|NODELIST|REASON|DEPENDENCY";

/// Job 1 has n1 to n3, 2 parts of n4 and n5, 3 those of n5 and n6, and a task of 11 the rest.
const QUEUE: &str = "\
4|ann|(null)|main|PENDING|2026-11-23T09:20:56|2026-11-23T09:50:57|0:00|10:00|1|4|4294901756||Resources|(null)
5|ann|(null)|main|PENDING|2026-11-23T09:20:56|N/A|0:00|1:00:00|8|32|4294901755||Priority|(null)
6_[1-10%2]|bob|(null)|main|PENDING|2026-11-23T09:20:56|N/A|0:00|20:00|1|2|4294901754||Priority|(null)
7|bob|(null)|main|PENDING|2026-11-23T09:20:56|2026-11-23T10:20:56|0:00|5:00|1|1|4294901753||BeginTime|(null)
9|ann|(null)|main|PENDING|2026-11-23T09:20:56|N/A|0:00|UNLIMITED|2|8|4294901752||Priority|(null)
10|ann|(null)|main|PENDING|2026-11-23T09:20:56|N/A|0:00|5:00|1|1|4294901751||Dependency|afterok:1(unfulfilled)
11_[2-3]|ann|(null)|main|PENDING|2026-11-23T09:20:56|N/A|0:00|8:00|1|1|4294901750||Priority|(null)
8|ann|(null)|main|PENDING|2026-11-23T09:20:56|N/A|0:00|7:00|1|3|0||JobHeldUser|(null)
1|ann|(null)|main|RUNNING|2026-11-23T09:20:56|2026-11-23T09:20:57|0:01|2:00:00|3|12|4294901759|n[1-3]|None|(null)
2|bob|(null)|main|RUNNING|2026-11-23T09:20:56|2026-11-23T09:20:57|0:01|1-02:04:00|2|6|4294901758|n[4-5]|None|(null)
3|ann|(null)|main|RUNNING|2026-11-23T09:20:56|2026-11-23T09:20:57|0:01|30:00|2|5|4294901757|n[5-6]|None|(null)
11_1|ann|(null)|main|RUNNING|2026-11-23T09:20:56|2026-11-23T09:20:57|0:01|8:00|1|1|4294901750|n6|None|(null)
";

const NODES: &str = "\
NODELIST|PARTITION|STATE|CPUS(A/I/O/T)|TIMELIMIT
n1|main*|allocated|4/0/0/4|infinite
n2|main*|allocated|4/0/0/4|infinite
n3|main*|allocated|4/0/0/4|infinite
n4|main*|allocated|4/0/0/4|infinite
n5|main*|allocated|4/0/0/4|infinite
n6|main*|allocated|4/0/0/4|infinite
n7|main*|drained|0/0/4/4|infinite
n8|main*|drained|0/0/4/4|infinite
";

/// A folder with a queue and its nodes.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new(queue: &str, nodes: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("queue"), queue).unwrap();
        std::fs::write(folder.path().join("nodes"), nodes).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn requested(&self) -> QueueRequest {
        QueueRequest {
            queue: self.path("queue"),
            nodes_file: Some(self.path("nodes")),
            history: None,
            nodes: None,
            size: None,
            zone: None,
            at: None,
        }
    }

    fn read(&self) -> Result<QueueState, Problem> {
        read(&self.requested())
    }
}

fn whole() -> Files {
    Files::new(&format!("{HEADER}\n{QUEUE}"), NODES)
}

/// Jobs left out, in the order of the reasons' words.
fn left_out(standing: &QueueState) -> Vec<(String, usize)> {
    let left = standing.not_predicted.iter();
    left.map(|left| (left.why.clone(), left.jobs.len()))
        .collect()
}

/// Asserts that every job is in one of the counts.
fn check_sum(standing: &QueueState) {
    let left: usize = standing
        .not_predicted
        .iter()
        .map(|left| left.jobs.len())
        .sum();
    let sum = standing.predicted() + standing.running + standing.over + left;
    assert_eq!(standing.read, sum);
}

fn predicted(standing: &QueueState, policy: PolicyName) -> QueuePrediction {
    let choice = Choice::plain(policy, &Parameters::default());
    let settings = Settings { draws: 50, seed: 3 };
    let found = predict(
        &standing.pools[0],
        &choice,
        4,
        settings,
        &Progress::default(),
    );
    found.unwrap().unwrap()
}

#[test]
fn every_job_is_predicted_running_or_left_for_a_reason() {
    let standing = whole().read().unwrap();
    // Ten tasks of 6 and two of 11, and ten more.
    assert_eq!((standing.read, standing.running, standing.over), (22, 4, 0));
    check_sum(&standing);
    assert_eq!(
        left_out(&standing),
        [
            (
                "asks for more than the 24 cores that are up in its partition".to_owned(),
                1
            ),
            (
                "beyond the 2 tasks that its array lets run at once".to_owned(),
                8
            ),
            ("held by its user (JobHeldUser)".to_owned(), 1),
            ("its user asked for a later start (BeginTime)".to_owned(), 1),
            (
                "waits for other jobs to end (Dependency afterok:1(unfulfilled))".to_owned(),
                1
            ),
        ]
    );
    let [pool] = &standing.pools[..] else {
        panic!("one partition")
    };
    assert_eq!(
        (pool.experiment.nodes, pool.nodes_in_use, pool.running),
        (24, 24, 4)
    );
    let names: Vec<&str> = pool
        .waiting
        .iter()
        .map(|waiting| waiting.name.as_str())
        .collect();
    assert_eq!(names, ["4", "6_1", "6_2", "9", "11_2", "11_3"]);
    // One second after the starts, 1 s of run time: 09:20:58, two after the submissions.
    assert!(
        pool.waiting
            .iter()
            .all(|waiting| waiting.waited == Some(2.0))
    );
}

#[test]
fn json_of_old_and_new_versions_says_the_same() {
    let old = |id: u32, state: &str, more: &str| {
        format!(
            r#"{{"job_id":{id},"user_name":"ann","partition":"main","job_state":"{state}","submit_time":1795425656,"priority":{},"array_job_id":0,"array_task_id":null,"dependency":"",{more}}}"#,
            100 - id
        )
    };
    let of_old = [
        old(
            1,
            "RUNNING",
            r#""state_reason":"None","start_time":1795425657,"time_limit":120,"node_count":3,"cpus":12,"nodes":"n[1-3]""#,
        ),
        old(
            2,
            "PENDING",
            r#""state_reason":"Resources","start_time":0,"time_limit":null,"node_count":4,"cpus":16,"nodes":"""#,
        ),
        old(
            3,
            "PENDING",
            r#""state_reason":"JobHeldUser","start_time":0,"time_limit":5,"node_count":1,"cpus":1,"nodes":"""#,
        ),
    ];
    let new = |id: u32, state: &str, more: &str| {
        let number = |number: u32| format!(r#"{{"set":true,"infinite":false,"number":{number}}}"#);
        format!(
            r#"{{"job_id":{id},"user_name":"ann","partition":"main","job_state":["{state}"],"submit_time":{},"priority":{},"array_job_id":{{"set":true,"infinite":false,"number":0}},"array_task_id":{{"set":false,"infinite":false,"number":0}},"dependency":"",{more}}}"#,
            number(1_795_425_656),
            number(100 - id)
        )
    };
    let set = |name: &str, value: u32| {
        format!(r#""{name}":{{"set":true,"infinite":false,"number":{value}}}"#)
    };
    let unlimited = r#""time_limit":{"set":false,"infinite":true,"number":0}"#;
    let of_new = [
        new(
            1,
            "RUNNING",
            &format!(
                r#""state_reason":"None",{},{},{},{},"nodes":"n[1-3]""#,
                set("start_time", 1_795_425_657),
                set("time_limit", 120),
                set("node_count", 3),
                set("cpus", 12)
            ),
        ),
        new(
            2,
            "PENDING",
            &format!(
                r#""state_reason":"Resources",{},{unlimited},{},{},"nodes":"""#,
                set("start_time", 0),
                set("node_count", 4),
                set("cpus", 16)
            ),
        ),
        new(
            3,
            "PENDING",
            &format!(
                r#""state_reason":"JobHeldUser",{},{},{},{},"nodes":"""#,
                set("start_time", 0),
                set("time_limit", 5),
                set("node_count", 1),
                set("cpus", 1)
            ),
        ),
    ];
    let node = |name: &str, state: &str| {
        format!(
            r#"{{"name":"{name}","cpus":4,"partitions":["main"],"state":{state},"state_flags":[]}}"#
        )
    };
    let nodes: Vec<String> = (1..=5)
        .map(|index| node(&format!("n{index}"), r#"["ALLOCATED"]"#))
        .collect();
    let nodes = format!(
        r#"{{"nodes":[{},{}]}}"#,
        nodes.join(","),
        node("n6", r#"["IDLE","DRAIN"]"#)
    );
    for jobs in [of_old.join(","), of_new.join(",")] {
        let text = format!(
            r#"{{"errors":[],"last_update":{{"set":true,"infinite":false,"number":1795425660}},"jobs":[{jobs}]}}"#
        );
        let standing = Files::new(&text, &nodes).read().unwrap();
        check_sum(&standing);
        assert_eq!(
            (standing.read, standing.running, standing.predicted()),
            (3, 1, 1)
        );
        let pool = &standing.pools[0];
        assert_eq!((pool.experiment.nodes, pool.nodes_in_use), (20, 12));
        assert_eq!(pool.waiting[0].waited, Some(4.0));
        // Without a limit: 365 days.
        let estimate = pool.experiment.jobs[pool.waiting[0].job].estimate;
        assert_eq!(estimate.seconds(), 365.0 * 86_400.0);
    }
}

#[test]
fn the_long_form_is_enough_and_the_usual_one_is_not() {
    let long = "\
Mon Nov 23 09:20:58 2026
             JOBID PARTITION     NAME     USER    STATE       TIME TIME_LIMI  NODES NODELIST(REASON)
                 4      main     wrap     root  PENDING       0:00     10:00      1 (Resources)
                 2      main two word     root  RUNNING       0:01 1-02:04:00      2 n[4-5]
                 1      main     wrap     root  RUNNING       0:01   2:00:00      3 n[1-3]
";
    let files = Files::new(long, NODES);
    let standing = files.read().unwrap();
    check_sum(&standing);
    assert_eq!((standing.predicted(), standing.running), (1, 2));
    let pool = &standing.pools[0];
    // Only nodes are given: six are up.
    assert_eq!((pool.experiment.nodes, pool.nodes_in_use), (6, 5));
    let usual = "\
             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)
                 4      main     wrap     root PD       0:00      1 (Resources)
";
    let problem = Files::new(usual, NODES).read().unwrap_err();
    assert!(
        problem
            .sentence
            .contains("do not say the time limit (TIME_LIMIT)"),
        "{problem}"
    );
}

#[test]
fn jobs_on_drained_nodes_free_nothing() {
    let nodes = NODES.replace("n3|main*|allocated|4/0/0/4", "n3|main*|draining|0/0/4/4");
    let standing = Files::new(&format!("{HEADER}\n{QUEUE}"), &nodes)
        .read()
        .unwrap();
    check_sum(&standing);
    // Job 1 has eight of its twelve cores where others can follow it.
    let pool = &standing.pools[0];
    assert_eq!((pool.experiment.nodes, pool.nodes_in_use), (20, 20));
}

#[test]
fn errors_have_their_positions() {
    let line = |old: &str, new: &str| format!("{HEADER}\n{}", QUEUE.replacen(old, new, 1));
    for (queue, index, words) in [
        (
            line("|10:00|1|4", "|10 Minuten|1|4"),
            (2, 72),
            "`TIME_LIMIT` is `10 Minuten`",
        ),
        (
            line("2026-11-23T09:20:56", "23.11.2026 09:20"),
            (2, 27),
            "`SUBMIT_TIME` is `23.11.2026 09:20`",
        ),
        (line("PENDING", "WARTEND"), (2, 19), "`STATE` is `WARTEND`"),
        (
            line("6_[1-10%2]", "6_[1,2,...]"),
            (4, 1),
            "cut off by squeue: ask with `-r`",
        ),
        (
            format!("{HEADER}\n4|ann|(null)|main|PEND"),
            (2, 19),
            "5 fields, where the header names 15",
        ),
        (QUEUE.to_owned(), (1, 1), "no queue: what `squeue"),
    ] {
        let problem = Files::new(&queue, NODES).read().unwrap_err();
        assert!(problem.sentence.contains(words), "{problem}");
        let found = problem.position.map(|index| (index.line, index.column));
        assert_eq!(found, Some(index), "{problem}");
    }
    let files = whole();
    for (requested, words) in [
        (
            QueueRequest {
                nodes_file: None,
                ..files.requested()
            },
            "how large the machine is is not said",
        ),
        (
            QueueRequest {
                nodes: Some(8),
                ..files.requested()
            },
            "--nodes: sinfo says how many",
        ),
        (
            QueueRequest {
                zone: Some("Mars".to_owned()),
                ..files.requested()
            },
            "there is no time zone `Mars`",
        ),
        (
            QueueRequest {
                at: Some("2026-11-22T09:00".to_owned()),
                ..files.requested()
            },
            "some of its jobs had not been submitted or started",
        ),
        // Nodes are shared: eight are taken of six.
        (
            QueueRequest {
                size: Some(Sizing::Nodes),
                ..files.requested()
            },
            "8 nodes are in use in main, which has 6 up",
        ),
    ] {
        let problem = read(&requested).unwrap_err();
        assert!(problem.sentence.contains(words), "{problem}");
    }
    let broken = Files::new(r#"{"jobs": [{"job_id": 4, "job_state": "#, NODES)
        .read()
        .unwrap_err();
    assert!(
        broken.sentence.contains("not JSON as Slurm writes it"),
        "{broken}"
    );
}

#[test]
fn ranges_that_come_to_more_than_there_is_are_refused_before_they_are_written_out() {
    let line = |old: &str, new: &str| format!("{HEADER}\n{}", QUEUE.replacen(old, new, 1));
    let many = ["1-999999"; 600].join(",");
    let zeros = format!("n[{}1]", "0".repeat(65_536));
    for (queue, column, words) in [
        (
            line("6_[1-10%2]", &format!("6_[{many}]")),
            (4, 1),
            "`1-999999` makes more than 1000000 tasks of one array",
        ),
        (
            line("6_[1-10%2]", "6_[1-900000]"),
            (4, 1),
            "more than 100000 jobs with all tasks of arrays",
        ),
        (
            line("|n[1-3]|", &format!("|n[{many}]|")),
            (10, 96),
            "makes more than 1048576 hosts together with those before it",
        ),
        (
            line("|n[1-3]|", &format!("|{zeros}|")),
            (10, 96),
            "where numbers like 3 or 1-16 are allowed, of up to 32 digits",
        ),
    ] {
        let problem = Files::new(&queue, NODES).read().unwrap_err();
        assert!(problem.sentence.contains(words), "{problem}");
        let found = problem.position.map(|index| (index.line, index.column));
        assert_eq!(found, Some(column), "{problem}");
    }
    // Found by the fuzz: 3 million nodes took 1.2 GB.
    let nodes = NODES.replacen("\nn1|", "\nn[2-1048575]-ib[01-3]|", 1);
    assert_ne!(nodes, NODES);
    let problem = Files::new(&format!("{HEADER}\n{QUEUE}"), &nodes)
        .read()
        .unwrap_err();
    let words = "makes more than 1048576 hosts together with those before it";
    assert!(problem.sentence.contains(words), "{problem}");
    // Each of them alone is none too many.
    let jobs = (1..=30).map(|job| {
        format!(
            "{job}_[1-9999]|ann|(null)|main|PENDING|N/A|N/A|0:00|10:00|1|4|4||Resources|(null)\n"
        )
    });
    let queue = format!("{HEADER}\n{}", jobs.collect::<String>());
    let problem = Files::new(&queue, NODES).read().unwrap_err();
    assert_eq!(
        problem.position.map(|index| index.line),
        Some(12),
        "{problem}"
    );
}

/// Accounting read these, and a queue was refused for them.
#[test]
fn what_accounting_reads_a_queue_may_say() {
    let line = |old: &str, new: &str| format!("{HEADER}\n{}", QUEUE.replacen(old, new, 1));
    // The cores of all jobs are known: nodes do not matter.
    let unknown = line("|10:00|1|4|", "|10:00|0|4|");
    let standing = Files::new(&unknown, NODES).read().unwrap();
    assert_eq!(standing.read, 22);
    let cancelled = line("|PENDING|", "|CANCELLED by 1000|");
    let standing = Files::new(&cancelled, NODES).read().unwrap();
    assert_eq!((standing.read, standing.over), (22, 1));
    check_sum(&standing);
    // `squeue -l` has room for eight letters.
    let ending = line("1|ann|(null)|main|RUNNING|", "1|ann|(null)|main|COMPLETI|");
    let standing = Files::new(&ending, NODES).read().unwrap();
    assert_eq!((standing.read, standing.running), (22, 4));
}

#[test]
fn a_partition_without_nodes_has_a_line_as_well() {
    let nodes = format!("{NODES}|empty|n/a|0/0/0/0|infinite\n").replace("|n/a|", "|idle|");
    let files = Files::new(&format!("{HEADER}\n{QUEUE}"), &nodes);
    assert_eq!(files.read().unwrap().read, 22);
    let no_state = format!("{NODES}|empty|n/a|0/0/0/0|infinite\n");
    let files = Files::new(&format!("{HEADER}\n{QUEUE}"), &no_state);
    assert_eq!(files.read().unwrap().read, 22);
}

#[test]
fn predictions_lie_between_now_and_the_estimates() {
    let standing = whole().read().unwrap();
    let pool = &standing.pools[0];
    let found = predicted(&standing, PolicyName::Easy);
    assert_eq!(found.starts.len(), 6);
    // All cores are taken: 4 starts once 3 or 1 or 2 has ended, at 09:50:57 at the latest by the
    // limits, as Slurm planned itself.
    let first = &found.starts[0];
    assert!(
        first
            .waits
            .iter()
            .all(|wait| (0.0..=1_799.0).contains(wait))
    );
    let why = &found.reasons[0].sentence;
    let begin = "waits as head of the queue with 0 cores free; by the estimates it can start at Mon 23 Nov 09:50:57";
    assert!(why.starts_with(begin), "{why}");
    assert!(
        why.contains("is held by job 3 (4 cores, by its estimate until Mon 23 Nov 09:50:57)"),
        "{why}"
    );
    assert_eq!(pool.waiting[0].planned, Some(1_799.0));
    // Without a history nothing is learned.
    assert_eq!(found.learned.predictions(), 0);
}

#[test]
fn the_history_says_how_long_a_user_s_jobs_run() {
    let files = whole();
    // Ann's jobs of 30 min all ran for a minute, a day before.
    let mut history = "JobID|User|Account|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|State|NNodes|AllocCPUS\n".to_owned();
    for job in 0..30 {
        history += &format!(
            "{}|ann|(null)|main|2026-11-22T09:{job:02}:00|2026-11-22T09:{job:02}:00|2026-11-22T09:{:02}:00|60|30|COMPLETED|1|5\n",
            9000 + job,
            job + 1
        );
    }
    std::fs::write(files.path("past.sacct"), history).unwrap();
    let requested = QueueRequest {
        history: Some(files.path("past.sacct")),
        ..files.requested()
    };
    let standing = read(&requested).unwrap();
    let found = predicted(&standing, PolicyName::Easy);
    // 4 has to wait for 3, which ends at 60 s of its 1800 in most draws; one in ten surprises.
    let soon = found.starts[0]
        .waits
        .iter()
        .filter(|wait| **wait <= 60.0)
        .count();
    assert!(soon >= 40, "{soon} of 50");
    let blind = predicted(&whole().read().unwrap(), PolicyName::Easy);
    assert!(blind.starts[0].quantile(0.5) > 100.0);
    assert!(
        standing
            .remarks
            .iter()
            .any(|one| one.contains("30 jobs that had ended")),
        "{:?}",
        standing.remarks
    );
}
