//! The engine's placement of pods against that of the study, which shares nothing with it but the definitions of fixtures/papers/fgd.md, 9.2 and 9.3.

use cosched_core::engine::{BoxedStorage, Context, Policy as EnginePolicy, Setup, StartReason};
use cosched_core::machine::cluster::{
    Amounts, ClusterRequest, ClusterSetup, NodeChoice, NodeKind, Partition, TypicalTask,
};
use cosched_core::random::Random;
use cosched_core::{Duration, JobSpec, Simulation, Time};

use super::cluster::{Left, Shape};
use super::fragmentation::Workload;
use super::policy::Policy;

/// Number of pods and of nodes.
const PODS: usize = 160;
const NODES: usize = 20;

/// Places the pod that came last wherever there is room; others that found none never start.
struct LastComer;

impl EnginePolicy for LastComer {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if let Some(last) = context.queue().last() {
            let _ = context.start(last, StartReason::Head);
        }
    }
}

/// Nodes, in the order of their numbers, with one of two models of GPUs; the first is the largest.
fn nodes(random: &mut Random) -> Vec<Left> {
    let mut below = |bound: u64| random.below(bound) as u32;
    let each = (0..NODES).map(|node| {
        let (cores, gpus) = if node == 0 {
            (128, 8)
        } else {
            (4 + below(60), below(6))
        };
        Left {
            cpu: 1000 * cores,
            memory: 1000 * (1 + below(32)),
            gpus: vec![1000; gpus as usize],
            model: 1 << below(2),
            classes: Vec::new(),
        }
    });
    each.collect()
}

/// Request of a pod: no GPU, part of one, or one and more.
fn shape(random: &mut Random) -> Shape {
    let mut below = |bound: u64| random.below(bound) as u32;
    let (gpus, share) = match below(6) {
        0 => (0, 0),
        1 => (1 + below(3), 1000),
        _ => (1, 50 * (1 + below(19))),
    };
    Shape {
        cpu: 1000 * (1 + below(6)),
        memory: 500 * below(4),
        gpus,
        share,
        models: Some(u64::from(1 + below(3))).filter(|_| gpus > 0 && below(3) == 0),
    }
}

/// Features of the nodes of a model: one for each set of models that has it.
fn features(model: u64) -> u64 {
    (1..4)
        .filter(|set| set & model > 0)
        .map(|set| 1 << set)
        .sum()
}

/// Feature that a pod asks for.
fn feature(shape: &Shape) -> u64 {
    shape.models.map_or(0, |set| 1 << set)
}

fn kind(node: &Left) -> NodeKind {
    NodeKind {
        count: 1,
        room: Amounts::new(node.cpu / 1000, node.memory, node.gpus.len() as u32),
        features: features(node.model),
    }
}

fn request(pod: &Shape) -> ClusterRequest {
    let gpus = if pod.is_part() { 0 } else { pod.gpus };
    ClusterRequest {
        gpu_share: if pod.is_part() { pod.share as u16 } else { 0 },
        features: feature(pod),
        ..ClusterRequest::nodes(1, Amounts::new(pod.cpu / 1000, pod.memory, gpus))
    }
}

