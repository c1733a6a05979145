//! FCFS, EASY and conservative backfilling (fixtures/papers/backfilling.md, 1).

use std::collections::BTreeSet;

use crate::draw::Draw;
use crate::examine::{ExactCase, examine};
use crate::jobs::{self, Jobs, differing};
use crate::product;
use crate::rational::Exact;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Policy {
    Fcfs,
    Easy,
    Conservative,
}

/// A job as the queue sees it.
pub(crate) struct Waiting {
    submit: Exact,
    nodes: usize,
    /// Its runtime, or the time until it is killed.
    run: Exact,
    estimate: Exact,
}

/// Outcome of a job.
#[derive(Clone, Default)]
pub(crate) struct JobOutcome {
    pub(crate) start: Option<Exact>,
    /// Set once it has completed or was killed.
    pub(crate) finish: Option<Exact>,
    pub(crate) nodes: Vec<usize>,
}

struct Machine<'j> {
    jobs: &'j [Waiting],
    now: Exact,
    fates: Vec<JobOutcome>,
    free: BTreeSet<usize>,
    /// Waiting jobs, in the order of submission.
    queue: Vec<usize>,
    /// The reserved start of each job, under conservative backfilling.
    reserved: Vec<Option<Exact>>,
}

impl Machine<'_> {
    fn start(&mut self, job: usize) {
        let nodes: Vec<_> = self
            .free
            .iter()
            .copied()
            .take(self.jobs[job].nodes)
            .collect();
        assert_eq!(nodes.len(), self.jobs[job].nodes, "more than is free");
        nodes
            .iter()
            .for_each(|node| assert!(self.free.remove(node)));
        self.queue.retain(|other| *other != job);
        self.fates[job].start = Some(self.now.clone());
        self.fates[job].nodes = nodes;
    }

    fn fits(&self, job: usize) -> bool {
        self.jobs[job].nodes <= self.free.len()
    }

    fn running(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.jobs.len())
            .filter(|job| self.fates[*job].start.is_some() && self.fates[*job].finish.is_none())
    }

    fn estimated_end(&self, job: usize) -> Exact {
        self.fates[job].start.as_ref().unwrap() + &self.jobs[job].estimate
    }

    fn fcfs(&mut self) {
        while let Some(&head) = self.queue.first()
            && self.fits(head)
        {
            self.start(head);
        }
    }

    fn easy(&mut self) {
        self.fcfs();
        let Some(&head) = self.queue.first() else {
            return;
        };
        let idle_by = |end: &Exact| {
            let ended = self
                .running()
                .filter(|job| self.estimated_end(*job) <= *end);
            self.free.len() + ended.map(|job| self.jobs[job].nodes).sum::<usize>()
        };
        let ends = self.running().map(|job| self.estimated_end(job));
        let enough = ends.filter(|end| idle_by(end) >= self.jobs[head].nodes);
        let shadow = enough.min().unwrap();
        let mut extra = idle_by(&shadow) - self.jobs[head].nodes;
        for job in self.queue.clone().into_iter().skip(1) {
            if !self.fits(job) {
                continue;
            }
            if &self.now + &self.jobs[job].estimate <= shadow {
                self.start(job);
            } else if self.jobs[job].nodes <= extra {
                extra -= self.jobs[job].nodes;
                self.start(job);
            }
        }
    }

    /// Spans in which nodes are taken, by running jobs and by reservations.
    fn busy(&self) -> Vec<(Exact, Exact, usize)> {
        let running = self.running();
        let mut spans: Vec<_> = running
            .map(|job| {
                (
                    self.now.clone(),
                    self.estimated_end(job),
                    self.jobs[job].nodes,
                )
            })
            .collect();
        for (job, start) in self.reserved.iter().enumerate() {
            if let Some(start) = start {
                let end = start + &self.jobs[job].estimate;
                spans.push((start.clone(), end, self.jobs[job].nodes));
            }
        }
        spans
    }

    /// The earliest start at which enough nodes are free for as long as estimated.
    fn anchor(&self, job: usize) -> Exact {
        let busy = self.busy();
        let total = self.free.len()
            + self
                .running()
                .map(|job| self.jobs[job].nodes)
                .sum::<usize>();
        let fits = |start: &Exact| {
            let end = start + &self.jobs[job].estimate;
            // Free nodes change only where a span starts.
            let starts = busy.iter().map(|(from, _, _)| from);
            let mut instants = starts
                .filter(|from| *from > start && **from < end)
                .chain([start]);
            instants.all(|at| {
                let taken = busy
                    .iter()
                    .filter(|(from, until, _)| from <= at && at < until);
                taken.map(|(_, _, nodes)| nodes).sum::<usize>() + self.jobs[job].nodes <= total
            })
        };
        let ends = busy
            .iter()
            .map(|(_, until, _)| until)
            .filter(|end| **end >= self.now);
        let candidates = ends.chain([&self.now]);
        candidates
            .filter(|start| fits(start))
            .min()
            .unwrap()
            .clone()
    }

    fn reserve(&mut self, job: usize) {
        self.reserved[job] = None;
        self.reserved[job] = Some(self.anchor(job));
    }

    fn start_reserved(&mut self) {
        for job in self.queue.clone() {
            if self.reserved[job].as_ref() == Some(&self.now) {
                self.reserved[job] = None;
                self.start(job);
            }
        }
    }

    /// The next instant: of an end, a submission, or a reservation that comes due.
    fn next(&self) -> Option<Exact> {
        let ends = self
            .running()
            .map(|job| self.fates[job].start.as_ref().unwrap() + &self.jobs[job].run);
        let submits = self.jobs.iter().map(|job| job.submit.clone());
        let later = submits.filter(|submit| *submit > self.now);
        ends.chain(later)
            .chain(self.reserved.iter().flatten().cloned())
            .min()
    }
}

