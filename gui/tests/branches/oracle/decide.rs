//! Decisions of the present policy: FCFS, EASY and conservative backfilling.

use std::collections::BTreeSet;

use super::{Machine, Policy};

impl Machine {
    /// Lets the present policy start jobs; `early` where one ended before its estimate, `anew` where
    /// plans no longer hold.
    pub(super) fn decide(&mut self, early: bool, anew: bool) {
        match self.decider.policy {
            Policy::Fcfs => self.heads(),
            Policy::Easy => self.easy(),
            Policy::Conservative => self.conservative(early, anew),
        }
        if self.decider.policy != Policy::Conservative {
            self.reserved.clear();
        }
    }

    fn heads(&mut self) {
        while let Some(&head) = self.queue().first()
            && self.fits(head)
        {
            self.start(head);
        }
    }

    fn estimated_end(&self, number: u64) -> u64 {
        self.running[&number].0 + self.jobs[&number].estimate
    }

    /// Nodes in service that are free at `instant` by the estimates of the running jobs.
    fn free_at(&self, instant: u64) -> usize {
        let busy = self
            .running
            .iter()
            .filter(|(number, _)| self.estimated_end(**number) > instant);
        let busy: BTreeSet<u32> = busy.flat_map(|(_, (_, nodes))| nodes.clone()).collect();
        let nodes = 0..self.nodes;
        nodes
            .filter(|node| !busy.contains(node) && !self.drained.contains(node))
            .count()
    }

    fn easy(&mut self) {
        self.heads();
        let queue = self.queue();
        let Some(&head) = queue.first() else { return };
        let needed = self.jobs[&head].nodes as usize;
        // Some nodes are never drained, and no job is wider.
        let shadow = (self.now..).find(|&at| self.free_at(at) >= needed).unwrap();
        let mut extra = self.free_at(shadow) - needed;
        let behind = queue[1..].to_vec();
        let backfill = self
            .decider
            .backfill
            .filter(|order| *order != self.decider.order);
        let behind = match backfill {
            None => behind,
            Some(order) => self.sorted(order, behind),
        };
        for number in behind
            .into_iter()
            .take(self.decider.depth.unwrap_or(usize::MAX))
        {
            let job = self.jobs[&number];
            if !self.fits(number) {
                continue;
            }
            if self.now + job.estimate <= shadow {
                self.start(number);
            } else if job.nodes as usize <= extra {
                extra -= job.nodes as usize;
                self.start(number);
            }
        }
    }

    fn anchor(&self, number: u64) -> u64 {
        let job = self.jobs[&number];
        let fits = |at: u64| {
            let reserved = self.reserved.iter();
            let reserved = reserved.filter(|(other, start)| {
                (**start..**start + self.jobs[other].estimate).contains(&at)
            });
            let reserved: usize = reserved
                .map(|(other, _)| self.jobs[other].nodes as usize)
                .sum();
            self.free_at(at) >= reserved + job.nodes as usize
        };
        let candidates = self.now..;
        candidates
            .into_iter()
            .find(|&start| (start..start + job.estimate).all(fits))
            .unwrap()
    }

    fn conservative(&mut self, early: bool, anew: bool) {
        if anew {
            self.reserved.clear();
        }
        let queue = self.queue();
        if early {
            for &number in &queue {
                if self.reserved.remove(&number).is_some() {
                    let start = self.anchor(number);
                    self.reserved.insert(number, start);
                }
            }
        }
        for &number in queue.iter().take(self.decider.depth.unwrap_or(usize::MAX)) {
            if !self.reserved.contains_key(&number) {
                let start = self.anchor(number);
                self.reserved.insert(number, start);
            }
        }
        for number in queue {
            if self.reserved.get(&number) == Some(&self.now) {
                self.start(number);
            }
        }
    }
}
