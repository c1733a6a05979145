//! Every job in one count, from the texts of old and new versions.

use super::{Files, HEADER, NODES, QUEUE, check_sum, left_out, whole};

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

/// Who waits shows one core a task, whatever the nodes have: of six nodes, all in use, job 4 asks
/// for two.
#[test]
fn where_nodes_are_given_whole_sizes_are_nodes() {
    let job = |what: &str| format!("ann|(null)|main|{what}|9||None|(null)\n");
    let runs = "RUNNING|2026-11-23T09:20:56|2026-11-23T09:20:57|0:01|2:00:00";
    let waits = "PENDING|2026-11-23T09:20:56|N/A|0:00|10:00|2|2";
    let jobs: Vec<String> = [
        ("1", format!("{runs}|3|12"), "n[1-3]"),
        ("2", format!("{runs}|2|8"), "n[4-5]"),
        ("3", format!("{runs}|1|4"), "n6"),
        ("4", waits.to_owned(), ""),
    ]
    .map(|(name, what, hosts)| {
        format!("{name}|{}", job(&what).replace("||", &format!("|{hosts}|")))
    })
    .to_vec();
    let queue = format!("{HEADER}\n{}", jobs.concat());
    let read = |nodes: &str| {
        let standing = Files::new(&queue, nodes).read().unwrap();
        check_sum(&standing);
        let pool = &standing.pools[0];
        let size = pool.experiment.jobs[pool.waiting[0].job].nodes;
        let is_said = standing.remarks.iter().any(|one| {
            one == "all 3 running jobs have whole nodes, and of those that wait 1 ask for fewer cores: where jobs do not share nodes, say --size nodes"
        });
        (pool.unit, size, pool.nodes_in_use, is_said)
    };
    assert_eq!(read(NODES), ("core", 2, 24, true));
    let with = |sharing: &str| {
        let lines = NODES.lines().enumerate();
        let lines = lines.map(|(index, line)| match index {
            0 => format!("{line}|OVERSUBSCRIBE\n"),
            _ => format!("{line}|{sharing}\n"),
        });
        lines.collect::<String>()
    };
    assert_eq!(read(&with("EXCLUSIVE")), ("node", 2, 6, false));
    assert_eq!(read(&with("NO")), ("core", 2, 24, true));
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

/// Of two jobs that ask for licences one waits.
#[test]
fn jobs_that_ask_for_licences_are_counted() {
    let lines = QUEUE.lines().map(|line| {
        let asks = ["4|", "1|"].iter().any(|number| line.starts_with(number));
        format!("{line}|{}\n", if asks { "matlab:2" } else { "(null)" })
    });
    let queue = format!("{HEADER}|LICENSES\n{}", lines.collect::<String>());
    let standing = Files::new(&queue, NODES).read().unwrap();
    let said = "licences are not simulated, as a queue does not say how many there are: 1 waiting job that asked for some is taken to get them";
    assert!(
        standing.remarks.iter().any(|remark| remark == said),
        "{:?}",
        standing.remarks
    );
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
