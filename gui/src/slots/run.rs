//! A search run as its scenario says.

use super::scenario::{CriterionName, WindowSearch};
use super::{Answer, Batch, DomainData, Searcher, Wanted};
use crate::problem::Problem;

/// What came of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What each criterion finds.
    pub answers: Vec<(CriterionName, Answer)>,
    /// What became of the batch, if there is one.
    pub batch: Option<Batch>,
}

/// Searches `data` for all that `search` asks for.
///
/// # Errors
/// What is wrong with a request.
pub fn run(
    search: &WindowSearch,
    data: &DomainData,
    searcher: &mut Searcher,
) -> Result<Found, Problem> {
    let request = search.request.request();
    let answers = search.criteria.iter().map(|&criterion| {
        let answer = searcher.search(data, &request, criterion.wanted())?;
        Ok((criterion, answer))
    });
    let answers = answers.collect::<Result<_, Problem>>()?;
    if search.batch.is_empty() {
        return Ok(Found {
            answers,
            batch: None,
        });
    }
    let mut queue = Vec::new();
    for (place, batched) in (1..).zip(&search.batch) {
        let Wanted::Best(criterion) = batched.criterion.wanted() else {
            return Err(Problem::input(format!(
                "request {place} of the batch is by MultipleBest, which is no single window"
            )));
        };
        queue.push((batched.request.request(), criterion));
    }
    let batch = searcher.batch(data, &queue)?;
    Ok(Found {
        answers,
        batch: Some(batch),
    })
}
