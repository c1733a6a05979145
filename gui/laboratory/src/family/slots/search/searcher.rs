//! Results of a search: the window of each criterion, the best of several, or why there is none.

use cosched_core::Exact;
use cosched_core::slots::{
    Alternatives, BatchResult, Cost, Criterion, Performance, Quality, Request, Search,
    SearchBuffers, Slot, Value, Window, cuts_of, room_for, windows_for,
};

use super::DomainData;
use super::buffers::{OwnedSearch, TableTooLong, reachable};
use super::domain::problem;
use crate::base::problem::Problem;

/// The aim of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchGoal {
    /// The best window by a criterion.
    Best(Criterion),
    /// The best of the windows that FirstFit finds one after another.
    MultipleBest,
}

/// A window that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundWindow {
    /// Its start.
    pub start: Exact,
    /// Its length.
    pub length: Exact,
    /// Its cost.
    pub cost: Cost,
    /// The sum of its nodes' qualities.
    pub quality: Quality,
    /// Indices of its nodes.
    pub nodes: Vec<u32>,
}

impl FoundWindow {
    /// Returns its end.
    pub fn finish(&self) -> Exact {
        self.start + self.length
    }
}

impl FoundWindow {
    /// Returns the core's form, to be cut out of a domain.
    fn as_window(&self) -> Window<'_> {
        Window {
            start: self.start,
            length: self.length,
            performance: Performance::ZERO,
            cost: self.cost,
            quality: self.quality,
            nodes: &self.nodes,
        }
    }
}

impl From<&Window<'_>> for FoundWindow {
    fn from(window: &Window<'_>) -> Self {
        Self {
            start: window.start,
            length: window.length,
            cost: window.cost,
            quality: window.quality,
            nodes: window.nodes.to_vec(),
        }
    }
}

/// Several windows one after another, and the best of them by each criterion.
#[derive(Clone, PartialEq, Debug)]
pub struct Multiple {
    /// In the order in which they were found.
    pub windows: Vec<FoundWindow>,
    /// The best of them.
    pub best: Alternatives,
}

/// Results of requests that are placed one after another.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// Totals of all of them.
    pub placed: BatchResult,
    /// The window of each, or why there is none.
    pub answers: Vec<Answer>,
}

/// Result of a search.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one answer for each algorithm, and the large one is for a moment"
)]
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// A window.
    Window(FoundWindow),
    /// Several.
    Multiple(Multiple),
    /// None, and why.
    None(String),
}

/// Searches on buffers that are kept and grow as needed.
#[derive(Debug, Default)]
pub struct Searcher {
    slots: [Vec<Slot>; 2],
    search: OwnedSearch,
}

/// Largest number of windows that are listed one after another.
pub(super) const MOST_ALTERNATIVES: usize = 100_000;
/// Largest number of their nodes together: 3.5 GiB of slots.
const MOST_CUTS: usize = 1 << 25;

impl Searcher {
    /// Searches for what is `wanted` for `request`.
    ///
    /// # Errors
    /// The domain or the request is invalid.
    pub fn search(
        &mut self,
        data: &DomainData,
        request: &Request,
        wanted: SearchGoal,
    ) -> Result<Answer, Problem> {
        match wanted {
            SearchGoal::Best(criterion) => self.best(data, request, criterion),
            SearchGoal::MultipleBest => self.multiple(data, request),
        }
    }

    fn best(
        &mut self,
        data: &DomainData,
        request: &Request,
        criterion: Criterion,
    ) -> Result<Answer, Problem> {
        let queue = &reachable(&data.nodes, &[(*request, criterion)])[..];
        let (slots, buffers) = self.parts(data, queue)?;
        let domain = data.domain(slots, data.idle.len())?;
        let mut search = Search::new(buffers);
        let found = search.find(&domain, &queue[0].0, criterion);
        if let Some(window) = found.map_err(|error| problem(&error, &data.ids))? {
            return Ok(Answer::Window((&window).into()));
        }
        let why = search.explain(&domain, &queue[0].0);
        let why = why.map_err(|error| problem(&error, &data.ids))?;
        Ok(Answer::None(why.to_string()))
    }

