//! What a search finds: the window of each criterion, the best of several, or why there is none.

use cosched_core::slots::{
    Alternatives, Cost, Criterion, Item, Live, Node, Performance, Placed, Quality, Ranked, Request,
    Search, SearchBuffers, Slot, Window, room_for, table_for, taken_for, windows_for, words_for,
};
use cosched_core::{Duration, Time};

use super::DomainData;
use super::domain::problem;
use crate::problem::Problem;

/// What can be searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The best window by a criterion.
    Best(Criterion),
    /// The best of the windows that one after another are found by FirstFit.
    MultipleBest,
}

/// A window that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundWindow {
    /// When it begins.
    pub start: Time,
    /// How long it is.
    pub length: Duration,
    /// What it costs.
    pub cost: Cost,
    /// The sum of its nodes' qualities.
    pub quality: Quality,
    /// The places of its nodes.
    pub nodes: Vec<u32>,
}

impl FoundWindow {
    /// When it ends.
    pub const fn finish(&self) -> Time {
        self.start.after(self.length)
    }
}

impl FoundWindow {
    /// As the core wants it, to be cut out of a domain.
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

/// What became of requests that are placed one after another.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// What all of them come to.
    pub placed: Placed,
    /// Of each its window, or why there is none.
    pub answers: Vec<Answer>,
}

/// What came of a search.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// A window.
    Window(FoundWindow),
    /// Several.
    Multiple(Multiple),
    /// None, and why.
    None(String),
}

/// Searches, on buffers that are kept and made longer as needed.
#[derive(Debug, Default)]
pub struct Searcher {
    slots: [Vec<Slot>; 2],
    live: Vec<Live>,
    ranked: [Vec<Ranked>; 2],
    words: [Vec<u64>; 2],
    chosen: Vec<u32>,
    items: Vec<Item>,
    table: Vec<i64>,
    taken: Vec<u64>,
}

/// The most entries of the table for the greatest quality, and words of what is
/// taken: half a GiB each.
const MOST_TABLE: usize = 1 << 26;

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

/// Whether the table in which the greatest quality is found may be so long; else
/// what is wrong with the request, in words.
pub(crate) fn check_table(nodes: usize, request: &Request) -> Result<(), String> {
    let (table, taken) = (table_for(request), taken_for(nodes, request));
    if table <= MOST_TABLE && taken <= MOST_TABLE {
        return Ok(());
    }
    Err(format!(
        "the greatest quality of {} nodes of {nodes} within a budget of {} in {} parts of a unit needs a table of {table} entries and {taken} words; {MOST_TABLE} of each are allowed: count in a larger unit, take a smaller scale, or ask for fewer nodes",
        request.nodes, request.budget, request.scale
    ))
}

/// The most windows that are listed one after another.
pub(super) const MOST_ALTERNATIVES: usize = 100_000;

impl Searcher {
    /// Makes the buffers long enough for `request` on so many nodes.
    pub(super) fn fit(
        &mut self,
        nodes: usize,
        request: &Request,
        maximises: bool,
    ) -> Result<(), Problem> {
        let asked = (request.nodes as usize).min(nodes);
        self.live.resize(nodes, Live::EMPTY);
        self.ranked[0].resize(nodes, Ranked::EMPTY);
        self.words[0].resize(words_for(nodes), 0);
        self.chosen.resize(asked, 0);
        if !maximises {
            return Ok(());
        }
        check_table(nodes, request).map_err(Problem::input)?;
        self.ranked[1].resize(nodes, Ranked::EMPTY);
        self.words[1].resize(words_for(nodes), 0);
        self.items.resize(nodes, Item::EMPTY);
        self.table.resize(table_for(request), 0);
        self.taken.resize(taken_for(nodes, request), 0);
        Ok(())
    }

    /// What is `wanted` for `request`.
    ///
    /// # Errors
    /// What is wrong with the domain or the request.
    pub fn search(
        &mut self,
        data: &DomainData,
        request: &Request,
        wanted: Wanted,
    ) -> Result<Answer, Problem> {
        match wanted {
            Wanted::Best(criterion) => self.best(data, request, criterion),
            Wanted::MultipleBest => self.multiple(data, request),
        }
    }

