//! Results reported by Chahal, Mathew and Nambiar (ICPE 2019).

use super::super::Unit;
use super::super::trials::{Metric, Treatment, less};
use super::{LET, SLF};

/// Jobs of the paper's two graphs.
pub(super) const SIZES: [u32; 2] = [50, 100];
/// Numbers of servers simulated; the paper reports makespans of the first three.
pub(super) const SERVERS: [u32; 4] = [2, 3, 4, 5];
/// Makespan on each number of servers.
pub(super) const ON_SERVERS: [Metric; 4] = [
    less("2 servers", Unit::Seconds),
    THREE,
    less("4 servers", Unit::Seconds),
    less("5 servers", Unit::Seconds),
];
/// Makespan on three servers, the number that the paper had.
pub(super) const THREE: Metric = less("3 servers", Unit::Seconds);

/// Per cent by which the makespan of LET or MOM is below SLF's on three simulated servers, for each
/// graph.
pub(super) fn over_slf(graph: usize, policy: Treatment) -> f64 {
    over_slf_on(graph, policy, THREE).unwrap_or(f64::NAN)
}

/// Per cent by which it is below SLF's on so many servers, where the paper says so.
pub(super) fn over_slf_on(graph: usize, policy: Treatment, on_servers: Metric) -> Option<f64> {
    let [of_let, of_mom] = [
        [[3.0, 5.0, 8.0], [5.0, 13.0, 12.0]],
        [[3.0, 5.0, 5.0], [3.0, 9.0, 9.0]],
    ][graph];
    let index = ON_SERVERS.iter().position(|one| *one == on_servers)?;
    let reported = if policy == LET { of_let } else { of_mom };
    reported.get(index).copied()
}

/// Per cent by which the makespan of SLF, LET or MOM is below that of JS, the default of PARLANCE,
/// on 3 real servers, for each graph (figure 7).
pub(super) fn over_js(graph: usize, policy: Treatment) -> f64 {
    let [of_slf, of_let, of_mom] = [[13.0, 15.0, 25.0], [21.0, 24.0, 35.0]][graph];
    match policy {
        SLF => of_slf,
        LET => of_let,
        _ => of_mom,
    }
}

/// Seconds that one simulation took (table 1), by servers, for each graph.
pub(super) const SECONDS: [[f64; 4]; 2] = [[40.0, 56.0, 73.0, 92.0], [89.0, 100.0, 156.0, 190.0]];
