//! Whether other programs may be started: a scenario from somewhere must not be enough.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::problem::Problem;
use crate::scenario::policy::external::External;

static ALLOWED: AtomicBool = AtomicBool::new(false);

/// Lets scenarios start the programs that they name from now on.
pub fn allow() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// Whether `external` may be started.
///
/// # Errors
/// It may not; how it could.
pub(super) fn check(external: External) -> Result<(), Problem> {
    match ALLOWED.load(Ordering::Relaxed) {
        true => Ok(()),
        false => Err(Problem::input(format!(
            "the scenario wants to start the program `{}`; if you trust it, open the window with `cosched --allow-external`",
            external.command().join(" ")
        ))),
    }
}
