//! The search for the best window: group by group of nodes, one pass over the slots each.
//!
//! The paper's scheme goes through the different performances, the fastest first, and
//! through the slots of nodes at least as fast by their starts. Its plain form tries, at
//! each slot start, all free nodes; it is kept in the tests as the reference for this one,
//! which gives the same answers:
//!
//! * **Only windows with the slot that begins are new.** Any other was there when
//!   the last of its slots began, for no later a start, and was tried then. Or
//!   it was not, as no node as slow as the group was free: then it was in a faster
//!   group, where it is shorter and cheaper. Either way it is no strict improvement.
//! * For the same reason it does not matter whether a window has a node that is as
//!   slow as its group.
//! * **The first window of a group is its best** where the start, the end or the
//!   length counts, as the length is that of the group.
//! * **A group is left out** if even its cheapest nodes, were they all free, are too
//!   dear or no improvement.

use super::best::maximum::Maximum;
use super::best::value::{MAX_SUM, TotalQuality, Value};
use super::domain::Domain;
use super::domain::groups::{FoundWindow, cheapest, groups};
use super::entities::{Criterion, Request, Window};
use super::error::SlotsError;
use super::memory::SearchBuffers;
use super::ranking::Ranking;
use super::sweep::{Group, Sweep, SweepStep};
use super::units::{Price, Quality};
use crate::error::CapacityError;
use crate::units::time::Time;

/// Searches for windows, on borrowed buffers.
#[derive(Debug)]
pub struct Search<'a> {
    buffers: SearchBuffers<'a>,
}

impl<'a> Search<'a> {
    /// A search on these buffers; their sizes are checked against each request.
    pub const fn new(buffers: SearchBuffers<'a>) -> Self {
        Self { buffers }
    }

