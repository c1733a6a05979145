//! Time per job of each policy, from 10 000 to 1 000 000 jobs.

use cosched::family::policy_buffers::OwnedPolicy;
use cosched::scenario::{Parameters, PolicyName};
use cosched_benches::workload;
use cosched_core::Simulation;
use cosched_core::engine::BoxedStorage;
use cosched_core::engine::Setup;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// A large machine at load 0.9: 250 000 jobs on 150 000 nodes.
#[divan::bench(args = PolicyName::queues(), sample_count = 10)]
fn large_machine(bencher: divan::Bencher<'_, '_>, policy: PolicyName) {
    bench(bencher, policy, 250_000, 150_000, 0.9);
}

/// Load 0.8 on 1 024 nodes: the time per job must not grow with their number.
#[divan::bench(args = PolicyName::queues(), consts = [10_000, 100_000, 1_000_000], sample_count = 10)]
fn jobs_at_load_0_8<const JOBS: usize>(bencher: divan::Bencher<'_, '_>, policy: PolicyName) {
    bench(bencher, policy, JOBS, 1_024, 0.8);
}

fn bench(bencher: divan::Bencher<'_, '_>, policy: PolicyName, count: usize, nodes: u32, load: f64) {
    let jobs = workload(count, nodes, load);
    let setup = Setup::cluster(&jobs, nodes);
    let mut storage = BoxedStorage::new(&setup);
    let buffers = OwnedPolicy::queue(policy, &Parameters::default(), &setup);
    let mut buffers = buffers.expect("nothing is asked for");
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| run(setup, &mut storage, &mut buffers));
}

fn run(setup: Setup<'_>, storage: &mut BoxedStorage, buffers: &mut OwnedPolicy) -> u64 {
    let simulation = Simulation::new(setup, storage.as_storage());
    let mut policy = buffers.policy(&setup).expect("made for it");
    simulation.expect("it fits").run(&mut policy, &mut ()).0
}
