//! Numbers of entries of buffers.

/// Number of timers besides one per job and server: the policy's.
pub const POLICY_TIMERS: usize = 1;

/// Number of timers for `jobs` jobs on `servers` shared servers.
pub const fn timers_for(jobs: usize, servers: usize) -> usize {
    jobs + POLICY_TIMERS + servers
}

/// Entries that [`crate::Storage::threads`] needs, and the scratch buffer again: local and
/// remote threads of each group.
pub const fn threads_for(jobs: usize, groups: usize) -> usize {
    2 * if groups == 0 { jobs } else { groups }
}

/// Entries that [`crate::Storage::links`] needs for `jobs` jobs with `predecessors`
/// predecessors in all.
pub const fn links_for(jobs: usize, predecessors: usize) -> usize {
    match predecessors {
        0 => 0,
        _ => jobs + 1 + predecessors,
    }
}

/// Words in a bitmap of `nodes` nodes.
pub const fn words_for(nodes: usize) -> usize {
    nodes.div_ceil(64)
}
