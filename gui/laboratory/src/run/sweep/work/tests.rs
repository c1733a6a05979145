//! Sharing among the samples of a sweep changes no result, and each run is simulated once.

use std::path::Path;

use super::*;
use crate::load;
use crate::metrics::values;
use crate::run::simulate;
use crate::run::sweep::Memory;

fn plan(parts: &str, sweep: &str) -> Plan {
    let text = format!("(machine: Cluster(nodes: 32, memory: 2048), {parts}, sweep: ({sweep}))");
    Plan::of(&text, Path::new("a.ron")).unwrap()
}

/// The values of `sample`, its workload drawn by itself and each run simulated by itself with all
/// parameters.
fn slow_values(plan: &Plan, sample: Sample) -> Vec<Values> {
    let quiet = Progress::default();
    let experiment = load::prepare(&plan.scenario(sample), None, &quiet).unwrap();
    let experiment = std::sync::Arc::new(experiment);
    let choices = choices(&experiment.scenario).into_iter();
    let runs = choices.map(|choice| simulate(&experiment, &choice, false, &quiet));
    runs.map(|run| values(&run.unwrap().unwrap())).collect()
}

/// What is stored is read again by the labels that are expected, in their order.
#[test]
fn runs_of_a_point_have_the_labels_of_its_policies() {
    let jobs = "workload: Lublin(jobs: 10)";
    let plan = plan(jobs, "over: [(policy: [Easy, Recorded, Fcfs])]");
    let runs = choices(&plan.points[0].scenario);
    let labels: Vec<_> = runs.iter().map(|run| run.label.as_str()).collect();
    assert!(plan.policies(0).eq(labels.iter().copied()), "{labels:?}");
    assert!(runs[0].policy.replays());
}

/// A sweep of models gives what its runs give one by one. The number of simulations is worked out by
/// hand: of each policy once for each value that it heeds, times the seeds.
#[test]
fn equal_runs_are_simulated_once_with_the_same_results() {
    let lublin = "workload: Lublin(jobs: 150, load: 0.9, estimates: UpTo(5), memory: Uniform)";
    let others = "(policy: [Fcfs, Easy, Conservative])";
    let slices = "{\"parameters.slicing.slices\": [[(Long, 2460), (Medium, 840), (Short, 300)],
        [(Long, 4920), (Medium, 1680), (Short, 600)]]}";
    let medium = "{\"parameters.slicing.classes.medium\": [300, 900]}";
    let label = "(policy: [Easy, (policy: Easy, label: \"deep\", parameters: (depth: 9))])";
    for (over, seeds, simulated) in [
        // FCFS has no depth.
        (format!("(depth: [1, 3, 9]), {others}"), 4, 4 * (1 + 3 + 3)),
        (
            format!("(backfill_order: [Submitted, ShortestEstimate]), {others}"),
            2,
            2 * (1 + 2 + 1),
        ),
        (
            format!("{slices}, (policy: [Fcfs, Easy, ScojoPect])"),
            3,
            3 * (1 + 1 + 2),
        ),
        // Jobs are of classes, and have their memory by them, under every policy.
        (format!("{medium}, (policy: [Fcfs, ScojoPect])"), 2, 2 * 4),
        (
            format!("(load: [0.5, 0.7]), (depth: [1, 3]), {others}"),
            2,
            2 * 2 * (1 + 2 + 2),
        ),
        (
            "{\"machine.nodes\": [32, 64]}, (policy: [Fcfs, Easy])".to_owned(),
            2,
            2 * 4,
        ),
        // The third point's EASY has the depth of the other one, which is named.
        (format!("(depth: [1, 3, 9]), {label}"), 1, 3),
    ] {
        let plan = plan(lublin, &format!("over: [{over}], seeds: {seeds}"));
        let runs = plan
            .samples()
            .map(|sample| plan.policies(sample.point).count());
        let runs = runs.sum::<usize>() as u64;
        for threads in [1, 4] {
            let memory = Memory::default();
            let quiet = Progress::default();
            let done = work(&plan, &memory, Shard::WHOLE, threads, usize::MAX, &quiet).unwrap();
            let expected = Work {
                is_complete: true,
                simulated,
                shared: runs - simulated,
            };
            assert_eq!(done, expected, "{over} on {threads} threads");
            for sample in plan.samples() {
                let found = memory.read(&plan, sample).unwrap();
                assert_eq!(found, slow_values(&plan, sample), "{}", plan.name(sample));
            }
        }
    }
}

