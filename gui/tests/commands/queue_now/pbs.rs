//! Queues of PBS and Torque, from the output of qstat and pbsnodes: every job in one count.
//!
//! The texts are written by hand in the form that OpenPBS and Torque print; what is expected is worked
//! out from them by hand.

use cosched::load::queue::{QueueRequest, is_queue, read};
use cosched::scenario::PolicyName;

use super::{Files, check_sum, left_out, predicted};

/// 101 has n1, 102 half of n2, a task of 108 a quarter of it; 110 is about to leave. 103 and the
/// other task of 108 wait for cores. The last look at a job was at 09:10.
const QUEUE: &str = "\
Job Id: 101.s
    Job_Name = a
    Job_Owner = ann@login.site
    resources_used.walltime = 00:09:30
    job_state = R
    queue = main
    ctime = Thu Nov  5 08:59:00 2026
    exec_host = n1/0*8
    exec_vnode = (n1:ncpu
\ts=8)
    Hold_Types = n
    mtime = Thu Nov  5 09:10:00 2026
    Resource_List.ncpus = 8
    Resource_List.nodect = 1
    Resource_List.walltime = 01:00:00
    stime = Thu Nov  5 09:00:00 2026
    Variable_List = PBS_O_HOME=/home/ann,PBS_O_LANG=C,
\tBASH_FUNC_x%%=() { echo a
}
    comment = Job run at Thu Nov 05 at 09:00 on (n1:ncpus=8)
    project = _pbs_project_default

Job Id: 102.s
    Job_Owner = bob@login.site
    job_state = R
    queue = main
    ctime = Thu Nov  5 09:04:00 2026
    exec_vnode = (n2:ncpus=4)
    Resource_List.ncpus = 4
    Resource_List.walltime = 02:00:00
    stime = Thu Nov  5 09:05:00 2026

Job Id: 103.s
    Job_Owner = bob@login.site
    job_state = Q
    queue = main
    ctime = Thu Nov  5 09:06:00 2026
    Resource_List.ncpus = 8
    Resource_List.walltime = 00:30:00
    comment = Not Running: Insufficient amount of resource: ncpus
    estimated.start_time = Thu Nov  5 10:00:00 2026

Job Id: 104.s
    job_state = Q
    queue = main
    ctime = Thu Nov  5 09:06:30 2026
    Resource_List.ncpus = 1
    Resource_List.walltime = 00:30:00
    comment = Not Running: User has reached queue main running job limit.

Job Id: 105.s
    job_state = H
    queue = main
    ctime = Thu Nov  5 09:06:40 2026
    Hold_Types = u
    Resource_List.ncpus = 1

Job Id: 106.s
    job_state = H
    queue = main
    ctime = Thu Nov  5 09:06:50 2026
    depend = afterok:101.s
    Hold_Types = s
    Resource_List.ncpus = 1

Job Id: 107.s
    job_state = W
    queue = main
    ctime = Thu Nov  5 09:07:00 2026
    Execution_Time = Fri Nov  6 00:00:00 2026
    Resource_List.ncpus = 1

Job Id: 108[].s
    job_state = B
    queue = main
    ctime = Thu Nov  5 09:08:00 2026
    array = True
    array_state_count = Queued:1 Running:1 Exiting:0 Expired:1
    array_indices_remaining = 2
    Resource_List.ncpus = 2

Job Id: 108[1].s
    Job_Owner = ann@login.site
    job_state = R
    queue = main
    ctime = Thu Nov  5 09:08:00 2026
    exec_vnode = (n2:ncpus=2)
    Resource_List.ncpus = 2
    Resource_List.walltime = 00:20:00
    stime = Thu Nov  5 09:08:10 2026

Job Id: 108[2].s
    Job_Owner = ann@login.site
    job_state = Q
    queue = main
    ctime = Thu Nov  5 09:08:00 2026
    Resource_List.ncpus = 2
    Resource_List.walltime = 00:20:00

Job Id: 108[3].s
    job_state = X
    queue = main
    ctime = Thu Nov  5 09:08:00 2026
    Resource_List.ncpus = 2

