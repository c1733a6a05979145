//! The scenario of the images without an operating system, on this machine.

#[path = "../firmware/scenario.rs"]
mod scenario;

use cosched_core::engine::storage::{Job, JobFractions, TimerEntry, timers_for, words_for};
use cosched_core::machine::{Bill, Interval, Resident};
use cosched_core::{Duration, JobSpec, Storage, Time};
use scenario::{
    Buffers, CoschedulingBuffers, JOBS, MoldableMemory, NODES, POINTS, SHARED_NODES, SLOTS,
    SharedBuffers, SlotsMemory, WorkflowBuffers, digests, shared_digest,
};

/// Output of every image; `.ci/bare-metal` compares with the same file.
const EXPECTED: &str = include_str!("../firmware/digests.txt");

fn lines(digests: [(&str, u64); 9]) -> String {
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
        parts: &mut vec![JobFractions::NONE; JOBS],
        free_words: &mut vec![0; words_for(NODES)],
        intervals: &mut vec![Interval::EMPTY; NODES],
        heap: &mut vec![TimerEntry::EMPTY; timers_for(JOBS, 0)],
        heap_positions: &mut vec![0; timers_for(JOBS, 0)],
        ..Storage::default()
    };
    let no_job = JobSpec::exact(Time::ZERO, Duration::ZERO, 0);
    let (mut times, mut free) = (vec![Time::ZERO; POINTS], vec![0; POINTS]);
    let mut drawn = vec![no_job; JOBS];
    let [fcfs, easy, conservative, lublin] = digests(storage, &mut times, &mut free, &mut drawn);
    let shared = Storage {
        jobs: &mut vec![Job::EMPTY; JOBS],
        parts: &mut vec![JobFractions::NONE; JOBS],
        free_words: &mut vec![0; words_for(SHARED_NODES)],
        intervals: &mut vec![Interval::EMPTY; SLOTS],
        heap: &mut vec![TimerEntry::EMPTY; timers_for(JOBS, 0)],
        heap_positions: &mut vec![0; timers_for(JOBS, 0)],
        residents: &mut vec![Resident::EMPTY; SLOTS],
        bills: &mut vec![Bill::EMPTY; JOBS],
        ..Storage::default()
    };
    let mut buffers = Box::new(SharedBuffers::new());
    let scojo_pect = shared_digest(shared, &mut drawn, &mut buffers);
    let mom = WorkflowBuffers::new().digest();
    let coscheduling = CoschedulingBuffers::new().digest();
    let moldable = MoldableMemory::new().digest();
    let slots = SlotsMemory::new().digest();
    let found = [
        fcfs,
        easy,
        conservative,
        lublin,
        scojo_pect,
        mom,
        coscheduling,
        moldable,
        slots,
    ];
    assert_eq!(lines(found), EXPECTED);
}

#[test]
fn used_storage_gives_the_same_digests_again() {
    let mut buffers = Buffers::new();
    let first = buffers.digests();
    assert_eq!(buffers.digests(), first);
}
