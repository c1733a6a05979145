//! The fluid engine: between two changes every thread progresses at one rate.

use super::ServerSpec;
use super::sharing::Sharing;
use super::table::ThreadGroup;
use crate::units::ids::JobId;

/// Equal threads of a job that end together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threads {
    /// The job.
    pub job: Option<JobId>,
    /// Number of threads.
    pub count: u32,
    // Index of their present phase among the entries of the job.
    pub(crate) entry: u32,
    // Index of the first of their cycles, where those are simulated.
    pub(crate) cycles: u32,
    /// Whether they access the memory of another socket.
    pub remote: bool,
    /// Share of time each is busy when it is alone, above 0 and up to 1.
    pub utilisation: f64,
    /// Bandwidth demand of each, in GB/s.
    pub bandwidth: f64,
    /// Seconds each has left in this phase if it were alone; 0 when done.
    pub left: f64,
    /// Seconds of that done per second now.
    pub rate: f64,
}

impl Threads {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        job: None,
        count: 0,
        entry: 0,
        cycles: 0,
        remote: false,
        utilisation: 0.0,
        bandwidth: 0.0,
        left: 0.0,
        rate: 0.0,
    };

    /// Threads at the beginning of their first phase.
    pub(crate) fn begin(job: JobId, entry: u32, group: &ThreadGroup) -> Self {
        Self {
            job: Some(job),
            count: group.count,
            ..Self::EMPTY.in_phase(entry, group)
        }
    }

    /// The threads at the beginning of another phase.
    pub(crate) fn in_phase(self, entry: u32, group: &ThreadGroup) -> Self {
        Self {
            entry,
            utilisation: group.utilisation,
            bandwidth: group.bandwidth,
            left: group.alone(),
            rate: 0.0,
            ..self
        }
    }

    /// Whether they are done.
    pub fn are_done(&self) -> bool {
        self.left <= 0.0
    }

    /// Seconds until they are done at the present rate.
    pub fn until_done(&self) -> f64 {
        self.left / self.rate
    }
}

/// Tolerance for rounding, as a share of the time that passed and in seconds: some units in
/// the last place, far below a nanosecond.
const ROUNDING: (f64, f64) = (4e-15, 1e-12);

/// A server and the rules by which threads share it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// The server.
    pub server: ServerSpec,
    /// Rules of sharing.
    pub sharing: Sharing,
}

impl Rates {
    /// Sets the present rate of each of `groups`.
    pub fn share(&self, groups: &mut [Threads]) {
        let count = unfinished(groups);
        if count == 0 {
            return;
        }
        let available = self.available(groups, count);
        let of_cores = self.share_of_cores(groups, available, count);
        for group in groups.iter_mut() {
            group.rate = if group.are_done() {
                0.0
            } else {
                self.rate(group, available, of_cores)
            };
        }
    }

    /// Progress of `group` per second when a busy thread gets this bandwidth and share of a
    /// core.
    pub(super) fn rate(&self, group: &Threads, available: f64, of_cores: f64) -> f64 {
        let busy = group.utilisation * self.dilation(group, available);
        1.0 / (busy / of_cores + (1.0 - group.utilisation))
    }

    pub(super) fn dilation(&self, threads: &Threads, available: f64) -> f64 {
        let Threads {
            bandwidth, remote, ..
        } = *threads;
        self.sharing.dilation(bandwidth, remote, available)
    }

    /// Share of a core for a busy thread: all of it, or such that exactly the cores are
    /// used.
    ///
    /// With n threads busy for b and idle for c of a second's progress, n b s
    /// / (b + c s) cores are used at the share s: the sum is concave, so from
    /// below Newton's steps never go too far, and stop when nothing is gained.
    /// The share of threads that are always busy, cores over threads, is below.
    pub(super) fn share_of_cores(&self, groups: &[Threads], available: f64, count: u32) -> f64 {
        let cores = f64::from(self.server.cores);
        let least = f64::min(1.0, cores / f64::from(count));
        if least >= 1.0 || active(groups).all(|group| group.utilisation >= 1.0) {
            return least;
        }
        // Cores used, and how fast that grows with the share.
        let used = |share: f64| -> (f64, f64) {
            active(groups).fold((0.0, 0.0), |(used, slope), group| {
                let busy = group.utilisation * self.dilation(group, available);
                let idle = 1.0 - group.utilisation;
                let part = busy / (busy + idle * share);
                let threads = f64::from(group.count);
                (used + threads * part * share, slope + threads * part * part)
            })
        };
        if used(1.0).0 <= cores {
            return 1.0;
        }
        let mut share = least;
        loop {
            let (now, slope) = used(share);
            let next = share + (cores - now) / slope;
            // Also stops at NaN.
            if !(share < next && next < 1.0) {
                return share;
            }
            share = next;
        }
    }
}

impl Threads {
    /// Advances by `seconds` at the present rate; returns whether they have just become
    /// done.
    #[inline]
    pub fn pass(&mut self, seconds: f64) -> bool {
        if self.are_done() {
            return false;
        }
        let done = self.rate * seconds;
        self.left -= done;
        let (share, least) = ROUNDING;
        let ends = self.left <= done * share + least;
        if ends {
            self.left = 0.0;
        }
        ends
    }

    /// Seconds until the first of `groups` is done; nothing if all are.
    pub fn until_next(groups: &[Threads]) -> Option<f64> {
        let times = active(groups).map(Self::until_done);
        times.reduce(f64::min)
    }
}

