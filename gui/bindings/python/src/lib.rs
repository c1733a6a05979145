//! The laboratory for Python: scenarios read and run, policies in Python, sessions.

mod answers;
mod arrow;
mod choice;
mod environment;
mod errors;
mod figure;
mod policy;
mod run;
mod scenario;
mod session;
mod state;
mod sweep;
mod tables;
mod worker;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The native part of the package `cosched`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::answers::{
        Answer, calibration, compare, fit, in_words, inspect, predict, validate, whatif,
    };
    #[pymodule_export]
    use super::arrow::ArrowTable;
    #[pymodule_export]
    use super::choice::ConfiguredPolicy;
    #[pymodule_export]
    use super::environment::{Environment, Environments, PyEpisodes};
    #[pymodule_export]
    use super::errors::Error;
    #[pymodule_export]
    use super::figure::Figure;
    #[pymodule_export]
    use super::run::{Run, summary_table};
    #[pymodule_export]
    use super::scenario::Scenario;
    #[pymodule_export]
    use super::session::{Session, Snapshot};
    #[pymodule_export]
    use super::state::{State, row_types};
    #[pymodule_export]
    use super::sweep::Plan;
    #[pymodule_export]
    use super::worker::end_works;
    #[pymodule_export]
    use super::{command_line, policies, version};
}

/// Version of the program.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Names of the published policies, as on the command line, with a sentence about each.
#[pyfunction]
fn policies() -> Vec<(&'static str, &'static str)> {
    let all = laboratory::scenario::PolicyName::PUBLISHED.into_iter();
    all.map(|policy| (policy.kebab(), policy.summary()))
        .collect()
}

/// Runs the command line with `arguments`, the program's name first; returns its exit status.
#[pyfunction]
fn command_line(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| cosched::Laboratory::new().run(arguments))
}
