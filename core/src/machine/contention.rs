//! How jobs on one server slow one another down, through its cores and its memory bandwidth.
//!
//! Chahal, Mathew and Nambiar, "Simulation based job scheduling optimization
//! for batch workloads", ICPE 2019, equations 10 to 14. Progress is taken as
//! fluid: between two instants at which a group of threads ends or a job comes,
//! every thread progresses at one rate.

use libm::fmax;

/// A server: cores that threads share, and memory bandwidth that they share too.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contended {
    /// Logical cores.
    pub cores: u32,
    /// Local memory bandwidth, in GB/s.
    pub bandwidth: f64,
}

/// How threads share a server, where the paper can be read in several ways.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sharing {
    /// Which threads the bandwidth is divided by (equation 11).
    pub among: Among,
    /// What becomes of bandwidth that a thread does not use.
    pub unused: Unused,
    /// Threads that reach for the memory of another socket; none if memory is bound.
    pub remote: Option<Remote>,
}

/// Which threads the bandwidth is divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Among {
    /// Those that hold a core: no more than there are cores.
    #[default]
    Running,
    /// All that are not done; too many threads for the cores then count twice.
    All,
}

/// What becomes of bandwidth that a thread does not use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unused {
    /// It is lost: everybody gets an equal share (equation 11).
    #[default]
    Lost,
    /// Others get it: the shares are max-min fair.
    Shared,
}

/// Threads that reach for the memory of another socket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Remote {
    /// Latency of remote over latency of local memory, at least 1 (equation 13).
    pub latency: f64,
    /// Whether it slows a thread that has all the bandwidth it asks for, too:
    /// (1 + s) d instead of 1 + s d (equation 14).
    pub always: bool,
}

/// A quarter of a group's threads are remote, rounded to the nearest.
pub const fn remote_threads(threads: u32) -> u32 {
    (threads + 2) / 4
}

/// Equal threads of a job that end together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threads {
    /// How many.
    pub count: u32,
    /// Whether they reach for the memory of another socket.
    pub remote: bool,
    /// The share of time each is busy when it is alone, above 0 and up to 1.
    pub utilisation: f64,
    /// Bandwidth each asks for, in GB/s.
    pub bandwidth: f64,
    /// Seconds each has left if it were alone; 0 when done.
    pub left: f64,
    /// Seconds of that done in a second now.
    pub rate: f64,
}

impl Threads {
    /// None. All zero bytes.
    pub const EMPTY: Self = Self {
        count: 0,
        remote: false,
        utilisation: 0.0,
        bandwidth: 0.0,
        left: 0.0,
        rate: 0.0,
    };

    /// Whether they are done.
    pub fn are_done(&self) -> bool {
        self.left <= 0.0
    }

    /// Seconds until they are done at the present rate.
    pub fn until_done(&self) -> f64 {
        self.left / self.rate
    }
}

/// Below this many seconds, threads are done: a thousandth of a nanosecond,
/// which is what rounding may leave of days.
const DONE: f64 = 1e-12;

impl Contended {
    /// Gives each of `groups` its present rate.
    pub fn share(&self, sharing: &Sharing, groups: &mut [Threads]) {
        let count: u32 = active(groups).map(|group| group.count).sum();
        if count == 0 {
            return;
        }
        let running = count.min(self.cores);
        let among = match sharing.among {
            Among::Running => running,
            Among::All => count,
        };
        let available = match sharing.unused {
            Unused::Lost => self.bandwidth / f64::from(among),
            Unused::Shared => self.fair_share(groups, f64::from(among) / f64::from(count)),
        };
        let of_cores = self.share_of_cores(sharing, groups, available, count);
        for group in groups.iter_mut() {
            let busy = group.utilisation * sharing.dilation(group, available);
            group.rate = match group.are_done() {
                true => 0.0,
                false => 1.0 / (busy / of_cores + (1.0 - group.utilisation)),
            };
        }
    }

    /// The least bandwidth that nobody gets less of without asking for less,
    /// when each thread holds a core for `part` of the time.
    fn fair_share(&self, groups: &[Threads], part: f64) -> f64 {
        let (mut left, mut level) = (self.bandwidth, f64::INFINITY);
        // Those that ask for no more than the level are served; each round at
        // least one more is, so it ends.
        let mut served = 0.0;
        loop {
            let unserved = active(groups).filter(|group| group.bandwidth > served);
            let threads: f64 = unserved
                .clone()
                .map(|group| f64::from(group.count) * part)
                .sum();
            if threads <= 0.0 {
                return level;
            }
            level = left / threads;
            let next = unserved
                .map(|group| group.bandwidth)
                .fold(f64::INFINITY, f64::min);
            if next > level {
                return level;
            }
            let at = active(groups).filter(|group| group.bandwidth == next);
            left -= at
                .map(|group| f64::from(group.count) * part * next)
                .sum::<f64>();
            served = next;
        }
    }

