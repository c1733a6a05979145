//! The library follows its header, and decides as the engine does.

mod agreement;
mod equality;
#[expect(unsafe_code, reason = "C's functions are called as C calls them")]
mod scheduler;
