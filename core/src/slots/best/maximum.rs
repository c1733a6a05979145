//! Search for the window with the greatest sum of node values: bounds updated step by step,
//! and a table where they do not decide.

use super::knapsack::{Item, NO_SOLUTION, Relaxed, best_above, choose, relax};
use super::value::{Value, bounded};
use crate::slots::domain::Domain;
use crate::slots::domain::groups::{FoundWindow, cheapest, groups};
use crate::slots::entities::Request;
use crate::slots::sweep::{Group, Sweep, SweepStep};
use crate::slots::units::parts_of;
use crate::units::time::{Duration, Time};

/// A search for the most valuable window.
///
/// A window that improves has the slot that begins, as [`crate::slots::search`] shows: that
/// holds here because value does not rise with start or length. So the node of that slot is
/// fixed, and the others are chosen for the rest of the budget.
pub(in crate::slots) struct Maximum<'s> {
    pub(in crate::slots) domain: &'s Domain<'s>,
    pub(in crate::slots) request: &'s Request,
    pub(in crate::slots) value: &'s dyn Value,
    pub(in crate::slots) items: &'s mut [Item],
    pub(in crate::slots) table: &'s mut [i64],
    pub(in crate::slots) sweep: Sweep<'s>,
}

impl Maximum<'_> {
    /// Finds the best window; writes its nodes to `chosen`.
    pub(in crate::slots) fn find(
        &mut self,
        chosen: &mut [u32],
        taken: &mut [u64],
    ) -> Option<FoundWindow> {
        let (domain, request) = (self.domain, self.request);
        let (mut best, mut found) = (NO_SOLUTION, None);
        for group in groups(domain, request) {
            let least = cheapest(domain, request, &self.sweep.prices, &group);
            if least.is_none_or(|least| least > group.affordable) {
                continue;
            }
            let Some(multiplier) = self.rank(&group, best) else {
                continue;
            };
            self.sweep.begin(group);
            while let Some(step) = self.sweep.advance() {
                if !self.can_improve(&group, &step, multiplier.as_ref(), best) {
                    continue;
                }
                let Some(value) = self.best_with(&group, &step, best) else {
                    continue;
                };
                best = value;
                found = Some(FoundWindow {
                    group,
                    slot: step.index,
                    start: step.slot.start,
                    prices: 0,
                });
            }
        }
        let found = found?;
        self.choose(&found, best, chosen, taken);
        Some(found)
    }

    /// Ranks nodes for a group by value at the multiplier that would be the best if all
    /// were free; no multiplier if values depend on more than the node. `None` if the group
    /// cannot have a better window.
    fn rank(&mut self, group: &Group, best: i64) -> Option<Option<Relaxed>> {
        let (nodes, count) = (self.domain.nodes(), self.request.nodes);
        let Some(scores) = &mut self.sweep.scores else {
            return Some(None);
        };
        let of = |node: usize| {
            let value = self.value.of(&nodes[node], Time::ZERO, Duration::ZERO);
            bounded(value, count)
        };
        let mut found = 0;
        for (node, data) in nodes.iter().enumerate() {
            if data.performance >= group.performance {
                self.items[found] = Item::new(of(node), data.price.0, 0, 0);
                found += 1;
            }
        }
        let items = &mut self.items[..found];
        let relaxed = relax(items, count as usize, group.affordable, best)?;
        scores.rank(|node| {
            let price = i128::from(nodes[node as usize].price.0);
            relaxed.price * price - relaxed.per * i128::from(of(node as usize))
        });
        Some(Some(relaxed))
    }

    /// Whether a window with the slot that begins could be affordable and better.
    #[inline]
    fn can_improve(
        &self,
        group: &Group,
        step: &SweepStep<'_>,
        multiplier: Option<&Relaxed>,
        best: i64,
    ) -> bool {
        let prices = &self.sweep.prices;
        let affordable = i128::from(group.affordable);
        if !prices.is_full() || prices.sum_with(step.slot.node) > affordable {
            return false;
        }
        // The Lagrangian bound: multiplier * budget + the greatest values of (value -
        // multiplier * price), of which the new node's is one.
        let (Some(scores), Some(by)) = (&self.sweep.scores, multiplier) else {
            return true;
        };
        // Prices never add up to 2^64, so more of a budget is useless.
        let bound = by.price * affordable - scores.sum_with(step.slot.node);
        bound >= (i128::from(best) + 1) * by.per
    }

    /// Lists the free nodes except that of the slot that begins, which is returned with
    /// their number.
    fn list(&mut self, group: &Group, step: &SweepStep<'_>) -> (Item, usize) {
        let (nodes, request) = (self.domain.nodes(), self.request);
        let item = |node: u32, index: u32| {
            let data = &nodes[node as usize];
            let value = self.value.of(data, step.slot.start.instant(), group.length);
            let parts = parts_of(request.volume, data.price, group.performance, request.scale);
            Item::new(bounded(value, request.nodes), parts, index, node)
        };
        let mut found = 0;
        for (node, live) in self
            .sweep
            .free()
            .filter(|(node, _)| *node != step.slot.node)
        {
            self.items[found] = item(node, live.slot());
            found += 1;
        }
        (item(step.slot.node, 0), found)
    }

    /// Value of the best window with the slot that begins, if it is better.
    fn best_with(&mut self, group: &Group, step: &SweepStep<'_>, best: i64) -> Option<i64> {
        let (first, found) = self.list(group, step);
        let (budget, others) = self.rest(&first)?;
        let items = &mut self.items[..found];
        let floor = (best - first.value).max(NO_SOLUTION);
        let value = best_above(items, others, budget, floor, self.table)?;
        Some(value + first.value)
    }

    /// Rest of the budget, in parts, and of the number of nodes after `first`.
    fn rest(&self, first: &Item) -> Option<(u64, usize)> {
        let budget = self.request.budget.parts(self.request.scale);
        let rest = budget.checked_sub(first.weight)?;
        Some((rest, self.request.nodes as usize - 1))
    }

    /// Writes the nodes of the window found, of value `best`, to `chosen`.
    fn choose(&mut self, found: &FoundWindow, best: i64, chosen: &mut [u32], taken: &mut [u64]) {
        self.sweep.begin(found.group);
        self.sweep.advance_to(found.slot);
        let step = SweepStep {
            slot: &self.domain.slots()[found.slot],
            index: found.slot,
        };
        let (first, count) = self.list(&found.group, &step);
        let Some((budget, others)) = self.rest(&first) else {
            return;
        };
        let items = &mut self.items[..count];
        choose(items, others, budget, best - first.value, self.table, taken);
        for (index, item) in chosen.iter_mut().zip(&*items) {
            *index = item.node;
        }
        chosen[others] = step.slot.node;
    }
}
