//! Choice among nodes that jobs share, as `select/cons_tres` makes it: the best fit among runs
//! of neighbours.

use super::block_choice::BlockChoice;
use super::chosen_nodes::ChosenNodes;
use super::neighbours::{Neighbours, OfferedNodes};
use super::request::{NodeChoice, NodeRequest};
use super::switch_tree::SwitchTree;
use crate::machine::bits::{is_member, members};

impl<W: Fn(u32) -> (u32, u32), E: Fn(u32) -> u32> OfferedNodes<'_, W, E> {
    /// Writes the nodes for `request` to `chosen`, and to `shares` how many CPUs each gives;
    /// returns whether there are enough, without which none is chosen.
    pub(in crate::policy::slurm::shared) fn choose(
        &self,
        request: &NodeRequest,
        choice: NodeChoice,
        ChosenNodes {
            set,
            shares,
            runs,
            switches,
        }: ChosenNodes<'_>,
    ) -> bool {
        let (mut least_offer, are_in_blocks) = (1, self.are_in_blocks());
        loop {
            let mut attempt = self.attempt(request, least_offer, (&mut *set, &mut *shares));
            let is_enough = match choice {
                _ if !self.switches.is_empty() => {
                    attempt.by_switches(SwitchTree::new(self.switches, switches))
                }
                _ if are_in_blocks => {
                    attempt.by_blocks(BlockChoice::new(self.blocks, request.least, switches))
                }
                NodeChoice::BestFit => attempt.by_runs(runs),
                NodeChoice::LeastLoaded => attempt.least_loaded(),
            };
            if is_enough {
                return true;
            }
            // Without the nodes that offer least, fewer nodes may do.
            let usable = members(self.usable).filter_map(|node| self.cpus.get(node as usize));
            let offers = usable.filter(|&&cpus| cpus >= least_offer);
            let count = offers.clone().count();
            let smallest = offers.min().copied();
            match smallest.filter(|_| count > request.least as usize) {
                Some(smallest) => least_offer = smallest.saturating_add(1),
                None => {
                    set.fill(0);
                    return false;
                }
            }
        }
    }
}

impl<W: Fn(u32) -> (u32, u32), E: Fn(u32) -> u32> OfferedNodes<'_, W, E> {
    /// Writes the nodes for `request` likewise, by weight, those in use first (`bf_busy_nodes`).
    /// As in 22.05.8, where those are enough an idle one is taken besides.
    pub(in crate::policy::slurm::shared) fn choose_busy_first(
        &self,
        request: &NodeRequest,
        is_busy: impl Fn(u32) -> bool,
        ChosenNodes { set, shares, .. }: ChosenNodes<'_>,
    ) -> bool {
        let mut attempt = self.attempt(request, 1, (set, shares));
        attempt.busy_first(is_busy)
    }

    fn attempt<'n>(
        &'n self,
        request: &'n NodeRequest,
        least_offer: u32,
        (chosen, shares): (&'n mut [u64], &'n mut [u32]),
    ) -> Attempt<'n, W, E> {
        chosen.fill(0);
        Attempt {
            all: self,
            request,
            least_offer,
            cpus_left: request.cpus,
            nodes_left: request.wanted,
            least_left: request.least,
            taken: 0,
            chosen,
            shares,
        }
    }
}

/// Choice among the nodes that offer at least so many CPUs.
pub(super) struct Attempt<'n, W, E> {
    pub(super) all: &'n OfferedNodes<'n, W, E>,
    pub(super) request: &'n NodeRequest,
    least_offer: u32,
    pub(super) cpus_left: u32,
    pub(super) nodes_left: u32,
    // Of the least number of nodes, those not taken.
    least_left: u32,
    pub(super) taken: u32,
    pub(super) chosen: &'n mut [u64],
    // Of nodes that are not chosen without meaning.
    shares: &'n mut [u32],
}

