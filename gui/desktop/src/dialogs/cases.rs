//! The dialog for choosing one case of a file that has several.

use std::path::{Path, PathBuf};

use egui::{Button, Context, Key, ScrollArea, Ui};

use crate::App;
use crate::widgets::focus;
use laboratory::base::format::counted;
use laboratory::base::problem::Problem;
use laboratory::load::cases;

/// The dialog while it is open.
pub(crate) struct State {
    file: PathBuf,
    /// Whether its jobs come beside those that are open.
    beside: bool,
    names: Vec<String>,
    filter: String,
    fresh: bool,
    /// Why the file could not be opened without a choice.
    why: Problem,
}

/// The user's decision.
enum Answer {
    Open(String),
    Close,
}

impl State {
    /// Returns why the file could not be opened without a choice.
    pub(crate) fn why(&self) -> &Problem {
        &self.why
    }
}

impl App {
    /// Asks for one of the cases in `file`, if the choice among them caused `problem`; returns
    /// whether it does.
    pub(crate) fn open_cases(&mut self, file: &Path, beside: bool, problem: &Problem) -> bool {
        let names = cases::names(file);
        self.dialogs.cases = names.map(|names| State {
            file: file.to_path_buf(),
            beside,
            names,
            filter: String::new(),
            fresh: true,
            why: problem.clone().in_file(file),
        });
        self.dialogs.cases.is_some()
    }

    /// Shows the dialog if it is open.
    pub(crate) fn cases_window(&mut self, ctx: &Context) {
        let Some(mut state) = self.dialogs.cases.take() else {
            return;
        };
        let (mut open, mut answer) = (true, None);
        egui::Window::new("Which case?")
            .open(&mut open)
            .collapsible(false)
            .default_size([360.0, 420.0])
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .show(ctx, |ui| answer = contents(ui, &mut state));
        match answer {
            Some(Answer::Open(name)) => {
                let path = cases::path_of(&state.file, &name);
                if state.beside {
                    self.front.read_beside(path);
                } else {
                    self.open_file(path);
                }
            }
            Some(Answer::Close) => {}
            None if !open || ctx.input(|input| input.key_pressed(Key::Escape)) => {}
            None => self.dialogs.cases = Some(state),
        }
    }
}

fn contents(ui: &mut Ui, state: &mut State) -> Option<Answer> {
    let name = state.file.file_name().unwrap_or(state.file.as_os_str());
    let count = counted(state.names.len(), "case");
    ui.label(format!("There are {count} in {}:", name.to_string_lossy()));
    let filter = egui::TextEdit::singleline(&mut state.filter).hint_text("filter");
    let filter = ui.add(filter).accessible_name("Filter cases");
    focus::once(&filter, &mut state.fresh);
    let enter = filter.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let wanted = state.filter.trim().to_lowercase();
    let shown = state.names.iter();
    let shown: Vec<&String> = shown
        .filter(|name| name.to_lowercase().contains(&wanted))
        .collect();
    let mut answer = None;
    let row = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .auto_shrink([false, true])
        .max_height(320.0)
        .show_rows(ui, row, shown.len(), |ui, rows| {
            for &name in &shown[rows] {
                let button = Button::selectable(false, name);
                let button = button.min_size(egui::vec2(ui.available_width(), 0.0));
                if ui.add(button).clicked() {
                    answer = Some(Answer::Open(name.clone()));
                }
            }
        });
    if let (true, [only]) = (enter, shown.as_slice()) {
        answer = Some(Answer::Open((*only).clone()));
    }
    if ui.button("Close").clicked() {
        answer = Some(Answer::Close);
    }
    answer
}
