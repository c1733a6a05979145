//! The dialog for opening and saving: the same on every desktop, with recent files and examples.

use std::path::{Path, PathBuf};

use egui::{Context, Key, ScrollArea, Ui};

use crate::widgets::command_line::{self, DialogCommand};
use crate::widgets::focus;
use crate::{App, Command};
use charts::look::strong;
use laboratory::base::input_file;
use laboratory::base::sanitize::quoted;
use laboratory::load::cases;
use laboratory::load::examples;
use laboratory::load::formats::{self, Format};

/// Purpose of the dialog.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Open,
    /// Running a file beside what is open.
    Beside,
    Save,
    /// Choosing the folder in which logs are.
    Logs,
    /// Choosing where the export dialog writes.
    Output,
}

/// One line of the list.
struct Item {
    name: String,
    is_folder: bool,
}

/// The dialog while it is open.
pub(crate) struct State {
    purpose: Purpose,
    folder: PathBuf,
    folder_text: String,
    name: String,
    filter: String,
    all_kinds: bool,
    items: Result<Vec<Item>, String>,
    confirm: bool,
    fresh: bool,
    /// Why the file of that name cannot be opened.
    error: Option<String>,
}

/// The user's decision.
enum Answer {
    File(PathBuf),
    Example(usize),
    Close,
}

impl State {
    /// Opens a scenario or a log.
    pub(crate) fn open(app: &App) -> Self {
        Self::new(Purpose::Open, app, String::new())
    }

    /// Runs another file beside.
    pub(crate) fn beside(app: &App) -> Self {
        Self::new(Purpose::Beside, app, String::new())
    }

    /// Saves the scenario under a new name.
    pub(crate) fn save(app: &App) -> Self {
        let name = app.front.shared.document.name();
        let stem = match cases::split_path(Path::new(&name)) {
            (_, Some(case)) => case.into(),
            (file, None) => file.with_extension(""),
        };
        let stem = stem.to_string_lossy().to_lowercase().replace(' ', "-");
        let stem = stem.strip_suffix(".swf").unwrap_or(&stem).to_owned();
        Self::new(Purpose::Save, app, format!("{stem}.ron"))
    }

    /// Chooses a folder of logs.
    pub(crate) fn logs(app: &App) -> Self {
        let mut state = Self::new(Purpose::Logs, app, String::new());
        let chosen = PathBuf::from(app.studies.logs.trim());
        if chosen.is_dir() {
            state.go_to(chosen.canonicalize().unwrap_or(chosen));
        }
        state
    }

    /// Chooses where to write, beginning at `path`.
    pub(crate) fn output(app: &App, path: &Path) -> Self {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let mut state = Self::new(Purpose::Output, app, name);
        state.all_kinds = true;
        if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
            state.go_to(folder.to_path_buf());
        }
        state
    }

    fn new(purpose: Purpose, app: &App, name: String) -> Self {
        let known = app
            .front
            .shared
            .document
            .source
            .iter()
            .chain(&app.settings.recent);
        let folder = known
            .filter_map(|path| path.parent())
            .find(|folder| folder.is_dir())
            .map(Path::to_path_buf)
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_else(|| PathBuf::from("/"));
        let mut state = Self {
            purpose,
            folder: PathBuf::new(),
            folder_text: String::new(),
            name,
            filter: String::new(),
            all_kinds: false,
            items: Ok(Vec::new()),
            confirm: false,
            fresh: true,
            error: None,
        };
        state.go_to(folder.canonicalize().unwrap_or(folder));
        state
    }

    fn go_to(&mut self, folder: PathBuf) {
        self.items = list(&folder);
        self.folder_text = folder.display().to_string();
        self.folder = folder;
        self.filter.clear();
        self.confirm = false;
        self.error = None;
    }

    /// Whether the file at `path` can be read; if not, shows why, so that its name can be
    /// corrected.
    fn can_read(&mut self, path: &Path) -> bool {
        let read = input_file::open(cases::split_path(path).0);
        self.error = read.err().map(|problem| problem.to_string());
        self.fresh |= self.error.is_some();
        self.error.is_none()
    }

    /// Follows a typed or clicked name: to another folder or an answer.
    fn choose(&mut self, path: PathBuf) -> Option<Answer> {
        if path.is_dir() {
            self.go_to(path);
            return None;
        }
        if self.purpose == Purpose::Logs {
            return Some(Answer::File(self.folder.clone()));
        }
        let writes = matches!(self.purpose, Purpose::Save | Purpose::Output);
        let overwrites = writes && path.exists();
        if overwrites && !self.confirm {
            self.confirm = true;
            return None;
        }
        Some(Answer::File(path))
    }
}

