//! How much memory each execution takes, counted on its thread; what takes too much is a finding.

#![expect(
    unsafe_code,
    reason = "who counts what is allocated is an allocator, and they are unsafe to be one"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;

/// The most bytes that an execution may have at once.
const MOST: i64 = 1 << 30;

/// What the thread's execution has allocated.
#[derive(Clone, Copy)]
struct Counted {
    seed: u64,
    number: u64,
    is_bounded: bool,
    now: i64,
    peak: i64,
}

thread_local! {
    static COUNTED: Cell<Counted> = const {
        Cell::new(Counted { seed: 0, number: 0, is_bounded: false, now: 0, peak: 0 })
    };
}

/// The system's allocator, counted.
pub(crate) struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Execution `number` of `seed` begins on this thread.
pub(crate) fn begin(seed: u64, number: u64) {
    COUNTED.set(Counted {
        seed,
        number,
        is_bounded: true,
        now: 0,
        peak: 0,
    });
}

/// It is over: the most bytes that it had at once.
pub(crate) fn end() -> u64 {
    let counted = COUNTED.get();
    COUNTED.set(Counted {
        is_bounded: false,
        ..counted
    });
    counted.peak.max(0).unsigned_abs()
}

/// Counts bytes that are allocated, or given back.
fn count(bytes: i64) {
    // Where a thread has ended nobody counts any more.
    let _ = COUNTED.try_with(|all| {
        let mut counted = all.get();
        counted.now += bytes;
        counted.peak = counted.peak.max(counted.now);
        all.set(counted);
        if counted.is_bounded && counted.now > MOST {
            let Counted { seed, number, .. } = counted;
            // Nothing is allocated here, and nothing could be undone: the program ends.
            let _ = writeln!(
                std::io::stderr(),
                "takes more than {} MiB: --seed {seed} --only {number}",
                MOST >> 20
            );
            std::process::abort();
        }
    });
}

// SAFETY: everything is done by the system's allocator, with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's promises are those that are asked for.
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