/// What is stored is shared as well, by whichever program and whenever it was computed.
#[test]
fn stored_runs_are_not_simulated_again() {
    let lublin = "workload: Lublin(jobs: 90, load: 0.9, estimates: UpTo(5))";
    let sweep = "over: [(depth: [1, 9]), (policy: [Fcfs, Easy])], seeds: 3";
    let plan = plan(lublin, sweep);
    let (memory, quiet) = (Memory::default(), Progress::default());
    let counts = |shard: &str, most: usize| {
        let shard = shard.parse().unwrap();
        let done = work(&plan, &memory, shard, 1, most, &quiet).unwrap();
        (done.is_complete, done.simulated, done.shared)
    };
    // The first half is the point with depth 1, and the second seed of the other one.
    assert_eq!(counts("1/2", 1), (false, 2, 0));
    assert_eq!(counts("1/1", 2), (false, 3, 1));
    assert_eq!(counts("1/1", 9), (true, 4, 2));
    assert_eq!(counts("1/1", 9), (true, 0, 0));
}

#[test]
fn a_failing_run_ends_the_sweep_and_holds_up_no_thread() {
    let jobs = "workload: Jobs([(submit: 0, runtime: 10, nodes: 1), (submit: 1, runtime: 9000000000, nodes: 1)])";
    let sweep = "over: [(depth: [1, 2, 3, 4]), (policy: [Gang])], seeds: 1";
    let plan = plan(
        &format!("{jobs}, parameters: (coscheduling: (quantum: 0.00001))"),
        sweep,
    );
    let (memory, quiet) = (Memory::default(), Progress::default());
    let failed = work(&plan, &memory, Shard::WHOLE, 3, usize::MAX, &quiet).unwrap_err();
    assert!(
        failed.sentence.starts_with("depth=1 seed=1: "),
        "{}",
        failed.sentence
    );
    assert_eq!(memory.count(), 0);
}

/// The workload of a seed is shared not only by the policies of a point.
#[test]
fn the_workload_of_a_seed_does_not_depend_on_policies() {
    let lublin = "workload: Lublin(jobs: 90, load: 0.9, estimates: UpTo(5))";
    let sweep = "over: [(depth: [1, 9]), (policy: [Easy, Conservative])], seeds: 3";
    let plan = plan(lublin, sweep);
    let jobs = |point: usize, seed: usize| {
        let (sample, drafts) = (Sample { point, seed }, Drafts::new(1));
        let experiment = sample::prepare(&plan, &drafts, sample, &Progress::default());
        experiment.unwrap().jobs.clone()
    };
    for seed in 0..3 {
        assert_eq!(jobs(0, seed), jobs(1, seed));
        assert_ne!(jobs(0, seed), jobs(0, (seed + 1) % 3));
    }
    let depths = plan.points.iter().map(|point| {
        let variants = point.scenario.variants.iter();
        variants
            .map(|variant| variant.parameters.depth)
            .collect::<Vec<_>>()
    });
    assert_eq!(depths.collect::<Vec<_>>(), [[Some(1); 2], [Some(9); 2]]);
}

/// Storage that notes the order in which samples are written.
#[derive(Default)]
struct Ordered {
    memory: Memory,
    written: Mutex<Vec<Sample>>,
}

impl ResultStorage for Ordered {
    fn has(&self, plan: &Plan, sample: Sample) -> bool {
        self.memory.has(plan, sample)
    }

    fn read(&self, plan: &Plan, sample: Sample) -> Option<Vec<Values>> {
        self.memory.read(plan, sample)
    }

    fn write(&self, plan: &Plan, sample: Sample, values: &[Values]) -> Result<(), Problem> {
        self.written.lock().unwrap().push(sample);
        self.memory.write(plan, sample, values)
    }

    fn remove(&self, plan: &Plan, sample: Sample) {
        self.memory.remove(plan, sample);
    }
}

/// Under one policy, most jobs are expected to take longest, before and after the first has ended.
#[test]
fn the_longest_expected_is_first() {
    let sweep = "over: [(jobs: [30, 90, 60]), (policy: [Easy])], seeds: 2";
    let plan = plan("workload: Lublin(jobs: 9, load: 0.9)", sweep);
    let (ordered, quiet) = (Ordered::default(), Progress::default());
    work(&plan, &ordered, Shard::WHOLE, 1, usize::MAX, &quiet).unwrap();
    let written = ordered.written.into_inner().unwrap();
    let points = written.iter().map(|sample| [sample.point, sample.seed]);
    let points: Vec<_> = points.collect();
    // The seeds of a block are as many as there are threads.
    assert_eq!(points[..3], [[1, 0], [2, 0], [0, 0]]);
    assert!(points[3..].iter().all(|[_, seed]| *seed == 1));
}
