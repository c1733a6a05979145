//! What came out, as tables beside the paper's.

use super::super::{Cell, Estimate, Table};
use super::reported::{OVER_BASELINE, OVER_SLF, SECONDS, SERVERS, SIZES};
use super::{BASELINE, Graph, LET, MOM, SLF};

/// All makespans.
pub(super) struct Results {
    /// The two stored graphs.
    pub(super) stored: Vec<Graph>,
    /// Random ones of each size.
    pub(super) drawn: [Vec<Graph>; 2],
    /// The stored graphs under the stochastic engine on three servers: LET and
    /// MOM, per cent below SLF.
    pub(super) stochastic: Vec<[f64; 2]>,
}

/// Per cent by which `policy` is below `base` on a graph.
pub(super) fn gain(graph: &Graph, servers: usize, policy: usize, base: usize) -> f64 {
    let makespans = &graph.makespans[servers];
    100.0 * (1.0 - makespans[policy] / makespans[base])
}

impl Results {
    /// The gains on all random graphs of a size.
    pub(super) fn gains(
        &self,
        size: usize,
        servers: usize,
        policy: usize,
        base: usize,
    ) -> Vec<f64> {
        let graphs = self.drawn[size].iter();
        graphs
            .map(|graph| gain(graph, servers, policy, base))
            .collect()
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        vec![
            self.over_slf(),
            self.over_baseline(),
            self.stochastic_table(),
            self.population(),
            self.spread(),
            self.times(),
        ]
    }

    fn over_slf(&self) -> Table {
        let rows = self.stored.iter().enumerate().flat_map(|(graph, stored)| {
            (0..SERVERS.len()).map(move |servers| {
                let cell = |policy, place: usize| Cell {
                    reported: OVER_SLF[graph].get(servers).map(|row| row[place]),
                    measured: Estimate::of(&[gain(stored, servers, policy, SLF)]),
                };
                let name = format!("{}, {} servers", stored.name, SERVERS[servers]);
                (name, vec![cell(LET, 0), cell(MOM, 1)])
            })
        });
        Table {
            title: "Stored graphs: per cent of makespan below SLF".to_owned(),
            corner: "graph".to_owned(),
            columns: ["LET", "MOM"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }

    fn over_baseline(&self) -> Table {
        let three = 1;
        let rows = self
            .stored
            .iter()
            .zip(OVER_BASELINE)
            .map(|(stored, reported)| {
                let cells = [SLF, LET, MOM].into_iter().zip(reported);
                let cells = cells.map(|(policy, reported)| Cell {
                    reported: Some(reported),
                    measured: Estimate::of(&[gain(stored, three, policy, BASELINE)]),
                });
                (stored.name.clone(), cells.collect())
            });
        Table {
            title: "Figures 6 and 7: per cent of makespan below the load average on 3 servers (reported: real servers)".to_owned(),
            corner: "graph".to_owned(),
            columns: ["SLF", "LET", "MOM"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }

    fn stochastic_table(&self) -> Table {
        let rows = self.stored.iter().zip(&self.stochastic).enumerate();
        let rows = rows.map(|(graph, (stored, gains))| {
            let cells = gains
                .iter()
                .zip(OVER_SLF[graph][1])
                .map(|(gain, reported)| Cell {
                    reported: Some(reported),
                    measured: Estimate::of(&[*gain]),
                });
            (stored.name.clone(), cells.collect())
        });
        Table {
            title: "The same on 3 servers by the stochastic engine: dominant mappings of 3 seeds"
                .to_owned(),
            corner: "graph".to_owned(),
            columns: ["LET", "MOM"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }

    fn population(&self) -> Table {
        let rows = (0..SIZES.len()).flat_map(|size| {
            (0..SERVERS.len()).map(move |servers| {
                let cell = |policy, base, sign: f64| {
                    let gains = self.gains(size, servers, policy, base);
                    let gains: Vec<_> = gains.iter().map(|gain| sign * gain).collect();
                    Cell {
                        reported: None,
                        measured: Estimate::of(&gains),
                    }
                };
                let better = |policy, base| {
                    let gains = self.gains(size, servers, policy, base);
                    let better = gains
                        .iter()
                        .map(|gain| 100.0 * f64::from(u8::from(*gain > 0.0)));
                    Cell {
                        reported: None,
                        measured: Estimate::of(&better.collect::<Vec<_>>()),
                    }
                };
                let cells = vec![
                    cell(LET, SLF, 1.0),
                    cell(MOM, SLF, 1.0),
                    better(LET, SLF),
                    better(MOM, SLF),
                    better(MOM, LET),
                    cell(SLF, BASELINE, 1.0),
                    cell(MOM, BASELINE, 1.0),
                ];
                (
                    format!("{} jobs, {} servers", SIZES[size], SERVERS[servers]),
                    cells,
                )
            })
        });
        Table {
            title: "Random graphs, none selected: means".to_owned(),
            corner: "graphs".to_owned(),
            columns: [
                "LET below SLF %",
                "MOM below SLF %",
                "LET better %",
                "MOM better %",
                "MOM before LET %",
                "SLF below average %",
                "MOM below average %",
            ]
            .map(str::to_owned)
            .to_vec(),
            rows: rows.collect(),
        }
    }

    fn spread(&self) -> Table {
        let rows = (0..SIZES.len()).flat_map(|size| {
            (0..SERVERS.len()).map(move |servers| {
                let mut gains = self.gains(size, servers, MOM, SLF);
                gains.sort_by(f64::total_cmp);
                let at = |share: f64| {
                    let place = (share * (gains.len().max(1) - 1) as f64).round() as usize;
                    Cell {
                        reported: None,
                        measured: gains.get(place).and_then(|gain| Estimate::of(&[*gain])),
                    }
                };
                let cells = [0.0, 0.1, 0.5, 0.9, 1.0].map(at).to_vec();
                (
                    format!("{} jobs, {} servers", SIZES[size], SERVERS[servers]),
                    cells,
                )
            })
        });
        Table {
            title: "Random graphs: how far MOM is below SLF, per cent of graphs up to".to_owned(),
            corner: "graphs".to_owned(),
            columns: ["0 %", "10 %", "50 %", "90 %", "100 %"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows.collect(),
        }
    }

    fn times(&self) -> Table {
        let rows = self.stored.iter().enumerate().map(|(graph, stored)| {
            let cells = (0..SERVERS.len()).map(|servers| Cell {
                reported: Some(SECONDS[graph][servers] * 1e3),
                measured: Estimate::of(&[stored.milliseconds[servers]]),
            });
            (stored.name.clone(), cells.collect())
        });
        Table {
            title: "Table 1: milliseconds for one simulation, here with MOM and of the clock"
                .to_owned(),
            corner: "graph".to_owned(),
            columns: SERVERS.map(|servers| format!("{servers} servers")).to_vec(),
            rows: rows.collect(),
        }
    }
}
