//! The trade-off between cost and end: the cheapest windows by when they end.

use cosched_core::slots::{Cost, Criterion, Request, Search};

use super::domain::problem;
use super::{DomainData, FoundWindow, Searcher};
use crate::base::problem::Problem;

impl Searcher {
    /// Returns the windows to which no other ends as soon and costs as little, the first to end
    /// first, at most so many; whatever the budget of `request`.
    ///
    /// Each is the first to end of those cheaper than the one before it.
    ///
    /// # Errors
    /// The domain or the request is invalid.
    pub fn frontier(
        &mut self,
        data: &DomainData,
        request: &Request,
        most: usize,
    ) -> Result<Vec<FoundWindow>, Problem> {
        let (slots, buffers) = self.parts(data, &[(*request, Criterion::MinFinish)])?;
        let domain = data.domain(slots, data.idle.len())?;
        let mut search = Search::new(buffers);
        let mut found: Vec<FoundWindow> = Vec::new();
        let mut budget = Some(Cost::MAX);
        while let Some(most) = budget.filter(|_| found.len() < most) {
            let request = Request {
                budget: most,
                ..*request
            };
            let window = search.find(&domain, &request, Criterion::MinFinish);
            let Some(window) = window.map_err(|error| problem(&error, &data.ids))? else {
                break;
            };
            // It may end as soon as the one before it, and is cheaper.
            found.pop_if(|last| last.finish() == window.finish());
            budget = window.cost.0.checked_sub(1).map(Cost);
            found.push((&window).into());
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::slots::search::parse;

    /// fixtures/papers/slots.md, 4.5: of all windows that begin with a slot, those for 84 until
    /// 22, for 60 until 25; the one for 60 until 32 is no better.
    #[test]
    fn a_frontier_has_undominated_windows() {
        let search = parse(include_str!(
            "../../../../../../fixtures/by_hand/slots/best_windows.ron"
        ))
        .unwrap();
        let data = search.data(None).unwrap();
        let request = search.request.request();
        let found = Searcher::default().frontier(&data, &request, 10).unwrap();
        let ends = found.iter().map(|window| {
            let units = window.cost.units();
            (window.finish().seconds(), units)
        });
        assert_eq!(ends.collect::<Vec<_>>(), [(22.0, 84.0), (25.0, 60.0)]);
    }
}
