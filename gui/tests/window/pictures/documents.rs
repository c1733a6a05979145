//! Documents in which every pane is checked: a small one, a log, and a cluster.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::driver::write;

/// Two policies, a parameter to sweep over.
const SMALL: &str = "(
    title: \"small\",
    machine: Cluster(nodes: 32),
    workload: Lublin(jobs: 60),
    policies: [Fcfs, Easy, Conservative],
    sweep: (over: [(load: Range(0.6, 0.8, 0.1))], seeds: 3),
)";

/// Pseudo-random numbers, the same every time: Knuth's linear congruential generator.
struct Draws(u64);

impl Draws {
    /// One below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

pub(super) fn small(folder: &Path) -> PathBuf {
    write(folder, "small.ron", SMALL)
}

const NODES: usize = 100;
/// Jobs of the log: some ten weeks.
const JOBS: u64 = 3_000;

/// A log of ten weeks on a hundred nodes with dates, starts under FCFS, and waits of days.
pub(super) fn log(folder: &Path) -> PathBuf {
    write(
        folder,
        "weeks.swf",
        &jobs_of_weeks("; MaxNodes: 100\n; MaxProcs: 100\n"),
    );
    let scenario = "(
        title: \"weeks\",
        machine: Cluster(nodes: 100),
        workload: Swf(path: \"weeks.swf\"),
        policies: [Recorded, Fcfs, Easy, Conservative],
        sweep: (over: [(depth: [1, 100])], seeds: 1),
    )";
    write(folder, "weeks.ron", scenario)
}

/// Those jobs on nodes of four processors, with maintenance, time slices, and a branch.
pub(super) fn processors(folder: &Path) -> PathBuf {
    let header = "; MaxNodes: 25\n; MaxProcs: 100\n";
    write(folder, "processors.swf", &jobs_of_weeks(header));
    let scenario = "(
        title: \"processors\",
        machine: Cluster(nodes: 100, outages: (maintenance: [(from: 500000, until: 600000, first: 0, count: 50)])),
        workload: Swf(path: \"processors.swf\"),
        policies: [Easy, Fcfs, Conservative, ScojoPect],
        branches: [(at: 400000, from: \"EASY\", changes: [Drain(count: 8)])],
        sweep: (over: [(depth: [1, 100])], seeds: 1),
    )";
    write(folder, "processors.ron", scenario)
}

/// The log's text, under `sizes` in its header.
fn jobs_of_weeks(sizes: &str) -> String {
    let mut draws = Draws(7);
    let mut text =
        format!("; UnixStartTime: 1443045600\n; TimeZoneString: Europe/Stockholm\n{sizes}");
    // When each node will be free.
    let mut free = [0_u64; NODES];
    let (mut submit, mut last) = (0, 0);
    for number in 1..=JOBS {
        submit += draws.below(4_000);
        let nodes = 1 << draws.below(7);
        let runtime = 30 << draws.below(11);
        let runtime = runtime + draws.below(runtime);
        free.sort_unstable();
        // In the order of submission, on the nodes that are free first.
        let start = submit.max(free[nodes - 1]).max(last);
        last = start;
        free[..nodes].fill(start + runtime);
        let (wait, estimate, user) = (start - submit, 2 * runtime, 1 + draws.below(40));
        let line = format_args!(
            "{number} {submit} {wait} {runtime} {nodes} -1 -1 {nodes} {estimate} -1 1 {user} 1 -1 1 -1 -1 -1\n"
        );
        text.write_fmt(line).unwrap();
    }
    text
}

/// Two kinds of nodes, partitions, users of accounts with shares, power, limits.
pub(super) fn cluster(folder: &Path) -> PathBuf {
    let mut draws = Draws(3);
    let people = [
        ("ann", "physics"),
        ("bob", "physics"),
        ("cid", "biology"),
        ("dora", "chemistry"),
        ("a.user.with.a.long.name", "an account with a long name"),
    ];
    let mut jobs = String::new();
    let mut submit = 0;
    for _ in 0..240 {
        submit += draws.below(900);
        let (user, account) = people[draws.below(5) as usize];
        let runtime = 60 + draws.below(7_000);
        let wish = match draws.below(4) {
            0 => "gpus: 1, partition: \"gpu\"".to_owned(),
            1 => "whole_nodes: true".to_owned(),
            _ => format!("cores: {}", 1 + draws.below(8)),
        };
        let nodes = 1 + draws.below(2);
        let line = format_args!(
            "(submit: {submit}, runtime: {runtime}, estimate: {}, nodes: {nodes}, {wish}, user: \"{user}\", account: \"{account}\"),\n",
            2 * runtime
        );
        jobs.write_fmt(line).unwrap();
    }
    let scenario = format!(
        "(
        title: \"cluster\",
        machine: Cluster(
            kinds: [
                (name: \"cpu\", count: 6, cores: 8, memory: 64),
                (name: \"gpu\", count: 2, cores: 8, memory: 64, gpus: 2, power: (idle: 200, busy: 1000)),
            ],
            partitions: [
                (name: \"batch\", nodes: [\"cpu\"], default: true),
                (name: \"gpu\", nodes: [\"gpu\", \"cpu[4-5]\"], tier: 1),
            ],
            limits: (users: [(name: \"ann\", running: 6)]),
            power: (idle: 100, busy: 300, cost: [(0, 0.1), (7200, 0.3)], every: Day),
        ),
        workload: Jobs([{jobs}]),
        parameters: (priority: (
            weights: (age: 100, fairshare: 1000),
            accounts: [(name: \"physics\", shares: 3), (name: \"biology\", shares: 1), (name: \"chemistry\", shares: 1)],
        )),
        policies: [Fcfs, Easy, Conservative],
    )"
    );
    write(folder, "cluster.ron", &scenario)
}
