//! KCEASY, greedy parallel, fair-shared and ADaSA (fixtures/papers/adasa.md, 5.2 and 5.3).

use crate::jobs::Job;
use crate::moldable::tiers::{JobPhase, Tiers};
use crate::rational::{Exact, whole};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Policy {
    Kceasy,
    Parallel,
    Fair,
    FairWeighted,
    Adasa { expand: bool },
}

/// The schedule of `jobs` under `policy`.
pub(crate) fn simulate(nodes: usize, jobs: &[Job], policy: Policy) -> Tiers<'_> {
    let mut tiers = Tiers::new(nodes, jobs);
    tiers.run(|tiers| match policy {
        Policy::Kceasy => kceasy(tiers),
        Policy::Parallel => parallel(tiers),
        Policy::Fair => fair(tiers, false),
        Policy::FairWeighted => fair(tiers, true),
        Policy::Adasa { expand } => adasa(tiers, expand),
    });
    tiers
}

fn by<K: Ord>(mut jobs: Vec<usize>, key: impl Fn(usize) -> K) -> Vec<usize> {
    // Stable: of equals the one submitted first.
    jobs.sort_by_key(|&job| key(job));
    jobs
}

fn kceasy(tiers: &mut Tiers<'_>) {
    let size = |tiers: &Tiers<'_>, job: usize| tiers.jobs[job].nodes as usize;
    let all = tiers.undecided();
    let deployed = all.iter().take_while(|&&job| {
        let fits = size(tiers, job) <= tiers.idle_foreground();
        if fits {
            tiers.deploy(job, size(tiers, job));
        }
        fits
    });
    let rest = &all[deployed.count()..];
    if let [head, others @ ..] = rest {
        let (shadow, idle) = tiers.shadow(size(tiers, *head));
        let mut extra = idle - size(tiers, *head);
        for &job in others {
            if size(tiers, job) > tiers.idle_foreground() {
                continue;
            }
            let time = if tiers.is_promotable(job) {
                tiers.states[job].left.clone()
            } else {
                tiers.time(job, size(tiers, job))
            };
            if &tiers.now + time <= shadow {
                tiers.deploy(job, size(tiers, job));
            } else if size(tiers, job) <= extra {
                extra -= size(tiers, job);
                tiers.deploy(job, size(tiers, job));
            }
        }
    }
    let waiting = by(tiers.at(&[JobPhase::Waiting]), |job| {
        tiers.time(job, size(tiers, job))
    });
    for job in waiting {
        if size(tiers, job) <= tiers.idle_background() {
            tiers.consolidate(job, size(tiers, job));
        }
    }
}

/// Moves a job into the foreground, unless it would be killed for that without ending earlier.
fn deploy_if_beneficial(tiers: &mut Tiers<'_>, job: usize, size: usize) {
    let is_killed = tiers.states[job].index == JobPhase::Background && !tiers.is_promotable(job);
    let rate = tiers.rate(job);
    // It stays if the rest, at its rate, ends no later.
    let stays =
        is_killed && rate > whole(0) && &tiers.states[job].left / rate <= tiers.time(job, size);
    if !stays {
        tiers.deploy(job, size);
    }
}

/// Waiting jobs by their work.
fn by_work(tiers: &Tiers<'_>) -> Vec<usize> {
    by(tiers.at(&[JobPhase::Waiting]), |job| {
        tiers.jobs[job].sequential()
    })
}

fn parallel(tiers: &mut Tiers<'_>) {
    let all = tiers.undecided();
    // Shares: a job has used up its share even where it stays in the background
    // (fixtures/papers/adasa.md, 5.4, M-i).
    let mut left = tiers.idle_foreground();
    for (index, &job) in all.iter().enumerate() {
        let share = left.div_ceil(all.len() - index).min(tiers.saturation(job));
        let size = share.min(tiers.idle_foreground());
        if tiers.is_promotable(job) || size > 0 {
            deploy_if_beneficial(tiers, job, size);
        }
        left -= share;
    }
    let waiting = by_work(tiers);
    for (index, &job) in waiting.iter().enumerate() {
        let left = tiers.idle_background();
        if left == 0 {
            break;
        }
        let share = left.div_ceil(waiting.len() - index);
        tiers.consolidate(job, share.min(tiers.saturation(job)));
    }
}

