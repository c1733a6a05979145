//! What the tests ask of a case.

use cosched_core::machine::cluster::Limits;

use super::draw::{Case, Kind, LimitKind};

impl Case {
    pub(crate) fn nodes(&self) -> usize {
        self.kinds.iter().map(|kind| kind.count).sum()
    }

    pub(crate) fn kind_of(&self, node: usize) -> usize {
        let mut end = 0;
        let of = |kind: &Kind| {
            end += kind.count;
            node < end
        };
        self.kinds.iter().position(of).unwrap()
    }

    /// Units that the job could have on an idle node.
    pub(crate) fn units_on(&self, job: usize, node: usize) -> u32 {
        let (job, kind) = (&self.jobs[job], &self.kinds[self.kind_of(node)]);
        let is_usable = self.partitions[job.partition].nodes[node]
            && kind.features & job.features == job.features
            && job
                .reservation
                .is_none_or(|one| self.reserved[one].nodes[node]);
        if is_usable {
            job.fit(kind.room, job.most_on_a_node())
        } else {
            0
        }
    }

    pub(crate) fn id(&self, who: LimitKind, job: usize) -> u32 {
        self.jobs[job].ids[who as usize]
    }

    /// Whether `job` counts as one of the user, account or quality of service `id`.
    pub(crate) fn counts_as(&self, who: LimitKind, job: usize, id: u32) -> bool {
        let mut own = self.id(who, job);
        while own != id {
            let parents = self.parents.iter().filter(|_| who == LimitKind::Account);
            match parents.copied().nth(own as usize) {
                Some(Some(parent)) => own = parent,
                _ => return false,
            }
        }
        true
    }

    /// Limits that hold for `job`, with whose they are.
    pub(crate) fn limits(&self, job: usize) -> Vec<(LimitKind, u32, Limits)> {
        let each = LimitKind::ALL.into_iter().flat_map(|who| {
            let table = (0..).zip(&self.limits[who as usize]);
            table.map(move |(id, limits)| (who, id, *limits))
        });
        each.filter(|&(who, id, _)| self.counts_as(who, job, id))
            .collect()
    }

    pub(crate) fn last_window(&self) -> u64 {
        let windows = self.windows.iter().map(|window| window.until);
        let reserved = self.reserved.iter().map(|one| one.until);
        windows.chain(reserved).max().unwrap_or(0)
    }

    /// Time by which everything has happened.
    pub(crate) fn horizon(&self) -> u64 {
        let lengths = self.jobs.iter().map(|job| job.runtime.max(job.estimate));
        let last = self.jobs.last().map_or(0, |job| job.submit);
        last + self.last_window() + 2 * lengths.sum::<u64>() + 2
    }
}
