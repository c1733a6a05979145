//! Buffers of a search.

use super::best::knapsack;
use super::best::knapsack::Item;
use super::bits::set_words_for;
use super::entities::Request;
use super::ranking::RankedNode;
use super::sweep::LiveSlot;
use crate::buffers::buffers;

buffers! {
    /// Borrowed buffers of a search. Those that only [`super::Criterion::MaxQ`] and
    /// [`super::Search::maximise`] need may be empty for the others.
    pub struct SearchBuffers, SearchSizes, BoxedSearch::as_buffers,
    StaticSearch<NODES, WORDS, TABLE, TAKEN>, "" {
        /// An entry for each node: its slot in a window that begins now.
        live: [LiveSlot; nodes; NODES] = LiveSlot::EMPTY,
        /// An entry for each node: by price.
        prices: [RankedNode; nodes; NODES] = RankedNode::EMPTY,
        /// [`words_for`] the nodes.
        price_words: [u64; words_for(nodes); WORDS] = 0,
        /// An entry for each requested node: nodes of the window found.
        chosen: [u32; widest; NODES] = 0,
        /// An entry for each node, to maximise a value: by it.
        scores: [RankedNode; scored; NODES] = RankedNode::EMPTY,
        /// [`words_for`] the nodes, to maximise a value.
        score_words: [u64; words_for(scored); WORDS] = 0,
        /// An entry for each node, to maximise a value: nodes to choose from.
        items: [Item; scored; NODES] = Item::EMPTY,
        /// [`table_for`] a request, to maximise a value.
        table: [i64; table; TABLE] = 0,
        /// [`taken_for`] the nodes and a request, to maximise a value.
        taken: [u64; taken; TAKEN] = 0,
    }
    with {}
    /// Computes the sizes that suffice for each of the requests, each with whether a value is
    /// maximised, on `nodes` nodes.
    sizes of(nodes: usize, requests: impl Iterator<Item = (Request, bool)>) {
        let (mut widest, mut scored, mut table, mut taken) = (0, 0, 0, 0);
        for (request, maximises) in requests {
            // More nodes than there are cannot be found.
            widest = widest.max(nodes.min(request.nodes as usize));
            if maximises {
                scored = nodes;
                table = table.max(table_for(&request));
                taken = taken.max(taken_for(nodes, &request));
            }
        }
    }
}

/// Number of words of the bitmaps of `nodes` free nodes.
pub const fn words_for(nodes: usize) -> usize {
    set_words_for(nodes)
}

/// Number of entries of the table in which the best nodes for `request` are found: one for
/// each number of nodes and each part of the budget.
///
/// ```
/// use cosched_core::slots::{Request, table_for};
/// assert_eq!(table_for(&Request::new(7, 800, 644)), 7 * 645);
/// ```
pub const fn table_for(request: &Request) -> usize {
    // One node of a window is fixed: that whose slot begins with it.
    let others = request.nodes.saturating_sub(1) as usize;
    knapsack::table_for(others, request.budget.parts(request.scale))
}

/// Number of words of the bitmaps of taken nodes for `request`, of `nodes` nodes.
pub const fn taken_for(nodes: usize, request: &Request) -> usize {
    let others = request.nodes.saturating_sub(1) as usize;
    knapsack::taken_for(nodes, others, request.budget.parts(request.scale))
}
