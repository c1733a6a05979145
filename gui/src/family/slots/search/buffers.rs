//! The desktop's memory for a search.

use cosched_core::slots::{
    Criterion, Item, Live, Node, Ranked, Request, SearchBuffers, table_for, taken_for, words_for,
};

/// Buffers of a search, made longer as needed.
#[derive(Debug, Default)]
pub(crate) struct OwnedSearch {
    live: Vec<Live>,
    ranked: [Vec<Ranked>; 2],
    words: [Vec<u64>; 2],
    chosen: Vec<u32>,
    items: Vec<Item>,
    table: Vec<i64>,
    taken: Vec<u64>,
}

/// A request that cannot be searched for: its place, and why.
pub(crate) struct TooLong {
    pub(crate) place: usize,
    pub(crate) sentence: String,
}

/// The most entries of the table for the greatest quality, and words of what is
/// taken: half a GiB each.
const MOST_TABLE: usize = 1 << 26;

impl OwnedSearch {
    /// Makes them long enough for each of `queue` on so many nodes.
    ///
    /// # Errors
    /// The first for which the table would be too long.
    pub(crate) fn fit(
        &mut self,
        nodes: usize,
        queue: &[(Request, Criterion)],
    ) -> Result<(), TooLong> {
        let asked = queue.iter().map(|(request, _)| request.nodes as usize);
        let widest = asked.max().unwrap_or_default().min(nodes);
        self.live.resize(nodes, Live::EMPTY);
        self.ranked[0].resize(nodes, Ranked::EMPTY);
        self.words[0].resize(words_for(nodes), 0);
        self.chosen.resize(widest, 0);
        let (mut table, mut taken) = (0, 0);
        for (place, (request, criterion)) in queue.iter().enumerate() {
            if *criterion == Criterion::MaxQ {
                check_table(nodes, request).map_err(|sentence| TooLong { place, sentence })?;
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
            self.ranked[1].resize(nodes, Ranked::EMPTY);
            self.words[1].resize(words_for(nodes), 0);
            self.items.resize(nodes, Item::EMPTY);
        }
        Ok(())
    }

    /// As the core wants them.
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

/// Whether the table in which the greatest quality is found may be so long; else
/// what is wrong with the request, in words.
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

/// The same queue, each request for the greatest quality within reach.
pub(crate) fn reachable(
    nodes: &[Node],
    queue: &[(Request, Criterion)],
) -> Vec<(Request, Criterion)> {
    let each = queue.iter().map(|&(request, criterion)| match criterion {
        Criterion::MaxQ => (request.within_reach(nodes), criterion),
        _ => (request, criterion),
    });
    each.collect()
}
