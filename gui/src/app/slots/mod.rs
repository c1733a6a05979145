//! The pane of windows: what is asked for, the domain with what is found in it, and a table of it.

mod answers;
mod form;

use std::path::PathBuf;

use cosched_core::slots::Request;
use egui::{Layout, ScrollArea, Ui};

use super::{App, Pane, export, tiles};
use crate::slots::scenario::{CriterionName, DomainSource, RequestSpec, WindowSearch};
use crate::slots::{Answer, Batch, DomainData, FoundWindow, ModelSpec, Searcher, run};
use crate::view::colour::run_colour;
use crate::view::figure::Figure;
use crate::view::gantt::GanttView;
use crate::view::slots::{Framed, NodeRows, frontier_figure, show};

/// The width of the form.
const FORM: f32 = 236.0;
/// The least share of the height that the chart has, and the height of a row of the
/// table below it.
const CHART: f32 = 0.35;
const ROW: f32 = 24.0;
/// With more slots than this, MultipleBest takes longer than a frame should.
const MOST_FOR_MULTIPLE: usize = 3_000;
/// The most windows of the frontier, of more slots than that and of no more.
const FRONTIER: [usize; 2] = [20, 400];

/// What the pane shows.
pub(super) struct State {
    search: WindowSearch,
    /// As it was opened: what reset arrows go back to.
    opened: WindowSearch,
    source: Option<PathBuf>,
    /// The domain, for the source and the seed it was made from.
    domain: Option<(DomainKey, Result<Domain, String>)>,
    /// What was found, for the search it was found for.
    found: Option<(WindowSearch, Result<Found, String>)>,
    searcher: Searcher,
    view: GanttView,
    /// Whose windows stand out.
    chosen: Option<Chosen>,
}

/// Whose windows stand out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chosen {
    /// Those of a criterion.
    By(CriterionName),
    /// Those of the requests of the batch.
    Batch,
}

/// What a domain depends on.
type DomainKey = (DomainSource, Option<f64>, u64);

/// A domain and its rows.
struct Domain {
    data: DomainData,
    rows: NodeRows,
}

/// What was found, ready to be shown.
struct Found {
    answers: Vec<(CriterionName, Answer)>,
    batch: Option<Batch>,
    figure: Figure,
    /// Whether MultipleBest was left out.
    is_short: bool,
}

