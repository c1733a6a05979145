//! The plots below the Gantt chart: made when runs change, not on every frame.

use egui::Ui;

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::widgets::curves::light;
use crate::widgets::over_time;
use crate::widgets::stamp::Stamp;
use charts::plot;
use charts::plot::figure::FigureKind;
use charts::plot::figure::{Curve, Figure, Scale};
use charts::time::curves::{self, Curves, Line};
use charts::time::timeline::CurveKind;
use charts::time::{axis, cursor};
use laboratory::metrics::select::Scope;

/// The pane of a plot of all runs in sight.
pub(crate) struct Plot {
    /// Its kind, which makes the figure of runs.
    kind: &'static FigureKind,
    /// Makes that of selected jobs, for export, where it differs.
    of_jobs: Option<fn(&[Curve<'_>], &Scope) -> Figure>,
    /// Curve of each run that is drawn straight from its timeline.
    curve: Option<CurveKind>,
    /// Why it would be empty.
    reason_empty: &'static str,
    made: Option<CachedFigure>,
    /// Whether its axes are divided evenly, though factors would show more.
    is_even: bool,
}

/// A figure with its inputs.
struct CachedFigure {
    stamp: Stamp,
    figure: Figure,
    lines: Vec<Line>,
}

impl Plot {
    /// Returns the pane of the plot of that kind.
    pub(super) fn of(kind: &'static FigureKind) -> Self {
        Self {
            kind,
            of_jobs: None,
            curve: None,
            reason_empty: "There is nothing to plot",
            made: None,
            is_even: false,
        }
    }

    /// Returns that of a curve over time, whose kind makes the figure for export.
    pub(super) fn curve(kind: &'static FigureKind, curve: CurveKind) -> Self {
        Self {
            curve: Some(curve),
            ..Self::of(kind)
        }
    }

    /// With another figure of selected jobs, for export.
    pub(super) fn of_jobs(self, of_jobs: fn(&[Curve<'_>], &Scope) -> Figure) -> Self {
        let of_jobs = Some(of_jobs);
        Self { of_jobs, ..self }
    }

    /// With a sentence that says why it is empty, where it is.
    pub(super) fn or_say(self, reason_empty: &'static str) -> Self {
        Self {
            reason_empty,
            ..self
        }
    }

    /// Makes the figure, unless it is there already.
    fn make(&mut self, shared: &Shared) {
        let stamp = Stamp::of(shared);
        if self.made.as_ref().is_some_and(|made| made.stamp == stamp) {
            return;
        }
        let (figure, lines) = match self.curve {
            Some(curve) => light(shared, curve),
            None => ((self.kind.draw)(&shared.curves()), Vec::new()),
        };
        self.made = Some(CachedFigure {
            stamp,
            figure,
            lines,
        });
    }
}

impl View for Plot {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        if shared.runs.visible().next().is_none() {
            ui.weak("Tick a run on the left to see it here");
            return;
        }
        self.make(shared);
        let Some(CachedFigure { figure, lines, .. }) = &self.made else {
            return;
        };
        match figure.x.scale {
            _ if figure.series.is_empty() => {
                ui.weak(self.reason_empty);
            }
            Scale::Time => over_time(ui, figure, lines, shared, actions),
            _ if figure.is_logarithmic() => {
                let mut logarithmic = !self.is_even;
                ui.checkbox(&mut logarithmic, "Logarithmic").on_hover_text(
                    "Divide axes by factors, so that what is short is seen beside what is long",
                );
                // Another division is another plot: what was zoomed into means nothing there.
                let id = egui::Id::unique((&figure.title, self.is_even));
                if self.is_even {
                    plot::show(ui, &figure.clone().evenly(), id);
                } else {
                    plot::show(ui, figure, id);
                }
                self.is_even = !logarithmic;
            }
            _ => plot::show(ui, figure, egui::Id::unique(&figure.title)),
        }
    }

    /// Returns the figure on the axes it is shown on, for the selected jobs.
    fn figure(&self, shared: &Shared) -> Option<Figure> {
        let curves = shared.curves();
        let figure = match self.of_jobs {
            Some(of_jobs) => of_jobs(&curves, shared.scope.current()),
            None => (self.kind.draw)(&curves),
        };
        Some(if self.is_even {
            figure.evenly()
        } else {
            figure
        })
    }

    fn kind(&self) -> Option<&'static FigureKind> {
        Some(self.kind)
    }

    fn is_proposed(&self, shared: &Shared) -> bool {
        shared.runs.visible().next().is_some()
    }
}

/// Shows curves with the axis, the range and the cursor of the schedule.
fn over_time(
    ui: &mut Ui,
    figure: &Figure,
    lines: &[Line],
    shared: &Shared,
    actions: &mut Vec<Action>,
) {
    let mut view = shared.sight.view;
    let room = ui.available_rect_before_wrap();
    let marks = over_time::time_axis(ui, shared, &mut view, actions);
    let curves = Curves {
        figure,
        lines,
        chosen: Some(shared.current_in_sight()),
        at: shared.instant_read(&view),
        marks: &marks,
    };
    let height = (ui.available_height() - cursor::TAG).max(curves::HEIGHTS[0]);
    curves::show(ui, &figure.titled(), &curves, height, &mut view);
    over_time::cursors(
        ui,
        room.with_min_y(room.top() + axis::HEIGHT),
        shared,
        &view,
    );
    actions.extend(Action::look(view, shared));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_has_its_unit_in_its_title_and_beside_its_axis() {
        let power = Figure::power(&[]);
        assert_eq!(power.titled(), "Power in kW");
        assert_eq!(power.y.title(), "power in kW");
        assert_eq!(power.y.heading(), "power in kW");
        assert_eq!(Figure::queue_length(&[]).titled(), "Queue length");
    }
}
