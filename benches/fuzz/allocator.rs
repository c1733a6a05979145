//! Memory of each execution, counted on its thread; too much is a finding.

#![expect(
    unsafe_code,
    reason = "who counts what is allocated is an allocator, and they are unsafe to be one"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;

/// Maximum number of bytes of an execution at once.
const MAX_BYTES: i64 = 1 << 30;

/// Allocations of the thread's execution.
#[derive(Clone, Copy)]
struct Allocations {
    seed: u64,
    number: u64,
    is_bounded: bool,
    now: i64,
    peak: i64,
}

thread_local! {
    static COUNTED: Cell<Allocations> = const {
        Cell::new(Allocations { seed: 0, number: 0, is_bounded: false, now: 0, peak: 0 })
    };
}

/// The system's allocator, with counts.
pub(crate) struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Begins execution `number` of `seed` on this thread.
pub(crate) fn begin(seed: u64, number: u64) {
    COUNTED.set(Allocations {
        seed,
        number,
        is_bounded: true,
        now: 0,
        peak: 0,
    });
}

/// Ends it; returns the maximum number of bytes at once.
pub(crate) fn end() -> u64 {
    let counted = COUNTED.get();
    COUNTED.set(Allocations {
        is_bounded: false,
        ..counted
    });
    counted.peak.max(0).unsigned_abs()
}

/// Counts bytes that are allocated, or freed.
fn count(bytes: i64) {
    // A thread that has ended is not counted any more.
    let _ = COUNTED.try_with(|all| {
        let mut counted = all.get();
        counted.now += bytes;
        counted.peak = counted.peak.max(counted.now);
        all.set(counted);
        if counted.is_bounded && counted.now > MAX_BYTES {
            let Allocations { seed, number, .. } = counted;
            // Allocates nothing, and needs no cleanup: the program ends.
            let _ = writeln!(
                std::io::stderr(),
                "takes more than {} MiB: --seed {seed} --only {number}",
                MAX_BYTES >> 20
            );
            std::process::abort();
        }
    });
}

// SAFETY: everything is done by the system's allocator, with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's guarantees are those required.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(old, layout) }
    }
}