Job Id: 109.s
    job_state = S
    queue = main
    ctime = Thu Nov  5 09:00:00 2026
    Resource_List.ncpus = 2

Job Id: 110.s
    job_state = E
    queue = main
    ctime = Thu Nov  5 09:00:00 2026
    exec_vnode = (n2:ncpus=1)
    Resource_List.ncpus = 1

Job Id: 111.s
    job_state = F
    queue = main
    ctime = Thu Nov  5 09:00:00 2026
    Resource_List.ncpus = 1

Job Id: 112.s
    job_state = Q
    queue = main
    ctime = Thu Nov  5 09:09:00 2026
    Resource_List.ncpus = 100
";

const NODES: &str = "\
n1
     Mom = n1.site
     ntype = PBS
     state = job-busy
     jobs = 101.s/0
     resources_available.ncpus = 8

n2
     state = free
     resources_available.ncpus = 8

n3
     state = offline
     resources_available.ncpus = 8
";

#[test]
fn every_job_of_pbs_is_predicted_running_or_left_for_a_reason() {
    let files = Files::new(QUEUE, NODES);
    assert!(is_queue(&files.path("queue")) && !is_queue(&files.path("nodes")));
    let standing = files.read().unwrap();
    // Fifteen blocks, one of them of an array whose tasks are there.
    assert_eq!((standing.read, standing.running, standing.over), (14, 4, 2));
    check_sum(&standing);
    assert_eq!(
        left_out(&standing),
        [
            (
                "a limit of its queue, user, group or project (Not Running: User has reached queue main running job limit.)".to_owned(),
                1
            ),
            (
                "asks for more than the 16 cores that are up in its partition".to_owned(),
                1
            ),
            ("held by its user (Hold_Types = u)".to_owned(), 1),
            (
                "its user asked for a later start (Execution_Time = Fri Nov  6 00:00:00 2026)".to_owned(),
                1
            ),
            ("suspended".to_owned(), 1),
            (
                "waits for other jobs to end (depend = afterok:101.s)".to_owned(),
                1
            ),
        ]
    );
    let [pool] = &standing.pools[..] else {
        panic!("one queue")
    };
    // 8 of 101, 4 of 102, 2 of a task of 108.
    assert_eq!(
        (pool.experiment.nodes, pool.nodes_in_use, pool.running),
        (16, 14, 3)
    );
    let waiting = pool.waiting.iter();
    let waiting: Vec<_> = waiting
        .map(|one| (&*one.name, one.user.as_deref(), one.waited, one.planned))
        .collect();
    assert_eq!(
        waiting,
        [
            ("103", Some("bob"), Some(240.0), Some(3000.0)),
            ("108[2]", Some("ann"), Some(120.0), None),
        ]
    );
    let reason = "Not Running: Insufficient amount of resource: ncpus";
    assert_eq!(pool.waiting[0].reason, reason);
    // Two cores are free until 101 ends, at 10:00 at the latest.
    let found = predicted(&standing, PolicyName::Easy);
    let waits = &found.starts[0].waits;
    assert!(waits.iter().all(|wait| (0.0..=3000.0).contains(wait)));
    // Within a draw it is submitted a nanosecond after those that run.
    let waits = &found.starts[1].waits;
    assert!(waits.iter().all(|wait| (0.0..1.0).contains(wait)));
}

