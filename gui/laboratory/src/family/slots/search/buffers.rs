//! Heap buffers of a search.

use cosched_core::slots::{
    BoxedSearch, Criterion, Node, Request, SearchBuffers, SearchSizes, table_for, taken_for,
};

/// Buffers of a search, which grow as needed.
#[derive(Debug, Default)]
pub struct OwnedSearch(BoxedSearch);

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
    ) -> Result<SearchBuffers<'_>, TableTooLong> {
        check_tables(nodes, queue)?;
        let requests = queue.iter();
        let requests = requests.map(|&(request, by)| (request, by == Criterion::MaxQ));
        let needed = SearchSizes::of(nodes, requests);
        if self.0.as_buffers().sizes() != needed {
            self.0 = BoxedSearch::with_sizes(&needed);
        }
        Ok(self.0.as_buffers())
    }
}

/// Checks that the tables for all requests of `queue` for the greatest quality on so many nodes
/// are short enough.
///
/// # Errors
/// The first request whose table would be too long.
pub(crate) fn check_tables(
    nodes: usize,
    queue: &[(Request, Criterion)],
) -> Result<(), TableTooLong> {
    let queue = queue.iter().enumerate();
    let mut best = queue.filter(|(_, (_, criterion))| *criterion == Criterion::MaxQ);
    best.try_for_each(|(index, (request, _))| {
        check_table(nodes, request).map_err(|sentence| TableTooLong { index, sentence })
    })
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
