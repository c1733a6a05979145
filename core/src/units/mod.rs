//! What things are counted in: time, rates, memory, and who is who.

pub mod ids;
pub mod memory;
pub mod rate;
pub mod time;
