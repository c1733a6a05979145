//! The pane of short, medium and long jobs: their shares, their response, and a table.

use egui::{Align, Layout, Ui};
use egui_extras::{Column, TableBuilder};

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::shared::runs::RunId;
use crate::widgets::run::run_swatch;
use crate::widgets::stamp::Stamp;
use crate::widgets::wide;
use charts::look::strong;
use charts::plot;
use charts::plot::figure::Figure;
use laboratory::base::format;
use laboratory::family::slicing::classes::{ClassRow, by_class};

/// View of the pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ClassView {
    #[default]
    Mix,
    Response,
    Table,
}

impl ClassView {
    const ALL: [(Self, &str, &str); 3] = [
        (
            Self::Mix,
            "mix",
            "Shares of the classes among all jobs and all work of the current run",
        ),
        (
            Self::Response,
            "relative response",
            "Response over runtime, mean of each class, for every shown run",
        ),
        (Self::Table, "table", "Every class of every shown run"),
    ];
}

/// Headings of the table with their meaning.
const HEADINGS: [(&str, f32, &str); 9] = [
    ("run", 104.0, ""),
    ("class", 54.0, "By its estimate, unless the scenario says"),
    ("jobs", 44.0, "How many"),
    ("% jobs", 48.0, "Share of all jobs"),
    (
        "% work",
        48.0,
        "Share of all work, which is size times runtime",
    ),
    ("wait", 68.0, "Mean of submission to start"),
    ("response", 68.0, "Mean of submission to completion"),
    (
        "relative",
        58.0,
        "Mean of response over runtime, or over the least runtime counted",
    ),
    (
        "% overhead",
        76.0,
        "Loading and being swapped out over the time its jobs ran",
    ),
];

/// Returns the layout of a column: numbers stand at the right, names at the left.
fn layout_of(column: usize) -> Layout {
    if column < 2 {
        Layout::left_to_right(Align::Center)
    } else {
        Layout::right_to_left(Align::Center)
    }
}

/// The table with its inputs.
#[derive(Default)]
pub(crate) struct Table {
    made_for: Option<Stamp>,
    rows: Vec<Row>,
}

struct Row {
    slot: usize,
    label: String,
    class: ClassRow,
}

impl Row {
    fn cells(&self) -> [String; HEADINGS.len() - 1] {
        let row = &self.class;
        let percent = |share: f64| format::number(100.0 * share);
        [
            row.class.to_string(),
            format::count(row.jobs as u64),
            percent(row.share_of_jobs),
            percent(row.share_of_work),
            format::span(row.mean_wait),
            format::span(row.mean_response),
            format::number(row.mean_relative_response),
            percent(row.overhead_share),
        ]
    }
}

/// View of the pane with its inputs.
#[derive(Default)]
pub(crate) struct State {
    shown: ClassView,
    table: Table,
    made: Option<(Key, Figure)>,
}

/// Inputs of a figure: the view, the runs in sight, the current run.
type Key = (ClassView, Stamp, Option<RunId>);

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, _: &mut Vec<Action>) {
        ui.horizontal_wrapped(|ui| {
            for (shown, name, sentence) in ClassView::ALL {
                ui.selectable_value(&mut self.shown, shown, name)
                    .on_hover_text(sentence);
            }
            if let (ClassView::Mix, Some(entry)) = (self.shown, shared.runs.current()) {
                run_swatch(ui, entry.slot);
                ui.add(egui::Label::new(&entry.label).truncate());
            }
        });
        if shared.runs.visible().next().is_none() {
            ui.weak("Tick a run on the left to see it here");
            return;
        }
        if self.shown == ClassView::Table {
            let table = self.table.of(shared);
            ui.push_id("class table", |ui| table.show(ui));
            return;
        }
        let current = shared.runs.current().map(|entry| entry.id);
        let key = (self.shown, Stamp::of(shared), current);
        let known = self.made.take().filter(|(made, _)| *made == key);
        self.made = known.or_else(|| Some((key, self.figure(shared)?)));
        if let Some((_, figure)) = &self.made {
            plot::show(ui, figure, egui::Id::unique("Classes"));
        }
    }

    fn figure(&self, shared: &Shared) -> Option<Figure> {
        match self.shown {
            ClassView::Response => Some(Figure::response_by_class(&shared.curves())),
            ClassView::Mix | ClassView::Table => {
                let current = shared.runs.current()?;
                Some(Figure::class_mix(&current.run))
            }
        }
    }

    fn is_in_exports(&self) -> bool {
        true
    }

    fn is_proposed(&self, _: &Shared) -> bool {
        true
    }
}

impl Table {
    /// Returns the rows of the runs in sight, recomputed only when those change.
    fn of(&mut self, shared: &Shared) -> &Self {
        let stamp = Stamp::of(shared);
        if self.made_for.as_ref() != Some(&stamp) {
            let rows = shared.runs.visible().flat_map(|entry| {
                by_class(&entry.run).map(|class| Row {
                    slot: entry.slot,
                    label: entry.label.clone(),
                    class,
                })
            });
            self.rows = rows.collect();
            self.made_for = Some(stamp);
        }
        self
    }

    fn show(&self, ui: &mut Ui) {
        wide::show(ui, |ui| {
            let mut table = TableBuilder::new(ui)
                .striped(true)
                .min_scrolled_height(0.0)
                .cell_layout(Layout::left_to_right(Align::Center));
            for (_, width, _) in HEADINGS {
                table = table.column(Column::exact(width).clip(true));
            }
            table
                .header(20.0, |mut row| {
                    for (number, (name, _, sentence)) in HEADINGS.into_iter().enumerate() {
                        row.col(|ui| {
                            ui.with_layout(layout_of(number), |ui| {
                                ui.label(strong(name)).on_hover_text(sentence);
                            });
                        });
                    }
                })
                .body(|body| {
                    body.rows(18.0, self.rows.len(), |mut row| {
                        let shown = &self.rows[row.index()];
                        row.col(|ui| {
                            run_swatch(ui, shown.slot);
                            ui.add(egui::Label::new(&shown.label).truncate());
                        });
                        for (number, cell) in (1..).zip(shown.cells()) {
                            row.col(|ui| {
                                ui.with_layout(layout_of(number), |ui| ui.label(cell));
                            });
                        }
                    });
                });
        });
    }
}
