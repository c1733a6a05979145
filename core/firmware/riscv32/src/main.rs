//! Runs the scenario without an operating system and prints its digests through the debugger.
#![no_std]
#![no_main]

#[path = "../../scenario.rs"]
mod scenario;

use scenario::Buffers;
use semihosting::{println, process};
use static_cell::ConstStaticCell;

static BUFFERS: ConstStaticCell<Buffers> = ConstStaticCell::new(Buffers::new());

#[riscv_rt::entry]
fn main() -> ! {
    for (name, digest) in BUFFERS.take().digests() {
        println!("{name} {digest:016x}");
    }
    process::exit(0)
}
