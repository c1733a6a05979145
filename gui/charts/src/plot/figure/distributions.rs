//! Distributions of waits and slowdowns over jobs.

use super::{Axis, Curve, Figure, Mark, Scale, Series, series};
use crate::plot::figure::FigureKind;
use crate::plot::series::distribution;
use laboratory::metrics::select::Scope;
use laboratory::record::Run;
use laboratory::run::fit::LogFit;

impl FigureKind {
    /// Waits.
    pub const WAIT: Self = Self {
        name: "wait",
        summary: "How waits are spread",
        draw: Figure::wait_distribution,
    };
    /// Bounded slowdowns.
    pub const SLOWDOWN: Self = Self {
        name: "slowdown",
        summary: "How bounded slowdowns are spread",
        draw: Figure::slowdown_distribution,
    };
}

impl Figure {
    /// Returns the distributions of waits.
    pub fn wait_distribution(curves: &[Curve<'_>]) -> Self {
        Self::wait_distribution_of(curves, &Scope::default())
    }

    /// Returns the distributions of the waits of the jobs in `scope`.
    pub fn wait_distribution_of(curves: &[Curve<'_>], scope: &Scope) -> Self {
        let wait = |run: &Run, job: usize| run.wait(job).seconds();
        let label = "wait (under 1 s shown at 1 s)";
        let axis = Axis::new(label, Scale::LogDuration);
        Self::spread("Wait", axis, curves, scope, wait)
    }

    /// Returns the distributions of bounded slowdowns.
    pub fn slowdown_distribution(curves: &[Curve<'_>]) -> Self {
        Self::slowdown_distribution_of(curves, &Scope::default())
    }

    /// Returns the distributions of the bounded slowdowns of the jobs in `scope`.
    pub fn slowdown_distribution_of(curves: &[Curve<'_>], scope: &Scope) -> Self {
        let axis = Axis::new("bounded slowdown", Scale::Log);
        Self::spread(
            "Bounded slowdown",
            axis,
            curves,
            scope,
            Run::bounded_slowdown,
        )
    }

    /// Returns the distributions of the waits of the same jobs before and after a change.
    pub fn before_and_after(waits: &[Vec<f64>; 2]) -> Self {
        Self::two_waits(["before", "after"], waits)
    }

    /// Returns the distributions of the waits of the same jobs as a log has them and as simulated.
    pub fn recorded_and_simulated(fit: &LogFit) -> Self {
        Self {
            title: "Wait as recorded and as simulated".into(),
            ..Self::two_waits(["recorded", "simulated"], &fit.waits)
        }
    }

    fn two_waits(labels: [&str; 2], waits: &[Vec<f64>; 2]) -> Self {
        let series = (0..).zip(labels).zip(waits);
        let series = series.map(|((slot, label), waits)| Series {
            label: label.to_owned(),
            slot,
            mark: Mark::Step,
            points: distribution(waits.iter().map(|wait| wait.max(1.0))),
        });
        Self {
            series: series.collect(),
            ..Self::wait_distribution(&[])
        }
    }

    fn spread(
        title: &str,
        x: Axis,
        curves: &[Curve<'_>],
        scope: &Scope,
        value: impl Fn(&Run, usize) -> f64,
    ) -> Self {
        let points = |run: &Run| {
            let jobs = scope.jobs(run).into_iter().map(|job| job as usize);
            let jobs = jobs.filter(|job| !run.outcomes[*job].refused);
            distribution(jobs.map(|job| value(run, job).max(1.0)))
        };
        Self {
            title: title.into(),
            x,
            y: Axis::new("share of jobs", Scale::Linear),
            series: curves
                .iter()
                .map(|curve| series(curve, Mark::Step, points(curve.run)))
                .collect(),
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }
}