/// Number of threads of `groups` that are not done.
pub(super) fn unfinished(groups: &[Threads]) -> u32 {
    active(groups).map(|group| group.count).sum()
}

pub(super) fn active(groups: &[Threads]) -> impl Iterator<Item = &Threads> + Clone {
    groups.iter().filter(|group| !group.are_done())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::machine::contention::{BandwidthDivision, Remote, UnusedBandwidth, remote_threads};
    use std::vec::Vec;

    const SERVER: ServerSpec = ServerSpec::new(4, 40.0);

    /// Threads, seconds of processor each needs, utilisation, bandwidth.
    type Group = (u32, f64, f64, f64);

    fn groups(job: &[Group], sharing: &Sharing) -> Vec<Threads> {
        let split = |&(count, demand, utilisation, bandwidth): &Group| {
            let remote = sharing.remote.map_or(0, |_| remote_threads(count));
            let part = |count, remote| Threads {
                job: None,
                entry: 0,
                cycles: 0,
                count,
                remote,
                utilisation,
                bandwidth,
                left: demand / utilisation,
                rate: 0.0,
            };
            [part(count - remote, false), part(remote, true)]
        };
        let parts = job.iter().flat_map(split);
        parts.filter(|part| part.count > 0).collect()
    }

    /// End of each job, with the given submit times.
    fn ends(jobs: &[(f64, &[Group])], sharing: Sharing) -> Vec<f64> {
        let mut now = 0.0;
        let mut all: Vec<Threads> = Vec::new();
        let mut of: Vec<usize> = Vec::new();
        let mut ends = std::vec![0.0; jobs.len()];
        let mut arrived = 0;
        loop {
            while arrived < jobs.len() && jobs[arrived].0 <= now {
                let parts = groups(jobs[arrived].1, &sharing);
                of.extend(parts.iter().map(|_| arrived));
                all.extend(parts);
                arrived += 1;
            }
            let server = SERVER;
            Rates { server, sharing }.share(&mut all);
            let next = Threads::until_next(&all);
            let arrival = jobs.get(arrived).map(|job| job.0 - now);
            let Some(step) = [next, arrival].into_iter().flatten().reduce(f64::min) else {
                return ends;
            };
            now += step;
            for (group, &job) in all.iter_mut().zip(&of) {
                if group.pass(step) {
                    ends[job] = now;
                }
            }
        }
    }

    fn assert_ends(jobs: &[(f64, &[Group])], sharing: Sharing, expected: &[f64]) {
        let found = ends(jobs, sharing);
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    /// Ten examples worked out on paper: 4 cores, 40 GB/s.
    #[test]
    fn contention_by_hand() {
        let plain = Sharing::default();
        let two = |bandwidth| [(2, 10.0, 1.0, bandwidth)];
        let (five, fifteen, eighteen) = (two(5.0), two(15.0), two(18.0));
        assert_ends(&[(0.0, &fifteen)], plain, &[10.0]);
        assert_ends(&[(0.0, &fifteen), (0.0, &fifteen)], plain, &[15.0, 15.0]);
        assert_ends(&[(0.0, &fifteen), (4.0, &fifteen)], plain, &[13.0, 17.0]);
        assert_ends(&[(0.0, &five[..]); 3], plain, &[15.0; 3]);
        assert_ends(&[(0.0, &fifteen[..]); 3], plain, &[22.5; 3]);
        let all = Sharing {
            among: BandwidthDivision::All,
            ..plain
        };
        assert_ends(&[(0.0, &fifteen[..]); 3], all, &[33.75; 3]);
        assert_ends(&[(0.0, &[(4, 5.0, 0.5, 15.0)])], plain, &[12.5]);
        let uneven = [(1, 4.0, 1.0, 20.0), (3, 10.0, 1.0, 12.0)];
        assert_ends(&[(0.0, &uneven)], plain, &[34.0 / 3.0]);
        let shared = Sharing {
            unused: UnusedBandwidth::Shared,
            ..plain
        };
        let pair: [(f64, &[Group]); 2] = [(0.0, &eighteen), (0.0, &five)];
        assert_ends(&pair, shared, &[35.0 / 3.0, 10.0]);
        assert_ends(&pair, plain, &[130.0 / 9.0, 10.0]);
    }

    #[test]
    fn remote_memory_by_hand() {
        let remote = |always| Sharing {
            remote: Some(Remote {
                latency: 2.0,
                always,
            }),
            ..Sharing::default()
        };
        let four = [(4, 10.0, 1.0, 15.0)];
        assert_ends(&[(0.0, &four)], remote(false), &[17.5]);
        assert_ends(&[(0.0, &four)], remote(true), &[25.0]);
        let rounded = [1, 2, 3, 5, 6, 28].map(remote_threads);
        assert_eq!(rounded, [0, 1, 1, 1, 2, 7]);
    }

    /// With more busy threads than cores, exactly the cores are used.
    #[test]
    fn cores_are_used_up_and_no_more() {
        let sharing = Sharing::default();
        let mut all = groups(&[(7, 5.0, 0.7, 1.0), (3, 9.0, 0.9, 2.0)], &sharing);
        let server = SERVER;
        Rates { server, sharing }.share(&mut all);
        // Busy time per second is the rate times the share of it that is busy.
        let used: f64 = all
            .iter()
            .map(|group| f64::from(group.count) * group.rate * group.utilisation)
            .sum();
        assert!((used - 4.0).abs() < 1e-12, "{used}");
    }
}
