//! Jobs of a made-up centre, always the same, for the tables that are read.

use cosched_core::random::Random;

/// Cores of each node.
pub(crate) const CORES: u64 = 64;
/// Number of nodes.
pub(crate) const NODES: u64 = 2_000;
/// First submission, in seconds since 1970: 1 January 2025.
const BEGIN: i64 = 1_735_689_600;
/// Numbers of users, who have an account for every ten of them.
const USERS: u64 = 600;
/// Longest time between two submissions, in seconds.
const LONGEST_GAP: u64 = 120;
/// Most nodes are the power of two with this exponent.
const WIDEST_POWER: u64 = 6;

/// Job that ran.
pub(crate) struct DrawnJob {
    /// Number, from 1.
    pub(crate) number: u64,
    /// Number of its user.
    pub(crate) user: u64,
    /// Submission, start and end, in seconds since 1970.
    pub(crate) submit: i64,
    pub(crate) start: i64,
    pub(crate) end: i64,
    /// Time limit in seconds, a multiple of half an hour.
    pub(crate) limit: u64,
    /// Number of nodes, and the first of them; the others follow it.
    pub(crate) nodes: u64,
    pub(crate) first_node: u64,
    /// Slurm's name of its state.
    pub(crate) state: &'static str,
}

/// Draws `count` jobs in the order of submission.
pub(crate) fn drawn_jobs(count: u64) -> impl Iterator<Item = DrawnJob> {
    let mut random = Random::new(35, 0);
    let mut submit = BEGIN;
    (1..=count).map(move |number| {
        submit += random.below(LONGEST_GAP) as i64;
        let limit = 1_800 * (1 + random.below(48));
        // One in twenty jobs reaches its limit.
        let (state, runtime) = match random.below(20) {
            0 => ("TIMEOUT", limit),
            1 => ("FAILED", 1 + random.below(limit)),
            2 => ("CANCELLED", 1 + random.below(limit)),
            _ => ("COMPLETED", 1 + random.below(limit)),
        };
        let start = submit + random.below(50_000) as i64;
        let nodes = 1 << random.below(WIDEST_POWER + 1);
        DrawnJob {
            number,
            user: random.below(USERS),
            submit,
            start,
            end: start + runtime as i64,
            limit,
            nodes,
            first_node: random.below(NODES - nodes),
            state,
        }
    })
}