impl<W: Fn(u32) -> (u32, u32), E: Fn(u32) -> u32> Attempt<'_, W, E> {
    /// Takes the best run of neighbours, until there are enough nodes and CPUs.
    fn by_runs(&mut self, runs: &mut [Neighbours]) -> bool {
        let mut count = self.all.list_runs((self.least_offer, self.chosen), runs);
        while !self.is_satisfied() {
            let all = runs.get(..count).unwrap_or_default();
            let Some((index, run)) = self.best_run(all) else {
                break;
            };
            let before = self.taken;
            match self.smallest_that_suffices(run) {
                Some(node) => self.take(node, self.cpus_left),
                None if !self.take_in_order(run) => break,
                None => {}
            }
            if self.taken - before == run.count() {
                runs.copy_within(index + 1..count, index);
                count -= 1;
            } else if !self.is_satisfied() {
                count = self.all.list_runs((self.least_offer, self.chosen), runs);
            }
        }
        self.is_enough()
    }

    /// Takes the node with the largest free part, until there are enough nodes and CPUs.
    fn least_loaded(&mut self) -> bool {
        while !self.is_satisfied() && self.taken < self.request.most {
            let open = (0..self.all.cpus.len() as u32).filter(|&node| self.is_open(node));
            let weighed = open.map(|node| (node, (self.all.weight_and_size)(node)));
            let best = weighed.reduce(|best, node| {
                let [(one, (weight, size)), (other, (other_weight, other_size))] = [node, best];
                let [part, other_part] = [(one, other_size), (other, size)]
                    .map(|(node, size)| u64::from(self.offer(node)) * u64::from(size));
                let is_better =
                    weight < other_weight || weight == other_weight && part > other_part;
                if is_better { node } else { best }
            });
            let Some((node, _)) = best else { break };
            self.take(node, self.share(node));
        }
        self.is_enough()
    }

    /// Takes nodes by weight, of each those that are busy before idle ones.
    fn busy_first(&mut self, is_busy: impl Fn(u32) -> bool) -> bool {
        let mut is_idle_taken = false;
        while !self.is_satisfied() && self.taken < self.request.most {
            let open = (0..self.all.cpus.len() as u32).filter(|&node| self.is_open(node));
            let order = |&node: &u32| ((self.all.weight_and_size)(node).0, !is_busy(node), node);
            let Some(node) = open.min_by_key(order) else {
                break;
            };
            is_idle_taken |= !is_busy(node);
            self.take(node, self.share(node));
        }
        let is_enough = self.is_enough();
        let mut all = 0..self.all.cpus.len() as u32;
        if is_enough
            && !is_idle_taken
            && let Some(idle) = all.find(|&node| self.is_open(node) && !is_busy(node))
        {
            self.take(idle, 0);
        }
        is_enough
    }

    pub(super) fn is_satisfied(&self) -> bool {
        self.cpus_left == 0 && self.nodes_left == 0
    }

    pub(super) fn is_enough(&self) -> bool {
        self.cpus_left == 0 && self.least_left == 0
    }

    pub(super) fn offer(&self, node: u32) -> u32 {
        self.all.cpus.get(node as usize).copied().unwrap_or(0)
    }

    pub(super) fn is_open(&self, node: u32) -> bool {
        self.offer(node) >= self.least_offer
            && is_member(self.all.usable, node)
            && !is_member(self.chosen, node)
    }

    /// The run to take from next, with its index: of the least weight, one that suffices if there
    /// is one, the smallest of these, otherwise the largest; the first of equals.
    fn best_run(&self, runs: &[Neighbours]) -> Option<(usize, Neighbours)> {
        let all = runs.iter().copied().enumerate();
        all.reduce(|best, run| {
            if self.is_better(run.1, best.1) {
                run
            } else {
                best
            }
        })
    }

    /// Whether a run comes before one that stands before it.
    fn is_better(&self, new: Neighbours, old: Neighbours) -> bool {
        match (self.suffices(new), self.suffices(old)) {
            _ if new.weight != old.weight => new.weight < old.weight,
            (true, true) => new.cpus < old.cpus,
            (false, false) => new.cpus > old.cpus,
            (is_enough, _) => is_enough,
        }
    }

    /// Whether it has what is still wanted; of a range of nodes, the least.
    fn suffices(&self, run: Neighbours) -> bool {
        let nodes = if self.request.wanted > self.request.least {
            self.least_left
        } else {
            self.nodes_left
        };
        run.cpus >= self.cpus_left && run.count() >= nodes
    }

    /// If one node is still wanted: that with the fewest free CPUs that has all that are.
    fn smallest_that_suffices(&self, run: Neighbours) -> Option<u32> {
        let all = (run.first..run.end).filter(|_| self.nodes_left <= 1);
        all.filter(|&node| self.offer(node) >= self.cpus_left)
            .min_by_key(|&node| self.offer(node))
    }

    /// Takes nodes of `run` in their order; returns whether it took one.
    fn take_in_order(&mut self, run: Neighbours) -> bool {
        let before = self.taken;
        for node in run.first..run.end {
            if self.is_satisfied() || self.taken == self.request.most {
                break;
            }
            let share = self.share(node);
            let is_last = self.taken + 1 == self.request.most;
            // The last node has to hold the rest.
            if !is_last || share >= self.cpus_left {
                self.take(node, share);
            }
        }
        self.taken > before
    }

    /// Number of CPUs that `node` gives: it leaves one for each of the least nodes still to come.
    pub(super) fn share(&self, node: u32) -> u32 {
        let offer = self.offer(node);
        if self.request.whole_nodes {
            return offer;
        }
        let to_come = self.least_left.saturating_sub(1);
        let own = self.cpus_left.saturating_sub(to_come);
        offer.min(own.max(self.request.cpus_per_task))
    }

    pub(super) fn take(&mut self, node: u32, cpus: u32) {
        if let Some(word) = self.chosen.get_mut(node as usize / 64) {
            *word |= 1 << (node % 64);
        }
        if let Some(share) = self.shares.get_mut(node as usize) {
            *share = cpus;
        }
        self.cpus_left = self.cpus_left.saturating_sub(cpus);
        self.nodes_left = self.nodes_left.saturating_sub(1);
        self.least_left = self.least_left.saturating_sub(1);
        self.taken += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::cluster::Blocks;

    /// Set of the nodes that a request gets where so many CPUs of 8 are free on each.
    fn chosen(request: NodeRequest, choice: NodeChoice, free: &[u32]) -> u64 {
        let mut offers = [0; 6];
        for (offer, &free) in offers.iter_mut().zip(free) {
            if free >= request.least_cpus() {
                *offer = free;
            }
        }
        let nodes = OfferedNodes {
            usable: &[0b11_1111],
            cpus: &offers,
            weight_and_size: |_| (1, 8),
            weight_end: |_| 6,
            switches: &[],
            blocks: Blocks::NONE,
        };
        let (mut set, mut shares) = ([0], [0; 6]);
        let is_enough = nodes.choose(
            &request,
            choice,
            ChosenNodes {
                set: &mut set,
                shares: &mut shares,
                runs: &mut [Neighbours::EMPTY; 6],
                switches: &mut [],
            },
        );
        let chosen = (0..6).filter(|node| set[0] >> node & 1 == 1);
        let given: u32 = chosen.map(|node| shares[node]).sum();
        assert!(
            !is_enough || given >= request.cpus,
            "{request:?}: {shares:?}"
        );
        set[0]
    }

    /// The set of these nodes, by numbers from 1 on.
    fn nodes(numbers: &[u32]) -> u64 {
        numbers.iter().map(|number| 1 << (number - 1)).sum()
    }

    /// `-N least-most -n tasks -c cpus`.
    fn ranged(least: u32, most: u32, tasks: u32, cpus: u32) -> NodeRequest {
        NodeRequest {
            cpus: (tasks * cpus).max(least),
            cpus_per_task: cpus,
            least,
            most,
            wanted: most,
            whole_nodes: false,
        }
    }

    // Answers of Slurm 22.05.8 on six nodes of 8 CPUs, of which 4 6 2 8 1 7 are free: measured.
    #[test]
    fn requests_get_the_nodes_that_slurm_gave_them() {
        for (request, expected) in [
            (NodeRequest::tasks(1, 1), &[5][..]),
            (NodeRequest::tasks(1, 2), &[6]),
            (NodeRequest::tasks(1, 5), &[2]),
            (NodeRequest::tasks(1, 7), &[6]),
            (NodeRequest::tasks(2, 1), &[3]),
            (NodeRequest::tasks(4, 1), &[1]),
            (ranged(1, 1, 4, 1), &[6]),
            (NodeRequest::tasks(9, 1), &[1, 2]),
            (NodeRequest::tasks(14, 1), &[1, 2, 3, 4]),
            (ranged(2, 2, 2, 1), &[1, 2]),
            (ranged(2, 2, 12, 1), &[1, 4]),
            (ranged(3, 3, 3, 4), &[1, 2, 6]),
            (ranged(1, 3, 10, 1), &[1, 2, 3]),
            (ranged(1, 2, 5, 1), &[1, 2]),
        ] {
            let free = [4, 6, 2, 8, 1, 7];
            let found = chosen(request, NodeChoice::BestFit, &free);
            assert_eq!(found, nodes(expected), "{request:?}");
        }
    }

    #[test]
    fn the_least_loaded_node_comes_first() {
        let free = [4, 6, 2, 8, 1, 8];
        let least_loaded = |request| chosen(request, NodeChoice::LeastLoaded, &free);
        assert_eq!(least_loaded(NodeRequest::tasks(1, 1)), nodes(&[4]));
        assert_eq!(least_loaded(NodeRequest::tasks(10, 1)), nodes(&[4, 6]));
        assert_eq!(least_loaded(ranged(3, 3, 3, 1)), nodes(&[2, 4, 6]));
    }

    #[test]
    fn without_the_smallest_nodes_fewer_may_do() {
        // Two nodes for 10 CPUs: in order 1 and 8 of the first run would not be enough.
        let best_fit = |request| chosen(request, NodeChoice::BestFit, &[1, 1, 5, 5]);
        assert_eq!(best_fit(ranged(2, 2, 10, 1)), nodes(&[3, 4]));
        assert_eq!(best_fit(ranged(2, 2, 12, 1)), 0);
    }

    #[test]
    fn nodes_of_less_weight_come_first_even_if_they_are_too_few() {
        let nodes = OfferedNodes {
            usable: &[0b1111],
            cpus: &[2, 2, 4, 4],
            weight_and_size: |node: u32| (if node < 2 { 20 } else { 10 }, 4),
            weight_end: |node: u32| if node < 2 { 2 } else { 4 },
            switches: &[],
            blocks: Blocks::NONE,
        };
        let (mut set, mut shares) = ([0], [0; 4]);
        let mut chosen = |tasks| {
            let request = NodeRequest::tasks(tasks, 1);
            let choice = ChosenNodes {
                set: &mut set,
                shares: &mut shares,
                runs: &mut [Neighbours::EMPTY; 4],
                switches: &mut [],
            };
            let is_enough = nodes.choose(&request, NodeChoice::BestFit, choice);
            is_enough.then_some((set[0], shares))
        };
        assert_eq!(chosen(9), Some((0b1101, [1, 0, 4, 4])));
        assert_eq!(chosen(2).map(|(set, _)| set), Some(0b0100));
    }
}
