//! A search run as its scenario requests.

use super::scenario::{CriterionName, SlotSearch};
use super::{Answer, Batch, DomainData, SearchGoal, Searcher};
use crate::base::problem::Problem;
use crate::base::progress::Progress;

/// Results of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResults {
    /// The answer of each criterion.
    pub answers: Vec<(CriterionName, Answer)>,
    /// The window with the least sum of each value.
    pub values: Vec<Answer>,
    /// Results of the batch, if there is one.
    pub batch: Option<Batch>,
}

/// Runs all searches of `search` in `data`.
///
/// # Errors
/// A request is invalid.
pub fn run(
    search: &SlotSearch,
    data: &DomainData,
    searcher: &mut Searcher,
    progress: &Progress,
) -> Result<SearchResults, Problem> {
    let request = search.request.request();
    let all = (search.criteria.len() + search.values.len()) as u64;
    let answers = (1..).zip(&search.criteria).map(|(index, &criterion)| {
        let answer = searcher.search(data, &request, criterion.wanted())?;
        progress.report(index, all);
        Ok((criterion, answer))
    });
    let answers = answers.collect::<Result<Vec<_>, Problem>>()?;
    let values = (answers.len() as u64 + 1..).zip(&search.values);
    let values = values.map(|(index, value)| {
        let answer = value.find(data, &request, searcher)?;
        progress.report(index, all);
        Ok(answer)
    });
    let values = values.collect::<Result<_, Problem>>()?;
    Ok(SearchResults {
        answers,
        values,
        batch: batch(search, data, searcher)?,
    })
}

/// Places the batch of `search`, if there is one.
///
/// # Errors
/// A request is invalid.
pub fn batch(
    search: &SlotSearch,
    data: &DomainData,
    searcher: &mut Searcher,
) -> Result<Option<Batch>, Problem> {
    if search.batch.is_empty() {
        return Ok(None);
    }
    let mut queue = Vec::new();
    for (index, batched) in (1..).zip(&search.batch) {
        let SearchGoal::Best(criterion) = batched.criterion.wanted() else {
            return Err(Problem::input(format!(
                "request {index} of the batch is by MultipleBest, which is no single window"
            )));
        };
        queue.push((batched.request.request(), criterion));
    }
    searcher.batch(data, &queue).map(Some)
}
