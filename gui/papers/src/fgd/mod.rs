//! "Beware of Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent", 2023: pods on the GPUs of a cluster, by policy and arrived demand.

mod claims;
mod cluster;
#[cfg(test)]
mod engine;
mod fragmentation;
mod inflation;
mod paper;
mod policy;
mod reported;
mod tables;

use std::path::Path;

use super::trials::{Metric, Sample, Trials, less, more};
use super::{Extent, JobCount, Report, Study, Unit};
use cluster::Trace;
use fragmentation::Workload;
use inflation::{arrivals, fill};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::load::gpu_cluster::{read_nodes, read_pods, table_in};
use policy::Policy;

/// Experiment of Weng and others, "Beware of Fragmentation", 2023.
pub(super) const STUDY: Study = Study {
    name: "fgd",
    summary: "pods on shared GPUs by fragmentation gradient descent and others (Weng and others, 2023)",
    most_pages: 1,
    against: None,
    workloads: (ORDERS, " orders of arrival"),
    jobs: JobCount::None(""),
    logs: "that with the tables of openb",
    inapplicable_options: &[
        ("--jobs", "takes pods up to a demand, not a number of them"),
        ("--load", "takes pods up to a demand; nobody ever leaves"),
    ],
    paper: paper::PAPER,
    parts: paper::PARTS,
    report,
};

/// Orders of arrival of the artifact.
const ORDERS: u32 = 10;

/// Arrived demand at which values are compared, in per cent of all GPUs.
const LEVELS: [u32; 13] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130];

/// Metrics, in per cent.
const METRICS: [Metric; 3] = [FRAGMENTED, AMOUNT, ALLOCATED];
const FRAGMENTED: Metric = less("of no use, % of what is left", Unit::Number);
const AMOUNT: Metric = less("of no use, % of all", Unit::Number);
const ALLOCATED: Metric = more("allocated, % of all", Unit::Number);

/// Beginnings of the names of the tables of pods and of nodes.
const PODS: &str = "openb_pod_list_default";
const NODES: &str = "openb_node_list_gpu_node";

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let tables = extent.logs.as_deref().and_then(tables_in);
    let Some(trace) = tables.transpose()? else {
        return Ok(Some(Report {
            title: TITLE.to_owned(),
            notes: vec![format!(
                "nothing was run: --logs names the folder with {PODS}.csv and {NODES}.csv, packed (.gz) or not, of the artifact hkust-adsl/kubernetes-scheduler-simulator"
            )],
            ..Report::default()
        }));
    };
    if trace.demand() == 0 || trace.capacity() == 0 {
        return Err(Problem::input(
            "fgd: no pod asks for a GPU, or no node has one; both are needed",
        ));
    }
    let workload = Workload::typical(&trace);
    let count = extent.workloads.unwrap_or(ORDERS);
    let seeds: Vec<u64> = (1..=u64::from(count)).collect();
    let trials = Trials::run(&seeds, progress, |seed, progress| {
        Ok(samples(&trace, &workload, *seed, progress))
    })?;
    Ok(trials.map(|trials| Report {
        title: TITLE.to_owned(),
        notes: notes(&trace, &workload, count),
        tables: tables::tables(&trials),
        claims: claims::claims(&trials, trace.capacity()),
        pages: vec![tables::page(&trials)],
    }))
}

const TITLE: &str = "Weng and others, 2023: pods that share GPUs, by policy";

/// The trace in the folder, if it has both tables.
fn tables_in(folder: &Path) -> Option<Result<Trace, Problem>> {
    let (pods, nodes) = (table_in(folder, PODS)?, table_in(folder, NODES)?);
    let trace = || Ok(Trace::new(read_nodes(&nodes)?, &read_pods(&pods)?));
    Some(trace())
}

fn notes(trace: &Trace, workload: &Workload, count: u32) -> Vec<String> {
    let percent = 100.0 * trace.demand() as f64 / trace.capacity() as f64;
    vec![
        format!(
            "{} pods ask for {percent:.1} % of the {} GPUs of {} nodes; in {count} orders (seeds 1 to {count}) all of them arrive, then others drawn from them up to 130 %; nobody leaves",
            trace.pods.len(),
            trace.capacity() / 1000,
            trace.nodes.len()
        ),
        format!(
            "fragmentation is in the mean over the {} most frequent task classes, which have {} of the pods",
            workload.classes.len(),
            workload.pods
        ),
        "reported are means over the ten seeds of the authors' artifact, commit 8f3d641, experiments/analysis/expected_results; its orders of arrival come from another random number generator and are not these".to_owned(),
        "a level is the mean over all arrivals at which the arrived demand, rounded, is so many per cent, as in the artifact's merge_frag_ratio_discrete.py".to_owned(),
        "bounds of the claims were set before the first run: fixtures/papers/fgd.md, 9.6".to_owned(),
    ]
}

