//! Output and end of a small image.

use core::panic::PanicInfo;

use cortex_m_semihosting::{debug, hio};

/// Prints `text` through the debugger; false without a debugger.
pub(crate) fn print(text: &[u8]) -> bool {
    hio::hstdout().is_ok_and(|mut host| host.write_all(text).is_ok())
}

/// Ends the emulator.
pub(crate) fn end(is_well: bool) -> ! {
    debug::exit(if is_well {
        debug::EXIT_SUCCESS
    } else {
        debug::EXIT_FAILURE
    });
    loop {
        cortex_m::asm::wfi();
    }
}

/// A longer message would link the code for formatting text.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    end(false)
}
