//! The pane of sweeps: a metric along a parameter, with its interval; a click opens a run.

mod form;
mod plan_and_results;
mod work;

use std::sync::Arc;

use egui::{ComboBox, Label, ProgressBar, RichText, Ui};

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::work::pending::Pending;
use charts::plot;
use charts::plot::figure::Figure;
use form::Form;
use laboratory::base::format;
use laboratory::base::pace::{self, RemainingTime};
use laboratory::base::progress::Progress;
use laboratory::base::sanitize::quoted;
use laboratory::base::system::clock::Stopwatch;
use laboratory::export::{Cell, Table};
use laboratory::metrics;
use laboratory::record::metric::Metric;
use laboratory::run::sweep::{
    Curve, CurvePoint, Memory, Plan, Sample, Summary, curves, defined_metrics, sentences, summaries,
};
use laboratory::scenario::Scenario;
pub(crate) use plan_and_results::KeptSweep;

/// State of the pane.
pub(crate) struct State {
    form: Form,
    /// Name of the metric.
    metric: &'static str,
    begun: Option<StartedSweep>,
    /// Kept sweep, until it is planned again.
    kept_sweep: Option<KeptSweep>,
    made: Option<CachedFigure>,
    /// Whether the metric is on a logarithmic axis.
    logarithmic: bool,
    /// Policy of the run that is being opened.
    opening: Option<String>,
}

/// A pending or finished sweep.
struct StartedSweep {
    /// Absent once it is finished.
    pending: Option<Pending<(Arc<Plan>, Arc<Memory>)>>,
    since: Stopwatch,
    pace: RemainingTime,
    scenario: Scenario,
    /// Absent until it is planned.
    kept: Option<(Arc<Plan>, Arc<Memory>)>,
}

impl StartedSweep {
    /// Returns the number of samples to come to, if known: points that stop by themselves have as
    /// many as they need, one at least.
    fn all_samples(&self) -> Option<usize> {
        let (plan, _) = self.kept.as_ref()?;
        Some(if plan.stops() {
            plan.points.len()
        } else {
            plan.samples().count()
        })
    }
}

/// The figure with its inputs.
struct CachedFigure {
    of: FigureKey,
    curves: Vec<Curve>,
    values: Vec<String>,
    /// Metrics with curves.
    metrics: Vec<&'static Metric>,
    figure: Figure,
}

/// Inputs of the figure: the number of samples, the metric, the axis, and each run of the list by
/// name, colour, and visibility.
type FigureKey = (usize, &'static str, bool, Vec<(String, usize, bool)>);

impl Default for State {
    fn default() -> Self {
        Self {
            form: Form::default(),
            metric: "mean_wait",
            logarithmic: false,
            begun: None,
            kept_sweep: None,
            made: None,
            opening: None,
        }
    }
}

/// Returns the metric called `name`.
fn metric(name: &str) -> Option<&'static Metric> {
    let mut all = metrics::all().iter().copied();
    all.find(|metric| metric.name == name)
}

impl State {
    /// Whether there is a sweep to show.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    /// Whether a sweep is pending.
    pub(crate) fn is_busy(&self) -> bool {
        let begun = self.begun.as_ref();
        begun.is_some_and(|begun| begun.pending.is_some())
    }

    /// Returns the progress of a pending sweep.
    pub(crate) fn progress_of_work(&self) -> Option<&Progress> {
        let pending = self.begun.as_ref()?.pending.as_ref()?;
        Some(&pending.progress)
    }

    /// Stops it; its results so far stay.
    pub(crate) fn cancel(&mut self) {
        if let Some(begun) = &mut self.begun {
            Pending::cancel(&mut begun.pending);
        }
    }

    /// Whether the run called `label` is the one that was clicked.
    pub(crate) fn opens(&mut self, label: &str) -> bool {
        self.opening.take_if(|opening| opening == label).is_some()
    }

