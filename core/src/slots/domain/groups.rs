//! Groups of nodes by performance, and the best window found in them.

use super::Domain;
use crate::exact::Exact;
use crate::slots::entities::Request;
use crate::slots::ranking::Ranking;
use crate::slots::sweep::Group;
use crate::slots::units::Performance;

/// The best window found so far.
#[derive(Clone, Copy, Debug)]
pub(in crate::slots) struct FoundWindow {
    pub(in crate::slots) group: Group,
    pub(in crate::slots) slot: usize,
    pub(in crate::slots) start: Exact,
    /// Sum of the prices of its nodes; unknown where a value is maximised.
    pub(in crate::slots) prices: u64,
}

impl FoundWindow {
    /// Its end.
    pub(in crate::slots) fn finish(&self) -> Exact {
        self.start + self.group.exact_length()
    }
}

/// Groups of nodes, the fastest first.
pub(in crate::slots) fn groups<'d>(
    domain: &'d Domain<'_>,
    request: &'d Request,
) -> impl Iterator<Item = Group> + 'd {
    let next = move |below: Option<Performance>| {
        let all = domain.nodes().iter().map(|node| node.performance);
        let slower = all.filter(move |one| below.is_none_or(|below| *one < below));
        slower.filter(|one| *one >= request.least).max()
    };
    let performances = core::iter::successors(next(None), move |last| next(Some(*last)));
    performances.map(|performance| Group {
        performance,
        volume: request.volume,
        length: performance.time_for(request.volume),
        affordable: performance.affordable(request.volume, request.budget),
        deadline: request.deadline,
    })
}

/// Whether a group has as many nodes as requested.
pub(in crate::slots) fn enough(domain: &Domain<'_>, request: &Request, group: &Group) -> bool {
    let nodes = domain.nodes().iter();
    let fast = nodes.filter(|node| node.performance >= group.performance);
    fast.count() >= request.nodes as usize
}

/// Cost of a second of the cheapest nodes of a group, if there are enough of them.
pub(in crate::slots) fn cheapest(
    domain: &Domain<'_>,
    request: &Request,
    prices: &Ranking<'_>,
    group: &Group,
) -> Option<u64> {
    let nodes = prices.nodes().map(|node| domain.nodes()[node as usize]);
    let fast = nodes.filter(|node| node.performance >= group.performance);
    let (found, sum) = fast
        .take(request.nodes as usize)
        .fold((0, 0), |(found, sum), node| (found + 1, sum + node.price.0));
    (found == request.nodes).then_some(sum)
}
