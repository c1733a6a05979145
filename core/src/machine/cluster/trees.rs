//! Several trees of switches, of which Slurm keeps each job to one.

use super::{ClusterRequest, ClusterSetup, Switch};

/// The root of the tree that the switch with this index of `all` is in.
pub(crate) fn root_of(all: &[Switch<'_>], index: usize) -> usize {
    let above = |&index: &usize| {
        let parent = all.get(index).and_then(|own| own.parent);
        // Those above stand before those below.
        parent
            .map(|above| above as usize)
            .filter(|&above| above < index)
    };
    core::iter::successors(Some(index), above)
        .last()
        .unwrap_or(index)
}

/// Whether there is more than one tree.
pub(crate) fn have_several_roots(all: &[Switch<'_>]) -> bool {
    all.iter().filter(|one| one.parent.is_none()).count() > 1
}

impl ClusterSetup<'_> {
    /// First of the `jobs` for which none of several trees of switches, if there are such, has room while
    /// the cluster is empty.
    pub(crate) fn first_without_tree(&self, jobs: usize) -> Option<usize> {
        if !have_several_roots(self.switches) {
            return None;
        }
        self.first_refused(jobs, |request| self.has_tree_for(request))
    }

    /// First of the `jobs` whose request `has_room` refuses.
    pub(super) fn first_refused(
        &self,
        jobs: usize,
        has_room: impl Fn(&ClusterRequest) -> bool,
    ) -> Option<usize> {
        let mut last = None;
        (0..jobs).find(|&job| {
            let request = self.request(job);
            // Neighbours in a queue often ask for the same.
            let is_new = last.replace(request) != Some(request);
            is_new && !has_room(&request)
        })
    }

    /// Whether one of the trees of switches has room for `request` while the cluster is empty.
    fn has_tree_for(&self, request: &ClusterRequest) -> bool {
        let all = self.switches;
        let fits = |root: usize| {
            let leaves = all.iter().enumerate();
            let own = leaves.filter(move |(leaf, _)| root_of(all, *leaf) == root);
            let nodes = |word: usize| {
                let words = own.clone().filter_map(|(_, leaf)| leaf.nodes.get(word));
                words.fold(0, |all, own| all | own)
            };
            self.room_among(request, nodes) >= u64::from(request.units())
        };
        let mut roots = (0..all.len()).filter(|&index| root_of(all, index) == index);
        roots.any(fits)
    }
}
