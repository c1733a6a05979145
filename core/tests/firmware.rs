//! The scenario of the images without an operating system, on this machine.

#[path = "../firmware/scenario.rs"]
mod scenario;

use cosched_core::engine::{Entry, Job};
use cosched_core::machine::Interval;
use cosched_core::storage::{timers_for, words_for};
use cosched_core::{Duration, JobSpec, Storage, Time};
use scenario::{Buffers, JOBS, NODES, POINTS, digests};

/// What every image prints; `.ci/bare-metal` compares with the same file.
const EXPECTED: &str = include_str!("../firmware/digests.txt");

fn lines(digests: [(&str, u64); 4]) -> String {
    let lines = digests.map(|(name, digest)| format!("{name} {digest:016x}\n"));
    lines.concat()
}

#[test]
fn static_storage_gives_the_digests_of_the_images() {
    assert_eq!(lines(Buffers::new().digests()), EXPECTED);
}

#[test]
fn boxed_storage_gives_the_digests_of_the_images() {
    let storage = Storage {
        jobs: &mut vec![Job::EMPTY; JOBS],
        free_words: &mut vec![0; words_for(NODES)],
        intervals: &mut vec![Interval::EMPTY; NODES],
        heap: &mut vec![Entry::EMPTY; timers_for(JOBS)],
        heap_positions: &mut vec![0; timers_for(JOBS)],
        servers: &mut [],
        residents: &mut [],
        bills: &mut [],
    };
    let no_job = JobSpec::exact(Time::ZERO, Duration::ZERO, 0);
    let found = digests(
        storage,
        &mut vec![Time::ZERO; POINTS],
        &mut vec![0; POINTS],
        &mut vec![no_job; JOBS],
    );
    assert_eq!(lines(found), EXPECTED);
}

#[test]
fn used_storage_gives_the_same_digests_again() {
    let mut buffers = Buffers::new();
    let first = buffers.digests();
    assert_eq!(buffers.digests(), first);
}
