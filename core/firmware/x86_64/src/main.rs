//! Runs the scenario without an operating system and prints its digests to the serial line.
#![no_std]
#![no_main]

#[expect(unsafe_code, reason = "nothing else starts a bare machine")]
mod boot;
#[path = "../../scenario.rs"]
mod scenario;

use core::fmt::{self, Write};
use core::panic::PanicInfo;

use scenario::Buffers;
use static_cell::ConstStaticCell;

/// First serial line, and its status register.
const SERIAL: u16 = 0x3f8;
const SERIAL_STATE: u16 = SERIAL + 5;
const SERIAL_READY: u8 = 1 << 5;

/// The device that ends the emulator with status 2 x + 1.
const EXIT: u16 = 0xf4;
const SUCCESS: u8 = 16;
const FAILURE: u8 = 1;

static BUFFERS: ConstStaticCell<Buffers> = ConstStaticCell::new(Buffers::new());

fn main() -> ! {
    for (name, digest) in BUFFERS.take().digests() {
        print(format_args!("{name} {digest:016x}\n"));
    }
    exit(SUCCESS)
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    print(format_args!("{info}\n"));
    exit(FAILURE)
}

fn exit(status: u8) -> ! {
    boot::write_port(EXIT, status);
    boot::halt()
}

fn print(arguments: fmt::Arguments<'_>) {
    // Writing to the line cannot fail.
    let _ = Serial.write_fmt(arguments);
}

struct Serial;

impl Write for Serial {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            while boot::read_port(SERIAL_STATE) & SERIAL_READY == 0 {}
            boot::write_port(SERIAL, byte);
        }
        Ok(())
    }
}
