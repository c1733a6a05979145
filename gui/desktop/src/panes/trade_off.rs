//! The pane of trade-offs: a point for each run by two metrics, with the unbeaten ones marked.

use egui::{ComboBox, Ui};

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::Shared;
use charts::plot;
use charts::plot::figure::Figure;
use laboratory::base::sanitize::quoted;
use laboratory::metrics::{self, Values};
use laboratory::record::metric::Metric;

/// Plotted metrics, by name: across and up.
pub(crate) struct State {
    metrics: [&'static str; 2],
    logarithmic: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            metrics: ["mean_wait", "utilisation"],
            logarithmic: false,
        }
    }
}

/// Returns the metric called `name`.
fn metric(name: &str) -> Option<&'static Metric> {
    let mut all = metrics::all().iter().copied();
    all.find(|metric| metric.name == name)
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, _: &mut Vec<Action>) {
        let known = |metric: &&&Metric| {
            let mut runs = shared.runs.visible();
            runs.any(|entry| entry.values.value(metric.name).is_some())
        };
        let known: Vec<&'static Metric> = metrics::all().iter().filter(known).copied().collect();
        let first = shared.runs.visible().next();
        let unit = first.map(|entry| entry.run.experiment.size_unit);
        let unit = unit.unwrap_or_default();
        ui.horizontal_wrapped(|ui| {
            for (index, axis) in [(1, "Up"), (0, "Across")] {
                let label = ui.label(axis);
                let chosen = metric(self.metrics[index]).map_or("", |metric| metric.title);
                ComboBox::from_id_salt(axis)
                    .selected_text(chosen)
                    .height(400.0)
                    .show_ui(ui, |ui| {
                        for metric in &known {
                            let value = &mut self.metrics[index];
                            ui.selectable_value(value, metric.name, metric.title)
                                .on_hover_text(unit.in_text(&quoted(metric.sentence)));
                        }
                    })
                    .response
                    .labelled_by(label.id);
            }
            ui.checkbox(&mut self.logarithmic, "Logarithmic")
                .on_hover_text("Divide axes by factors, where all values are above zero");
            ui.weak("ringed: no other run is better in both");
        });
        match self.figure(shared) {
            Some(figure) if figure.series.len() > 1 => {
                plot::show(ui, &figure, egui::Id::unique("trade-off"));
            }
            _ => {
                ui.weak("No run in sight has both");
            }
        }
    }

    fn figure(&self, shared: &Shared) -> Option<Figure> {
        let metrics = [metric(self.metrics[0])?, metric(self.metrics[1])?];
        let runs = shared.runs.visible();
        let runs: Vec<(&str, usize, &Values)> = runs
            .map(|entry| (entry.label.as_str(), entry.slot, &entry.values))
            .collect();
        Some(Figure::trade_off(&runs, metrics, self.logarithmic))
    }
}
