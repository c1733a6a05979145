//! The parts of the dialog for files: folder, list, name, and places that are known.

use std::path::{Path, PathBuf};

use egui::{Key, ScrollArea, Ui};

use super::{Answer, Item, Purpose, State};
use crate::widgets::command_line::{self, DialogCommand};
use crate::widgets::focus;
use charts::look::strong;
use laboratory::base::sanitize::quoted;
use laboratory::load::examples;
use laboratory::load::formats::{self, Format};

/// Shows examples and recent files.
pub(super) fn places(ui: &mut Ui, recent: &[PathBuf]) -> Option<Answer> {
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
        if recent.is_empty() {
            ui.weak("none yet");
        }
        for path in recent {
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

/// Shows the folder, with a filter of its files.
pub(super) fn folder_line(ui: &mut Ui, state: &mut State) -> Option<Answer> {
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

/// Shows the folders and files in the folder.
pub(super) fn files(ui: &mut Ui, state: &mut State) -> Option<Answer> {
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
pub(super) fn use_folder_line(ui: &mut Ui, state: &State) -> Option<Answer> {
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

/// Shows the line with the name of the file, which ends the choice.
pub(super) fn name_line(ui: &mut Ui, state: &mut State) -> Option<Answer> {
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
