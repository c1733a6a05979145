//! The figures of a study: in the pane, and in a window of their own that has room for them.

use egui::{Context, Id, Ui};

use super::super::App;
use crate::desktop::dialogs::export;
use crate::desktop::widgets::wide;
use crate::draw::look::strong;
use crate::draw::multiples;
use crate::draw::multiples::Look;
use crate::draw::plot;
use crate::study::Report;

/// The height of a single chart in the pane.
const HEIGHT: f32 = 420.0;
/// Room around the large window.
const AROUND: f32 = 36.0;

/// How the figures are shown.
#[derive(Default)]
pub(super) struct State {
    /// The page, by its place.
    pub(super) page: usize,
    /// How it is looked at.
    pub(super) look: Look,
    /// Whether the window is open.
    large: bool,
}

impl App {
    /// The title, and the ways to save what is below.
    pub(super) fn study_title(&mut self, ui: &mut Ui, report: &Report) {
        ui.horizontal_wrapped(|ui| {
            ui.label(strong(&report.title));
            let save = ui.button("Save report…");
            let save = save.on_hover_text("Write notes, tables and claims as text or as CSV");
            if save.clicked() {
                self.export = Some(export::State::of_report(self));
            }
        });
    }

    /// The figures in the pane, if there are any.
    pub(super) fn figures(&mut self, ui: &mut Ui, report: &Report) {
        if report.pages.is_empty() {
            return;
        }
        self.figure_switches(ui, report, false);
        let (place, look) = self.studies.page_and_look();
        let Some(page) = report.pages.get(place) else {
            return;
        };
        if let Some(figure) = look.figure(page) {
            let size = egui::vec2(ui.available_width(), HEIGHT);
            ui.allocate_ui(size, |ui| {
                plot::show(ui, &figure, Id::unique("against"));
            });
            return;
        }
        // A pane that is wide enough is not to be wider for its bar.
        let size = egui::vec2(ui.available_width().floor(), 0.0).max(multiples::LEAST);
        ui.push_id("figures", |ui| {
            wide::show(ui, |ui| multiples::show(ui, page, size, look.log));
        });
    }

    /// Which page, which axes, and ways to see and save more.
    fn figure_switches(&mut self, ui: &mut Ui, report: &Report, large: bool) {
        ui.horizontal_wrapped(|ui| {
            let state = &mut self.studies.figures;
            if report.pages.len() > 1 {
                for (place, page) in report.pages.iter().enumerate() {
                    ui.selectable_value(&mut state.page, place, &page.source)
                        .on_hover_text("What the figures are of");
                }
            }
            let page = report.pages.get(state.page);
            if let Some([x, y]) = page.and_then(|page| page.against) {
                let columns = &report.pages[state.page].columns;
                let words = format!("{} against {}", columns[y].name, columns[x].name);
                ui.checkbox(&mut state.look.against, words)
                    .on_hover_text("One chart: a path for each of those compared, from row to row, a ring around those that no other beats in both");
            }
            ui.checkbox(&mut state.look.log, "log axis").on_hover_text(
                "A logarithmic axis where the largest value is more than 50 times the smallest",
            );
            if !large && ui.button("Enlarge").clicked() {
                state.large = true;
            }
            let save = ui.button("Save figures…");
            if save
                .on_hover_text("Write this page as PNG or SVG")
                .clicked()
            {
                self.export = Some(export::State::of_figures(self));
            }
        });
    }

    /// The same in a window of their own, if it is open.
    pub(in crate::desktop) fn figures_window(&mut self, ctx: &Context) {
        let Some(report) = self.studies.report() else {
            return;
        };
        let mut open = self.studies.figures.large && !report.pages.is_empty();
        let room = ctx.content_rect().shrink(AROUND);
        egui::Window::new("Figures of the study")
            .open(&mut open)
            .collapsible(false)
            .default_rect(room)
            .show(ctx, |ui| {
                self.figure_switches(ui, &report, true);
                let (place, look) = self.studies.page_and_look();
                let Some(page) = report.pages.get(place) else {
                    return;
                };
                match look.figure(page) {
                    Some(figure) => {
                        plot::show(ui, &figure, Id::unique("against, large"));
                    }
                    None => multiples::show(ui, page, ui.available_size(), look.log),
                }
            });
        self.studies.figures.large = open;
    }

    /// Closes the window; returns whether it was open.
    pub(in crate::desktop) fn close_figures(&mut self) -> bool {
        std::mem::take(&mut self.studies.figures.large)
    }
}
