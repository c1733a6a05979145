//! Permission to start other programs: a scenario from elsewhere must not suffice.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::problem::Problem;
use crate::scenario::policy::external::External;

static ALLOWED: AtomicBool = AtomicBool::new(false);

/// Permits scenarios to start the programs that they name from now on.
pub fn allow() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// Checks that `external` may be started.
///
/// # Errors
/// It may not; the sentence says how to permit it.
pub(super) fn check(external: External) -> Result<(), Problem> {
    if ALLOWED.load(Ordering::Relaxed) {
        Ok(())
    } else {
        Err(Problem::input(format!(
            "the scenario wants to start the program `{}`; if you trust it, open the window with `cosched --allow-external`",
            external.command().join(" ")
        )))
    }
}
