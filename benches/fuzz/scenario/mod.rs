//! Scenarios by their grammar: jobs on nodes, workflows on servers, searches for windows.

mod cluster;
mod search;
mod servers;
pub(crate) mod shared;

use crate::draw::Draw;
use crate::input::Input;

/// A scenario with the files it refers to.
pub(crate) fn drawn(draw: &mut Draw) -> Input {
    match draw.below(10) {
        0..6 => cluster::scenario(draw),
        6..9 => servers::scenario(draw),
        _ => search::scenario(draw),
    }
}