    /// Returns the window whose nodes' values have the largest sum.
    ///
    /// # Errors
    /// The domain or the request is invalid.
    pub fn maximise(
        &mut self,
        data: &DomainData,
        request: &Request,
        value: &dyn Value,
    ) -> Result<Answer, Problem> {
        // The buffers are those of the greatest quality.
        let queue = &reachable(&data.nodes, &[(*request, Criterion::MaxQ)])[..];
        let (slots, buffers) = self.parts(data, queue)?;
        let domain = data.domain(slots, data.idle.len())?;
        let mut search = Search::new(buffers);
        let found = search.maximise(&domain, &queue[0].0, value);
        if let Some(window) = found.map_err(|error| problem(&error, &data.ids))? {
            return Ok(Answer::Window((&window).into()));
        }
        let why = search.explain(&domain, &queue[0].0);
        let why = why.map_err(|error| problem(&error, &data.ids))?;
        Ok(Answer::None(why.to_string()))
    }

    fn multiple(&mut self, data: &DomainData, request: &Request) -> Result<Answer, Problem> {
        // If there is not even one, the answer says why.
        let first = self.best(data, request, Criterion::FirstFit)?;
        let most = windows_for(&data.nodes, &data.idle, request).min(MOST_ALTERNATIVES);
        let most = most.min(MOST_CUTS / request.nodes.max(1) as usize);
        let room = room_for(data.idle.len(), most.saturating_mul(request.nodes as usize));
        let (slots, buffers) = self.parts(data, &[(*request, Criterion::FirstFit)])?;
        let mut domain = data.domain(slots, room)?;
        let mut search = Search::new(buffers);
        let mut windows = Vec::new();
        let best = search.alternatives(&mut domain, request, most, |window| {
            windows.push(FoundWindow::from(window));
        });
        let best = best.map_err(|error| problem(&error, &data.ids))?;
        Ok(best.map_or(first, |best| Answer::Multiple(Multiple { windows, best })))
    }

    /// Places requests one after another; returns the window of each, or why there is none, and the
    /// totals.
    ///
    /// # Errors
    /// The domain or a request is invalid.
    pub fn batch(
        &mut self,
        data: &DomainData,
        queue: &[(Request, Criterion)],
    ) -> Result<Batch, Problem> {
        let queue = &reachable(&data.nodes, queue)[..];
        let room = room_for(data.idle.len(), cuts_of(queue).min(MOST_CUTS));
        let (slots, buffers) = self.parts(data, queue)?;
        let mut search = Search::new(buffers);
        let mut windows = Vec::new();
        let mut domain = data.domain(slots, room)?;
        let placed = search.batch(&mut domain, queue, |_, window| {
            windows.push(window.map(FoundWindow::from));
        });
        let placed = placed.map_err(|error| problem(&error, &data.ids))?;
        // A second pass finds out why there is none where there is none.
        let mut domain = data.domain(slots, room)?;
        let mut answers = Vec::new();
        for (window, (request, _)) in windows.into_iter().zip(queue) {
            answers.push(match window {
                Some(window) => {
                    let taken = domain.take(&window.as_window());
                    taken.map_err(|error| problem(&error, &data.ids))?;
                    Answer::Window(window)
                }
                None => {
                    let why = search.explain(&domain, request);
                    Answer::None(why.map_err(|error| problem(&error, &data.ids))?.to_string())
                }
            });
        }
        Ok(Batch { placed, answers })
    }

    /// Returns the buffers of the domain and of the search, long enough for each of `queue`.
    pub(super) fn parts(
        &mut self,
        data: &DomainData,
        queue: &[(Request, Criterion)],
    ) -> Result<(&mut [Vec<Slot>; 2], SearchBuffers<'_>), Problem> {
        let fits = self.search.fit(data.nodes.len(), queue);
        let buffers = fits.map_err(|TableTooLong { sentence, .. }| Problem::input(sentence))?;
        Ok((&mut self.slots, buffers))
    }
}
