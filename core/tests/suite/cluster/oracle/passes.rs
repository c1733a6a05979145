//! FCFS and EASY of the slow program, and room at later times.

use super::{Run, World};

impl World<'_> {
    pub(in super::super) fn fcfs(&mut self, queue: &[usize]) {
        let mut blocked = vec![false; self.case.nodes()];
        for &job in queue {
            if !self.may_start(job) {
                continue;
            }
            let chosen = self.choose(
                job,
                &mut [&mut |node, units| if blocked[node] { 0 } else { units }],
            );
            match chosen {
                Some(places) => self.start(job, places),
                None => {
                    for (node, blocked) in blocked.iter_mut().enumerate() {
                        *blocked |= self.wants(job, node);
                    }
                }
            }
        }
    }

    pub(in super::super) fn easy(&mut self, queue: &[usize]) {
        // The head of each partition with its shadow time.
        let mut heads: Vec<(usize, u64)> = Vec::new();
        for &job in queue {
            if !self.may_start(job) {
                continue;
            }
            let requested = self.case.jobs[job].clone();
            let end = self.now + requested.estimate;
            let has_room = self.choose(job, &mut [&mut |_, units| units]).is_some();
            if has_room {
                let late: Vec<(usize, u64)> = heads
                    .iter()
                    .copied()
                    .filter(|&(_, shadow)| end > shadow)
                    .collect();
                let loss = |&(head, shadow): &(usize, u64), node, units| {
                    let own = self.run(job, vec![(node, units)]);
                    let before = self.units_then(head, node, shadow, &[]);
                    before - self.units_then(head, node, shadow, &[own]).min(before)
                };
                let mut spare: Vec<u32> = late
                    .iter()
                    .map(|&(head, shadow)| self.ready(head, shadow) - self.case.jobs[head].count)
                    .collect();
                let mut harmless = |node, units| {
                    if late.iter().all(|late| loss(late, node, units) == 0) {
                        units
                    } else {
                        0
                    }
                };
                let mut within = |node, units| {
                    let losses: Vec<u32> =
                        late.iter().map(|late| loss(late, node, units)).collect();
                    if losses.iter().all(|&loss| loss == 0)
                        || losses.iter().zip(&spare).any(|(loss, spare)| loss > spare)
                    {
                        return 0;
                    }
                    for (spare, loss) in spare.iter_mut().zip(losses) {
                        *spare -= loss;
                    }
                    units
                };
                if let Some(places) = self.choose(job, &mut [&mut harmless, &mut within]) {
                    self.start(job, places);
                }
                continue;
            }
            let line = |job: usize| match self.case.jobs[job].reservation {
                Some(one) => (true, one),
                None => (false, self.case.jobs[job].partition),
            };
            if heads.iter().all(|&(head, _)| line(head) != line(job)) {
                let last = self.running.iter().map(|run| self.expected_end(run)).max();
                let last = last.unwrap_or(0).max(self.case.last_window()) + 1;
                let mut instants = self.now..=last.max(self.now);
                if let Some(shadow) = instants.find(|&at| self.ready(job, at) >= requested.count) {
                    heads.push((job, shadow));
                }
            }
        }
        self.heads = heads;
    }

    /// Units of `job` that fit on `node` from `at` on by the estimates, if `more` run
    /// there, too.
    pub(in super::super) fn units_then(
        &self,
        job: usize,
        node: usize,
        at: u64,
        more: &[Run],
    ) -> u32 {
        if !self.is_there(job, node, at, at + self.case.jobs[job].estimate) {
            return 0;
        }
        let runs = self.running.iter();
        let runs = runs.filter(|run| self.expected_end(run) > at).chain(more);
        let units = self.units(job, node, self.free(node, runs.clone()));
        units.min(self.gpu_units(job, node, runs))
    }

    pub(in super::super) fn ready(&self, job: usize, at: u64) -> u32 {
        (0..self.case.nodes())
            .map(|node| self.units_then(job, node, at, &[]))
            .sum()
    }
}
