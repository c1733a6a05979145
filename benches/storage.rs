//! Static storage against boxes: the same run, 250 000 jobs on 150 000 nodes.

use std::sync::Mutex;

use cosched_benches::workload;
use cosched_core::engine::storage::{timers_for, words_for};
use cosched_core::engine::{BoxedStorage, Setup};
use cosched_core::policy::Fcfs;
use cosched_core::{JobSpec, Simulation, StaticStorage, Storage};

const JOBS: usize = 250_000;
const NODES: usize = 150_000;

static STORAGE: Mutex<StaticStorage<JOBS, { timers_for(JOBS, 0) }, NODES, { words_for(NODES) }>> =
    Mutex::new(StaticStorage::new());

fn main() {
    divan::main();
}

fn run(jobs: &[JobSpec], storage: Storage<'_>) -> u64 {
    let setup = Setup::cluster(jobs, NODES as u32);
    let simulation = Simulation::new(setup, storage);
    let mut simulation = simulation.expect("the workload fits");
    simulation.run(&mut Fcfs::new(), &mut ()).0
}

#[divan::bench(sample_count = 20)]
fn fixed(bencher: divan::Bencher<'_, '_>) {
    let jobs = workload(JOBS, NODES as u32, 0.9);
    let mut storage = STORAGE.lock().expect("one thread");
    bencher
        .counter(divan::counter::ItemsCount::new(JOBS))
        .bench_local(|| run(&jobs, storage.as_storage()));
}

#[divan::bench(sample_count = 20)]
fn boxed(bencher: divan::Bencher<'_, '_>) {
    let jobs = workload(JOBS, NODES as u32, 0.9);
    let mut storage = BoxedStorage::new(&Setup::cluster(&jobs, NODES as u32));
    bencher
        .counter(divan::counter::ItemsCount::new(JOBS))
        .bench_local(|| run(&jobs, storage.as_storage()));
}
