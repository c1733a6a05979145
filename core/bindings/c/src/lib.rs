//! The scheduler engine for C, as `cosched.h` beside this folder declares and explains it.
//!
//! All `unsafe` is in two places: `arena`, which lays the engine's buffers into the
//! caller's memory, and `calls`, which looks at the pointers that come from C. What
//! they guard, `handle`, is safe Rust.
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
