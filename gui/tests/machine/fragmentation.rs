//! Free capacity that fits no waiting job over time: by hand, and against a count from the outcomes
//! of jobs.

use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load::prepare;
use cosched::metrics::features::fragmentation::fragmentation;
use cosched::metrics::values;
use cosched::record::Run;
use cosched::run::{choices, simulate};
use cosched::scenario::parse;

fn runs(text: &str) -> Vec<Run> {
    let experiment = prepare(&parse(text, None).unwrap(), None, &Progress::default());
    let experiment = Arc::new(experiment.unwrap());
    let each = choices(&experiment.scenario).into_iter();
    each.map(|choice| {
        let run = simulate(&experiment, &choice, true, &Progress::default());
        run.unwrap().unwrap()
    })
    .collect()
}

/// Seconds, free nodes or cores, and those that fit no waiting job.
fn moments(run: &Run) -> Vec<(u64, u32, u32)> {
    let found = fragmentation(run).unwrap();
    let each = found.iter();
    each.map(|moment| (moment.at.seconds() as u64, moment.free, moment.unfit))
        .collect()
}

/// Job 1 leaves one of four nodes, which is too few for job 2 from 2 on. Job 3 has it from 4 until
/// 7. At 10 job 2 starts and no job waits.
#[test]
fn all_free_equal_nodes_fit_or_none() {
    let text = "(machine: Cluster(nodes: 4), policies: [Easy], workload: Jobs([
        (submit: 0, runtime: 10, nodes: 3), (submit: 2, runtime: 10, nodes: 2),
        (submit: 4, runtime: 3, nodes: 1)]))";
    let expected = [
        (0, 1, 0),
        (2, 1, 1),
        (4, 0, 0),
        (7, 1, 1),
        (10, 2, 0),
        (20, 4, 0),
    ];
    assert_eq!(moments(&runs(text)[0]), expected);
}

/// Job 1 leaves one core of the only node of `batch`. Job 2 requests two there from 1 on: the free
/// core fits no job, nor do those of the other node, which is not of `batch`. Job 3 has the one
/// core from 2 until 5; at 6 job 4 is submitted, which requests the GPU and gets it at once. At 10
/// job 2 starts.
#[test]
fn parts_of_shared_nodes_fit_no_job() {
    let text = "(machine: Cluster(kinds: [(name: \"cpu\", count: 1, cores: 4),
            (name: \"gpu\", count: 1, cores: 4, gpus: 1)],
            partitions: [(name: \"batch\", nodes: [\"cpu\"], default: true), (name: \"gpu\", nodes: [\"gpu\"])]),
        policies: [Easy], workload: Jobs([
        (submit: 0, runtime: 10, nodes: 1, cores: 3), (submit: 1, runtime: 10, nodes: 1, cores: 2),
        (submit: 2, runtime: 3, nodes: 1),
        (submit: 6, runtime: 20, nodes: 1, cores: 2, gpus: 1, partition: \"gpu\")]))";
    let expected = [
        (0, 5, 0),
        (1, 5, 5),
        (2, 4, 4),
        (5, 5, 5),
        (6, 3, 3),
        (10, 4, 0),
        (20, 6, 0),
        (26, 8, 0),
    ];
    assert_eq!(moments(&runs(text)[0]), expected);
}

#[test]
fn a_count_from_outcomes_finds_the_same() {
    let text = "(machine: Cluster(nodes: 32), policies: [Fcfs, Easy, Conservative], seed: 5,
        workload: Lublin(jobs: 300, load: 0.9, estimates: UpTo(4)))";
    let mut unfit = 0;
    for run in runs(text) {
        for found in fragmentation(&run).unwrap() {
            let jobs = || run.experiment.jobs.iter().zip(&run.outcomes);
            let held =
                jobs().filter(|(_, out)| out.started <= found.at && found.at < out.completed);
            let free = 32 - held.map(|(job, _)| job.nodes).sum::<u32>();
            let waits = jobs().filter(|(_, out)| out.entered <= found.at && found.at < out.started);
            let least = waits.map(|(job, _)| job.nodes).min();
            let fits = least.is_none_or(|least| least <= free);
            let expected = (free, if fits { 0 } else { free });
            assert_eq!(
                (found.free, found.unfit),
                expected,
                "{} at {}",
                run.label,
                found.at
            );
            unfit += found.unfit;
        }
    }
    assert!(unfit > 100, "there would be nothing to compare");
}

/// Nodes of one core are nodes: what is lost is the same to the bit, also where a look at each node
/// at each instant would take too long.
#[test]
fn nodes_of_one_core_lose_what_equal_nodes_lose() {
    let lost = ["nodes: 128", "kinds: [(name: \"n\", count: 128, cores: 1)]"].map(|nodes| {
        let run = runs(&format!(
            "(machine: Cluster({nodes}), workload: Lublin(jobs: 9000, load: 0.8), policies: [Easy])"
        ))
        .remove(0);
        (run.digest, values(&run).value("loss_of_capacity").unwrap())
    });
    assert!(lost[0].1 > 0.0);
    assert_eq!(lost[0], lost[1]);
}