/// States of the cluster under every policy in one order of arrival, a sample for each level; `None`
/// if cancelled.
fn samples(
    trace: &Trace,
    workload: &Workload,
    seed: u64,
    progress: &Progress,
) -> Option<Vec<Sample<u32>>> {
    let pods = arrivals(trace, seed);
    let mut samples = LEVELS.map(Sample::at);
    for policy in Policy::ALL {
        if progress.is_cancelled() {
            return None;
        }
        let levels = fill(trace, workload, policy, (&pods, seed), LEVELS);
        for (sample, level) in samples.iter_mut().zip(levels) {
            let values = level.map(|one| [one.fragmented, one.amount, one.allocated]);
            let values = values.into_iter().flatten();
            sample.add(policy.name(), METRICS.into_iter().zip(values));
        }
    }
    Some(samples.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trace beside the project, or `None` with a message.
    fn shared() -> Option<Trace> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/traces/clusters");
        let found = tables_in(&folder);
        if found.is_none() {
            println!("skipped: {PODS} is not beside the project");
        }
        Some(found?.unwrap())
    }

    /// Counts by a script of Python's standard library: 1213 nodes with 6212 GPUs and 107 018 000
    /// thousandths of cores, 8152 pods of 151 shapes that ask for 6 086 800 thousandths of GPUs, of
    /// 91 task classes of which the 35 most frequent have 7766 pods; the first has 1047.
    #[test]
    fn the_trace_is_that_of_an_independent_count() {
        let Some(trace) = shared() else { return };
        assert_eq!((trace.nodes.len(), trace.capacity()), (1213, 6_212_000));
        let cores: u64 = trace.nodes.iter().map(|node| u64::from(node.cpu)).sum();
        assert_eq!(cores, 107_018_000);
        assert_eq!((trace.pods.len(), trace.shapes.len()), (8152, 151));
        assert_eq!(trace.demand(), 6_086_800);
        let workload = Workload::typical(&trace);
        assert_eq!((workload.classes.len(), workload.pods), (35, 7766));
        let (first, popularity) = &workload.classes[0];
        assert_eq!((first.cpu, first.gpus, first.share), (3152, 1, 810));
        assert!((popularity - 1047.0 / 7766.0).abs() < 1e-12);
    }

    /// Pods in the order of the file, against a program in Python that follows 9.2 and 9.3 node by
    /// node, with lists: GPUs of no use of those left, and allocated ones, in per cent.
    #[test]
    fn an_independent_program_fills_the_cluster_alike() {
        const FILLED: [u32; 4] = [20, 50, 80, 95];
        const EXPECTED: [(Policy, [[f64; 2]; 4]); 5] = [
            (
                Policy::BestFit,
                [
                    [15.692_685_494, 19.973_498_251],
                    [20.620_165_712, 50.017_280_302],
                    [44.404_386_366, 80.020_438_813],
                    [96.835_694_843, 91.409_323_889],
                ],
            ),
            (
                Policy::DotProduct,
                [
                    [17.223_792_823, 19.973_498_251],
                    [25.363_400_457, 50.017_280_302],
                    [62.969_075_436, 80.020_438_813],
                    [97.753_709_184, 87.178_147_671],
                ],
            ),
            (
                Policy::Packing,
                [
                    [17.928_186_766, 19.973_498_251],
                    [25.072_213_908, 50.017_280_302],
                    [54.444_769_585, 80.020_438_813],
                    [96.395_181_506, 89.126_780_425],
                ],
            ),
            (
                Policy::Clustering,
                [
                    [17.875_587_187, 19.973_498_251],
                    [25.523_486_353, 50.017_280_302],
                    [56.469_450_681, 80.020_438_813],
                    [94.592_415_077, 88.481_912_428],
                ],
            ),
            (
                Policy::Fgd,
                [
                    [14.672_427_443, 19.973_498_251],
                    [17.880_138_029, 50.017_280_302],
                    [29.979_499_134, 80.020_438_813],
                    [90.805_802_576, 93.707_392_144],
                ],
            ),
        ];
        let Some(trace) = shared() else { return };
        let workload = Workload::typical(&trace);
        for (policy, expected) in EXPECTED {
            let found = fill(&trace, &workload, policy, (&trace.pods, 1), FILLED);
            for (level, expected) in found.into_iter().zip(expected) {
                let level = level.unwrap();
                for (found, expected) in [level.fragmented, level.allocated].iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-6, "{policy:?} {level:?}");
                }
            }
        }
    }

    /// Without the trace nothing is claimed.
    #[test]
    fn without_the_trace_a_sentence_says_so() {
        let report = report(&Extent::default(), &Progress::default());
        let report = report.unwrap().unwrap();
        assert!(report.claims.is_empty() && report.tables.is_empty());
        assert!(report.notes[0].starts_with("nothing was run: --logs names the folder"));
    }
}
