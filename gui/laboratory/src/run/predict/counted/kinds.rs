//! Candidates of the same owners that ask for as much as one before them, or for more: they cannot start before it,
//! and are not looked at until then.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use cosched_core::{Duration, JobSpec};
use hashbrown::HashMap;

/// Candidates of the same owners, size and estimate.
#[derive(Debug)]
struct Kind {
    group: usize,
    request: (u32, Duration),
    /// Those that wait, in the order of the queue.
    waiting: VecDeque<usize>,
    /// Kinds that wait behind its first, by their own first.
    behind: BinaryHeap<Reverse<(usize, usize)>>,
}

impl Kind {
    /// Whether its first can start whenever that of `other` can, and is before it.
    fn is_before(&self, other: &Self) -> bool {
        let ((units, estimate), (more, longer)) = (self.request, other.request);
        units <= more && estimate <= longer && self.waiting.front() < other.waiting.front()
    }
}

/// All kinds, and which of them are looked at.
#[derive(Debug)]
pub(super) struct Kinds {
    /// Index of the kind of each candidate.
    of: Vec<usize>,
    all: Vec<Kind>,
    /// For each group of owners the kinds whose first is looked at.
    fronts: Vec<Vec<usize>>,
}

impl Kinds {
    /// Those of the candidates `jobs`, of which each has the owners of a group; none waits.
    pub(super) fn new(jobs: &[JobSpec], group_of: &[usize]) -> Self {
        let mut kinds = Self {
            of: Vec::with_capacity(jobs.len()),
            all: Vec::new(),
            fronts: Vec::new(),
        };
        let mut known = HashMap::new();
        for (job, &group) in jobs.iter().zip(group_of) {
            let request = (job.nodes, job.estimate);
            let kind = *known.entry((group, request)).or_insert_with(|| {
                kinds.all.push(Kind {
                    group,
                    request,
                    waiting: VecDeque::new(),
                    behind: BinaryHeap::new(),
                });
                kinds.all.len() - 1
            });
            kinds.of.push(kind);
        }
        let groups = group_of.iter().max().map_or(0, |last| last + 1);
        kinds.fronts.resize(groups, Vec::new());
        kinds
    }

    /// Notes that the candidate at `index`, which is behind all that wait, waits as well; whether it is to be
    /// looked at.
    pub(super) fn add(&mut self, index: usize) -> bool {
        let kind = self.of[index];
        let waiting = &mut self.all[kind].waiting;
        waiting.push_back(index);
        waiting.len() == 1 && self.place(kind)
    }

    /// Notes that the candidate at `index`, which was looked at, no longer waits; returns those that are to be
    /// looked at instead.
    pub(super) fn remove(&mut self, index: usize) -> Vec<usize> {
        let kind = self.of[index];
        let own = &mut self.all[kind];
        own.waiting.pop_front();
        let next = own.waiting.front().copied();
        let group = own.group;
        let mut placed = Vec::new();
        while let Some(&Reverse((first, other))) = own.behind.peek()
            && next.is_none_or(|next| first < next)
        {
            own.behind.pop();
            placed.push(other);
        }
        self.fronts[group].retain(|other| *other != kind);
        placed.extend(next.map(|_| kind));
        placed.retain(|kind| self.place(*kind));
        let firsts = placed.iter();
        firsts
            .filter_map(|kind| self.all[*kind].waiting.front().copied())
            .collect()
    }

    /// Finds the place of a `kind` that some of wait and none looks at, behind another one or at the front; whether
    /// it is the latter.
    fn place(&mut self, kind: usize) -> bool {
        let own = &self.all[kind];
        let (group, first) = (own.group, own.waiting.front().copied());
        let mut fronts = self.fronts[group].iter().copied();
        let before = fronts.find(|front| self.all[*front].is_before(own));
        match before.zip(first) {
            Some((before, first)) => {
                self.all[before].behind.push(Reverse((first, kind)));
                false
            }
            None => {
                self.fronts[group].push(kind);
                true
            }
        }
    }
}