fn fair(tiers: &mut Tiers<'_>, weighted: bool) {
    let in_system = tiers.at(&[
        JobPhase::Waiting,
        JobPhase::Background,
        JobPhase::Foreground,
    ]);
    let all: Exact = in_system
        .iter()
        .map(|&job| tiers.jobs[job].sequential())
        .sum();
    let cap = |tiers: &Tiers<'_>, job: usize| {
        let part = whole(tiers.nodes()) * tiers.jobs[job].sequential() / &all;
        let part = usize::try_from(part.floor().to_integer()).unwrap().max(1);
        if weighted {
            part.min(tiers.saturation(job))
        } else {
            tiers.saturation(job)
        }
    };
    for job in tiers.undecided() {
        let size = tiers.idle_foreground().min(cap(tiers, job));
        if size > 0 {
            deploy_if_beneficial(tiers, job, size);
        }
    }
    for job in by_work(tiers) {
        let size = tiers.idle_background().min(cap(tiers, job));
        if size > 0 {
            tiers.consolidate(job, size);
        }
    }
}

/// The least size with which each of `jobs` meets its deadline, one after another; the size with
/// which it ends first where none does.
fn least_sizes(tiers: &Tiers<'_>, jobs: &[usize]) -> Vec<usize> {
    // Spans in which processors of the foreground are taken.
    let running = tiers.ends().into_iter();
    let mut taken: Vec<_> = running
        .map(|(end, size)| (tiers.now.clone(), end, size))
        .collect();
    let nodes = tiers.nodes() as usize;
    let mut sizes = vec![0; tiers.jobs.len()];
    for &job in jobs {
        let mut choices = Vec::new();
        for size in 1..=tiers.saturation(job) {
            let time = tiers.time(job, size);
            let start = earliest(&taken, nodes, &tiers.now, size, &time);
            choices.push((&start + &time, size, start));
        }
        let deadline = tiers.jobs[job].deadline.as_ref();
        let mut in_time = choices
            .iter()
            .filter(|(end, _, _)| deadline.is_none_or(|deadline| *end <= deadline.exact));
        let chosen = in_time.next().or(choices.iter().min()).unwrap();
        let (end, size, start) = chosen.clone();
        sizes[job] = size;
        taken.push((start, end, size));
    }
    sizes
}

/// The earliest start from which `size` of `nodes` are free for a `time`.
fn earliest(
    taken: &[(Exact, Exact, usize)],
    nodes: usize,
    now: &Exact,
    size: usize,
    time: &Exact,
) -> Exact {
    let fits = |start: &Exact| {
        let end = start + time;
        let later = taken.iter().map(|(from, _, _)| from);
        let mut instants = later
            .filter(|from| *from > start && **from < end)
            .chain([start]);
        instants.all(|at| {
            let held = taken
                .iter()
                .filter(|(from, until, _)| from <= at && at < until);
            held.map(|(_, _, size)| size).sum::<usize>() + size <= nodes
        })
    };
    let ends = taken.iter().map(|(_, until, _)| until).chain([now]);
    ends.filter(|start| fits(start)).min().unwrap().clone()
}

fn adasa(tiers: &mut Tiers<'_>, expand: bool) {
    // Jobs without a deadline are last.
    let order = by(tiers.undecided(), |job| {
        let deadline = tiers.jobs[job].deadline.as_ref();
        (
            deadline.is_none(),
            deadline.map(|deadline| deadline.exact.clone()),
        )
    });
    let least = least_sizes(tiers, &order);
    let mut started = Vec::new();
    let deployed = order.iter().take_while(|&&job| {
        let fits = tiers.is_promotable(job) || least[job] <= tiers.idle_foreground();
        if fits {
            // Only those that waited: one that was killed for it starts with its least size
            // (fixtures/papers/adasa.md, 5.4, M-j).
            if tiers.states[job].index == JobPhase::Waiting {
                started.push(job);
            }
            tiers.deploy(job, least[job]);
        }
        fits
    });
    let rest = &order[deployed.count()..];
    if let [head, others @ ..] = rest {
        let (shadow, _) = tiers.shadow(least[*head]);
        for &job in others {
            let until_shadow = &shadow - &tiers.now;
            if tiers.is_promotable(job) {
                if tiers.states[job].left <= until_shadow {
                    tiers.deploy(job, least[job]);
                }
                continue;
            }
            let size = tiers.idle_foreground().min(tiers.saturation(job));
            if size >= least[job] && tiers.time(job, size) <= until_shadow {
                tiers.deploy(job, size);
            }
        }
    } else if expand {
        for job in started {
            let has = tiers.states[job].size;
            let size = (has + tiers.idle_foreground()).min(tiers.saturation(job));
            if size > has {
                tiers.expand(job, size);
            }
        }
    }
    let waiting = by(tiers.at(&[JobPhase::Waiting]), |job| {
        tiers.time(job, least[job])
    });
    for job in waiting {
        let size = tiers.idle_background().min(tiers.saturation(job));
        if size >= least[job] {
            tiers.consolidate(job, size);
        }
    }
}