    /// The part of a core that a busy thread gets.
    fn share_of_cores(
        &self,
        sharing: &Sharing,
        groups: &[Threads],
        available: f64,
        count: u32,
    ) -> f64 {
        let cores = f64::from(self.cores);
        if active(groups).all(|group| group.utilisation >= 1.0) {
            return f64::min(1.0, cores / f64::from(count));
        }
        let used = |share: f64| -> f64 {
            let of = |group: &Threads| {
                let busy = group.utilisation * sharing.dilation(group, available);
                f64::from(group.count) * busy / (busy / share + 1.0 - group.utilisation)
            };
            active(groups).map(of).sum()
        };
        if used(1.0) <= cores {
            return 1.0;
        }
        // The more a busy thread gets, the more is used: halve until exact.
        let (mut low, mut high) = (0.0, 1.0);
        loop {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                return low;
            }
            match used(middle) <= cores {
                true => low = middle,
                false => high = middle,
            }
        }
    }

    /// Lets `seconds` pass at the present rates.
    pub fn pass(groups: &mut [Threads], seconds: f64) {
        for group in groups.iter_mut() {
            group.left -= group.rate * seconds;
            if group.left < DONE {
                group.left = 0.0;
            }
        }
    }

    /// Seconds until the next group is done; nothing if all are.
    pub fn until_next(groups: &[Threads]) -> Option<f64> {
        let times = active(groups).map(Threads::until_done);
        times.reduce(f64::min)
    }
}

fn active(groups: &[Threads]) -> impl Iterator<Item = &Threads> + Clone {
    groups.iter().filter(|group| !group.are_done())
}

impl Sharing {
    /// How much longer a busy second of `threads` takes with `available` GB/s
    /// for each (equations 10, 12 and 14; never shorter).
    fn dilation(&self, threads: &Threads, available: f64) -> f64 {
        let shortage = fmax(0.0, (threads.bandwidth - available) / available);
        match self.remote.filter(|_| threads.remote) {
            None => 1.0 + shortage,
            Some(Remote {
                latency,
                always: false,
            }) => 1.0 + shortage * latency,
            Some(Remote {
                latency,
                always: true,
            }) => (1.0 + shortage) * latency,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    const SERVER: Contended = Contended {
        cores: 4,
        bandwidth: 40.0,
    };

    /// Threads, seconds of processor each needs, utilisation, bandwidth.
    type Group = (u32, f64, f64, f64);

    fn groups(job: &[Group], sharing: &Sharing) -> Vec<Threads> {
        let split = |&(count, demand, utilisation, bandwidth): &Group| {
            let remote = sharing.remote.map_or(0, |_| remote_threads(count));
            let part = |count, remote| Threads {
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

    /// When each job ends, if it comes at such a time.
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
            SERVER.share(&sharing, &mut all);
            let next = Contended::until_next(&all);
            let arrival = jobs.get(arrived).map(|job| job.0 - now);
            let Some(step) = [next, arrival].into_iter().flatten().reduce(f64::min) else {
                return ends;
            };
            let before: Vec<bool> = all.iter().map(Threads::are_done).collect();
            Contended::pass(&mut all, step);
            now += step;
            for (place, group) in all.iter().enumerate() {
                if group.are_done() && !before[place] {
                    ends[of[place]] = now;
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

    /// Specification, examples C1 to C10, worked out on paper: 4 cores, 40 GB/s.
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
            among: Among::All,
            ..plain
        };
        assert_ends(&[(0.0, &fifteen[..]); 3], all, &[33.75; 3]);
        assert_ends(&[(0.0, &[(4, 5.0, 0.5, 15.0)])], plain, &[12.5]);
        let uneven = [(1, 4.0, 1.0, 20.0), (3, 10.0, 1.0, 12.0)];
        assert_ends(&[(0.0, &uneven)], plain, &[34.0 / 3.0]);
        let shared = Sharing {
            unused: Unused::Shared,
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
        SERVER.share(&sharing, &mut all);
        // Busy time per second is the rate times the share of it that is busy.
        let used: f64 = all
            .iter()
            .map(|group| f64::from(group.count) * group.rate * group.utilisation)
            .sum();
        assert!((used - 4.0).abs() < 1e-12, "{used}");
    }
}
