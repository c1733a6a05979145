//! Runs: shown, compared, selected from, explained, and run again with changes.

mod answer;
mod beside;
mod branches;
mod finding;
mod fit;
mod instant;
mod panes;
mod predictions;
mod results;
mod selecting;
mod studies;
mod sweep;
mod trial;
pub(crate) mod what_if;
