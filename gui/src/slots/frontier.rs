//! What more money buys: the cheapest windows by when they end.

use cosched_core::slots::{Cost, Criterion, Request};

use super::{Answer, DomainData, FoundWindow, Searcher};
use crate::problem::Problem;

/// The most windows of a frontier.
const MOST: usize = 400;

/// The windows to which no other ends as soon and costs as little, the first to end
/// first; whatever the budget of `request`.
///
/// Each is the first to end of those cheaper than the one before it.
///
/// # Errors
/// What is wrong with the request.
pub fn frontier(
    searcher: &mut Searcher,
    data: &DomainData,
    request: &Request,
) -> Result<Vec<FoundWindow>, Problem> {
    let mut found: Vec<FoundWindow> = Vec::new();
    let mut budget = Cost::MAX;
    while found.len() < MOST {
        let request = Request { budget, ..*request };
        let answer = searcher.best(data, &request, Criterion::MinFinish)?;
        let Answer::Window(window) = answer else {
            break;
        };
        // It ends as soon as the one before it, and is cheaper.
        found.pop_if(|last| last.finish() == window.finish());
        let Some(less) = window.cost.0.checked_sub(1) else {
            found.push(window);
            break;
        };
        budget = Cost(less);
        found.push(window);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::parse;

    /// Specification 4.5: of all windows that begin with a slot, those for 84 until
    /// 22, for 60 until 25; the one for 60 until 32 is no better.
    #[test]
    fn a_frontier_has_what_nobody_beats() {
        let search = parse(include_str!("../../../fixtures/by_hand/slots_s1.ron")).unwrap();
        let data = search.data(None).unwrap();
        let request = search.request.request();
        let found = frontier(&mut Searcher::default(), &data, &request).unwrap();
        let ends = found.iter().map(|window| {
            let units = window.cost.units();
            (window.finish().seconds(), units)
        });
        assert_eq!(ends.collect::<Vec<_>>(), [(22.0, 84.0), (25.0, 60.0)]);
    }
}
