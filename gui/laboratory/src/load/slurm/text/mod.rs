//! What Slurm writes, whatever command wrote it: a file for each thing.
//!
//! Tables of other sites write most of it in the same way, with units of their own.

pub(crate) mod amount;
pub(crate) mod columns;
pub mod hosts;
pub(crate) mod job_id;
pub(crate) mod licences;
pub(crate) mod number;
pub(crate) mod rows;
mod state;
pub(crate) mod time;
pub(crate) mod tres;
pub(crate) mod value;

pub use state::State;
pub(crate) use state::{Availability, Status};
pub use time::{Limit, Stamp};

/// Whether a cell is empty, in any way that tables write that.
pub(crate) fn is_nothing(text: &str) -> bool {
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

/// `text` without the blanks around it, of which most cells have none.
fn trimmed(text: &str) -> &str {
    let bytes = text.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    if ends.iter().all(|end| end.is_some_and(u8::is_ascii_graphic)) {
        text
    } else {
        text.trim()
    }
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
