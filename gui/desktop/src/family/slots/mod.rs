//! The pane of windows: the request, the domain with the windows found in it, and a table.

mod answers;
mod form;
mod parameters;
pub(crate) mod search;
mod searching;

use std::path::{Path, PathBuf};

use egui::{Layout, ScrollArea, Ui};

use self::search::SearchReport;
use super::room::Room;
use crate::command::action::Action;
use crate::dialogs::export::item::ExportItem;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::shared::pane::Pane;
use crate::work::pending::Pending;
use charts::colour::run_colour;
use charts::gantt::GanttView;
use charts::slots::{Framed, show};
use laboratory::base::sanitize::quoted;
use laboratory::family::slots::FAMILY;
use laboratory::family::slots::search::scenario::{
    CriterionName, DomainSource, RequestSpec, SlotSearch,
};
use laboratory::family::slots::search::{Answer, FoundWindow, ModelSpec};

pub(crate) const ROOM: Room = Room {
    shelf: "Slots",
    parameters: Some(|form, ui| form.slot_parameters(ui)),
    above: &[Pane::Slots],
    ..Room::of_family(&FAMILY)
};

/// Width of the form.
const FORM: f32 = 236.0;
/// Least share of the height that the chart has, and height of a row of the table below it.
const CHART: f32 = 0.35;
const ROW: f32 = 24.0;

/// State of the pane.
pub(crate) struct State {
    search: SlotSearch,
    /// The search as it was opened: reset arrows restore it.
    opened: SlotSearch,
    source: Option<PathBuf>,
    /// Pending search.
    pending: Option<(SlotSearch, Pending<SearchReport>)>,
    /// Search of the last answer.
    answered_search: Option<SlotSearch>,
    found: Option<SearchReport>,
    /// Error of the last request.
    error: Option<String>,
    view: GanttView,
    /// Windows that stand out.
    chosen: Option<HighlightedWindows>,
}

/// Choice of the windows that stand out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HighlightedWindows {
    /// Windows of a criterion.
    By(CriterionName),
    /// Windows of the requests of the batch.
    Batch,
}

impl Default for State {
    /// Returns the paper's experiment.
    fn default() -> Self {
        let search = SlotSearch {
            title: "The paper's experiment".to_owned(),
            domain: DomainSource::Model(ModelSpec::default()),
            horizon: None,
            request: RequestSpec {
                nodes: 7,
                volume: 800.0,
                budget: 644.0,
                least: 0.0,
                scale: 1,
                deadline: None,
            },
            values: Vec::new(),
            criteria: CriterionName::ALL.to_vec(),
            batch: Vec::new(),
            seed: 5,
            expect: Vec::new(),
        };
        Self::new(search, None)
    }
}

impl State {
    /// Shows `search`, which came from `source`.
    pub(crate) fn new(search: SlotSearch, source: Option<PathBuf>) -> Self {
        Self {
            opened: search.clone(),
            search,
            source,
            pending: None,
            answered_search: None,
            found: None,
            error: None,
            view: GanttView::default(),
            chosen: None,
        }
    }

    /// Returns the current search, and the file its paths are relative to.
    pub(crate) fn search(&self) -> (SlotSearch, Option<PathBuf>) {
        (self.search.clone(), self.source.clone())
    }

    /// Returns the file that has the current search, if there is one.
    pub(crate) fn saved_as(&self) -> Option<&Path> {
        self.source
            .as_deref()
            .filter(|_| self.search == self.opened)
    }

    /// Cancels a pending search.
    pub(crate) fn cancel(&mut self) {
        if let Some((_, pending)) = self.pending.take() {
            pending.progress.cancel();
        }
    }

    /// Returns whose windows stand out, if there are any.
    fn chosen(&self) -> Option<HighlightedWindows> {
        let found = self.found.as_ref()?;
        self.chosen.filter(|chosen| match chosen {
            HighlightedWindows::By(name) => found.answers.iter().any(|(one, _)| one == name),
            HighlightedWindows::Batch => found.batch.is_some(),
        })
    }
}

/// Returns the index of a criterion in the palette.
fn palette(name: CriterionName) -> usize {
    let index = CriterionName::ALL.iter().position(|one| *one == name);
    index.unwrap_or_default()
}

