//! Plots of one server over time: its threads, and the bandwidth requested and given.

use super::figure::{Axis, Figure, Mark, Scale, Series};
use super::series::Point;
use laboratory::family::placement::record::Usage;
use laboratory::record::Run;

impl Figure {
    /// Returns the threads on `server` over time, for each of its cores; `None` if `run` has no
    /// such server.
    pub fn threads_per_core(run: &Run, server: usize) -> Option<Self> {
        let record = run.placements()?;
        let (spec, usage) = (record.servers.get(server)?, record.usage.get(server)?);
        let cores = f64::from(spec.cores.max(1));
        let points = usage
            .iter()
            .map(|now| [now.from.seconds(), f64::from(now.threads) / cores]);
        let title = format!("Server {server}: threads per core");
        Some(Self::of_server(
            run,
            title,
            Axis::new("threads per core", Scale::Linear),
            &[("threads", 0, points.collect())],
            ("cores", 1.0),
        ))
    }

    /// Returns the bandwidth requested and given on `server` over time; `None` if `run` has no such
    /// server, or no record of it.
    pub fn server_bandwidth(run: &Run, server: usize) -> Option<Self> {
        let record = run.placements()?;
        let (spec, usage) = (record.servers.get(server)?, record.usage.get(server)?);
        if run.experiment.hosting.cycles.is_some() {
            return None;
        }
        let points = |value: fn(&Usage) -> f32| -> Vec<Point> {
            let points = usage
                .iter()
                .map(|now| [now.from.seconds(), f64::from(value(now))]);
            points.collect()
        };
        let curves = [
            ("asked", 1, points(|now| now.requested)),
            ("given", 0, points(|now| now.given)),
        ];
        let title = format!("Server {server}: GB/s");
        Some(Self::of_server(
            run,
            title,
            Axis::new("bandwidth", Scale::Linear).in_unit("GB/s"),
            &curves,
            ("limit", spec.bandwidth),
        ))
    }

    /// Returns a constant level, and curves over all of `run` in front of it.
    fn of_server(
        run: &Run,
        title: String,
        y: Axis,
        curves: &[(&str, usize, Vec<Point>)],
        level: (&str, f64),
    ) -> Self {
        let end = run.metrics.makespan().seconds();
        let series = |(label, slot, points): &(&str, usize, Vec<Point>)| Series {
            label: (*label).into(),
            slot: *slot,
            mark: Mark::Step,
            points: points.clone(),
        };
        let level = (level.0, 2, vec![[0.0, level.1], [end, level.1]]);
        Self {
            title,
            x: Axis::new("time", Scale::Time),
            y,
            series: [&level].into_iter().chain(curves).map(series).collect(),
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use laboratory::base::progress::Progress;
    use laboratory::load;
    use laboratory::run;
    use laboratory::scenario;

    /// Two threads on a core, each requesting 30 of 40 GB/s while it runs; then nothing from 20 s
    /// on.
    #[test]
    fn a_server_is_followed_until_it_is_idle() {
        let text = "(
            machine: Servers(count: 1, cores: 1, bandwidth: 40),
            workload: Workflow(jobs: [(threads: [(count: 2, demand: 10, bandwidth: 30)])]),
            policies: [Slf],
        )";
        let scenario = scenario::parse(text, None).unwrap();
        let progress = Progress::default();
        let experiment = load::prepare(&scenario, None, &progress).unwrap();
        let choice = &run::choices(&scenario)[0];
        let run = run::simulate(&Arc::new(experiment), choice, true, &progress);
        let run = run.unwrap().unwrap();
        let threads = Figure::threads_per_core(&run, 0).unwrap();
        assert_eq!(threads.series[1].points, [[0.0, 2.0], [20.0, 0.0]]);
        let bandwidth = Figure::server_bandwidth(&run, 0).unwrap();
        let last = |index: usize| bandwidth.series[index].points.last().copied();
        assert_eq!(last(2), Some([20.0, 0.0]));
        assert_eq!(bandwidth.series[0].points, [[0.0, 40.0], [20.0, 40.0]]);
        assert!(Figure::threads_per_core(&run, 1).is_none());
    }
}