    /// Finds the best window for `request`, if there is one; [`Search::explain`] gives the
    /// reason if not.
    ///
    /// # Errors
    /// An error in the request, or the buffer that is too small.
    ///
    /// ```
    /// use cosched_core::Time;
    /// use cosched_core::slots::{Criterion, Domain, Node, Request, Search, StaticSearch, Slot};
    ///
    /// // Performance, price and quality of three nodes, and when they are idle.
    /// let nodes = [Node::new(6, 3, 2), Node::new(5, 2, 9), Node::new(3, 1, 4)];
    /// let slot = |node, start, end| {
    ///     Slot::new(node, Time::from_seconds(start), Time::from_seconds(end))
    /// };
    /// let idle = [slot(0, 20, 60), slot(1, 5, 40), slot(2, 0, 100)];
    /// let (mut by_start, mut by_end) = ([Slot::EMPTY; 3], [Slot::EMPTY; 3]);
    /// let domain = Domain::new(&nodes, &idle, &mut by_start, &mut by_end)?;
    ///
    /// // Two nodes that do 60 units each: 10, 12 or 20 s.
    /// let request = Request::new(2, 60, 100);
    /// let mut memory = StaticSearch::<3, 2, 0, 0>::new();
    /// let mut search = Search::new(memory.as_buffers());
    /// let window = search.find(&domain, &request, Criterion::FirstFit)?.unwrap();
    /// assert_eq!((window.start.seconds(), window.nodes), (5.0, &[1, 2][..]));
    /// let window = search.find(&domain, &request, Criterion::MinRuntime)?.unwrap();
    /// assert_eq!((window.start.seconds(), window.nodes), (20.0, &[0, 1][..]));
    /// # Ok::<(), cosched_core::slots::SlotsError>(())
    /// ```
    pub fn find(
        &mut self,
        domain: &Domain<'_>,
        request: &Request,
        criterion: Criterion,
    ) -> Result<Option<Window<'_>>, SlotsError> {
        self.check(domain, request, criterion == Criterion::MaxQ)?;
        Ok(self.find_checked(domain, request, criterion))
    }

    /// Finds the window for `request` with the greatest sum of node values.
    ///
    /// # Errors
    /// An error in the request, or the buffer that is too small.
    pub fn maximise(
        &mut self,
        domain: &Domain<'_>,
        request: &Request,
        value: &dyn Value,
    ) -> Result<Option<Window<'_>>, SlotsError> {
        self.check(domain, request, true)?;
        Ok(self.maximise_checked(domain, request, value))
    }

    pub(super) fn find_checked(
        &mut self,
        domain: &Domain<'_>,
        request: &Request,
        criterion: Criterion,
    ) -> Option<Window<'_>> {
        if criterion == Criterion::MaxQ {
            return self.maximise_checked(domain, request, &TotalQuality);
        }
        self.find_in(domain, request, criterion, groups(domain, request))
    }

    /// Finds the best window of these groups, which go from fast to slow.
    pub(super) fn find_in(
        &mut self,
        domain: &Domain<'_>,
        request: &Request,
        criterion: Criterion,
        groups: impl Iterator<Item = Group>,
    ) -> Option<Window<'_>> {
        let SearchBuffers {
            live,
            prices,
            price_words,
            chosen,
            ..
        } = &mut self.buffers;
        let mut prices = by_price(domain, request, prices, price_words);
        prices.rank(|node| i128::from(price(domain, node).0));
        let mut sweep = Sweep::new(domain, live, prices, None);
        let found = best(domain, request, criterion, groups, &mut sweep)?;
        sweep.begin(found.group);
        sweep.advance_to(found.slot);
        let chosen = &mut chosen[..request.nodes as usize];
        for (index, (node, _)) in chosen.iter_mut().zip(sweep.free()) {
            *index = node;
        }
        Some(window(domain, request, &found, chosen))
    }

    fn maximise_checked(
        &mut self,
        domain: &Domain<'_>,
        request: &Request,
        value: &dyn Value,
    ) -> Option<Window<'_>> {
        let SearchBuffers {
            live,
            prices,
            price_words,
            chosen,
            scores,
            score_words,
            items,
            table,
            taken,
        } = &mut self.buffers;
        let mut prices = by_price(domain, request, prices, price_words);
        prices.rank(|node| i128::from(price(domain, node).0));
        let scores = value
            .is_fixed()
            .then(|| by_price(domain, request, scores, score_words));
        let chosen = &mut chosen[..request.nodes as usize];
        let mut maximum = Maximum {
            domain,
            request,
            value,
            items,
            table,
            sweep: Sweep::new(domain, live, prices, scores),
        };
        let found = maximum.find(chosen, taken)?;
        Some(window(domain, request, &found, chosen))
    }

    /// Checks that a search can start.
    pub(super) fn check(
        &self,
        domain: &Domain<'_>,
        request: &Request,
        maximises: bool,
    ) -> Result<(), SlotsError> {
        let nodes = domain.nodes();
        check_request(domain, request)?;
        let requests = core::iter::once((*request, maximises));
        self.buffers.check(nodes.len(), requests)?;
        CapacityError::unless("slots", domain.slots().len(), u32::MAX as usize)?;
        Ok(())
    }
}

/// Checks that `request` is valid there.
fn check_request(domain: &Domain<'_>, request: &Request) -> Result<(), SlotsError> {
    let (requested, nodes) = (request.nodes, domain.nodes());
    if requested == 0 {
        return Err(SlotsError::NoNodes);
    }
    if requested as usize > nodes.len() {
        return Err(SlotsError::TooManyNodes {
            requested,
            nodes: nodes.len(),
        });
    }
    if request.volume.0 == 0 {
        return Err(SlotsError::NoVolume);
    }
    if request.scale == 0 {
        return Err(SlotsError::NoScale);
    }
    if request.deadline == Time::ZERO {
        return Err(SlotsError::NoTime);
    }
    // Sums over this many nodes then stay in range.
    let dearest = nodes.iter().map(|node| node.price.0).max();
    if dearest > Some(u64::MAX / u64::from(requested)) {
        return Err(SlotsError::TooDear { requested });
    }
    let finest = nodes.iter().map(|node| node.quality.0).max();
    if finest > Some(MAX_SUM as u64 / u64::from(requested)) {
        return Err(SlotsError::TooGood { requested });
    }
    Ok(())
}

fn price(domain: &Domain<'_>, node: u32) -> Price {
    domain.nodes()[node as usize].price
}

