//! Texts that are refused, with their positions.

use cosched::load::queue::{QueueRequest, read};
use cosched::scenario::Sizing;

use super::{Files, HEADER, NODES, QUEUE, whole};

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