    /// Shows its progress.
    fn progress(&mut self, ui: &mut Ui) {
        let Some(begun) = &mut self.begun else {
            return;
        };
        let samples = begun.kept.as_ref().map_or(0, |(_, memory)| memory.count());
        let counted = format::counted(samples, "workload");
        let Some(pending) = &begun.pending else {
            let sentence = match begun.all_samples() {
                Some(all) if samples < all => format!(
                    "{samples} of {}, each under every policy; Run sweep runs the others",
                    format::counted(all, "workload")
                ),
                _ => format!("{counted}, each under every policy"),
            };
            ui.weak(sentence);
            return;
        };
        let steps = [pending.progress.done(), pending.progress.total()];
        let left = begun.pace.left(begun.since.elapsed(), steps);
        ui.horizontal(|ui| {
            let bar = ProgressBar::new(pending.progress.fraction()).desired_width(180.0);
            ui.add(bar)
                .on_hover_text("Of all workloads there are to be");
            ui.weak(format!("{counted} done, {}", pace::text(left)));
        });
    }

    /// Shows the curves, of which each point is a button.
    fn curves(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        self.make(shared);
        self.choose_metric(ui);
        let (Some(begun), Some(made)) = (&self.begun, &self.made) else {
            ui.weak("A sweep runs every policy with each value, and with as many seeds as wanted; here is what comes of it.");
            return;
        };
        let Some((plan, _)) = &begun.kept else { return };
        if made.curves.is_empty() {
            ui.weak("Nothing is known of this metric yet, or no run is ticked on the left");
            return;
        }
        let name = |curve: usize, index: usize| {
            let curve = &made.curves[curve];
            sentence_of_point(plan, made, curve, &curve.points[index], self.metric)
        };
        let id = egui::Id::unique("sweep");
        let Some((curve, index)) = plot::show_points(ui, &made.figure, id, name) else {
            return;
        };
        let known = made.curves[curve].points[index];
        let (scenario, label) = scenario_of_point(plan, &known, &begun.scenario);
        self.opening = Some(label);
        actions.push(Action::OpenSwept(Box::new(scenario)));
    }

    fn choose_metric(&mut self, ui: &mut Ui) {
        let Some(made) = &self.made else { return };
        ui.horizontal_wrapped(|ui| {
            let label = ui.label("Metric");
            let chosen = metric(self.metric).map_or("", |metric| metric.title);
            ComboBox::from_id_salt("sweep metric")
                .selected_text(chosen)
                .height(400.0)
                .show_ui(ui, |ui| {
                    for metric in &made.metrics {
                        ui.selectable_value(&mut self.metric, metric.name, metric.title)
                            .on_hover_text(quoted(metric.sentence));
                    }
                })
                .response
                .labelled_by(label.id);
            ui.checkbox(&mut self.logarithmic, "Logarithmic")
                .on_hover_text("Divide the axis by factors, if all values are above zero");
            let bands = if made.figure.bands.is_empty() {
                ""
            } else {
                "bands: 95 % intervals; "
            };
            let hint = format!("{bands}a click on a point opens its run");
            ui.add(Label::new(RichText::new(hint).weak()).wrap());
        });
    }

    /// Makes the figure, unless nothing has changed.
    fn make(&mut self, shared: &Shared) {
        let kept = self.begun.as_ref().and_then(|begun| begun.kept.as_ref());
        let (Some((plan, memory)), Some(metric)) = (kept, metric(self.metric)) else {
            self.made = None;
            return;
        };
        let entries = shared.runs.entries.iter();
        let runs = entries.map(|entry| (entry.label.clone(), entry.slot, entry.visible));
        let of = (
            memory.count(),
            metric.name,
            self.logarithmic,
            runs.collect(),
        );
        if self.made.as_ref().is_some_and(|made| made.of == of) {
            return;
        }
        let curves = coloured(curves(plan, &**memory, metric.name), plan, &of.3);
        let values = plan.first_values();
        let name = plan.names.first().map_or("", String::as_str);
        let along = (name, values.as_slice());
        self.made = Some(CachedFigure {
            of,
            figure: Figure::swept(&curves, metric, along, self.logarithmic),
            curves,
            values,
            metrics: defined_metrics(plan, &**memory),
        });
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let is_busy = self.is_busy();
        ui.horizontal_wrapped(|ui| {
            let requested = self.form.show(ui, shared);
            if is_busy {
                if ui.button("Cancel sweep").clicked() {
                    actions.push(Action::StopSweep);
                }
            } else {
                let button = egui::Button::new("Run sweep");
                let button = ui.add_enabled(requested.is_some(), button);
                if let Some(requested) = requested
                    && button.clicked()
                {
                    actions.push(Action::Sweep(Box::new(requested)));
                }
            }
        });
        form::command_line(ui, shared, &self.form);
        self.progress(ui);
        self.curves(ui, shared, actions);
    }

