//! That the library is what the header says, and decides what the engine decides.

mod agreement;
mod equality;
#[expect(unsafe_code, reason = "C's functions are called as C calls them")]
mod scheduler;