/// Returns the folders and files in `folder`, folders first.
fn list(folder: &Path) -> Result<Vec<Item>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut items: Vec<Item> = entries
        .flatten()
        .map(|entry| Item {
            name: entry.file_name().to_string_lossy().into_owned(),
            is_folder: entry.path().is_dir(),
        })
        .filter(|item| !item.name.starts_with('.'))
        .collect();
    items.sort_by_key(|item| (!item.is_folder, item.name.to_lowercase()));
    Ok(items)
}

impl App {
    /// Shows the dialog if it is open.
    pub(crate) fn file_window(&mut self, ctx: &Context) {
        let Some(mut state) = self.dialogs.file.take() else {
            return;
        };
        let title = match state.purpose {
            Purpose::Beside => "Compare with a scenario, a log or a workflow",
            Purpose::Open => "Open a scenario, a log or a workflow",
            Purpose::Save => "Save the scenario",
            Purpose::Logs => "Choose a folder of logs",
            Purpose::Output => "Choose where to write",
        };
        let mut open = true;
        let mut answer = None;
        egui::Window::new(title)
            .open(&mut open)
            .collapsible(false)
            .default_size([660.0, 420.0])
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .show(ctx, |ui| answer = self.file_contents(ui, &mut state));
        match answer {
            Some(Answer::File(path)) => self.take_file(state, path),
            Some(Answer::Example(position)) => self.commands.push(Command::Example(position)),
            Some(Answer::Close) => {}
            None if open => self.dialogs.file = Some(state),
            None => {}
        }
        if !self.commands.is_empty() {
            ctx.request_repaint();
        }
    }

    /// Uses the file at `path` for the purpose of the dialog, which stays open where that fails.
    fn take_file(&mut self, mut state: State, path: PathBuf) {
        let reads = matches!(state.purpose, Purpose::Open | Purpose::Beside);
        if reads && !state.can_read(&path) {
            self.dialogs.file = Some(state);
            return;
        }
        match state.purpose {
            Purpose::Open => self.open_file(path),
            Purpose::Beside => self.front.read_beside(path),
            Purpose::Logs => self.studies.logs = path.display().to_string(),
            Purpose::Output => self.write_at(&path),
            Purpose::Save => {
                if !self.save_scenario_to(&path) {
                    self.dialogs.file = Some(state);
                }
            }
        }
    }

    fn file_contents(&self, ui: &mut Ui, state: &mut State) -> Option<Answer> {
        let mut answer = folder_line(ui, state);
        egui::Panel::bottom("file name").show(ui, |ui| {
            answer = match state.purpose {
                Purpose::Logs => use_folder_line(ui, state),
                Purpose::Open | Purpose::Beside | Purpose::Save | Purpose::Output => {
                    name_line(ui, state)
                }
            }
            .or(answer.take());
        });
        if state.purpose == Purpose::Open {
            egui::Panel::left("places")
                .default_size(190.0)
                .show(ui, |ui| {
                    answer = self.places(ui).or(answer.take());
                });
        }
        egui::CentralPanel::default().show(ui, |ui| {
            answer = files(ui, state).or(answer.take());
        });
        answer
    }

    /// Shows examples and recent files.
    fn places(&self, ui: &mut Ui) -> Option<Answer> {
        let mut answer = None;
        ScrollArea::vertical().show(ui, |ui| {
            ui.label(strong("Examples"));
            for (position, example) in examples::ALL.iter().enumerate() {
                let button = egui::Button::selectable(false, example.title).truncate();
                if ui
                    .add(button)
                    .on_hover_text("Open this built-in example")
                    .clicked()
                {
                    answer = Some(Answer::Example(position));
                }
            }
            ui.add_space(6.0);
            ui.label(strong("Recent files"));
            if self.settings.recent.is_empty() {
                ui.weak("none yet");
            }
            for path in &self.settings.recent {
                let name = path
                    .file_name()
                    .unwrap_or(path.as_os_str())
                    .to_string_lossy();
                let button = egui::Button::selectable(false, name.into_owned()).truncate();
                if ui
                    .add(button)
                    .on_hover_text(path.display().to_string())
                    .clicked()
                {
                    answer = Some(Answer::File(path.clone()));
                }
            }
        });
        answer
    }
}

