//! The dialog for the meaning of a table's columns, with its first rows and proposals.

use std::path::{Path, PathBuf};

use egui::{ComboBox, Context, Grid, Key, RichText, ScrollArea, Ui};

use crate::App;
use crate::shared::document::Document;
use charts::look::strong;
use laboratory::base::problem::Problem;
use laboratory::base::sanitize::quoted;
use laboratory::load::account::preview::{Preview, scenario_of};
use laboratory::scenario::{InstantUnit, Says, Scenario, SpanUnit, Units};

/// Width of a column.
const WIDTH: f32 = 150.0;
const NOTHING: &str = "not used";
/// Most important meanings, first in the lists.
const FIRST: [Says; 10] = [
    Says::Number,
    Says::Submit,
    Says::Start,
    Says::End,
    Says::Runtime,
    Says::Limit,
    Says::Cores,
    Says::Nodes,
    Says::State,
    Says::User,
];
const INSTANTS: [(InstantUnit, &str); 4] = [
    (InstantUnit::Seconds, "seconds from some start"),
    (InstantUnit::Milliseconds, "milliseconds from some start"),
    (InstantUnit::UnixSeconds, "seconds from 1970"),
    (InstantUnit::UnixMilliseconds, "milliseconds from 1970"),
];
const SPANS: [(SpanUnit, &str); 4] = [
    (SpanUnit::Seconds, "seconds"),
    (SpanUnit::Milliseconds, "milliseconds"),
    (SpanUnit::Minutes, "minutes"),
    (SpanUnit::Hours, "hours"),
];

/// The dialog while it is open.
pub(crate) struct State {
    path: PathBuf,
    /// Whether its jobs come beside those that are open.
    beside: bool,
    preview: Preview,
    has_header: bool,
    says: Vec<Option<Says>>,
    units: Units,
    /// Why the table could not be read without an answer.
    why: Problem,
    /// Error of the last answer.
    wrong: Option<String>,
}

/// The user's decision.
enum Answer {
    Open(Box<Scenario>),
    Close,
}

impl State {
    fn new(path: &Path, beside: bool, preview: Preview, why: Problem) -> Self {
        let mut state = Self {
            path: path.to_path_buf(),
            beside,
            has_header: preview.has_header,
            preview,
            says: Vec::new(),
            units: Units::default(),
            why,
            wrong: None,
        };
        state.propose();
        state
    }

    /// Returns why the table could not be read without an answer.
    pub(crate) fn why(&self) -> &Problem {
        &self.why
    }

    fn propose(&mut self) {
        self.says = self.preview.guesses(self.has_header);
        self.units = self.preview.units(&self.says);
    }
}

impl App {
    /// Asks for the meaning of the columns of the table at `path`, if they caused `problem`;
    /// returns whether it does.
    pub(crate) fn open_columns(&mut self, path: &Path, beside: bool, problem: &Problem) -> bool {
        // The previous answer is shown again, with what was wrong with it.
        let before = self.dialogs.answered_columns.take();
        if let Some(mut state) = before.filter(|state| state.path == path) {
            state.wrong = Some(problem.to_string());
            self.dialogs.columns = Some(state);
            return true;
        }
        let Ok(Some(preview)) = Preview::open(path) else {
            return false;
        };
        self.dialogs.columns = Some(State::new(
            path,
            beside,
            preview,
            problem.clone().in_file(path),
        ));
        true
    }

    /// Shows the dialog if it is open.
    pub(crate) fn columns_window(&mut self, ctx: &Context) {
        let Some(mut state) = self.dialogs.columns.take() else {
            return;
        };
        let (mut open, mut answer) = (true, None);
        let screen = ctx.content_rect();
        egui::Window::new("Which column is which?")
            .open(&mut open)
            .collapsible(false)
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(screen.center())
            .default_width((screen.width() - 80.0).min(860.0))
            .max_height(screen.height() - 80.0)
            .show(ctx, |ui| answer = contents(ui, &mut state));
        match answer {
            Some(Answer::Open(scenario)) => self.open_table(*scenario, state),
            Some(Answer::Close) => {}
            None if !open || ctx.input(|input| input.key_pressed(Key::Escape)) => {}
            None => self.dialogs.columns = Some(state),
        }
    }

