//! Unsafe parts: entry, ports, memory functions.

use core::arch::{asm, global_asm};

global_asm!(include_str!("boot.s"));

/// Entry point, called by `boot.s`.
// SAFETY: nothing else in the image has this name.
#[unsafe(no_mangle)]
extern "C" fn enter() -> ! {
    crate::main()
}

/// Writes a byte to a port.
pub(crate) fn write_port(port: u16, byte: u8) {
    // SAFETY: the image writes to the ports of the serial line and of the
    // exit device only, and neither touches memory.
    unsafe {
        asm!("out dx, al", in("dx") port, in("al") byte, options(nomem, nostack, preserves_flags));
    }
}

/// Reads a byte from a port.
pub(crate) fn read_port(port: u16) -> u8 {
    let byte;
    // SAFETY: reading the state of the serial line touches no memory.
    unsafe {
        asm!("in al, dx", in("dx") port, out("al") byte, options(nomem, nostack, preserves_flags));
    }
    byte
}

/// Waits for an interrupt; none are enabled, so forever.
pub(crate) fn halt() -> ! {
    loop {
        // SAFETY: nothing is running that could miss the processor.
        unsafe { asm!("hlt", options(nomem, nostack, preserves_flags)) }
    }
}

// The compiler calls these by name. A loop in Rust would be compiled to a call
// of the function it is in; one instruction is not. The link fails, naming it,
// if another one comes to be needed.

// SAFETY: nothing else in the image has this name, and it does what C says.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8 {
    // SAFETY: the caller gives `bytes` bytes to read and to write; the
    // direction flag is clear by the calling convention.
    unsafe {
        asm!("rep movsb", inout("rdi") to => _, inout("rsi") from => _, inout("rcx") bytes => _,
            options(nostack, preserves_flags));
    }
    to
}

// SAFETY: nothing else in the image has this name, and it does what C says.
#[unsafe(no_mangle)]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8 {
    if (to as usize).wrapping_sub(from as usize) >= bytes {
        // SAFETY: as the caller gave them; nothing is overwritten before it is
        // read, since `to` does not lie within the source.
        return unsafe { memcpy(to, from, bytes) };
    }
    // SAFETY: as above, from the last byte down; the flag is cleared again.
    unsafe {
        asm!("std", "rep movsb", "cld",
            inout("rdi") to.wrapping_add(bytes).wrapping_sub(1) => _,
            inout("rsi") from.wrapping_add(bytes).wrapping_sub(1) => _,
            inout("rcx") bytes => _, options(nostack));
    }
    to
}

// SAFETY: nothing else in the image has this name, and it does what C says.
#[unsafe(no_mangle)]
unsafe extern "C" fn memset(to: *mut u8, byte: i32, bytes: usize) -> *mut u8 {
    // SAFETY: the caller gives `bytes` bytes to write.
    unsafe {
        asm!("rep stosb", inout("rdi") to => _, in("al") byte as u8, inout("rcx") bytes => _,
            options(nostack, preserves_flags));
    }
    to
}

// SAFETY: nothing else in the image has this name, and it does what C says.
#[unsafe(no_mangle)]
unsafe extern "C" fn bcmp(one: *const u8, other: *const u8, bytes: usize) -> i32 {
    let differ: u8;
    // SAFETY: the caller gives `bytes` bytes of each to read. Of none, none differ.
    unsafe {
        asm!("cmp al, al", "repe cmpsb", "setne al", inout("rsi") one => _, inout("rdi") other => _,
            inout("rcx") bytes => _, out("al") differ, options(nostack, readonly));
    }
    differ.into()
}