/// A ranking of all nodes, for the requested number.
fn by_price<'s>(
    domain: &Domain<'_>,
    request: &Request,
    ranked: &'s mut [super::RankedNode],
    words: &'s mut [u64],
) -> Ranking<'s> {
    let ranked = &mut ranked[..domain.nodes().len()];
    Ranking::new(ranked, words, request.nodes as usize)
}

/// Finds the best window by any criterion for which the cheapest nodes are enough.
fn best(
    domain: &Domain<'_>,
    request: &Request,
    criterion: Criterion,
    groups: impl Iterator<Item = Group>,
    sweep: &mut Sweep<'_>,
) -> Option<FoundWindow> {
    let mut best: Option<FoundWindow> = None;
    for group in groups {
        let most = max_prices(&group, criterion, best.as_ref());
        let least = cheapest(domain, request, &sweep.prices, &group);
        if least.is_none_or(|least| Some(least) > most) {
            continue;
        }
        sweep.begin(group);
        while let Some(step) = sweep.advance() {
            if let Some(best) = &best
                && !is_better(&step, &group, criterion, best)
            {
                break;
            }
            let most = max_prices(&group, criterion, best.as_ref());
            let prices = sweep.prices.sum();
            if !sweep.prices.is_full() || most.is_none_or(|most| prices > i128::from(most)) {
                continue;
            }
            best = Some(FoundWindow {
                group,
                slot: step.index,
                start: step.slot.start,
                prices: prices as u64,
            });
            // The length is that of the group, so only costs can still improve.
            if criterion != Criterion::MinCost {
                break;
            }
        }
        let first = [Criterion::GroupFirst, Criterion::MinRuntime].contains(&criterion);
        if first && best.is_some() {
            break;
        }
    }
    best
}

/// Whether a window that begins there could be better than `best`. If not, no later one of
/// the group is.
#[inline]
fn is_better(
    step: &SweepStep<'_>,
    group: &Group,
    criterion: Criterion,
    best: &FoundWindow,
) -> bool {
    match criterion {
        Criterion::FirstFit => step.slot.start < best.start,
        Criterion::MinFinish => ends_sooner(step, group, best),
        _ => true,
    }
}

/// Whether a window that begins there ends before `best` does.
#[inline]
fn ends_sooner(step: &SweepStep<'_>, group: &Group, best: &FoundWindow) -> bool {
    // Rounded up twice, these are at most 2 ns late.
    let rounded = step.slot.start.instant().after(group.length);
    let best_rounded = best.start.instant().after(best.group.length);
    if rounded.0.abs_diff(best_rounded.0) >= 2 {
        return rounded < best_rounded;
    }
    step.slot.start + group.exact_length() < best.finish()
}

/// Maximum sum of prices of a window that is affordable and, where cost counts, cheaper
/// than `best`.
///
/// It is cheaper if volume / performance * prices is less than that of the best, so prices *
/// its performance < its prices * performance; as prices are whole, they are at most the
/// quotient rounded up, minus one.
#[inline]
fn max_prices(group: &Group, criterion: Criterion, best: Option<&FoundWindow>) -> Option<u64> {
    let Some(best) = best.filter(|_| criterion == Criterion::MinCost) else {
        return Some(group.affordable);
    };
    let product = u128::from(best.prices) * u128::from(group.performance.0);
    let below = product
        .div_ceil(u128::from(best.group.performance.0))
        .checked_sub(1)?;
    Some(u64::try_from(below).map_or(group.affordable, |below| below.min(group.affordable)))
}

/// The window found, with its nodes in order.
fn window<'c>(
    domain: &Domain<'_>,
    request: &Request,
    found: &FoundWindow,
    chosen: &'c mut [u32],
) -> Window<'c> {
    chosen.sort_unstable();
    let nodes = || chosen.iter().map(|&node| domain.nodes()[node as usize]);
    let prices = nodes().map(|node| node.price.0).sum();
    Window {
        start: found.start,
        length: found.group.exact_length(),
        performance: found.group.performance,
        cost: found.group.performance.cost_of(request.volume, prices),
        quality: Quality(nodes().map(|node| node.quality.0).sum()),
        nodes: chosen,
    }
}