    fn best(
        &mut self,
        data: &DomainData,
        request: &Request,
        criterion: Criterion,
    ) -> Result<Answer, Problem> {
        let nodes = data.nodes.len();
        let request = &match criterion {
            Criterion::MaxQ => request.within_reach(&data.nodes),
            _ => *request,
        };
        self.fit(nodes, request, criterion == Criterion::MaxQ)?;
        let (slots, buffers) = self.parts();
        let domain = data.domain(slots, data.idle.len())?;
        let mut search = Search::new(buffers);
        let found = search.find(&domain, request, criterion);
        if let Some(window) = found.map_err(|error| problem(&error, &data.ids))? {
            return Ok(Answer::Window((&window).into()));
        }
        let why = search.explain(&domain, request);
        Ok(Answer::None(
            why.map_err(|error| problem(&error, &data.ids))?.to_string(),
        ))
    }

    fn multiple(&mut self, data: &DomainData, request: &Request) -> Result<Answer, Problem> {
        self.fit(data.nodes.len(), request, false)?;
        let most = windows_for(&data.nodes, &data.idle, request).min(MOST_ALTERNATIVES);
        let room = room_for(data.idle.len(), most.saturating_mul(request.nodes as usize));
        let (slots, buffers) = self.parts();
        let mut domain = data.domain(slots, room)?;
        let mut search = Search::new(buffers);
        let mut windows = Vec::new();
        let best = search.alternatives(&mut domain, request, most, |window| {
            windows.push(FoundWindow::from(window));
        });
        if let Some(best) = best.map_err(|error| problem(&error, &data.ids))? {
            return Ok(Answer::Multiple(Multiple { windows, best }));
        }
        let why = search.explain(&domain, request);
        Ok(Answer::None(
            why.map_err(|error| problem(&error, &data.ids))?.to_string(),
        ))
    }

    /// Requests placed one after another, each with its window or why there is none,
    /// and what all of them come to.
    ///
    /// # Errors
    /// What is wrong with the domain or a request.
    pub fn batch(
        &mut self,
        data: &DomainData,
        queue: &[(Request, Criterion)],
    ) -> Result<Batch, Problem> {
        let nodes = data.nodes.len();
        let queue = &reachable(&data.nodes, queue)[..];
        let mut room = data.idle.len();
        for (request, criterion) in queue {
            self.fit(nodes, request, *criterion == Criterion::MaxQ)?;
            room = room_for(room, request.nodes as usize);
        }
        self.fit_all(nodes, queue);
        let (slots, buffers) = self.parts();
        let mut search = Search::new(buffers);
        let mut windows = Vec::new();
        let mut domain = data.domain(slots, room)?;
        let placed = search.batch(&mut domain, queue, |_, window| {
            windows.push(window.map(FoundWindow::from));
        });
        let placed = placed.map_err(|error| problem(&error, &data.ids))?;
        // The same again, to ask why there is none where there is none.
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

    /// Makes the buffers long enough for each of `queue`, not only the last.
    fn fit_all(&mut self, nodes: usize, queue: &[(Request, Criterion)]) {
        let requests = || queue.iter().map(|(request, _)| request);
        let most = requests().map(|request| request.nodes as usize).max();
        self.chosen.resize(most.unwrap_or(0).min(nodes), 0);
        let maximising = queue
            .iter()
            .filter(|(_, criterion)| *criterion == Criterion::MaxQ)
            .map(|(request, _)| request);
        let table = maximising.clone().map(table_for).max();
        let taken = maximising.map(|request| taken_for(nodes, request)).max();
        self.table.resize(table.unwrap_or(0), 0);
        self.taken.resize(taken.unwrap_or(0), 0);
    }

    /// Buffers of the domain and of the search.
    pub(super) fn parts(&mut self) -> (&mut [Vec<Slot>; 2], SearchBuffers<'_>) {
        let [prices, scores] = &mut self.ranked;
        let [price_words, score_words] = &mut self.words;
        let buffers = SearchBuffers {
            live: &mut self.live,
            prices,
            price_words,
            chosen: &mut self.chosen,
            scores,
            score_words,
            items: &mut self.items,
            table: &mut self.table,
            taken: &mut self.taken,
        };
        (&mut self.slots, buffers)
    }
}
