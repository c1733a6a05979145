//! Queues as they stand, from the output of squeue, sinfo and slurmrestd: every job in one count.
//!
//! The texts are of a Slurm 22.05 of eight emulated nodes of four cores, two of them drained; the
//! expected values are worked out from them by hand.

mod counts;
mod errors;
mod pbs;
mod predictions;

use std::path::PathBuf;

use cosched::base::problem::Problem;
use cosched::base::progress::Progress;
use cosched::load::queue::{QueueRequest, QueueState, read};
use cosched::run::Choice;
use cosched::run::predict::Settings;
use cosched::run::predict::queue::{QueuePrediction, predict};
use cosched::scenario::{Parameters, PolicyName};

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
