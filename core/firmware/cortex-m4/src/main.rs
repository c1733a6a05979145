//! Runs the scenario without an operating system and prints its digests through the debugger.
#![no_std]
#![no_main]

#[path = "../../scenario.rs"]
mod scenario;

use cortex_m_semihosting::{debug, hprintln};
use panic_semihosting as _;
use scenario::Buffers;
use static_cell::ConstStaticCell;

static BUFFERS: ConstStaticCell<Buffers> = ConstStaticCell::new(Buffers::new());

#[cortex_m_rt::entry]
fn main() -> ! {
    for (name, digest) in BUFFERS.take().digests() {
        hprintln!("{} {:016x}", name, digest);
    }
    debug::exit(debug::EXIT_SUCCESS);
    loop {
        cortex_m::asm::wfi();
    }
}
