//! Threads that share the cores and the bandwidth of servers, and jobs placed on them
//! (fixtures/papers/deside.md, 2; threads that are not busy all of their time, and bandwidth shared
//! by max-min fairness, only where there is a core for each: there all rates are fractions).

use num_traits::{One, Zero};

use crate::rational::{Exact, Number, whole};

/// Equal threads of a job.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Threads {
    pub(crate) count: u64,
    /// Processor time of each, alone.
    pub(crate) demand: Number,
    /// The share of time that each is busy.
    pub(crate) utilisation: Number,
    /// Bandwidth that each requests.
    pub(crate) bandwidth: Number,
}

/// A job of a workflow; its number is its index.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Task {
    pub(crate) after: Vec<usize>,
    pub(crate) threads: Vec<Threads>,
}

/// Cost of remote memory.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Remote {
    /// Remote over local latency.
    pub(crate) latency: Number,
    /// Whether it applies also where bandwidth is not short.
    pub(crate) always: bool,
}

/// Equal servers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Kind {
    pub(crate) count: usize,
    pub(crate) cores: u64,
    pub(crate) bandwidth: Number,
    /// Whether bandwidth is divided by all threads, not only by those that hold a core.
    pub(crate) among_all: bool,
    /// Whether bandwidth that a thread does not use goes to others.
    pub(crate) max_min: bool,
    pub(crate) remote: Option<Remote>,
}

/// One thread of a job on a server.
#[derive(Clone, Debug)]
struct Thread {
    task: usize,
    /// Time it still needs alone.
    left: Exact,
    utilisation: Exact,
    bandwidth: Exact,
    is_remote: bool,
}

/// Threads that are not done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Server(Vec<Thread>);

impl Server {
    pub(crate) fn add(&mut self, number: usize, task: &Task) {
        for group in &task.threads {
            // A quarter of the threads is remote, rounded to the nearest.
            let remote = (group.count + 2) / 4;
            for index in 0..group.count {
                self.0.push(Thread {
                    task: number,
                    left: &group.demand.exact / &group.utilisation.exact,
                    utilisation: group.utilisation.exact.clone(),
                    bandwidth: group.bandwidth.exact.clone(),
                    is_remote: index >= group.count - remote,
                });
            }
        }
    }

    /// Threads per core.
    pub(crate) fn load(&self, kind: &Kind) -> Exact {
        whole(self.0.len() as u64) / whole(kind.cores)
    }

    fn has(&self, task: usize) -> bool {
        self.0.iter().any(|thread| thread.task == task)
    }

    /// Speed of a thread (equations 10 to 14).
    fn rate(&self, thread: &Thread, kind: &Kind) -> Exact {
        let threads = self.0.len() as u64;
        let among = if kind.among_all {
            threads
        } else {
            threads.min(kind.cores)
        };
        let available = if kind.max_min {
            self.level(kind)
        } else {
            &kind.bandwidth.exact / whole(among)
        };
        let short = ((&thread.bandwidth - &available) / &available).max(Exact::zero());
        let dilation = match &kind.remote {
            Some(remote) if thread.is_remote && remote.always => {
                (Exact::one() + short) * &remote.latency.exact
            }
            Some(remote) if thread.is_remote => Exact::one() + short * &remote.latency.exact,
            _ => Exact::one() + short,
        };
        let share = (whole(kind.cores) / whole(threads)).min(Exact::one());
        let all_busy = self.0.iter().all(|thread| thread.utilisation.is_one());
        assert!(share.is_one() || all_busy && !kind.max_min, "no fraction");
        let busy = &thread.utilisation;
        Exact::one() / (busy * dilation / share + (Exact::one() - busy))
    }

    /// The bandwidth at which threads that request more are cut, so that all of it is used; that of
    /// the server where there is enough for all.
    fn level(&self, kind: &Kind) -> Exact {
        let mut requested: Vec<_> = self.0.iter().map(|thread| &thread.bandwidth).collect();
        requested.sort();
        let (mut left, mut others) = (kind.bandwidth.exact.clone(), requested.len() as u64);
        for bandwidth in requested {
            let level = &left / whole(others);
            if *bandwidth > level {
                return level;
            }
            left -= bandwidth;
            others -= 1;
        }
        kind.bandwidth.exact.clone()
    }

