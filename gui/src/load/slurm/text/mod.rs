//! What Slurm writes, whatever command wrote it: a file for each thing.
//!
//! Tables of other sites write most of it in the same way, with units of their own.

pub(in crate::load) mod amount;
pub(in crate::load) mod columns;
pub mod hosts;
pub(in crate::load) mod job_id;
pub(in crate::load) mod rows;
mod state;
pub(in crate::load) mod time;
pub(in crate::load) mod tres;

pub use state::State;
pub(in crate::load) use state::{Availability, Status};
pub use time::{Limit, Stamp};

/// Whether a cell is empty, in any way that tables write that.
pub(in crate::load) fn is_nothing(text: &str) -> bool {
    const WAYS: [&str; 12] = [
        "",
        "unknown",
        "none",
        "n/a",
        "na",
        "nan",
        "nat",
        "null",
        "(null)",
        "none assigned",
        "-1",
        "<na>",
    ];
    WAYS.iter().any(|way| way.eq_ignore_ascii_case(text))
}

/// Parts of a list between its commas, except those between the two `brackets`.
fn parts(list: &str, brackets: [char; 2]) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    list.split(move |letter| {
        if letter == brackets[0] {
            depth += 1;
        } else if letter == brackets[1] {
            depth = depth.saturating_sub(1);
        }
        letter == ',' && depth == 0
    })
}
