//! Results reported by Chahal, Mathew and Nambiar (ICPE 2019).

/// Jobs of the paper's two graphs.
pub(super) const SIZES: [u32; 2] = [50, 100];
/// Numbers of servers simulated; the paper reports makespans of the first three.
pub(super) const SERVERS: [u32; 4] = [2, 3, 4, 5];
/// Index of three servers, the number that the paper had.
pub(super) const THREE: usize = 1;

/// Per cent by which the makespan is below SLF's on 2, 3 and 4 simulated
/// servers, LET and MOM, for each graph.
pub(super) const OVER_SLF: [[[f64; 2]; 3]; 2] = [
    [[3.0, 5.0], [5.0, 13.0], [8.0, 12.0]],
    [[3.0, 3.0], [5.0, 9.0], [5.0, 9.0]],
];

/// Per cent by which the makespan is below JS's, the default of PARLANCE, on 3
/// real servers: SLF, LET and MOM, for each graph (figure 7).
pub(super) const OVER_JS: [[f64; 3]; 2] = [[13.0, 15.0, 25.0], [21.0, 24.0, 35.0]];

/// Seconds that one simulation took (table 1), by servers, for each graph.
pub(super) const SECONDS: [[f64; 4]; 2] = [[40.0, 56.0, 73.0, 92.0], [89.0, 100.0, 156.0, 190.0]];