#[test]
fn json_of_qstat_says_the_same_as_its_text() {
    let queue = r#"{"timestamp": 1793869800, "pbs_version": "2022", "Jobs": {
        "101.s": {"Job_Owner": "ann@login.site", "job_state": "R", "queue": "main",
            "ctime": "Thu Nov  5 08:59:00 2026", "stime": "Thu Nov  5 09:00:00 2026",
            "exec_vnode": "(n1:ncpus=8)", "Resource_List": {"ncpus": 8, "walltime": "01:00:00"}},
        "103.s": {"Job_Owner": "bob@login.site", "job_state": "Q", "queue": "main",
            "ctime": "Thu Nov  5 09:06:00 2026", "Resource_List": {"ncpus": 8, "walltime": "00:30:00"}},
        "108[].s": {"job_state": "Q", "queue": "main", "ctime": "Thu Nov  5 09:08:00 2026",
            "array_state_count": "Queued:3 Running:0 Exiting:0 Expired:0",
            "array_indices_remaining": "1-5:2", "Resource_List": {"ncpus": 2, "walltime": "00:20:00"}}}}"#;
    let nodes = r#"{"timestamp": 1793869800, "pbs_version": "2022", "nodes": {
        "n1": {"state": "job-busy", "resources_available": {"ncpus": 8}},
        "n2": {"state": "free", "resources_available": {"ncpus": 8}}}}"#;
    let files = Files::new(queue, nodes);
    assert!(is_queue(&files.path("queue")));
    let standing = files.read().unwrap();
    assert_eq!((standing.read, standing.running), (5, 1));
    check_sum(&standing);
    let pool = &standing.pools[0];
    assert_eq!((pool.experiment.nodes, pool.nodes_in_use), (16, 8));
    let waiting = pool.waiting.iter();
    let waiting: Vec<_> = waiting.map(|one| (&*one.name, one.waited)).collect();
    // `date -u -d 2026-11-05T09:10 +%s` is 1793869800.
    assert_eq!(
        waiting,
        [
            ("103", Some(240.0)),
            ("108[1]", Some(120.0)),
            ("108[3]", Some(120.0)),
            ("108[5]", Some(120.0)),
        ]
    );
}

#[test]
fn a_queue_of_torque_on_nodes_given_by_hand() {
    let queue = "\
Job Id: 7.t
    Job_Owner = ann@t
    job_state = R
    queue = batch
    ctime = Thu Nov  5 08:59:00 2026
    exec_host = n1/1+n1/0+n2/0-1
    Resource_List.nodes = 2:ppn=2
    Resource_List.walltime = 00:30:00
    start_time = Thu Nov  5 09:00:00 2026

Job Id: 8.t
    job_state = Q
    queue = batch
    ctime = Thu Nov  5 09:01:00 2026
    Resource_List.ncpus = 1
    Resource_List.nodes = 1:ppn=4
    Resource_List.walltime = 00:30:00

Job Id: 6.t
    job_state = C
    queue = batch
";
    let files = Files::new(queue, "");
    let standing = read(&QueueRequest {
        nodes_file: None,
        nodes: Some(4),
        ..files.requested()
    })
    .unwrap();
    assert_eq!((standing.read, standing.running, standing.over), (3, 1, 1));
    let pool = &standing.pools[0];
    assert_eq!((pool.nodes_in_use, pool.waiting.len()), (4, 1));
}

#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    let change = |old: &str, new: &str| {
        assert!(QUEUE.contains(old), "{old}");
        QUEUE.replacen(old, new, 1)
    };
    for (queue, line, words) in [
        (
            change("job_state = R", "job_state = Y"),
            1,
            "job `101.s`: `job_state` is `Y`",
        ),
        (
            change("walltime = 01:00:00", "walltime = long"),
            1,
            "`Resource_List.walltime` is `long`",
        ),
        (
            change("Thu Nov  5 09:04:00 2026", "5.11.2026 09:04"),
            23,
            "job `102.s`: `ctime` is `5.11.2026 09:04`: a date such as",
        ),
        (
            change("Job Id: 104.s", "Job Id: x.s"),
            43,
            "job `x.s`: is no number of a job",
        ),
        (
            QUEUE
                .replace("Job Id: 108[1].s", "Job Id: 113.s")
                .replace("Job Id: 108[2].s", "Job Id: 114.s")
                .replace("Job Id: 108[3].s", "Job Id: 115.s"),
            73,
            "job `108[].s`: it is an array, and its tasks are not listed: ask with `qstat -f -t`",
        ),
    ] {
        let problem = Files::new(&queue, NODES).read().unwrap_err();
        assert!(problem.sentence.contains(words), "{problem}");
        let found = problem.position.map(|at| at.line);
        assert_eq!(found, Some(line), "{problem}");
    }
}