    fn open_table(&mut self, scenario: Scenario, state: State) {
        let path = state.path.clone();
        let beside = state.beside;
        self.dialogs.answered_columns = Some(state);
        if beside {
            self.front.simulate_beside(scenario, path);
        } else {
            self.open_new(Document::new(scenario, Some(path)), None);
        }
    }
}

fn contents(ui: &mut Ui, state: &mut State) -> Option<Answer> {
    let name = state.path.file_name().unwrap_or(state.path.as_os_str());
    let name = name.to_string_lossy();
    let words = format!(
        "Nothing says what the columns of {name} mean. Say it of those that matter: when jobs were \
         submitted, how long they ran, and how large they are."
    );
    ui.add(egui::Label::new(words).wrap());
    let header = ui.checkbox(&mut state.has_header, "The first row is a header");
    if header.changed() {
        state.propose();
    }
    ui.add_space(4.0);
    ScrollArea::horizontal().show(ui, |ui| table(ui, state));
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.label("Units of plain numbers:");
        unit(ui, "instants", &mut state.units.instants, &INSTANTS);
        unit(ui, "runtimes and waits", &mut state.units.spans, &SPANS);
        unit(ui, "limits", &mut state.units.limits, &SPANS);
    });
    ui.add_space(6.0);
    let table = state
        .preview
        .table(&state.path, state.has_header, &state.says, state.units);
    let colour = ui.visuals().error_fg_color;
    let missing = table.as_ref().err().map(|problem| problem.sentence.clone());
    for wrong in missing.iter().chain(&state.wrong) {
        ui.add(egui::Label::new(RichText::new(quoted(wrong)).color(colour)).wrap());
    }
    let mut answer = None;
    ui.horizontal(|ui| {
        let open = ui.add_enabled(table.is_ok(), egui::Button::new("Open table"));
        if let Ok(table) = table
            && open.clicked()
        {
            answer = Some(Answer::Open(Box::new(scenario_of(table))));
        }
        if ui.button("Leave it").clicked() {
            answer = Some(Answer::Close);
        }
    });
    answer
}

/// Shows the meaning of each column, and its first values.
fn table(ui: &mut Ui, state: &mut State) {
    let names = state.preview.names(state.has_header);
    Grid::new("columns").striped(true).show(ui, |ui| {
        for (index, says) in state.says.iter_mut().enumerate() {
            choose(ui, index, says);
        }
        ui.end_row();
        for name in &names {
            ui.label(strong(name));
        }
        ui.end_row();
        let header = usize::from(state.has_header);
        for row in state.preview.rows.iter().skip(header) {
            for index in 0..names.len() {
                let cell = row.get(index).map_or("", String::as_str);
                ui.label(cell);
            }
            ui.end_row();
        }
    });
}

fn choose(ui: &mut Ui, index: usize, says: &mut Option<Says>) {
    let words = |says: Option<Says>| says.map_or(NOTHING.to_owned(), in_words);
    ComboBox::from_id_salt(("column", index))
        .width(WIDTH - 24.0)
        .height(360.0)
        .selected_text(words(*says))
        .show_ui(ui, |ui| {
            let others = Says::ALL.iter().filter(|one| !FIRST.contains(one));
            let all = FIRST.iter().chain(others).copied().map(Some);
            for one in [None].into_iter().chain(all) {
                ui.selectable_value(says, one, words(one));
            }
        })
        .response
        .accessible_name(format!("Column {} says", index + 1));
}

fn in_words(says: Says) -> String {
    says.name().replace('_', " ")
}

fn unit<T: PartialEq + Copy>(ui: &mut Ui, name: &str, unit: &mut T, all: &[(T, &str)]) {
    let label = ui.label(name);
    let chosen = all.iter().find(|(one, _)| one == unit);
    ComboBox::from_id_salt(name)
        .selected_text(chosen.map_or("", |(_, words)| *words))
        .show_ui(ui, |ui| {
            for (one, words) in all {
                ui.selectable_value(unit, *one, *words);
            }
        })
        .response
        .labelled_by(label.id);
}
