//! Slow reference for workflows on servers: every thread by itself, in seconds, step by
//! step.

use cosched_core::engine::Setup;
use cosched_core::machine::contention::{BandwidthDivision, Sharing, ThreadGroup, UnusedBandwidth};
use cosched_core::{JobId, ServerId};

/// A thread that is not done.
struct Thread {
    job: usize,
    remote: bool,
    // Its phases, the present one first, and the rest of that.
    phases: Vec<ThreadGroup>,
    left: f64,
}

/// Completion of each job if it is placed on its server of `mapping` as soon
/// as it may start.
pub(crate) fn completions(setup: &Setup<'_>, mapping: &[ServerId]) -> Vec<f64> {
    let jobs = setup.workload.len();
    let mut servers: Vec<Vec<Thread>> = setup
        .server_setup
        .servers
        .iter()
        .map(|_| Vec::new())
        .collect();
    let mut done = vec![f64::NAN; jobs];
    let mut started = vec![false; jobs];
    let mut now: f64 = 0.0;
    loop {
        for job in 0..jobs {
            let follows = setup.precedence.of(JobId::new(job)).iter();
            let ready = follows
                .map(|before| done[before.index()])
                .all(|end| end <= now);
            if !started[job] && ready && setup.workload[job].submit.seconds() <= now {
                started[job] = true;
                let kind = setup.server_setup.servers[mapping[job].index()].kind;
                let groups = setup.server_setup.threads.of(JobId::new(job), kind);
                let with_remote = setup.server_setup.sharing.remote.is_some();
                servers[mapping[job].index()].extend(threads(job, groups, with_remote));
            }
        }
        let rates: Vec<Vec<f64>> = (0..servers.len())
            .map(|server| rates(setup, server, &servers[server]))
            .collect();
        let ends = servers.iter().flatten().zip(rates.iter().flatten());
        let ends = ends.map(|(thread, rate)| thread.left / rate);
        let arrivals = (0..jobs).filter(|job| !started[*job]);
        let arrivals = arrivals.map(|job| setup.workload[job].submit.seconds() - now);
        let step = ends
            .chain(arrivals.filter(|wait| *wait > 0.0))
            .fold(f64::INFINITY, f64::min);
        if step == f64::INFINITY {
            return done;
        }
        now += step;
        for (threads, rates) in servers.iter_mut().zip(&rates) {
            for (thread, rate) in threads.iter_mut().zip(rates) {
                thread.left -= rate * step;
                if thread.left < 1e-10 {
                    thread.phases.remove(0);
                    thread.left = thread.phases.first().map_or(0.0, ThreadGroup::alone);
                    if thread.phases.is_empty() {
                        done[thread.job] = now; // the last one counts
                    }
                }
            }
            threads.retain(|thread| !thread.phases.is_empty());
        }
        // Only when its last thread has ended is a job done.
        for thread in servers.iter().flatten() {
            done[thread.job] = f64::NAN;
        }
    }
}

fn threads(job: usize, groups: &[ThreadGroup], with_remote: bool) -> Vec<Thread> {
    let mut threads = Vec::new();
    let mut rest = groups;
    while let Some(first) = rest.first() {
        let phases = 1 + rest[1..].iter().take_while(|group| group.continues).count();
        // The highest quarter is remote, rounded to the nearest.
        let remote = if with_remote {
            (f64::from(first.count) / 4.0 + 0.5).floor() as u32
        } else {
            0
        };
        threads.extend((0..first.count).map(|number| Thread {
            job,
            remote: number >= first.count - remote,
            phases: rest[..phases].to_vec(),
            left: first.alone(),
        }));
        rest = &rest[phases..];
    }
    threads
}

/// fixtures/papers/deside.md, 2.2 and 2.4, thread by thread.
fn rates(setup: &Setup<'_>, server: usize, threads: &[Thread]) -> Vec<f64> {
    let (spec, sharing) = (
        setup.server_setup.servers[server],
        setup.server_setup.sharing,
    );
    let cores = f64::from(spec.cores);
    let all = threads.len() as f64;
    let divided_by = match sharing.among {
        BandwidthDivision::Running => all.min(cores),
        BandwidthDivision::All => all,
    };
    if sharing.unused == UnusedBandwidth::Lost {
        return rates_at(spec.bandwidth / divided_by, cores, sharing, threads);
    }
    let level = level(spec.bandwidth, divided_by / all.max(1.0), threads);
    let used = |level: f64| -> f64 {
        let rates = rates_at(level, cores, sharing, threads);
        let moved = threads.iter().zip(rates).map(|(thread, rate)| {
            let phase = thread.phases[0];
            phase.utilisation * phase.bandwidth * rate
        });
        moved.sum()
    };
    // The total is within the bandwidth of the server.
    if used(level) > spec.bandwidth * (1.0 + 1e-9) {
        let (mut low, mut high) = (0.0, f64::min(level, 1e3));
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if used(middle) > spec.bandwidth {
                high = middle
            } else {
                low = middle
            }
        }
        return rates_at(low, cores, sharing, threads);
    }
    rates_at(level, cores, sharing, threads)
}

/// Progress of each thread in a second with this bandwidth for each.
fn rates_at(available: f64, cores: f64, sharing: Sharing, threads: &[Thread]) -> Vec<f64> {
    let requested = |thread: &Thread| thread.phases[0].bandwidth;
    let dilation = |thread: &Thread| {
        let shortage = f64::max(0.0, (requested(thread) - available) / available);
        match sharing.remote.filter(|_| thread.remote) {
            None => 1.0 + shortage,
            Some(remote) if remote.always => (1.0 + shortage) * remote.latency,
            Some(remote) => 1.0 + shortage * remote.latency,
        }
    };
    let rate = |thread: &Thread, share: f64| {
        let utilisation = thread.phases[0].utilisation;
        1.0 / (utilisation * dilation(thread) / share + 1.0 - utilisation)
    };
    let used = |share: f64| -> f64 {
        let of = |thread| rate(thread, share) * thread.phases[0].utilisation * dilation(thread);
        threads.iter().map(of).sum()
    };
    let mut share = 1.0;
    if used(1.0) > cores {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..200 {
            share = (low + high) / 2.0;
            if used(share) > cores {
                high = share
            } else {
                low = share
            }
        }
    }
    threads.iter().map(|thread| rate(thread, share)).collect()
}

/// Max-min fair shares by filling up: the level up to which every demand is met, when each
/// thread counts for `part`.
fn level(bandwidth: f64, part: f64, threads: &[Thread]) -> f64 {
    let given = |level: f64| -> f64 {
        let of = |thread: &Thread| thread.phases[0].bandwidth.min(level) * part;
        threads.iter().map(of).sum()
    };
    if given(f64::INFINITY) <= bandwidth {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, bandwidth / part);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if given(middle) > bandwidth {
            high = middle
        } else {
            low = middle
        }
    }
    low
}
