//! The scheduler engine for C, declared and explained in `cosched.h` beside this folder.
//!
//! All `unsafe` is in two places: `arena`, which puts the engine's buffers into the
//! caller's memory, and `calls`, which checks the pointers that come from C. The part
//! behind them, `handle`, is safe Rust.
#![no_std]

#[cfg(any(test, feature = "std"))]
extern crate std;

#[expect(unsafe_code, reason = "memory that the caller gives becomes buffers")]
mod arena;
#[expect(unsafe_code, reason = "C hands over pointers")]
mod calls;
mod codes;
mod handle;
#[cfg(not(any(test, feature = "std")))]
#[expect(
    unsafe_code,
    reason = "nothing else ends a program without an operating system"
)]
mod panic;
#[cfg(test)]
mod tests;