/// Node and GPUs of each pod in the engine, each of which arrives alone; none leaves before all have come.
fn placed(
    nodes: &[Left],
    pods: &[Shape],
    choice: NodeChoice<'_>,
) -> Vec<Option<(usize, Vec<usize>)>> {
    let kinds: Vec<NodeKind> = nodes.iter().map(kind).collect();
    let requests: Vec<ClusterRequest> = pods.iter().map(request).collect();
    let all = [(1 << NODES) - 1];
    let partitions = [Partition::of(&all)];
    let cluster = ClusterSetup {
        node_choice: choice,
        ..ClusterSetup::new(&kinds, &partitions, &requests)
    };
    let spec = |second: u64| {
        JobSpec::exact(
            Time::from_seconds(second),
            Duration::from_seconds(1 << 20),
            1,
        )
    };
    let workload: Vec<JobSpec> = (0..PODS as u64).map(spec).collect();
    let setup = Setup::cluster(&workload, NODES as u32).with_cluster(cluster);
    let mut storage = BoxedStorage::new(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    for _ in pods {
        simulation.step(&mut LastComer, &mut ()).unwrap();
    }
    let mut found = vec![None; PODS];
    let cluster = simulation.view().cluster().unwrap();
    for node in 0..NODES {
        for (job, _) in cluster.jobs_on(node as u32) {
            found[job.index()] = Some((node, Vec::new()));
        }
        for (gpu, job, amount) in cluster.gpu_parts(node as u32) {
            let (_, gpus) = found[job.index()].as_mut().unwrap();
            assert_eq!(amount, pods[job.index()].share);
            gpus.push(gpu as usize);
        }
    }
    found
}

/// Pods and nodes; the pods could all have room on the empty nodes.
fn drawn(number: u64) -> (Vec<Left>, Vec<Shape>) {
    let mut random = Random::new(number, 3);
    let nodes = nodes(&mut random);
    let mut pods = Vec::new();
    while pods.len() < PODS {
        let pod = shape(&mut random);
        if nodes.iter().any(|node| node.fits(&pod)) {
            pods.push(pod);
        }
    }
    (nodes, pods)
}

/// Task classes: of the first pods, memory left out, with 1 to 4 of 32 parts each, so that what the study
/// computes in binary fractions is exact.
fn classes(pods: &[Shape]) -> (Workload, Vec<TypicalTask>) {
    const COUNTS: [u32; 12] = [4, 4, 4, 4, 3, 3, 3, 2, 2, 1, 1, 1];
    let counted = pods.iter().zip(COUNTS);
    let tasks = counted.clone().map(|(pod, count)| TypicalTask {
        cores: pod.cpu / 1000,
        gpus: pod.gpus,
        share: pod.share,
        features: feature(pod),
        count,
    });
    let classes = counted.map(|(pod, count)| {
        let class = Shape {
            memory: 0,
            ..pod.clone()
        };
        (class, f64::from(count) / 32.0)
    });
    let workload = Workload {
        classes: classes.collect(),
        pods: 32,
    };
    (workload, tasks.collect())
}

/// Places the pods as the study does, on the engine's nodes where the study's scores are cut off so that
/// several are equal, and compares: nodes (or their scores) and GPUs.
fn compare(policy: Policy) {
    let (mut parts, mut dropped) = (0, 0);
    for number in 0..40 {
        let (mut nodes, pods) = drawn(number);
        let (workload, tasks) = classes(&pods);
        let choice = match policy {
            Policy::FirstFit => NodeChoice::FirstFit,
            Policy::BestFit => NodeChoice::BestFit,
            _ => NodeChoice::Fgd(&tasks),
        };
        let found = placed(&nodes, &pods, choice);
        for (index, (pod, found)) in pods.iter().zip(found).enumerate() {
            let place = format!("{}, case {number}, pod {index}: {pod:?}", policy.name());
            let score =
                |node: &Left| policy.score(node, pod, &workload, workload.fragmentation(node));
            let fits = (0..NODES).filter(|&node| nodes[node].fits(pod));
            let best = fits.map(|node| (score(&nodes[node]), node));
            let best = best.reduce(|one, other| if other.0 > one.0 { other } else { one });
            let Some((greatest, first)) = best else {
                assert_eq!(found, None, "{place}");
                dropped += 1;
                continue;
            };
            let (node, mut gpus) = found.unwrap_or_else(|| panic!("{place} found no room"));
            match policy {
                Policy::BestFit => assert_eq!(score(&nodes[node]), greatest, "{place}"),
                _ => assert_eq!(node, first, "{place}"),
            }
            gpus.sort_unstable();
            let expected = policy.gpus(&nodes[node], pod, &workload, &mut Random::new(1, 1));
            assert_eq!(gpus, expected, "{place} on {:?}", nodes[node]);
            nodes[node] = nodes[node].without(pod, &gpus);
            parts += usize::from(pod.is_part());
        }
    }
    // Otherwise there would be little to compare.
    assert!(
        parts > 1500 && dropped > 300,
        "{parts} parts, {dropped} dropped"
    );
}

#[test]
fn the_first_node_that_has_room_is_the_engines() {
    compare(Policy::FirstFit);
}

#[test]
fn the_best_fit_is_the_engines() {
    compare(Policy::BestFit);
}

#[test]
fn the_least_fragmentation_is_the_engines() {
    compare(Policy::ExactFgd);
}
