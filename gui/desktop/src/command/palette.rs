//! The command palette: every command by a few letters of its name, every job by its number.

use egui::{Context, Key};

use super::keys_text;
use super::keywords::phrase;
use crate::documents::OpenDocument;
use crate::{App, Command};

/// Most commands that are listed.
const LISTED: usize = 12;

/// The typed query and the chosen command.
#[derive(Default)]
pub(crate) struct State {
    query: String,
    chosen: usize,
}

/// Returns the distance of `text` from `query`, whose letters must come in order.
fn distance(query: &str, text: &str) -> Option<usize> {
    let text: Vec<char> = text.to_lowercase().chars().collect();
    let mut from = 0;
    let mut gaps = 0;
    for letter in query
        .to_lowercase()
        .chars()
        .filter(|letter| !letter.is_whitespace())
    {
        let found = text[from..].iter().position(|other| *other == letter)?;
        // A letter that begins a word is as good as one that follows on.
        let begins = from + found == 0 || text[from + found - 1] == ' ';
        gaps += if begins { 1 } else { 2 * found };
        from += found + 1;
    }
    Some(gaps)
}

/// Returns the distance of `command` from `query`, by its name or its keywords.
fn nearness(query: &str, command: Command) -> Option<usize> {
    let by_name = distance(query, &command.text());
    let by_phrase = phrase(command, query).map(|_| query.chars().count() + 1);
    by_name.into_iter().chain(by_phrase).min()
}

/// Returns the text of `command` in the list for `query`: with its keywords where only they match.
fn entry(query: &str, command: Command) -> String {
    let name = command.text();
    let begins = |word: &str| word.starts_with(&query.trim().to_lowercase());
    match phrase(command, query) {
        Some(phrase) if !name.to_lowercase().split(' ').any(begins) => {
            format!("{name} · {phrase}")
        }
        _ => name,
    }
}

impl App {
    /// Shows the palette if it is open.
    pub(crate) fn palette_window(&mut self, ctx: &Context) {
        let Some(mut state) = self.dialogs.palette.take() else {
            return;
        };
        let shown = egui::Modal::new(egui::Id::unique("palette"))
            .area(
                egui::Modal::default_area(egui::Id::unique("palette"))
                    .anchor(egui::Align2::CENTER_TOP, [0.0, 60.0]),
            )
            .show(ctx, |ui| {
                ui.set_width(440.0);
                choose(ui, &mut state, |query| self.commands_for(query))
            });
        match shown.inner {
            Some(command) => self.commands.push(command),
            None if shown.should_close() => {}
            None => self.dialogs.palette = Some(state),
        }
        if !self.commands.is_empty() {
            ctx.request_repaint();
        }
    }
}

impl App {
    /// Returns the commands that `query` may mean, the likeliest first.
    fn commands_for(&self, query: &str) -> Vec<(usize, Command)> {
        let mut commands: Vec<(usize, Command)> = Command::all()
            .into_iter()
            .filter(|command| *command != Command::Palette && command.enabled(self))
            .filter_map(|command| Some((nearness(query, command)?, command)))
            .collect();
        commands.sort_by_key(|(distance, _)| *distance);
        commands.truncate(LISTED);
        if let Some(job) = self.front.job_numbered(query) {
            commands.insert(0, (0, Command::GoTo(job)));
        }
        commands
    }
}

impl OpenDocument {
    /// Returns the number of a job of the current run, if `query` is one.
    fn job_numbered(&self, query: &str) -> Option<u64> {
        let number: u64 = query.trim().trim_start_matches("job").trim().parse().ok()?;
        let found = self.shared.runs.job_numbered(number);
        found.map(|_| number)
    }
}

/// Shows the field and the list; returns the chosen command.
fn choose(
    ui: &mut egui::Ui,
    state: &mut State,
    list: impl Fn(&str) -> Vec<(usize, Command)>,
) -> Option<Command> {
    let (down, up, enter) = ui.input_mut(|input| {
        (
            input.consume_key(egui::Modifiers::NONE, Key::ArrowDown),
            input.consume_key(egui::Modifiers::NONE, Key::ArrowUp),
            input.key_pressed(Key::Enter),
        )
    });
    let field = egui::TextEdit::singleline(&mut state.query)
        .hint_text("Letters of a command, or the number of a job")
        .desired_width(f32::INFINITY);
    let field = ui.add(field).accessible_name("Command");
    field.request_focus();
    if field.changed() {
        state.chosen = 0;
    }
    // By the query up to this frame, which may end with Enter.
    let commands = list(&state.query);
    state.chosen = (state.chosen + usize::from(down)).saturating_sub(usize::from(up));
    state.chosen = state.chosen.min(commands.len().saturating_sub(1));
    ui.add_space(4.0);
    let mut result = None;
    for (position, (_, command)) in commands.iter().enumerate() {
        let mut button =
            egui::Button::selectable(position == state.chosen, entry(&state.query, *command));
        if let Some(keys) = command.shortcuts().first() {
            button = button.shortcut_text(keys_text(ui.ctx(), keys));
        }
        let button = button.min_size(egui::vec2(ui.available_width(), 0.0));
        if ui.add(button).on_hover_text(command.tooltip()).clicked() {
            result = Some(*command);
        }
    }
    if commands.is_empty() {
        ui.weak("No command has these letters, and no job this number");
    }
    if enter {
        commands.get(state.chosen).map(|(_, command)| *command)
    } else {
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_must_come_in_order_and_beginnings_of_words_win() {
        assert!(distance("xyz", "Run all policies").is_none());
        let initials = distance("rap", "Run all policies").unwrap();
        let scattered = distance("rap", "Replay: event before or paused").unwrap();
        assert!(initials < scattered);
        assert_eq!(distance("", "Anything"), Some(0));
    }

    /// Users without a pointer reach everything here.
    #[test]
    fn every_command_is_listed_when_its_name_is_typed() {
        for command in Command::all() {
            let text = command.text();
            let own = distance(&text, &text).unwrap();
            let others = Command::all().into_iter();
            let before = others
                .filter_map(|other| nearness(&text, other))
                .filter(|distance| *distance < own)
                .count();
            assert!(before < LISTED, "{text}: behind {before} others");
        }
    }
}
