//! A search in the background: the request, and its result.

use std::path::PathBuf;
use std::sync::Arc;

use cosched_core::slots::windows_for;

use charts::plot::figure::Figure;
use charts::slots::{NodeRows, frontier_figure};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::family::slots::search::scenario::{CriterionName, DomainSource, SlotSearch};
use laboratory::family::slots::search::{Answer, Batch, DomainData, Searcher, run};

/// Most looks at slots that MultipleBest may take, some seconds.
const MULTIPLE: usize = 200_000_000;
/// Most looks for the frontier; and its windows, few and many.
const FRONTIER: usize = 100_000_000;
const WINDOWS: [usize; 2] = [5, 400];

/// Inputs of a domain.
type Key = (DomainSource, Option<f64>, u64);

/// A domain and its rows.
pub(crate) struct Domain {
    key: Key,
    pub(super) data: DomainData,
    pub(super) rows: NodeRows,
}

/// Result of a search, ready to be shown.
pub(crate) struct SearchReport {
    pub(super) domain: Arc<Domain>,
    pub(super) answers: Vec<(CriterionName, Answer)>,
    pub(super) batch: Option<Batch>,
    pub(super) figure: Figure,
    /// Whether MultipleBest was left out.
    pub(super) is_short: bool,
}

impl SearchReport {
    /// Returns the number of rows of the table.
    pub(super) fn rows(&self) -> usize {
        let batch = self.batch.as_ref().map(|batch| batch.answers.len() + 1);
        self.answers.len() + batch.unwrap_or_default()
    }
}

/// Request of a search with the previous domain, which may still be right.
pub(crate) struct SearchRequest {
    pub(super) search: SlotSearch,
    pub(super) source: Option<PathBuf>,
    pub(super) known: Option<Arc<Domain>>,
}

impl SearchRequest {
    /// Searches by all criteria; `None` if cancelled.
    ///
    /// # Errors
    /// Fault in the domain or the request.
    pub(crate) fn find(self, progress: &Progress) -> Result<Option<SearchReport>, Problem> {
        let (search, domain) = (&self.search, self.domain()?);
        let data = &domain.data;
        let steps = steps(data, search);
        let most = windows_for(&data.nodes, &data.idle, &search.request.request());
        let is_short = most.saturating_mul(steps) > MULTIPLE;
        let mut searcher = Searcher::default();
        let mut answers = Vec::new();
        let mut wrong = None;
        for &name in &search.criteria {
            if is_short && name == CriterionName::MultipleBest {
                continue;
            }
            if progress.is_cancelled() {
                return Ok(None);
            }
            let request = search.request.request();
            // A criterion that cannot be searched by does not hide the others.
            let answer = searcher.search(data, &request, name.wanted());
            answers.push((
                name,
                answer.unwrap_or_else(|problem| {
                    let sentence = problem.sentence.clone();
                    wrong = Some(problem);
                    Answer::None(sentence)
                }),
            ));
        }
        let nothing = answers
            .iter()
            .all(|(_, answer)| matches!(answer, Answer::None(_)));
        if let Some(problem) = wrong.filter(|_| nothing) {
            return Err(problem);
        }
        let most = (FRONTIER / steps).clamp(WINDOWS[0], WINDOWS[1]);
        let frontier = searcher.frontier(data, &search.request.request(), most)?;
        Ok(Some(SearchReport {
            figure: frontier_figure(&frontier, &answers, search.request.budget),
            answers,
            batch: run::batch(search, data, &mut searcher)?,
            is_short,
            domain,
        }))
    }

    /// Returns the previous domain, or another.
    fn domain(&self) -> Result<Arc<Domain>, Problem> {
        let search = &self.search;
        let key = (search.domain.clone(), search.horizon, search.seed);
        if let Some(known) = self.known.as_ref().filter(|known| known.key == key) {
            return Ok(Arc::clone(known));
        }
        let data = search.data(self.source.as_deref())?;
        let rows = NodeRows::new(&data);
        Ok(Arc::new(Domain { key, data, rows }))
    }
}

/// Returns the most looks at slots or nodes that a search takes.
fn steps(data: &DomainData, search: &SlotSearch) -> usize {
    let least = search.request.request().least;
    let nodes = data.nodes.iter().map(|node| node.performance);
    let mut groups: Vec<_> = nodes.filter(|one| *one >= least).collect();
    groups.sort_unstable();
    groups.dedup();
    let looks = data.idle.len() + data.nodes.len();
    groups.len().saturating_mul(looks).max(1)
}
