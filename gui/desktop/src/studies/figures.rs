//! The figures of a study: in the pane, and in a window of their own that has room for them.

use egui::{Context, Id, Ui};

use crate::command::action::Action;
use crate::dialogs::export::item::ExportItem;
use crate::widgets::wide;
use ::papers::Report;
use charts::look::strong;
use charts::multiples;
use charts::multiples::Look;
use charts::plot;

/// Height of a single chart in the pane.
const HEIGHT: f32 = 420.0;
/// Room around the large window.
const AROUND: f32 = 36.0;

/// View of the figures.
#[derive(Default)]
pub(crate) struct State {
    /// Index of the page.
    pub(super) page: usize,
    /// View of a page.
    pub(super) look: Look,
    /// Whether the window is open.
    large: bool,
}

/// Shows the title of `report`, and the button to save it.
pub(super) fn title(ui: &mut Ui, report: &Report, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(strong(&report.title));
        let save = ui.button("Save report…");
        let save = save.on_hover_text("Write notes, tables and claims as text or as CSV");
        if save.clicked() {
            actions.push(Action::Export(ExportItem::Report));
        }
    });
}

impl State {
    /// Shows the figures in the pane, if there are any.
    pub(super) fn in_pane(&mut self, ui: &mut Ui, report: &Report, actions: &mut Vec<Action>) {
        if report.pages.is_empty() {
            return;
        }
        self.switches(ui, report, false, actions);
        let Some(page) = report.pages.get(self.page) else {
            return;
        };
        if let Some(figure) = self.look.figure(page) {
            let size = egui::vec2(ui.available_width(), HEIGHT);
            ui.allocate_ui(size, |ui| {
                plot::show(ui, &figure, Id::unique("against"));
            });
            return;
        }
        // A pane that is wide enough is not to be wider for its bar.
        let size = egui::vec2(ui.available_width().floor(), 0.0).max(multiples::LEAST);
        ui.push_id("figures", |ui| {
            wide::show(ui, |ui| multiples::show(ui, page, size, self.look.log));
        });
    }

    /// Shows page, axes, and buttons to enlarge and save.
    fn switches(&mut self, ui: &mut Ui, report: &Report, large: bool, actions: &mut Vec<Action>) {
        ui.horizontal_wrapped(|ui| {
            if report.pages.len() > 1 {
                for (index, page) in report.pages.iter().enumerate() {
                    ui.selectable_value(&mut self.page, index, &page.source)
                        .on_hover_text("What the figures are of");
                }
            }
            let page = report.pages.get(self.page);
            if let Some(([x, y], page)) = page.and_then(|page| Some((page.compared_columns?, page))) {
                let columns = &page.columns;
                let words = format!("{} against {}", columns[y].name, columns[x].name);
                ui.checkbox(&mut self.look.against, words)
                    .on_hover_text("One chart: a path for each of those compared, from row to row, a ring around those that no other beats in both");
            }
            ui.checkbox(&mut self.look.log, "log axis").on_hover_text(
                "A logarithmic axis where the largest value is more than 50 times the smallest",
            );
            if !large && ui.button("Enlarge").clicked() {
                self.large = true;
            }
            let save = ui.button("Save figures…");
            if save
                .on_hover_text("Write this page as PNG or SVG")
                .clicked()
            {
                actions.push(Action::Export(ExportItem::Figures));
            }
        });
    }

    /// Shows the figures in a window of their own, if it is open.
    fn in_window(&mut self, ctx: &Context, report: &Report, actions: &mut Vec<Action>) {
        let mut open = self.large && !report.pages.is_empty();
        let room = ctx.content_rect().shrink(AROUND);
        egui::Window::new("Figures of the study")
            .open(&mut open)
            .collapsible(false)
            .default_rect(room)
            .show(ctx, |ui| {
                self.switches(ui, report, true, actions);
                let Some(page) = report.pages.get(self.page) else {
                    return;
                };
                match self.look.figure(page) {
                    Some(figure) => {
                        plot::show(ui, &figure, Id::unique("against, large"));
                    }
                    None => multiples::show(ui, page, ui.available_size(), self.look.log),
                }
            });
        self.large = open;
    }

    /// Closes the window; returns whether it was open.
    pub(crate) fn close(&mut self) -> bool {
        std::mem::take(&mut self.large)
    }
}

impl super::State {
    /// Shows the figures in a window of their own, if it is open.
    pub(crate) fn window(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        if let Some(report) = self.report() {
            self.figures.in_window(ctx, &report, actions);
        }
    }
}