impl Default for State {
    /// The paper's experiment.
    fn default() -> Self {
        let search = WindowSearch {
            title: "The paper's experiment".to_owned(),
            domain: DomainSource::Model(ModelSpec::default()),
            horizon: None,
            request: RequestSpec {
                nodes: 7,
                volume: 800.0,
                budget: 644.0,
                least: 0.0,
                scale: 1,
            },
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
    pub(super) fn new(search: WindowSearch, source: Option<PathBuf>) -> Self {
        Self {
            opened: search.clone(),
            search,
            source,
            domain: None,
            found: None,
            searcher: Searcher::default(),
            view: GanttView::default(),
            chosen: None,
        }
    }

    /// The search as it is now, and the file against which its paths count.
    pub(super) fn search(&self) -> (WindowSearch, Option<PathBuf>) {
        (self.search.clone(), self.source.clone())
    }

    /// Makes the domain and what is found in it what the search asks for now.
    fn refresh(&mut self) {
        let search = &self.search;
        let key = (search.domain.clone(), search.horizon, search.seed);
        if self.domain.as_ref().is_none_or(|(known, _)| *known != key) {
            let data = search.data(self.source.as_deref());
            let domain = data.map(|data| {
                let rows = NodeRows::new(&data);
                self.view = rows.view(&data);
                Domain { data, rows }
            });
            self.domain = Some((key, domain.map_err(|problem| problem.to_string())));
            self.found = None;
        }
        let Some((_, Ok(domain))) = &self.domain else {
            return;
        };
        if self.found.as_ref().is_none_or(|(known, _)| known != search) {
            let found = find(search, &domain.data, &mut self.searcher);
            self.found = Some((search.clone(), found));
        }
    }
}

/// Searches for all that is asked for.
fn find(
    search: &WindowSearch,
    data: &DomainData,
    searcher: &mut Searcher,
) -> Result<Found, String> {
    let is_short = data.idle.len() > MOST_FOR_MULTIPLE;
    let criteria = search.criteria.iter().copied();
    let criteria = criteria.filter(|name| !is_short || *name != CriterionName::MultipleBest);
    let search = WindowSearch {
        criteria: criteria.collect(),
        ..search.clone()
    };
    let words = |problem: crate::problem::Problem| problem.to_string();
    let found = run::run(&search, data, searcher).map_err(words)?;
    let request: Request = search.request.request();
    let most = if is_short { FRONTIER[0] } else { FRONTIER[1] };
    let frontier = searcher.frontier(data, &request, most).map_err(words)?;
    Ok(Found {
        figure: frontier_figure(&frontier, &found.answers, search.request.budget),
        answers: found.answers,
        batch: found.batch,
        is_short,
    })
}

impl Found {
    /// Rows of the table.
    fn rows(&self) -> usize {
        let batch = self.batch.as_ref().map(|batch| batch.answers.len() + 1);
        self.answers.len() + batch.unwrap_or_default()
    }
}

/// The place of a criterion in the palette.
fn palette(name: CriterionName) -> usize {
    let place = CriterionName::ALL.iter().position(|one| *one == name);
    place.unwrap_or_default()
}

/// The windows of an answer.
fn windows(answer: &Answer) -> &[FoundWindow] {
    match answer {
        Answer::Window(window) => std::slice::from_ref(window),
        Answer::Multiple(multiple) => &multiple.windows,
        Answer::None(_) => &[],
    }
}

impl App {
    /// Shows `search`, which came from `path`, in front of other panes.
    pub(super) fn open_search(&mut self, search: WindowSearch, path: PathBuf) {
        self.slots = State::new(search, Some(path));
        tiles::bring_forward(&mut self.settings.tree, Pane::Slots);
    }

    /// Shows the pane.
    pub(super) fn slots_pane(&mut self, ui: &mut Ui) {
        self.slots.refresh();
        let size = ui.available_size();
        let down = Layout::top_down(egui::Align::Min);
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(egui::vec2(FORM, size.y), down, |ui| {
                ScrollArea::vertical()
                    .id_salt("slots form")
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        form::show(ui, &mut self.slots);
                        let save = ui.button("Save search…");
                        let save = save
                            .on_hover_text("Write it as a scenario, or what it finds as a table");
                        if save.clicked() {
                            self.export = Some(export::State::of_search(self));
                        }
                    });
            });
            ui.separator();
            let rest = egui::vec2(ui.available_width(), size.y);
            ui.allocate_ui_with_layout(rest, down, |ui| self.found_windows(ui));
        });
    }

    /// The chart, and below it the table and the frontier.
    fn found_windows(&mut self, ui: &mut Ui) {
        let state = &mut self.slots;
        let domain = match &state.domain {
            Some((_, Ok(domain))) => domain,
            Some((_, Err(sentence))) => {
                ui.colored_label(ui.visuals().error_fg_color, sentence);
                return;
            }
            None => return,
        };
        let found = match &state.found {
            Some((_, Ok(found))) => found,
            Some((_, Err(sentence))) => {
                ui.colored_label(ui.visuals().error_fg_color, sentence);
                return;
            }
            None => return,
        };
        let words = "nodes by performance, booked in grey · framed: windows, which a click in the table or on one makes stand out";
        ui.weak(words);
        let dark = ui.visuals().dark_mode;
        let (framed, names) = framed(found, state.chosen, dark);
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
        if let Some(place) = output.inner.clicked {
            state.chosen = Some(names[place]);
        }
        let asked = &state.search;
        answers::show(ui, (asked, &domain.data), found, &mut state.chosen);
    }
}

/// The windows that are framed and of which criterion each is: of MultipleBest only
/// where it was chosen. The chosen comes last, over the others.
fn framed(found: &Found, chosen: Option<Chosen>, dark: bool) -> (Vec<Framed<'_>>, Vec<Chosen>) {
    let mut all: Vec<(Framed<'_>, Chosen)> = Vec::new();
    for (name, answer) in &found.answers {
        let is_chosen = chosen == Some(Chosen::By(*name));
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
            (framed, Chosen::By(*name))
        }));
    }
    let is_chosen = chosen == Some(Chosen::Batch);
    if let Some(batch) = found.batch.as_ref().filter(|_| is_chosen) {
        let answers = batch.answers.iter().enumerate();
        all.extend(answers.flat_map(|(place, answer)| {
            windows(answer).iter().map(move |window| {
                let framed = Framed {
                    name: "of the batch",
                    colour: run_colour(place, dark),
                    window,
                    strong: true,
                };
                (framed, Chosen::Batch)
            })
        }));
    }
    all.sort_by_key(|(_, name)| chosen == Some(*name));
    all.into_iter().unzip()
}
