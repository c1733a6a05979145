//! The pane of differences: every job in the current run and in the baseline, one against the other.

use std::sync::Arc;

use egui::{Label, RichText, Ui, vec2};

use crate::base::words;
use crate::desktop::shared::Shared;
use crate::desktop::shared::runs::{Entry, RunId, same_jobs};
use crate::desktop::widgets::run::run_swatch;
use crate::draw::plot;
use crate::draw::plot::figure::Figure;
use crate::metrics::select::Scope;
use crate::metrics::select::paired::{Measure, Paired, Pairs};
use crate::record::Run;

/// What can be compared, by name.
const MEASURES: [(Measure, &str); 3] = [
    (Measure::Wait, "wait"),
    (Measure::Response, "response"),
    (Measure::Slowdown, "bounded slowdown"),
];

/// What the figures depend on.
type Key = (Scope, Measure, [(RunId, *const Run, String); 2]);

/// What the pane keeps between frames.
pub(in crate::desktop) struct State {
    measure: Measure,
    made: Option<(Key, Made)>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            measure: Measure::Wait,
            made: None,
        }
    }
}

/// What is shown.
struct Made {
    summary: Paired,
    scatter: Figure,
    spread: Figure,
}

impl Made {
    fn new(measure: Measure, [base, other]: [&Entry; 2], scope: &Scope) -> Self {
        let jobs = scope.jobs(&base.run);
        let pairs = Pairs::of(measure, &base.run, &other.run, &jobs);
        let names = [base.label.as_str(), other.label.as_str()];
        Self {
            summary: pairs.summary(),
            scatter: Figure::scatter(&pairs, measure, names, other.slot),
            spread: Figure::differences(&pairs, measure, &other.label, other.slot),
        }
    }
}

impl State {
    /// Shows the pane.
    pub(in crate::desktop) fn show(&mut self, ui: &mut Ui, shared: &Shared) {
        let Some([base, other]) = compared(shared) else {
            let words = "Choose a run that ran the same jobs as the baseline (★)";
            ui.add(Label::new(RichText::new(words).weak()).wrap());
            return;
        };
        ui.horizontal_wrapped(|ui| {
            for (measure, name) in MEASURES {
                ui.selectable_value(&mut self.measure, measure, name);
            }
            run_swatch(ui, other.slot);
            ui.label(format!("{} against {}", other.label, base.label));
        });
        let scope = shared.scope.now();
        let of = |entry: &Entry| (entry.id, Arc::as_ptr(&entry.run), entry.label.clone());
        let key = (scope.clone(), self.measure, [of(base), of(other)]);
        if self.made.as_ref().is_none_or(|(made, _)| *made != key) {
            let made = Made::new(self.measure, [base, other], scope);
            self.made = Some((key, made));
        }
        let Some((_, made)) = &self.made else { return };
        ui.add(Label::new(sentence(&made.summary, self.measure)).wrap());
        let size = vec2(ui.available_width() / 2.0 - 8.0, ui.available_height());
        ui.horizontal_top(|ui| {
            for (figure, id) in [(&made.scatter, "scatter"), (&made.spread, "differences")] {
                ui.allocate_ui(size, |ui| {
                    ui.set_min_size(size);
                    plot::show(ui, figure, egui::Id::unique(id));
                });
            }
        });
    }

    /// The scatter, to be written; nothing if there is none.
    pub(in crate::desktop) fn figure(&self) -> Option<Figure> {
        self.made.as_ref().map(|(_, made)| made.scatter.clone())
    }
}

/// The baseline and the run that is compared with it: the current one, or the first other.
fn compared(shared: &Shared) -> Option<[&Entry; 2]> {
    let base = shared.runs.baseline()?;
    let suits = |entry: &&Entry| entry.id != base.id && same_jobs(&base.run, &entry.run);
    let current = shared.runs.current().filter(suits);
    let other = current.or_else(|| shared.runs.visible().find(suits))?;
    Some([base, other])
}

/// What the pairs amount to, in words.
fn sentence(found: &Paired, measure: Measure) -> String {
    let value = |value: f64| match measure {
        Measure::Slowdown => words::number(value),
        _ if value < 0.0 => format!("−{}", words::span(-value)),
        _ => words::span(value),
    };
    let better = words::counted(found.better, "job");
    let [worse, same] = [found.worse, found.same].map(|jobs| words::count(jobs as u64));
    let mut said = format!("{better} better, {worse} worse, {same} the same");
    if let Some(median) = found.median {
        said += &format!("; median difference {}", value(median));
    }
    if let Some([low, high]) = found.median_interval {
        said += &format!(" ({} to {})", value(low), value(high));
    }
    said + &match found.sign_test {
        probability if probability < 0.001 => "; sign test: below 0.001".to_owned(),
        probability => format!("; sign test: {probability:.3}"),
    }
}
