//! The engine: its verbs, structures, errors and invariants under every policy.

mod branching;
mod changes;
mod eras;
mod errors;
mod exactness;
mod fits;
mod invariants;
mod live;
mod structures;
pub(crate) mod verbs;