    /// Time until the next thread is done.
    pub(crate) fn next(&self, kind: &Kind) -> Option<Exact> {
        let each = self.0.iter();
        each.map(|thread| &thread.left / self.rate(thread, kind))
            .min()
    }

    /// Advances by `span`, within which no thread is done.
    pub(crate) fn advance(&mut self, span: &Exact, kind: &Kind) {
        let rates: Vec<_> = self
            .0
            .iter()
            .map(|thread| self.rate(thread, kind))
            .collect();
        for (thread, rate) in self.0.iter_mut().zip(rates) {
            thread.left -= rate * span;
            assert!(thread.left >= Exact::zero());
        }
        self.0.retain(|thread| !thread.left.is_zero());
    }

    /// Completions of its jobs if no other comes: from now on, by job.
    fn predicted_completions(&self, kind: &Kind) -> Vec<(usize, Exact)> {
        let mut server = self.clone();
        let mut tasks: Vec<_> = self.0.iter().map(|thread| thread.task).collect();
        tasks.dedup();
        let (mut now, mut done) = (Exact::zero(), Vec::new());
        while let Some(span) = server.next(kind) {
            server.advance(&span, kind);
            now += span;
            tasks.retain(|&task| {
                let is_done = !server.has(task);
                if is_done {
                    done.push((task, now.clone()));
                }
                !is_done
            });
        }
        done
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Policy {
    Slf,
    Let,
    /// Over all jobs on a server, or over those that are there already.
    Mom {
        existing: bool,
    },
}

/// Placement of a job.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement {
    pub(crate) server: usize,
    pub(crate) start: Exact,
    pub(crate) finish: Exact,
    /// The keys that the policy compared, server by server.
    pub(crate) keys: Vec<Exact>,
}

fn key(server: &Server, kind: &Kind, number: usize, task: &Task, policy: Policy) -> Exact {
    let mut with = server.clone();
    with.add(number, task);
    let foreseen = || with.predicted_completions(kind).into_iter();
    let latest = match policy {
        Policy::Slf => return server.load(kind),
        Policy::Let => foreseen().filter(|(task, _)| *task == number).max(),
        Policy::Mom { existing } => foreseen()
            .filter(|(task, _)| !existing || *task != number)
            .max_by(|one, other| one.1.cmp(&other.1)),
    };
    latest.map_or_else(Exact::zero, |(_, at)| at)
}

/// Placements of `tasks` under `policy`.
pub(crate) fn simulate(kind: &Kind, tasks: &[Task], policy: Policy) -> Vec<Placement> {
    let mut servers = vec![Server::default(); kind.count];
    let mut placed: Vec<Option<Placement>> = vec![None; tasks.len()];
    let mut done = vec![false; tasks.len()];
    let mut now = Exact::zero();
    loop {
        for (number, task) in tasks.iter().enumerate() {
            if placed[number].is_some() || !task.after.iter().all(|&other| done[other]) {
                continue;
            }
            let keys = servers
                .iter()
                .map(|server| key(server, kind, number, task, policy));
            let keys: Vec<_> = keys.collect();
            let least = keys.iter().min().unwrap();
            let server = keys.iter().position(|key| key == least).unwrap();
            servers[server].add(number, task);
            placed[number] = Some(Placement {
                server,
                start: now.clone(),
                finish: Exact::zero(),
                keys,
            });
        }
        let spans = servers.iter().filter_map(|server| server.next(kind));
        let Some(span) = spans.min() else {
            return placed.into_iter().map(Option::unwrap).collect();
        };
        now += &span;
        servers
            .iter_mut()
            .for_each(|server| server.advance(&span, kind));
        for (number, placed) in placed.iter_mut().enumerate() {
            let Some(placed) = placed else { continue };
            if !done[number] && !servers[placed.server].has(number) {
                done[number] = true;
                placed.finish = now.clone();
            }
        }
    }
}
