//! Results as tables beside the paper's.

use super::super::{Cell, Estimate, Table};
use super::comparison::{Gains, gain};
use super::graphs::Family;
use super::reported::{OVER_JS, OVER_SLF, SECONDS, SERVERS, SIZES, THREE};
use super::{Graph, JS, LET, LITERAL, MOM, POLICIES, SLF};

/// All makespans.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Results {
    /// The two stored graphs.
    pub(super) stored: Vec<Graph>,
    /// Makespans of the stored graphs under the stochastic engine on three servers, in seconds by
    /// policy.
    pub(super) stochastic: [[f64; POLICIES.len()]; SIZES.len()],
    // Random graphs of each family and size.
    batch: [Vec<Graph>; SIZES.len()],
    fork_join: [Vec<Graph>; SIZES.len()],
}

/// Length of the paper's intervals, in seconds.
const INTERVAL: f64 = 0.1;

impl Results {
    /// Random graphs of a family, by size.
    pub(super) const fn of(&self, family: Family) -> &[Vec<Graph>; SIZES.len()] {
        match family {
            Family::Batch => &self.batch,
            Family::ForkJoin => &self.fork_join,
        }
    }

    /// Random graphs of a family, to be added to.
    pub(super) const fn of_mut(&mut self, family: Family) -> &mut [Vec<Graph>; SIZES.len()] {
        match family {
            Family::Batch => &mut self.batch,
            Family::ForkJoin => &mut self.fork_join,
        }
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        let mut tables = vec![
            self.makespans(),
            self.over_slf(),
            self.over_js(),
            self.stochastic(),
        ];
        for family in Family::ALL {
            tables.extend([self.means(family), self.often(family), self.spread(family)]);
        }
        tables.extend([self.ahead(), self.growth()]);
        tables
    }

    /// A row for each stored graph on each number of servers.
    fn by_servers(&self, cells: impl Fn(usize, usize) -> Vec<Cell>) -> Vec<(String, Vec<Cell>)> {
        let graphs = self.stored.iter().enumerate();
        let rows = graphs.flat_map(|(graph, stored)| {
            let name =
                move |servers: usize| format!("{}, {} servers", stored.name, SERVERS[servers]);
            (0..SERVERS.len()).map(move |servers| (name(servers), graph, servers))
        });
        rows.map(|(name, graph, servers)| (name, cells(graph, servers)))
            .collect()
    }

    /// A row for each stored graph.
    fn by_graph(&self, cells: impl Fn(usize) -> Vec<Cell>) -> Vec<(String, Vec<Cell>)> {
        let graphs = self.stored.iter().enumerate();
        graphs
            .map(|(place, graph)| (graph.name.clone(), cells(place)))
            .collect()
    }

    fn makespans(&self) -> Table {
        table(
            "Figures 6 to 8, stored graphs: makespans in seconds",
            "graph",
            &POLICIES.map(|(_, _, name)| name),
            self.by_servers(|graph, servers| {
                let makespans = self.stored[graph].makespans[servers];
                makespans.map(|makespan| cell(None, makespan)).to_vec()
            }),
        )
    }

    fn over_slf(&self) -> Table {
        let rows = self.by_servers(|graph, servers| {
            let reported = OVER_SLF[graph].get(servers);
            let measured = |policy| gain(&self.stored[graph], servers, policy, SLF);
            vec![
                cell(reported.map(|row| row[0]), measured(LET)),
                cell(reported.map(|row| row[1]), measured(MOM)),
                cell(reported.map(|row| row[1]), measured(LITERAL)),
            ]
        });
        table(
            "Stored graphs: per cent of makespan below SLF (reported: simulated servers)",
            "graph",
            &["LET", "MOM", "MOM, literal"],
            rows,
        )
    }

    fn over_js(&self) -> Table {
        let rows = self.by_graph(|graph| {
            let [of_slf, of_let, of_mom] = OVER_JS[graph];
            let reported = [
                (SLF, of_slf),
                (LET, of_let),
                (MOM, of_mom),
                (LITERAL, of_mom),
            ];
            reported
                .map(|(policy, reported)| {
                    let measured = gain(&self.stored[graph], THREE, policy, JS);
                    cell(Some(reported), measured)
                })
                .to_vec()
        });
        table(
            "Figure 7, stored graphs on 3 servers: per cent of makespan below JS (reported: real servers)",
            "graph",
            &["SLF", "LET", "MOM", "MOM, literal"],
            rows,
        )
    }

    fn stochastic(&self) -> Table {
        let rows = self.by_graph(|graph| {
            let [of_let, of_mom] = OVER_SLF[graph][THREE];
            let makespans = self.stochastic[graph];
            let reported = [(LET, of_let), (MOM, of_mom), (LITERAL, of_mom)];
            reported
                .map(|(policy, reported)| {
                    let measured = 100.0 * (1.0 - makespans[policy] / makespans[SLF]);
                    cell(Some(reported), measured)
                })
                .to_vec()
        });
        table(
            "Stored graphs on 3 servers by the stochastic engine, dominant mappings of 3 seeds: per cent below SLF",
            "graph",
            &["LET", "MOM", "MOM, literal"],
            rows,
        )
    }

