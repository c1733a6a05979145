//! Buffers of a search: sizes, and a set of fixed size.

use super::best::knapsack;
use super::best::knapsack::Item;
use super::bits::set_words_for;
use super::entities::Request;
use super::ranking::RankedNode;
use super::sweep::LiveSlot;
use crate::error::CapacityError;

/// Borrowed buffers of a search. Those that only [`super::Criterion::MaxQ`] and
/// [`super::Search::maximise`] need may be empty for the others.
#[derive(Debug, Default)]
pub struct SearchBuffers<'a> {
    /// An entry for each node: its slot in a window that begins now.
    pub live: &'a mut [LiveSlot],
    /// An entry for each node: by price.
    pub prices: &'a mut [RankedNode],
    /// [`words_for`] the nodes.
    pub price_words: &'a mut [u64],
    /// An entry for each requested node: nodes of the window found.
    pub chosen: &'a mut [u32],
    /// An entry for each node, to maximise a value: by it.
    pub scores: &'a mut [RankedNode],
    /// [`words_for`] the nodes, to maximise a value.
    pub score_words: &'a mut [u64],
    /// An entry for each node, to maximise a value: nodes to choose from.
    pub items: &'a mut [Item],
    /// [`table_for`] a request, to maximise a value.
    pub table: &'a mut [i64],
    /// [`taken_for`] the nodes and a request, to maximise a value.
    pub taken: &'a mut [u64],
}

impl SearchBuffers<'_> {
    /// Checks that they suffice for `request` on `nodes` nodes.
    pub(super) fn check(
        &self,
        nodes: usize,
        request: &Request,
        maximises: bool,
    ) -> Result<(), CapacityError> {
        let words = words_for(nodes);
        CapacityError::unless("live", nodes, self.live.len())?;
        CapacityError::unless("prices", nodes, self.prices.len())?;
        CapacityError::unless("price_words", words, self.price_words.len())?;
        CapacityError::unless("chosen", request.nodes as usize, self.chosen.len())?;
        if !maximises {
            return Ok(());
        }
        let taken = taken_for(nodes, request);
        CapacityError::unless("scores", nodes, self.scores.len())?;
        CapacityError::unless("score_words", words, self.score_words.len())?;
        CapacityError::unless("items", nodes, self.items.len())?;
        CapacityError::unless("table", table_for(request), self.table.len())?;
        CapacityError::unless("taken", taken, self.taken.len())
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

/// Buffers of fixed size, all zero bytes when new: `NODES` nodes, `WORDS` is [`words_for`]
/// them, `TABLE` is [`table_for`] a request and `TAKEN` is [`taken_for`] it; both 0 if no
/// value is maximised.
#[derive(Debug)]
pub struct SearchMemory<
    const NODES: usize,
    const WORDS: usize,
    const TABLE: usize,
    const TAKEN: usize,
> {
    live: [LiveSlot; NODES],
    prices: [RankedNode; NODES],
    price_words: [u64; WORDS],
    chosen: [u32; NODES],
    scores: [RankedNode; NODES],
    score_words: [u64; WORDS],
    items: [Item; NODES],
    table: [i64; TABLE],
    taken: [u64; TAKEN],
}

impl<const NODES: usize, const WORDS: usize, const TABLE: usize, const TAKEN: usize>
    SearchMemory<NODES, WORDS, TABLE, TAKEN>
{
    /// Empty buffers.
    pub const fn new() -> Self {
        const { assert!(WORDS >= words_for(NODES), "WORDS is words_for(NODES)") }
        Self {
            live: [LiveSlot::EMPTY; NODES],
            prices: [RankedNode::EMPTY; NODES],
            price_words: [0; WORDS],
            chosen: [0; NODES],
            scores: [RankedNode::EMPTY; NODES],
            score_words: [0; WORDS],
            items: [Item::EMPTY; NODES],
            table: [0; TABLE],
            taken: [0; TAKEN],
        }
    }

    /// Borrows all of them.
    pub const fn buffers(&mut self) -> SearchBuffers<'_> {
        SearchBuffers {
            live: &mut self.live,
            prices: &mut self.prices,
            price_words: &mut self.price_words,
            chosen: &mut self.chosen,
            scores: &mut self.scores,
            score_words: &mut self.score_words,
            items: &mut self.items,
            table: &mut self.table,
            taken: &mut self.taken,
        }
    }
}

impl<const NODES: usize, const WORDS: usize, const TABLE: usize, const TAKEN: usize> Default
    for SearchMemory<NODES, WORDS, TABLE, TAKEN>
{
    fn default() -> Self {
        Self::new()
    }
}
