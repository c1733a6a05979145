//! What happens where Rust would panic and there is no standard library.

use core::panic::PanicInfo;

unsafe extern "C" {
    /// C's own. Compilers for machines without an operating system expect it to be
    /// there as well, beside `memcpy` and its kin.
    safe fn abort() -> !;
}

/// Nothing can be wrong with what comes from C that is not refused with a code, so this
/// is a bug of the engine: whatever goes on would go on with wrong schedules.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    abort()
}
