//! Statistics of selected jobs: a line read for each job, percentiles, users, and two runs job by job.

use std::sync::{Arc, LazyLock};

use cosched::base::progress::Progress;
use cosched::metrics::select::Scope;
use cosched::metrics::select::groups::{GroupBy, fairness, groups};
use cosched::metrics::select::paired::{Measure, Pairs};
use cosched::metrics::select::statistics;
use cosched::record::Run;
use cosched::{load, run, scenario};

fn main() {
    divan::main();
}

/// EASY and conservative on as many jobs as LANL's log has, drawn by the Lublin model.
static RUNS: LazyLock<Vec<Run>> = LazyLock::new(|| {
    let text = "(machine: Cluster(nodes: 1024), policies: [Easy, Conservative],
        workload: Lublin(jobs: 201387, load: 0.9, estimates: UpTo(3)))";
    let scenario = scenario::parse(text, None).expect("a scenario");
    let progress = Progress::default();
    let experiment = load::prepare(&scenario, None, &progress).expect("jobs");
    let experiment = Arc::new(experiment);
    let runs = run::choices(&scenario).into_iter().map(|choice| {
        let run = run::simulate(&experiment, &choice, true, &progress);
        run.expect("a run").expect("not cancelled")
    });
    runs.collect()
});

fn all() -> Vec<u32> {
    Scope::default().jobs(&RUNS[0])
}

#[divan::bench(args = ["nodes >= 64 && wait > 2h", "killed || slowdown > 10 && runtime < 1h"])]
fn a_line(bencher: divan::Bencher<'_, '_>, line: &str) {
    let scope = Scope {
        span: None,
        filter: line.parse().expect("a filter"),
    };
    bencher.bench(|| scope.jobs(divan::black_box(&RUNS[0])));
}

#[divan::bench]
fn statistics_of_all(bencher: divan::Bencher<'_, '_>) {
    let jobs = all();
    bencher.bench(|| statistics::of(&RUNS[0], divan::black_box(&jobs)));
}

#[divan::bench]
fn by_width(bencher: divan::Bencher<'_, '_>) {
    let jobs = all();
    bencher.bench(|| groups(&RUNS[0], divan::black_box(&jobs), GroupBy::Width));
}

#[divan::bench]
fn fairness_of_all(bencher: divan::Bencher<'_, '_>) {
    let jobs = all();
    bencher.bench(|| fairness(&RUNS[0], divan::black_box(&jobs)));
}

#[divan::bench]
fn job_by_job(bencher: divan::Bencher<'_, '_>) {
    let jobs = all();
    bencher
        .bench(|| Pairs::of(Measure::Wait, &RUNS[0], &RUNS[1], divan::black_box(&jobs)).summary());
}
