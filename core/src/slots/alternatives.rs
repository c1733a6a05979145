//! Sequences of windows: alternatives for one request, and a batch of requests.

use super::domain::{Domain, room_for, windows_for};
use super::entities::{Criterion, Request, Window};
use super::error::SlotsError;
use super::search::Search;
use super::units::{Cost, Quality};
use crate::exact::Exact;
use crate::units::time::Time;

/// One of several windows for the same request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// Number of windows found before it.
    pub index: usize,
    /// Its start.
    pub start: Exact,
    /// Its length.
    pub length: Exact,
    /// Its cost.
    pub cost: Cost,
    /// The sum of its nodes' qualities.
    pub quality: Quality,
}

impl Alternative {
    /// Its end.
    pub fn finish(&self) -> Exact {
        self.start + self.length
    }
}

/// Best windows among several by each criterion; of equals the first found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternatives {
    /// Number of windows.
    pub count: usize,
    /// The one that starts first.
    pub earliest: Alternative,
    /// The one that ends first.
    pub first_done: Alternative,
    /// The shortest.
    pub shortest: Alternative,
    /// The cheapest.
    pub cheapest: Alternative,
    /// The one of the greatest quality.
    pub finest: Alternative,
}

impl Alternatives {
    /// Starts with a single window, which is the best by each criterion.
    const fn of(only: Alternative) -> Self {
        Self {
            count: 1,
            earliest: only,
            first_done: only,
            shortest: only,
            cheapest: only,
            finest: only,
        }
    }

    /// Adds a window.
    fn with(self, next: Alternative) -> Self {
        let better = |is_better: bool, best: Alternative| if is_better { next } else { best };
        Self {
            count: self.count + 1,
            earliest: better(next.start < self.earliest.start, self.earliest),
            first_done: better(next.finish() < self.first_done.finish(), self.first_done),
            shortest: better(next.length < self.shortest.length, self.shortest),
            cheapest: better(next.cost < self.cheapest.cost, self.cheapest),
            finest: better(next.quality > self.finest.quality, self.finest),
        }
    }
}

/// Result of a batch of requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BatchResult {
    /// Number of requests that found a window.
    pub found: usize,
    /// Number of requests that found none and were skipped.
    pub skipped: usize,
    /// Total cost of the windows; saturates.
    pub cost: Cost,
    /// Latest end, rounded up.
    pub finish: Time,
    /// Sum of all nodes' qualities; saturates.
    pub quality: Quality,
}

impl BatchResult {
    /// Adds a window.
    pub(crate) fn add(&mut self, window: &Window<'_>) {
        self.found += 1;
        self.cost = Cost(self.cost.0.saturating_add(window.cost.0));
        self.finish = self.finish.max(window.finish().instant());
        self.quality = Quality(self.quality.0.saturating_add(window.quality.0));
    }
}

/// Number of nodes in all requests of a batch.
pub fn cuts_of(queue: &[(Request, Criterion)]) -> usize {
    let nodes = queue.iter().map(|(request, _)| request.nodes as usize);
    nodes.fold(0, usize::saturating_add)
}

impl Search<'_> {
    /// MultipleBest of the paper: windows by [`Criterion::FirstFit`], each cut out of the
    /// idle slots for its length, until there is no other, or `most`. Returns the best of
    /// them by each criterion, if there are any; reports each to the callback.
    ///
    /// # Errors
    /// An error in the request, or the buffer that is too small: those of the domain need
    /// [`room_for`] the slots and the nodes of at most `most` windows, or of
    /// [`windows_for`] the request if that is less. Nothing is cut then.
    pub fn alternatives(
        &mut self,
        domain: &mut Domain<'_>,
        request: &Request,
        most: usize,
        mut visit: impl FnMut(&Window<'_>),
    ) -> Result<Option<Alternatives>, SlotsError> {
        self.check(domain, request, false)?;
        let most = most.min(windows_for(domain.nodes(), domain.slots(), request));
        let cuts = most.saturating_mul(request.nodes as usize);
        domain.check_room(room_for(domain.slots().len(), cuts))?;
        let mut best: Option<Alternatives> = None;
        for index in 0..most {
            let Some(window) = self.find_checked(domain, request, Criterion::FirstFit) else {
                break;
            };
            domain.take(&window)?;
            visit(&window);
            let next = Alternative {
                index,
                start: window.start,
                length: window.length,
                cost: window.cost,
                quality: window.quality,
            };
            best = Some(best.map_or(Alternatives::of(next), |best| best.with(next)));
        }
        Ok(best)
    }

    /// Places requests one after another, each by its own criterion, and cuts the windows
    /// out of the slots. One that finds no window is skipped. Reports each
    /// to the callback, in order.
    ///
    /// # Errors
    /// An error in a request, or the buffer that is too small: those of the domain need
    /// [`room_for`] the slots and the nodes of all requests. Nothing is placed then.
    ///
    /// ```
    /// use cosched_core::Time;
    /// use cosched_core::slots::{Criterion, Domain, Node, Request, Search, StaticSearch, Slot};
    /// let nodes = [Node::new(1, 1, 0), Node::new(2, 3, 0)];
    /// let idle = |node| Slot::new(node, Time::ZERO, Time::from_seconds(60));
    /// let (mut by_start, mut by_end) = ([Slot::EMPTY; 5], [Slot::EMPTY; 5]);
    /// let mut domain = Domain::new(&nodes, &[idle(0), idle(1)], &mut by_start, &mut by_end)?;
    /// let mut memory = StaticSearch::<2, 2, 0, 0>::new();
    /// let mut search = Search::new(memory.as_buffers());
    ///
    /// // 40 s on the cheaper node; 20 s on the dearer one, as that alone is idle.
    /// let request = Request::new(1, 40, 100);
    /// let queue = [(request, Criterion::MinCost), (request, Criterion::FirstFit)];
    /// let placed = search.batch(&mut domain, &queue, |_, _| ())?;
    /// assert_eq!((placed.found, placed.skipped), (2, 0));
    /// assert_eq!(placed.cost.units(), 40.0 + 60.0);
    /// assert_eq!(placed.finish, Time::from_seconds(40));
    /// assert_eq!(domain.slots().len(), 2);
    /// # Ok::<(), cosched_core::slots::SlotsError>(())
    /// ```
    pub fn batch(
        &mut self,
        domain: &mut Domain<'_>,
        queue: &[(Request, Criterion)],
        mut visit: impl FnMut(usize, Option<&Window<'_>>),
    ) -> Result<BatchResult, SlotsError> {
        self.check_batch(domain, queue)?;
        let mut all = BatchResult::default();
        for (index, (request, criterion)) in queue.iter().enumerate() {
            let Some(window) = self.find_checked(domain, request, *criterion) else {
                all.skipped += 1;
                visit(index, None);
                continue;
            };
            domain.take(&window)?;
            all.add(&window);
            visit(index, Some(&window));
        }
        Ok(all)
    }

    /// Checks that [`Search::batch`] can place these requests.
    ///
    /// # Errors
    /// As [`Search::batch`].
    pub fn check_batch(
        &self,
        domain: &Domain<'_>,
        queue: &[(Request, Criterion)],
    ) -> Result<(), SlotsError> {
        for (request, criterion) in queue {
            self.check(domain, request, *criterion == Criterion::MaxQ)?;
        }
        domain.check_room(room_for(domain.slots().len(), cuts_of(queue)))
    }
}
