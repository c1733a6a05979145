//! The desktop's memory for the policy that buys windows.

use cosched_core::Time;
use cosched_core::engine::Setup;
use cosched_core::policy::windows::{Reserved, WindowsBuffers, slots_for};
use cosched_core::policy::{AnyPolicy, Windows};
use cosched_core::slots::{
    Criterion, Item, LAST, Live, Ranked, Request, SearchBuffers, Slot, cuts_of, table_for,
    taken_for, words_for,
};

use crate::problem::Problem;
use crate::scenario::nanoseconds;
use crate::scenario::windows::Windowing;
use crate::slots::{check_table, reachable};
use crate::windows::Market;

/// The most slots: 3 GiB.
const MOST_SLOTS: usize = 1 << 26;

/// Buffers of windows; empty for other policies.
#[derive(Debug, Default)]
pub(crate) struct OwnedWindows {
    market: Market,
    horizon: Time,
    slots: [Vec<Slot>; 2],
    live: Vec<Live>,
    ranked: [Vec<Ranked>; 2],
    words: [Vec<u64>; 2],
    chosen: Vec<u32>,
    items: Vec<Item>,
    table: Vec<i64>,
    taken: Vec<u64>,
    reserved: Vec<Reserved>,
    nodes: Vec<u32>,
}

impl OwnedWindows {
    /// Room for what is asked for on `market`.
    ///
    /// # Errors
    /// There would have to be too much of it, or jobs follow one another.
    pub(crate) fn new(
        market: Market,
        windowing: &Windowing,
        setup: &Setup<'_>,
    ) -> Result<Self, Problem> {
        if !setup.precedence.is_empty() {
            return Err(Problem::input(
                "Windows is not for jobs that follow others: they would wait for ever for one that is refused",
            ));
        }
        let market = Market {
            requests: reachable(&market.nodes, &market.requests),
            ..market
        };
        let (count, requests) = (market.nodes.len(), &market.requests);
        let slots = slots_for(count, requests);
        if slots > MOST_SLOTS {
            return Err(Problem::input(format!(
                "the windows of all jobs may take {slots} slots; {MOST_SLOTS} are allowed: take fewer jobs"
            )));
        }
        let widest = requests.iter().map(|(request, _)| request.nodes).max();
        let (table, taken) = table(requests, count)?;
        let maximised = if table > 0 { count } else { 0 };
        let empty = || vec![Slot::EMPTY; slots];
        Ok(Self {
            horizon: windowing
                .horizon
                .map_or(LAST, |seconds| Time(nanoseconds(seconds))),
            slots: [empty(), empty()],
            live: vec![Live::EMPTY; count],
            ranked: [count, maximised].map(|count| vec![Ranked::EMPTY; count]),
            words: [count, maximised].map(|count| vec![0; words_for(count)]),
            chosen: vec![0; widest.unwrap_or_default() as usize],
            items: vec![Item::EMPTY; maximised],
            table: vec![0; table],
            taken: vec![0; taken],
            reserved: vec![Reserved::EMPTY; requests.len()],
            nodes: vec![0; cuts_of(requests)],
            market,
        })
    }

    /// The policy, on these buffers.
    ///
    /// # Errors
    /// What is wrong with nodes or requests.
    pub(crate) fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<AnyPolicy<'p>, Problem> {
        let [by_start, by_end] = &mut self.slots;
        let [prices, scores] = &mut self.ranked;
        let [price_words, score_words] = &mut self.words;
        let search = SearchBuffers {
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
        let buffers = WindowsBuffers {
            by_start,
            by_end,
            search,
            reserved: &mut self.reserved,
            nodes: &mut self.nodes,
        };
        let Market { nodes, requests } = &self.market;
        let windows = Windows::new(setup, nodes, requests, self.horizon, buffers);
        let windows = windows.map_err(|error| Problem::input(error.to_string()))?;
        Ok(AnyPolicy::Windows(windows))
    }
}

/// Entries of the tables for the greatest of the requests that maximise quality on
/// so many nodes; none if none does.
fn table(requests: &[(Request, Criterion)], nodes: usize) -> Result<(usize, usize), Problem> {
    let (mut table, mut taken) = (0, 0);
    for (place, (request, criterion)) in requests.iter().enumerate() {
        if *criterion != Criterion::MaxQ {
            continue;
        }
        check_table(nodes, request).map_err(|sentence| {
            Problem::input(format!("the job in place {}: {sentence}", place + 1))
        })?;
        table = table.max(table_for(request));
        taken = taken.max(taken_for(nodes, request));
    }
    Ok((table, taken))
}