/// Returns the windows of an answer.
fn windows(answer: &Answer) -> &[FoundWindow] {
    match answer {
        Answer::Window(window) => std::slice::from_ref(window),
        Answer::Multiple(multiple) => &multiple.windows,
        Answer::None(_) => &[],
    }
}

impl State {
    /// Whether the request has changed since the search.
    fn has_changed(&self) -> bool {
        let requested = self.pending.as_ref().map(|(search, _)| search);
        requested.or(self.answered_search.as_ref()) != Some(&self.search)
    }

    /// Shows the chart, and below it the table and the frontier.
    fn found_windows(&mut self, ui: &mut Ui) {
        let state = self;
        if let Some(sentence) = &state.error {
            ui.colored_label(ui.visuals().error_fg_color, quoted(sentence));
            return;
        }
        let chosen = state.chosen();
        let Some(found) = &state.found else {
            ui.weak("searching…");
            return;
        };
        let domain = &found.domain;
        let words = "nodes of the domain by performance, booked in grey · framed: windows, which a click in the table or on one makes stand out";
        ui.weak(words);
        let dark = ui.visuals().dark_mode;
        let (framed, names) = framed(found, chosen, dark);
        let all = ui.available_height();
        let table = ROW * (found.rows() + 2) as f32;
        let height = (all - table).max(all * CHART);
        let size = egui::vec2(ui.available_width(), height);
        let name = format!(
            "Slots of {} nodes, framed windows: {}",
            domain.data.nodes.len(),
            framed.len()
        );
        let view = &mut state.view;
        let down = Layout::top_down(egui::Align::Min);
        let output = ui.allocate_ui_with_layout(size, down, |ui| {
            show(ui, &name, (&domain.data, &domain.rows), &framed, view, dark)
        });
        if let Some(index) = output.inner.clicked {
            state.chosen = Some(names[index]);
        }
        let requested = &state.search;
        answers::show(ui, (requested, &domain.data), found, &mut state.chosen);
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, _: &Shared, actions: &mut Vec<Action>) {
        if self.has_changed() {
            actions.push(Action::SearchSlots);
        }
        let size = ui.available_size();
        let down = Layout::top_down(egui::Align::Min);
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(egui::vec2(FORM, size.y), down, |ui| {
                ScrollArea::vertical()
                    .id_salt("slots form")
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        form::show(ui, self);
                        let save = ui.button("Save search…");
                        let save = save
                            .on_hover_text("Write it as a scenario, or what it finds as a table");
                        if save.clicked() {
                            actions.push(Action::Export(ExportItem::Search));
                        }
                    });
            });
            ui.separator();
            let rest = egui::vec2(ui.available_width(), size.y);
            ui.allocate_ui_with_layout(rest, down, |ui| self.found_windows(ui));
        });
    }
}

/// Returns the windows that are framed, each with its criterion: of MultipleBest only if it is
/// selected. The selected one comes last, over the others.
fn framed(
    found: &SearchReport,
    chosen: Option<HighlightedWindows>,
    dark: bool,
) -> (Vec<Framed<'_>>, Vec<HighlightedWindows>) {
    let mut all: Vec<(Framed<'_>, HighlightedWindows)> = Vec::new();
    for (name, answer) in &found.answers {
        let is_chosen = chosen == Some(HighlightedWindows::By(*name));
        if *name == CriterionName::MultipleBest && !is_chosen {
            continue;
        }
        all.extend(windows(answer).iter().map(|window| {
            let framed = Framed {
                name: name.title(),
                colour: run_colour(palette(*name), dark),
                window,
                strong: is_chosen || chosen.is_none(),
            };
            (framed, HighlightedWindows::By(*name))
        }));
    }
    let is_chosen = chosen == Some(HighlightedWindows::Batch);
    if let Some(batch) = found.batch.as_ref().filter(|_| is_chosen) {
        let answers = batch.answers.iter().enumerate();
        all.extend(answers.flat_map(|(index, answer)| {
            windows(answer).iter().map(move |window| {
                let framed = Framed {
                    name: "of the batch",
                    colour: run_colour(index, dark),
                    window,
                    strong: true,
                };
                (framed, HighlightedWindows::Batch)
            })
        }));
    }
    all.sort_by_key(|(_, name)| chosen == Some(*name));
    all.into_iter().unzip()
}
