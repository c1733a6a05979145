//! Reasons in the words of policies that are not part of this program, kept once each.

use std::collections::HashSet;
use std::sync::Mutex;

/// Largest number of different reasons that are kept, and of letters of each.
const MOST_REASONS: usize = 4096;
const MOST_LETTERS: usize = 200;

/// Returns `why` for as long as the program lasts, as reasons are `'static`; it is cut where it is
/// too long.
pub fn interned(why: &str) -> &'static str {
    static KNOWN: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let why: String = why.chars().take(MOST_LETTERS).collect();
    let mut known = KNOWN
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(same) = known.get(why.as_str()) {
        return same;
    }
    if known.len() == MOST_REASONS {
        return "for a reason that is not kept, as there were too many different ones";
    }
    let why: &'static str = Box::leak(why.into_boxed_str());
    known.insert(why);
    why
}
