//! Heap buffers of a search.

use cosched_core::slots::{
    Criterion, Item, LiveSlot, Node, RankedNode, Request, SearchBuffers, table_for, taken_for,
    words_for,
};

/// Buffers of a search, which grow as needed.
#[derive(Debug, Default)]
pub struct OwnedSearch {
    live: Vec<LiveSlot>,
    ranked: [Vec<RankedNode>; 2],
    words: [Vec<u64>; 2],
    chosen: Vec<u32>,
    items: Vec<Item>,
    table: Vec<i64>,
    taken: Vec<u64>,
}

/// A request that cannot be searched for: its index, and the reason.
pub struct TableTooLong {
    pub(crate) index: usize,
    pub(crate) sentence: String,
}

/// Largest number of entries of the table for the greatest quality, and of words of the choices:
/// half a GiB each.
const MOST_TABLE: usize = 1 << 26;

impl OwnedSearch {
    /// Grows the buffers for each request of `queue` on so many nodes.
    ///
    /// # Errors
    /// The first request whose table would be too long.
    pub(crate) fn fit(
        &mut self,
        nodes: usize,
        queue: &[(Request, Criterion)],
    ) -> Result<(), TableTooLong> {
        let requested = queue.iter().map(|(request, _)| request.nodes as usize);
        let widest = requested.max().unwrap_or_default().min(nodes);
        self.live.resize(nodes, LiveSlot::EMPTY);
        self.ranked[0].resize(nodes, RankedNode::EMPTY);
        self.words[0].resize(words_for(nodes), 0);
        self.chosen.resize(widest, 0);
        let (mut table, mut taken) = (0, 0);
        for (index, (request, criterion)) in queue.iter().enumerate() {
            if *criterion == Criterion::MaxQ {
                check_table(nodes, request).map_err(|sentence| TableTooLong { index, sentence })?;
                table = table.max(table_for(request));
                taken = taken.max(taken_for(nodes, request));
            }
        }
        self.table.resize(table, 0);
        self.taken.resize(taken, 0);
        if queue
            .iter()
            .any(|(_, criterion)| *criterion == Criterion::MaxQ)
        {
            self.ranked[1].resize(nodes, RankedNode::EMPTY);
            self.words[1].resize(words_for(nodes), 0);
            self.items.resize(nodes, Item::EMPTY);
        }
        Ok(())
    }

    /// Returns the core's form.
    pub(crate) fn buffers(&mut self) -> SearchBuffers<'_> {
        let [prices, scores] = &mut self.ranked;
        let [price_words, score_words] = &mut self.words;
        SearchBuffers {
            live: &mut self.live,
            prices,
            price_words,
            chosen: &mut self.chosen,
            scores,
            score_words,
            items: &mut self.items,
            table: &mut self.table,
            taken: &mut self.taken,
        }
    }
}

/// Checks that the table for the greatest quality is short enough; else returns the fault of the
/// request, in words.
fn check_table(nodes: usize, request: &Request) -> Result<(), String> {
    let (table, taken) = (table_for(request), taken_for(nodes, request));
    if table <= MOST_TABLE && taken <= MOST_TABLE {
        return Ok(());
    }
    Err(format!(
        "the greatest quality of {} nodes of {nodes} within a budget of {} in {} parts of a unit needs a table of {table} entries and {taken} words; {MOST_TABLE} of each are allowed: count in a larger unit, take a smaller scale, or ask for fewer nodes",
        request.nodes, request.budget, request.scale
    ))
}

/// Returns the queue with each request for the greatest quality reduced to what is within reach.
pub fn reachable(nodes: &[Node], queue: &[(Request, Criterion)]) -> Vec<(Request, Criterion)> {
    let each = queue.iter().map(|&(request, criterion)| match criterion {
        Criterion::MaxQ => (request.within_reach(nodes), criterion),
        _ => (request, criterion),
    });
    each.collect()
}
