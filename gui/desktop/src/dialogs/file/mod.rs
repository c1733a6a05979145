//! The dialog for opening and saving: the same on every desktop, with recent files and examples.

mod lines;

use std::path::{Path, PathBuf};

use egui::{Context, Ui};

use crate::shared::document::Document;
use crate::{App, Command};
use laboratory::base::input_file;
use laboratory::base::system::files;
use laboratory::load::cases;
use lines::{folder_line, name_line, places, use_folder_line};

/// Purpose of the dialog.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Opening a scenario or a log.
    Open,
    /// Running a file beside what is open.
    Beside,
    /// Saving the scenario under a new name.
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
    /// Opens for that purpose, in the folder of `document` or of the first of the `recent` files.
    pub(crate) fn new(purpose: Purpose, document: &Document, recent: &[PathBuf]) -> Self {
        let known = document.source.iter().chain(recent);
        let folder = known
            .filter_map(|path| path.parent())
            .find(|folder| files::is_folder(folder))
            .map_or_else(files::working_folder, Path::to_path_buf);
        let mut state = Self {
            purpose,
            folder: PathBuf::new(),
            folder_text: String::new(),
            name: match purpose {
                Purpose::Save => scenario_name(document),
                Purpose::Open | Purpose::Beside | Purpose::Logs | Purpose::Output => String::new(),
            },
            filter: String::new(),
            all_kinds: false,
            items: Ok(Vec::new()),
            confirm: false,
            fresh: true,
            error: None,
        };
        state.go_to(files::resolved(&folder).unwrap_or(folder));
        state
    }

    /// In the folder at `path`, if there is one.
    pub(crate) fn in_folder(mut self, path: &str) -> Self {
        let chosen = PathBuf::from(path.trim());
        if files::is_folder(&chosen) {
            self.go_to(files::resolved(&chosen).unwrap_or(chosen));
        }
        self
    }

    /// With the file at `path` chosen, among files of all kinds.
    pub(crate) fn at_file(mut self, path: &Path) -> Self {
        let name = path.file_name().unwrap_or_default();
        self.name = name.to_string_lossy().into_owned();
        self.all_kinds = true;
        if let Some(folder) = path.parent().filter(|folder| files::is_folder(folder)) {
            self.go_to(folder.to_path_buf());
        }
        self
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
        if files::is_folder(&path) {
            self.go_to(path);
            return None;
        }
        if self.purpose == Purpose::Logs {
            return Some(Answer::File(self.folder.clone()));
        }
        let writes = matches!(self.purpose, Purpose::Save | Purpose::Output);
        let overwrites = writes && files::exists(&path);
        if overwrites && !self.confirm {
            self.confirm = true;
            return None;
        }
        Some(Answer::File(path))
    }
}

/// Returns the name of the file for the scenario of `document`.
fn scenario_name(document: &Document) -> String {
    let name = document.name();
    let stem = match cases::split_path(Path::new(&name)) {
        (_, Some(case)) => case.into(),
        (file, None) => file.with_extension(""),
    };
    let stem = stem.to_string_lossy().to_lowercase().replace(' ', "-");
    let stem = stem.strip_suffix(".swf").unwrap_or(&stem);
    format!("{stem}.ron")
}

/// Returns the folders and files in `folder`, folders first.
fn list(folder: &Path) -> Result<Vec<Item>, String> {
    let entries = files::entries(folder).map_err(|error| error.to_string())?;
    let mut items: Vec<Item> = entries
        .flatten()
        .map(|entry| Item {
            name: entry.file_name().to_string_lossy().into_owned(),
            is_folder: files::is_folder(&entry.path()),
        })
        .filter(|item| !item.name.starts_with('.'))
        .collect();
    items.sort_by_key(|item| (!item.is_folder, item.name.to_lowercase()));
    Ok(items)
}

impl App {
    /// Opens the dialog for that purpose.
    pub(crate) fn open_file_dialog(&mut self, purpose: Purpose) {
        if self.picks(purpose) {
            return;
        }
        self.dialogs.file = Some(self.file_dialog(purpose));
    }

    /// Returns the dialog for that purpose.
    pub(crate) fn file_dialog(&self, purpose: Purpose) -> State {
        State::new(purpose, &self.front.shared.document, &self.settings.recent)
    }

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
                    answer = places(ui, &self.settings.recent).or(answer.take());
                });
        }
        egui::CentralPanel::default().show(ui, |ui| {
            answer = lines::files(ui, state).or(answer.take());
        });
        answer
    }
}