fn folder_line(ui: &mut Ui, state: &mut State) -> Option<Answer> {
    let mut target = None;
    ui.horizontal(|ui| {
        let parent = state.folder.parent().map(Path::to_path_buf);
        let up = ui.add_enabled(parent.is_some(), egui::Button::new("⬆"));
        let up = up.accessible_name("Parent folder");
        if up.on_hover_text("Go to the folder above").clicked() {
            target = parent;
        }
        let width = (ui.available_width() - 220.0).max(120.0);
        let field = egui::TextEdit::singleline(&mut state.folder_text).desired_width(width);
        let field = ui.add(field).accessible_name("Folder");
        if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            target = Some(PathBuf::from(&state.folder_text));
        }
        let field = egui::TextEdit::singleline(&mut state.filter)
            .hint_text("filter")
            .desired_width(90.0);
        ui.add(field).accessible_name("Filter files");
        ui.checkbox(&mut state.all_kinds, "all files")
            .on_hover_text(format!("Also files that are no {}", formats::plural_list()));
    });
    ui.separator();
    match target {
        Some(path) => state.choose(path),
        None => None,
    }
}

fn files(ui: &mut Ui, state: &mut State) -> Option<Answer> {
    let items = match &state.items {
        Ok(items) => items,
        Err(problem) => {
            ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
            return None;
        }
    };
    let filter = state.filter.to_lowercase();
    let shown: Vec<&Item> = items
        .iter()
        .filter(|item| {
            item.is_folder || state.all_kinds || Format::of(Path::new(&item.name)).is_some()
        })
        .filter(|item| item.name.to_lowercase().contains(&filter))
        .collect();
    let mut clicked = None;
    let row = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .auto_shrink(false)
        .show_rows(ui, row, shown.len(), |ui, rows| {
            for item in &shown[rows] {
                let sign = if item.is_folder { "🗀" } else { "🗋" };
                let button = egui::Button::selectable(
                    state.name == item.name,
                    format!("{sign} {}", item.name),
                );
                let button = button.min_size(egui::vec2(ui.available_width(), 0.0));
                let response = ui.add(button).accessible_name(&item.name);
                if response.clicked() {
                    clicked = Some((item.name.clone(), item.is_folder, response.double_clicked()));
                }
            }
        });
    if shown.is_empty() {
        ui.weak("nothing here that cosched can read");
    }
    let (name, is_folder, twice) = clicked?;
    let path = state.folder.join(&name);
    if is_folder {
        return state.choose(path);
    }
    state.name = name;
    state.confirm = false;
    state.error = None;
    if twice { state.choose(path) } else { None }
}

/// Shows the line that ends choosing a folder.
fn use_folder_line(ui: &mut Ui, state: &State) -> Option<Answer> {
    let mut answer = None;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let button = ui.button("Use this folder");
        let button = button.on_hover_text("Studies then read the logs in it");
        if button.clicked() {
            answer = Some(Answer::File(state.folder.clone()));
        }
        if ui.button("Close").clicked() {
            answer = Some(Answer::Close);
        }
    });
    ui.add_space(2.0);
    answer
}

fn name_line(ui: &mut Ui, state: &mut State) -> Option<Answer> {
    let mut answer = None;
    ui.add_space(4.0);
    if state.confirm {
        let text = format!("{} exists. Press again to overwrite it.", state.name);
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
    if let Some(wrong) = &state.error {
        let wrong = egui::RichText::new(wrong).color(ui.visuals().error_fg_color);
        ui.add(egui::Label::new(wrong).wrap());
    }
    let path = state.folder.join(state.name.trim());
    let path = path.display().to_string();
    let named = !state.name.trim().is_empty();
    command_line::show(
        ui,
        &match state.purpose {
            _ if !named => DialogCommand::None("The command line that does the same stands here"),
            Purpose::Save => DialogCommand::Runs(command_line::line(["cosched", "run", &path])),
            Purpose::Output => {
                DialogCommand::None("The dialog behind this one has the command line")
            }
            _ => DialogCommand::Does(command_line::line(["cosched", &path])),
        },
    );
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let label = ui.label("File");
        let width = (ui.available_width() - 150.0).max(120.0);
        let field = egui::TextEdit::singleline(&mut state.name)
            .hint_text("a name or a whole path")
            .desired_width(width);
        let field = ui.add(field).labelled_by(label.id);
        focus::once(&field, &mut state.fresh);
        if field.changed() {
            state.confirm = false;
            state.error = None;
        }
        let verb = match (state.purpose, state.confirm) {
            (Purpose::Save, false) => "Save file",
            (Purpose::Save, true) => "Overwrite",
            (Purpose::Output, false) => "Use this name",
            (Purpose::Output, true) => "Use it all the same",
            _ if state.purpose == Purpose::Beside => "Compare with file",
            _ => "Open file",
        };
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let button = ui.add_enabled(named, egui::Button::new(verb));
        if named && (button.clicked() || enter) {
            // Joining an absolute path gives that path.
            answer = state.choose(state.folder.join(state.name.trim()));
        }
        if ui.button("Close").clicked() {
            answer = Some(Answer::Close);
        }
    });
    ui.add_space(2.0);
    answer
}
