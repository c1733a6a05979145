//! Panics without a standard library.

use core::panic::PanicInfo;

unsafe extern "C" {
    /// C's own. Compilers for machines without an operating system expect it to exist as
    /// well, beside `memcpy` and similar functions.
    safe fn abort() -> !;
}

/// All errors in calls from C are refused with a code, so this is a bug of the engine:
/// continuing would give wrong schedules.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    abort()
}
