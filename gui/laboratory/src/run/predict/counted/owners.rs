//! What users, accounts and qualities of service have of their limits, and who waits for these.

use std::collections::BTreeSet;
use std::mem::{Discriminant, discriminant};

use cosched_core::machine::cluster::{ClusterRequest, LimitOwner, Limits};
use hashbrown::HashMap;

use super::candidates::{Candidates, Wanted};
use crate::scenario::cluster::OwnerLimits;

/// An owner with limits.
#[derive(Debug)]
struct LimitedOwner {
    /// Most jobs and most units at once.
    most: (u32, u32),
    /// Running jobs and their units.
    has: (u32, u32),
    /// Candidates that wait for its limits.
    held: BTreeSet<usize>,
    /// Whether one of them may have become free to start since they were last looked through.
    is_released: bool,
}

impl LimitedOwner {
    fn allows(&self, units: u32) -> bool {
        self.has.0 < self.most.0 && self.has.1.saturating_add(units) <= self.most.1
    }
}

/// All owners with limits.
#[derive(Debug)]
pub(super) struct Owners {
    all: Vec<LimitedOwner>,
    /// For each job the index of its owners in `groups`.
    group_of: Vec<usize>,
    /// Owners of which a job has all, by index.
    groups: Vec<Vec<usize>>,
    /// For each candidate the owner whose limits hold it, if any do.
    holder: Vec<Option<usize>>,
    /// Owners that are released, each with the index from which on its candidates have not been looked at in
    /// this pass: they cannot start in it any more, as ever less is left.
    released: Vec<(usize, usize)>,
}

impl Owners {
    /// The owners of that many `jobs`, none of whom has limits.
    pub(super) fn without_limits(jobs: usize) -> Self {
        Self {
            all: Vec::new(),
            group_of: vec![0; jobs],
            groups: vec![Vec::new()],
            holder: vec![None; jobs],
            released: Vec::new(),
        }
    }

    /// The owners of jobs with those `requests`, none of which runs yet.
    pub(super) fn new(limits: &OwnerLimits, requests: &[ClusterRequest]) -> Self {
        let mut owners = Self {
            all: Vec::new(),
            group_of: Vec::with_capacity(requests.len()),
            groups: Vec::new(),
            holder: vec![None; requests.len()],
            released: Vec::new(),
        };
        let tables = limits.as_core();
        let (mut known, mut groups) = (HashMap::new(), HashMap::new());
        let mut known_groups = HashMap::new();
        for request in requests {
            let key = [
                request.user,
                request.account,
                request.qos,
                request.user_of_qos,
            ];
            let group = *groups.entry(key).or_insert_with(|| {
                let limited = tables.of(request).filter(|(_, one)| *one != Limits::NONE);
                let group = limited.map(|(owner, one)| owners.index_of(&mut known, owner, one));
                let group: Vec<usize> = group.collect();
                *known_groups.entry(group).or_insert_with_key(|group| {
                    owners.groups.push(group.clone());
                    owners.groups.len() - 1
                })
            });
            owners.group_of.push(group);
        }
        owners
    }

    /// For each job the index of all its owners together.
    pub(super) fn groups_of_jobs(&self) -> &[usize] {
        &self.group_of
    }

    /// Index of `owner`, which is new unless it is among the `known`.
    fn index_of(
        &mut self,
        known: &mut HashMap<(Discriminant<LimitOwner>, u32), usize>,
        owner: LimitOwner,
        limits: Limits,
    ) -> usize {
        use LimitOwner::{Account, Licence, Qos, User, UserOfQos};
        let (User(number) | Account(number) | Qos(number) | UserOfQos(number) | Licence(number)) =
            owner;
        *known
            .entry((discriminant(&owner), number))
            .or_insert_with(|| {
                self.all.push(LimitedOwner {
                    most: (limits.running, limits.nodes.min(limits.cores)),
                    has: (0, 0),
                    held: BTreeSet::new(),
                    is_released: false,
                });
                self.all.len() - 1
            })
    }

    /// The first owner of `job` who may not have that many `units` more.
    pub(super) fn reached(&self, job: usize, units: u32) -> Option<usize> {
        let mut group = self.groups[self.group_of[job]].iter().copied();
        group.find(|owner| !self.all[*owner].allows(units))
    }

    pub(super) fn start(&mut self, job: usize, units: u32) {
        for &owner in &self.groups[self.group_of[job]] {
            let has = &mut self.all[owner].has;
            *has = (has.0 + 1, has.1 + units);
        }
    }

    pub(super) fn end(&mut self, job: usize, units: u32) {
        for &owner in &self.groups[self.group_of[job]] {
            let one = &mut self.all[owner];
            one.has = (one.has.0 - 1, one.has.1 - units);
            if !one.held.is_empty() && !one.is_released {
                one.is_released = true;
                self.released.push((owner, 0));
            }
        }
    }

    /// Forgets what was looked at in the pass before.
    pub(super) fn begin_pass(&mut self) {
        for (_, from) in &mut self.released {
            *from = 0;
        }
    }

    /// Lets the candidate at `index` wait for the limits of `owner`.
    pub(super) fn hold(&mut self, index: usize, owner: usize, candidates: &mut Candidates) {
        match self.holder[index].replace(owner) {
            Some(before) if before == owner => return,
            Some(before) => {
                self.all[before].held.remove(&index);
            }
            None => candidates.remove(index),
        }
        self.all[owner].held.insert(index);
    }

    /// Lets it wait for no limit.
    pub(super) fn let_go(&mut self, index: usize, candidates: &mut Candidates) {
        if let Some(owner) = self.holder[index].take() {
            self.all[owner].held.remove(&index);
            candidates.add(index);
        }
    }

    /// The first candidate from `from` on that is `wanted`, of those that wait for limits of which somebody has
    /// given something back. Those that nobody wants in this pass wait for nodes from then on.
    pub(super) fn first_released(
        &mut self,
        from: usize,
        wanted: &Wanted,
        candidates: &mut Candidates,
    ) -> Option<usize> {
        let mut first: Option<usize> = None;
        let mut released = std::mem::take(&mut self.released);
        released.retain_mut(|(owner, seen)| {
            *seen = from.max(*seen);
            let found = self.next_held(*owner, *seen, wanted, candidates);
            match found {
                Some(index) => {
                    *seen = index;
                    first = Some(first.map_or(index, |known| known.min(index)));
                }
                None => self.all[*owner].is_released = false,
            }
            found.is_some()
        });
        self.released = released;
        first
    }

    /// The first that waits for the limits of `owner`, from `from` on, that is within them and `wanted`.
    fn next_held(
        &mut self,
        owner: usize,
        from: usize,
        wanted: &Wanted,
        candidates: &mut Candidates,
    ) -> Option<usize> {
        let mut unwanted = Vec::new();
        let one = &self.all[owner];
        let mut held = one.held.range(from..).copied();
        let found = held.find(|&index| {
            if !one.allows(1) {
                return true;
            }
            let is_wanted = candidates.is_wanted(index, wanted);
            if !is_wanted {
                unwanted.push(index);
            }
            is_wanted && one.allows(candidates.units(index))
        });
        let found = found.filter(|_| one.allows(1));
        for index in unwanted {
            self.let_go(index, candidates);
        }
        found
    }
}
