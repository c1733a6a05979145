//! Results as tables beside the paper's.

use super::super::trials::{Metric, Treatment, Trials, names};
use super::super::{Cell, Estimate, Table};
use super::comparison::Gains;
use super::graphs::{Family, STORED};
use super::reported::{ON_SERVERS, SECONDS, SERVERS, SIZES, THREE, over_js, over_slf, over_slf_on};
use super::{AHEAD, Graphs, JS, LET, LITERAL, MOM, POLICIES, SLF};

/// Length of the paper's intervals, in seconds.
const INTERVAL: f64 = 0.1;

pub(super) fn tables(trials: &Trials<Graphs>) -> Vec<Table> {
    let mut tables = vec![
        makespans(trials),
        below_slf(trials),
        below_js(trials),
        stochastic(trials),
    ];
    for family in Family::ALL {
        let by_size = BySize { trials, family };
        tables.extend([by_size.means(), by_size.gain_shares(), by_size.spread()]);
    }
    tables.extend([look_ahead_table(trials), growth(trials)]);
    tables
}

/// Columns named as policies.
fn named<const N: usize>(policies: [Treatment; N]) -> [(&'static str, Treatment); N] {
    policies.map(|policy| (policy, policy))
}

/// A row for each stored graph.
fn by_graph() -> impl Iterator<Item = (String, usize)> {
    (0..SIZES.len()).map(|graph| (STORED[graph].0.to_owned(), graph))
}

/// A row for each stored graph on each number of servers.
fn by_servers() -> impl Iterator<Item = (String, (usize, Metric))> {
    by_graph().flat_map(|(name, graph)| {
        let name = move |on: Metric| format!("{name}, {}", on.name);
        ON_SERVERS.map(|on| (name(on), (graph, on)))
    })
}

fn makespans(trials: &Trials<Graphs>) -> Table {
    let title = "Figures 6 to 8, stored graphs: makespans in seconds";
    let columns = named(names(&POLICIES));
    Table::of(
        [title, "graph"],
        by_servers(),
        columns,
        |(graph, on), policy| trials.estimate(Graphs::Stored(graph), policy, on).into(),
    )
}

fn below_slf(trials: &Trials<Graphs>) -> Table {
    let title = "Stored graphs: per cent of makespan below SLF (reported: simulated servers)";
    let columns = named([LET, MOM, LITERAL]);
    Table::of(
        [title, "graph"],
        by_servers(),
        columns,
        |(graph, on), policy| {
            Cell::of(
                over_slf_on(graph, policy, on),
                trials.saving(Graphs::Stored(graph), (policy, SLF), on),
            )
        },
    )
}

fn below_js(trials: &Trials<Graphs>) -> Table {
    let title = "Figure 7, stored graphs on 3 servers: per cent of makespan below JS (reported: real servers)";
    let columns = named([SLF, LET, MOM, LITERAL]);
    Table::of([title, "graph"], by_graph(), columns, |graph, policy| {
        Cell::of(
            Some(over_js(graph, policy)),
            trials.saving(Graphs::Stored(graph), (policy, JS), THREE),
        )
    })
}

fn stochastic(trials: &Trials<Graphs>) -> Table {
    let title = "Stored graphs on 3 servers by the stochastic engine, dominant mappings of 3 seeds: per cent below SLF";
    let columns = named([LET, MOM, LITERAL]);
    Table::of([title, "graph"], by_graph(), columns, |graph, policy| {
        Cell::of(
            Some(over_slf(graph, policy)),
            trials.saving(Graphs::Stochastic(graph), (policy, SLF), THREE),
        )
    })
}

/// Tables of the random graphs of a family, with a row for each size on each number of servers.
struct BySize<'t> {
    trials: &'t Trials<Graphs>,
    family: Family,
}

impl BySize<'_> {
    fn table<C: Copy>(
        &self,
        title: &str,
        columns: impl IntoIterator<Item = (impl Into<String>, C)>,
        value: impl Fn(&dyn Fn((Treatment, Treatment)) -> Gains, C) -> Option<Estimate>,
    ) -> Table {
        let rows = SIZES.iter().enumerate().flat_map(|(size, jobs)| {
            ON_SERVERS.map(|on| (format!("{jobs} jobs, {}", on.name), (size, on)))
        });
        let title = format!("Random {} graphs: {title}", self.family.name());
        Table::of([&title, "graphs"], rows, columns, |(size, on), column| {
            let graphs = Graphs::Drawn(self.family, size);
            value(&|pair| Gains::of(self.trials, graphs, pair, on), column).into()
        })
    }

    fn means(&self) -> Table {
        let pairs = [
            (SLF, JS),
            (LET, SLF),
            (MOM, SLF),
            (LITERAL, SLF),
            (MOM, LET),
            (LITERAL, LET),
            (MOM, JS),
        ];
        let title = "per cent of makespan below another policy's, means";
        self.table(title, pairs.map(name), |gains, pair| gains(pair).mean())
    }

    fn gain_shares(&self) -> Table {
        let pairs = [
            (LET, SLF),
            (MOM, SLF),
            (LITERAL, SLF),
            (MOM, LET),
            (LITERAL, LET),
        ];
        let title = "on how many per cent of them the makespan is below another policy's";
        self.table(title, pairs.map(name), |gains, pair| {
            gains(pair).share_of_gains()
        })
    }

    fn spread(&self) -> Table {
        let title = "how far MOM is below SLF, per cent of graphs up to";
        let shares = [0, 10, 50, 90, 100].map(|share| (format!("{share} %"), f64::from(share)));
        self.table(title, shares, |gains, share| {
            let mut gains = gains((MOM, SLF)).0;
            gains.sort_by(f64::total_cmp);
            let index = (share / 100.0 * (gains.len().max(1) - 1) as f64).round() as usize;
            Estimate::of(gains.get(index..=index)?)
        })
    }
}

/// Column of a comparison of a policy with another.
fn name(pair: (Treatment, Treatment)) -> (String, (Treatment, Treatment)) {
    (format!("{} below {}", pair.0, pair.1), pair)
}

/// Intervals that the paper's simulator has to simulate on each number of servers.
pub(super) fn intervals(trials: &Trials<Graphs>, graph: usize) -> [f64; SERVERS.len()] {
    ON_SERVERS.map(|on| trials.mean(Graphs::Stored(graph), AHEAD, on) / INTERVAL)
}

/// Columns named as numbers of servers, each with its index.
fn servers() -> impl Iterator<Item = (&'static str, usize)> {
    ON_SERVERS.into_iter().map(|on| on.name).zip(0..)
}

fn look_ahead_table(trials: &Trials<Graphs>) -> Table {
    let title = "Table 1: thousands of intervals of 0.1 s that MOM's look-aheads simulate";
    Table::of([title, "graph"], by_graph(), servers(), |graph, servers| {
        Estimate::of(&[intervals(trials, graph)[servers] / 1e3]).into()
    })
}

fn growth(trials: &Trials<Graphs>) -> Table {
    let title = "Table 1, times what it is on 2 servers (reported: seconds of the clock; measured: those intervals)";
    Table::of([title, "graph"], by_graph(), servers(), |graph, servers| {
        let (seconds, intervals) = (SECONDS[graph], intervals(trials, graph));
        Cell::of(
            Some(seconds[servers] / seconds[0]),
            Estimate::of(&[intervals[servers] / intervals[0]]),
        )
    })
}
