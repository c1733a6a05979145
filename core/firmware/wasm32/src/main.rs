//! Runs the scenario as WebAssembly and prints its digests through the host.
#![no_std]
#![no_main]

#[expect(
    unsafe_code,
    reason = "names are all that host and image know of each other"
)]
mod host;
#[path = "../../scenario.rs"]
mod scenario;

use core::fmt::{self, Write};
use core::panic::PanicInfo;

use scenario::Buffers;
use static_cell::ConstStaticCell;

static BUFFERS: ConstStaticCell<Buffers> = ConstStaticCell::new(Buffers::new());

fn main() {
    for (name, digest) in BUFFERS.take().digests() {
        print(format_args!("{name} {digest:016x}\n"));
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    print(format_args!("{info}\n"));
    // The host gets an exception.
    core::arch::wasm32::unreachable()
}

fn print(arguments: fmt::Arguments<'_>) {
    // Writing to the host cannot fail.
    let _ = Host.write_fmt(arguments);
}

struct Host;

impl Write for Host {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        host::write(text);
        Ok(())
    }
}