pub(crate) fn simulate(nodes: usize, jobs: &[Waiting], policy: Policy) -> Vec<JobOutcome> {
    let mut machine = Machine {
        jobs,
        now: jobs.iter().map(|job| &job.submit).min().unwrap().clone(),
        fates: vec![JobOutcome::default(); jobs.len()],
        free: (0..nodes).collect(),
        queue: Vec::new(),
        reserved: vec![None; jobs.len()],
    };
    loop {
        let mut is_early = false;
        let ended: Vec<_> = machine.running().collect();
        for job in ended {
            if machine.fates[job].start.as_ref().unwrap() + &jobs[job].run == machine.now {
                machine.fates[job].finish = Some(machine.now.clone());
                let nodes = machine.fates[job].nodes.clone();
                machine.free.extend(nodes);
                is_early |= jobs[job].run < jobs[job].estimate;
            }
        }
        if policy == Policy::Conservative && is_early {
            machine
                .queue
                .clone()
                .into_iter()
                .for_each(|job| machine.reserve(job));
        }
        for (job, waiting) in jobs.iter().enumerate() {
            if waiting.submit == machine.now {
                machine.queue.push(job);
                if policy == Policy::Conservative {
                    machine.reserve(job);
                }
            }
        }
        match policy {
            Policy::Fcfs => machine.fcfs(),
            Policy::Easy => machine.easy(),
            Policy::Conservative => machine.start_reserved(),
        }
        match machine.next() {
            Some(next) => {
                assert!(next > machine.now, "time goes on");
                machine.now = next;
            }
            None => return machine.fates,
        }
    }
}

pub(crate) fn waiting(jobs: &Jobs) -> Vec<Waiting> {
    let each = jobs.jobs.iter().map(|job| {
        let run = job.time(job.nodes);
        let estimate = job.estimate.as_ref().map(|estimate| estimate.exact.clone());
        let estimate = estimate.unwrap_or_else(|| run.clone());
        Waiting {
            submit: job.submit.exact.clone(),
            nodes: job.nodes as usize,
            run: run.min(estimate.clone()),
            estimate,
        }
    });
    each.collect()
}

/// Consecutive nodes as a range, as in tables.
pub(crate) fn ranges(nodes: &[usize]) -> String {
    let mut words: Vec<(usize, usize)> = Vec::new();
    for &node in nodes {
        match words.last_mut() {
            Some((_, last)) if *last + 1 == node => *last = node,
            _ => words.push((node, node)),
        }
    }
    let words = words.into_iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[derive(Clone)]
struct Queue(Jobs);

impl ExactCase for Queue {
    fn text(&self) -> String {
        self.0.text("[Fcfs, Easy, Conservative]")
    }

    fn differences(&self) -> Vec<String> {
        let runs = match product::runs(&self.text(), true) {
            Ok(runs) => runs,
            Err(refused) => return vec![refused],
        };
        let waiting = waiting(&self.0);
        // Jobs killed at their estimates.
        let jobs = self.0.jobs.iter().zip(&waiting);
        let cut: Vec<_> = jobs
            .map(|(job, seen)| job.time(job.nodes) > seen.estimate)
            .collect();
        let mut all = Vec::new();
        for (policy, run) in [Policy::Fcfs, Policy::Easy, Policy::Conservative]
            .into_iter()
            .zip(runs)
        {
            let fates = simulate(self.0.nodes as usize, &waiting, policy);
            let (starts, finishes): (Vec<_>, Vec<_>) = fates
                .iter()
                .map(|fate| (fate.start.clone().unwrap(), fate.finish.clone().unwrap()))
                .unzip();
            let found = |time: fn(&cosched::record::Outcome) -> u64| -> Vec<_> {
                run.outcomes.iter().map(time).collect()
            };
            let name = format!("{policy:?}");
            all.extend(differing(
                &name,
                "starts",
                &starts,
                &found(|job| job.started.0),
            ));
            all.extend(differing(
                &name,
                "completes",
                &finishes,
                &found(|job| job.completed.0),
            ));
            let killed = run.outcomes.iter().map(|job| job.killed);
            for (job, (is_cut, found)) in (1..).zip(cut.iter().zip(killed)) {
                if *is_cut != found {
                    all.push(format!(
                        "{name}: job {job} killed: {is_cut}, the product says {found}"
                    ));
                }
            }
            let places = cosched::export::allocated(&run);
            for (job, (fate, found)) in (1..).zip(fates.iter().zip(places)) {
                let exact = ranges(&fate.nodes);
                if exact != found {
                    all.push(format!(
                        "{name}: job {job} on nodes {exact}, the product says {found}"
                    ));
                }
            }
        }
        all
    }

    fn smaller(&self) -> Vec<Self> {
        self.0.smaller().into_iter().map(Self).collect()
    }
}

#[test]
fn queues_are_exact() {
    examine("queue", |draw: &mut Draw| Queue(jobs::draw(draw, false)));
}
