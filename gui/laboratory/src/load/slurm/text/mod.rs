//! Texts of Slurm, whatever command wrote them: a file for each thing.
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
#[inline]
pub(crate) fn is_nothing(text: &str) -> bool {
    match text.as_bytes() {
        [] => true,
        // Most cells begin otherwise.
        [first, ..] if BEGINNINGS.contains(first) => is_way_of_nothing(text),
        _ => false,
    }
}

/// First letters of what stands for nothing.
const BEGINNINGS: [u8; 7] = *b"uUnN(-<";

fn is_way_of_nothing(text: &str) -> bool {
    const WAYS: [&str; 11] = [
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
    WAYS.iter()
        .any(|way| way.len() == text.len() && way.eq_ignore_ascii_case(text))
}

/// `text` without the blanks around it, of which most cells have none.
#[inline]
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [] => text,
        [only] if only.is_ascii_graphic() => text,
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_say_nothing_in_several_ways() {
        let ways = "unknown,None,N/A,na,NaN,NaT,null,(null),None assigned,-1,<NA>,UNKNOWN,";
        assert!(ways.split(',').all(is_nothing), "{ways}");
        let others = "0,-2,1,node,user,(nobody),<1>,No,-,unknown1,2026-11-21T21:01:44";
        assert!(!others.split(',').any(is_nothing), "{others}");
    }

    #[test]
    fn blanks_around_a_cell_do_not_count() {
        for (text, without) in [
            ("", ""),
            ("7", "7"),
            (" ", ""),
            (" a b ", "a b"),
            ("\u{a0}é", "é"),
        ] {
            assert_eq!(trimmed(text), without, "{text:?}");
        }
    }
}