    fn figure(&self, _: &Shared) -> Option<Figure> {
        self.made.as_ref().map(|made| made.figure.clone())
    }

    fn table(&self, _: &Shared) -> Option<Table> {
        let made = self.made.as_ref()?;
        let (plan, memory) = self.begun.as_ref()?.kept.as_ref()?;
        let metric = metric(self.metric)?;
        let known = summaries(plan, &**memory, metric, &made.curves);
        let rows = known
            .iter()
            .map(|(known, summary)| row(plan, metric, known, summary));
        let names = plan.names.iter().map(String::as_str);
        let heading = names.chain(["policy", "metric"]).chain(Summary::COLUMNS);
        Some(Table {
            title: match plan.names.first() {
                Some(name) => format!("{} by {name}", metric.title),
                None => metric.title.to_owned(),
            },
            heading: heading.chain(["low", "high"]).map(str::to_owned).collect(),
            rows: rows.collect(),
        })
    }

    fn sentences(&self, _: &Shared) -> Option<String> {
        let (made, metric) = (self.made.as_ref()?, metric(self.metric)?);
        let (plan, memory) = self.begun.as_ref()?.kept.as_ref()?;
        sentences(plan, &**memory, metric, &made.curves)
    }

    fn has_sentences(&self, _: &Shared) -> bool {
        self.has_begun()
    }
}

/// Returns `curves` in the colours that their policies have in the list of runs, without those that
/// are hidden there.
fn coloured(curves: Vec<Curve>, plan: &Plan, runs: &[(String, usize, bool)]) -> Vec<Curve> {
    let run_of = |curve: &Curve| {
        let known = curve.points.first()?;
        let label = plan.policies(known.point).nth(known.policy)?;
        runs.iter().find(|(name, ..)| name == label)
    };
    let dressed = curves.into_iter().filter_map(|curve| match run_of(&curve) {
        Some((.., false)) => None,
        Some((_, slot, true)) => Some(Curve {
            colour: *slot,
            ..curve
        }),
        None => Some(curve),
    });
    dressed.collect()
}

/// Returns a row of the table: the values of `metric` at a point.
fn row(plan: &Plan, metric: &Metric, known: &CurvePoint, summary: &Summary) -> Vec<Cell> {
    let shown = |value: f64| metric.in_words(value);
    let values = plan.points[known.point].values.iter();
    let mut row: Vec<Cell> = values.map(Cell::text).collect();
    let policy = plan.policies(known.point).nth(known.policy);
    row.extend([policy.unwrap_or_default(), metric.name].map(Cell::text));
    row.push(Cell::number(Some(summary.count as f64), format::number));
    let ends = match summary.mean.interval(metric.least) {
        Some(ends) => ends.map(Some),
        None => [None; 2],
    };
    let numbers = summary.numbers().into_iter().chain(ends);
    row.extend(numbers.map(|number| Cell::number(number, shown)));
    row
}

/// Returns the text of a point: `EASY at load 0.7: 3 h 12 min ± 20 min, 4 seeds`.
fn sentence_of_point(
    plan: &Plan,
    made: &CachedFigure,
    curve: &Curve,
    known: &CurvePoint,
    name: &str,
) -> String {
    let number = |value: f64| match metric(name) {
        Some(metric) => metric.in_words(value),
        None => format::number(value),
    };
    let at = plan
        .names
        .first()
        .map(|name| format!(" at {name} {}", made.values[known.value]));
    let half = known
        .mean
        .half_width
        .map(|half| format!(" ± {}", number(half)));
    format!(
        "{}{}: {}{}, {}",
        curve.label,
        at.unwrap_or_default(),
        number(known.mean.mean),
        half.unwrap_or_default(),
        format::counted(known.seeds, "seed")
    )
}

/// Returns the scenario of a point with its first seed, and which of its policies is meant.
fn scenario_of_point(plan: &Plan, known: &CurvePoint, begun: &Scenario) -> (Scenario, String) {
    let (point, seed) = (known.point, 0);
    let scenario = Scenario {
        sweep: begun.sweep.clone(),
        ..plan.scenario(Sample { point, seed })
    };
    let label = plan.policies(point).nth(known.policy).unwrap_or_default();
    (scenario, label.to_owned())
}