    /// A row for each size on each number of servers.
    fn by_size(
        &self,
        family: Family,
        cells: impl Fn(&[Graph], usize) -> Vec<Cell>,
    ) -> Vec<(String, Vec<Cell>)> {
        let graphs = SIZES.iter().zip(self.of(family));
        let rows = graphs.flat_map(|(jobs, graphs)| {
            (0..SERVERS.len()).map(move |servers| {
                let name = format!("{jobs} jobs, {} servers", SERVERS[servers]);
                (name, graphs, servers)
            })
        });
        rows.map(|(name, graphs, servers)| (name, cells(graphs, servers)))
            .collect()
    }

    fn means(&self, family: Family) -> Table {
        let pairs = [
            (SLF, JS),
            (LET, SLF),
            (MOM, SLF),
            (LITERAL, SLF),
            (MOM, LET),
            (LITERAL, LET),
            (MOM, JS),
        ];
        let rows = self.by_size(family, |graphs, servers| {
            let mean = |(policy, base)| Gains::of(graphs, servers, policy, base).mean();
            let cells = pairs.map(mean).map(|measured| Cell {
                reported: None,
                measured,
            });
            cells.to_vec()
        });
        let title = format!(
            "Random {} graphs: per cent of makespan below another policy's, means",
            family.name()
        );
        table(&title, "graphs", &names(&pairs), rows)
    }

    fn often(&self, family: Family) -> Table {
        let pairs = [
            (LET, SLF),
            (MOM, SLF),
            (LITERAL, SLF),
            (MOM, LET),
            (LITERAL, LET),
        ];
        let rows = self.by_size(family, |graphs, servers| {
            let often = |(policy, base)| Gains::of(graphs, servers, policy, base).often();
            let cells = pairs.map(often).map(|measured| Cell {
                reported: None,
                measured,
            });
            cells.to_vec()
        });
        let title = format!(
            "Random {} graphs: on how many per cent of them the makespan is below another policy's",
            family.name()
        );
        table(&title, "graphs", &names(&pairs), rows)
    }

    fn spread(&self, family: Family) -> Table {
        let rows = self.by_size(family, |graphs, servers| {
            let mut gains = Gains::of(graphs, servers, MOM, SLF).0;
            gains.sort_by(f64::total_cmp);
            let at = |share: f64| {
                let place = (share * (gains.len().max(1) - 1) as f64).round() as usize;
                gains
                    .get(place)
                    .map_or(Cell::default(), |gain| cell(None, *gain))
            };
            [0.0, 0.1, 0.5, 0.9, 1.0].map(at).to_vec()
        });
        let title = format!(
            "Random {} graphs: how far MOM is below SLF, per cent of graphs up to",
            family.name()
        );
        table(
            &title,
            "graphs",
            &["0 %", "10 %", "50 %", "90 %", "100 %"],
            rows,
        )
    }

    /// Intervals that the paper's simulator has to simulate on each number of servers.
    pub(super) fn intervals(&self, graph: usize) -> [f64; SERVERS.len()] {
        self.stored[graph].ahead.map(|seconds| seconds / INTERVAL)
    }

    fn ahead(&self) -> Table {
        let rows = self.by_graph(|graph| {
            let intervals = self.intervals(graph);
            let thousands = intervals.map(|intervals| cell(None, intervals / 1e3));
            thousands.to_vec()
        });
        let title = "Table 1: thousands of intervals of 0.1 s that MOM's look-aheads simulate";
        table(title, "graph", &servers(), rows)
    }

    fn growth(&self) -> Table {
        let rows = self.by_graph(|graph| {
            let (seconds, intervals) = (SECONDS[graph], self.intervals(graph));
            let cells = (0..SERVERS.len()).map(|servers| {
                let measured = intervals[servers] / intervals[0];
                cell(Some(seconds[servers] / seconds[0]), measured)
            });
            cells.collect()
        });
        let title = "Table 1, times what it is on 2 servers (reported: seconds of the clock; measured: those intervals)";
        table(title, "graph", &servers(), rows)
    }
}

fn servers() -> [String; SERVERS.len()] {
    SERVERS.map(|servers| format!("{servers} servers"))
}

/// Columns of comparisons, each of a policy with another.
fn names(pairs: &[(usize, usize)]) -> Vec<String> {
    let name = |policy: usize| POLICIES[policy].2;
    let pairs = pairs.iter();
    pairs
        .map(|(policy, base)| format!("{} below {}", name(*policy), name(*base)))
        .collect()
}

fn cell(reported: Option<f64>, measured: f64) -> Cell {
    Cell {
        reported,
        measured: Estimate::of(&[measured]),
    }
}

fn table(
    title: &str,
    corner: &str,
    columns: &[impl ToString],
    rows: Vec<(String, Vec<Cell>)>,
) -> Table {
    Table {
        title: title.to_owned(),
        corner: corner.to_owned(),
        columns: columns.iter().map(ToString::to_string).collect(),
        rows,
    }
}
