//! The card with the answer, each number of which links to its source.

use egui::{Align, FontId, Frame, Label, Layout, Margin, RichText, ScrollArea, Stroke, Ui, vec2};

use crate::Command;
use crate::command::action::Action;
use crate::documents::OpenDocument;
use crate::panes::until_the_end;
use crate::shared::pane::Pane;
use crate::shared::runs::{Entry, RunId};
use crate::shared::{Selection, Shared};
use crate::widgets::run::run_swatch;
use crate::widgets::section;
use charts::colour::tokens::{Tokens, tokens};
use laboratory::run::answer::{Answer, Line, Part, Target, Tone};

/// Sizes of letters: of the first line, and of those below.
const SIZES: [f32; 2] = [15.0, 12.5];
/// Least height of a line, and the gap between lines.
const LINE: f32 = 18.0;
const GAP: f32 = 3.0;
/// Width and height of the margins of the card and around it.
const AROUND: [f32; 2] = [44.0, 28.0];
/// Width of the title of a line.
const TITLES: f32 = 124.0;
/// Height of the middle in points, and what an unfolded card has to leave of it to the panes, below
/// which the card is one line unless it was unfolded.
const LOW: f32 = 680.0;
const ENOUGH: f32 = 540.0;
/// Height in points that an unfolded card leaves to the panes below, and the least height that it has
/// itself: it scrolls where it would need more.
const PANES: f32 = 380.0;
const LEAST: f32 = 3.0 * LINE;
/// Width of the square of a run before its name, with the space behind it.
const SWATCH: f32 = 15.0;
/// Width of the buttons at the right.
const BUTTONS: f32 = 150.0;

/// Whether the card is one line, where the user has chosen.
#[derive(Clone, Copy, Default)]
struct CardFolded(Option<bool>);

impl OpenDocument {
    /// Shows the card if there is a run; adds the actions of clicks to `actions`.
    pub(crate) fn answer_card(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let is_there = self.answering.current(&self.shared).is_some();
        if self.shared.runs.entries.is_empty() || !is_there && !self.answering.is_busy() {
            return;
        }
        let says_sentences = self.panes.has_sentences(&self.shared);
        let colours = *tokens(ui.visuals().dark_mode);
        let id = ui.make_persistent_id("answer");
        let chosen: CardFolded = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let answer = self.answering.current(&self.shared);
        let lines = answer.map_or_else(Vec::new, |(answer, _)| answer.lines());
        let left = ui.available_height() - unfolded_height(ui, &lines);
        let is_low = ui.available_height() < LOW || left < ENOUGH;
        let folded = chosen.0.unwrap_or(is_low);
        let room = (ui.available_height() - PANES).max(LEAST);
        let frame = Frame::new()
            .fill(colours.canvas)
            .stroke(Stroke::new(1.0, colours.line))
            .corner_radius(8.0)
            .inner_margin(Margin::symmetric(12, 8))
            .outer_margin(Margin::symmetric(10, if folded { 9 } else { 6 }));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = GAP;
            ui.spacing_mut().interact_size.y = LINE;
            if self.shared.is_replaying() {
                return until_the_end(ui);
            }
            let shown = self.answering.current(&self.shared);
            let Some((answer, runs)) = shown else {
                let text = RichText::new("Working out what the runs come to…").weak();
                ui.label(text);
                return;
            };
            let mut card = Card {
                shared: &self.shared,
                answer,
                runs,
                colours: &colours,
                says_sentences,
                actions,
            };
            // What is longer than the panes can spare scrolls.
            let area = ScrollArea::vertical()
                .max_height(room)
                .min_scrolled_height(room);
            let clicked = area.show(ui, |ui| card.lines(ui, &lines, folded)).inner;
            if clicked {
                ui.data_mut(|data| data.insert_temp(id, CardFolded(Some(!folded))));
            }
        });
    }
}

/// Returns the height of an unfolded card with `lines`, with what surrounds it, in points.
fn unfolded_height(ui: &Ui, lines: &[Line]) -> f32 {
    let width = ui.available_width() - AROUND[0];
    let heights = lines.iter().enumerate().map(|(index, line)| {
        let (size, beside) = if index == 0 {
            (SIZES[0], BUTTONS)
        } else {
            (SIZES[1], TITLES)
        };
        let parts = line.parts.iter().map(|part| part.text.as_str());
        let (font, ink) = (FontId::proportional(size), egui::Color32::PLACEHOLDER);
        let room = (width - beside).max(80.0);
        let text = ui.painter().layout(parts.collect(), font, ink, room);
        LINE * text.rows.len() as f32 + GAP
    });
    AROUND[1] + heights.sum::<f32>()
}

/// Shows the menu to export what is in front.
fn export_menu(ui: &mut Ui, actions: &mut Vec<Action>, says_sentences: bool) {
    let menu = ui.menu_button("Take away…", |ui| {
        for command in Command::exports() {
            if command == Command::TakePaneSentences && !says_sentences {
                continue;
            }
            let text = egui::Button::new(command.text());
            let keys = command.shortcuts().first();
            let keys = keys.map(|shortcut| ui.ctx().format_shortcut(shortcut));
            let button = ui.add(text.shortcut_text(keys.unwrap_or_default()));
            if button.on_hover_text(command.tooltip()).clicked() {
                actions.push(Action::Command(command));
                ui.close();
            }
        }
    });
    let sentence = "The figure, the table, the sentences or the command line of what is in front, or all of them in one folder";
    menu.response.on_hover_text(sentence);
}

/// Lines of an answer.
struct Card<'a> {
    shared: &'a Shared,
    answer: &'a Answer,
    runs: &'a [RunId],
    colours: &'a Tokens,
    /// Whether a pane in front has sentences to export.
    says_sentences: bool,
    actions: &'a mut Vec<Action>,
}

impl Card<'_> {
    /// Shows the lines, or where it is folded the first; returns whether it is to be folded, or
    /// unfolded.
    fn lines(&mut self, ui: &mut Ui, lines: &[Line], folded: bool) -> bool {
        ui.set_width(ui.available_width());
        let mut clicked = false;
        ui.horizontal_top(|ui| {
            let width = (ui.available_width() - BUTTONS).max(80.0);
            ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                if let Some(first) = lines.first() {
                    self.first(ui, first, folded);
                }
            });
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                let (text, name) = if folded {
                    ("⏷", "Unfold the answer")
                } else {
                    ("⏶", "Fold the answer to one line")
                };
                clicked = ui.small_button(text).accessible_name(name).clicked();
                export_menu(ui, self.actions, self.says_sentences);
            });
        });
        if !folded {
            for line in lines.iter().skip(1) {
                self.line(ui, line);
            }
        }
        clicked
    }

    /// Shows the first line; in one line all of it where there is room, else its first sentence, and
    /// that without links where it is too long as well.
    fn first(&mut self, ui: &mut Ui, line: &Line, on_one_line: bool) {
        let size = SIZES[usize::from(on_one_line)];
        if !on_one_line || self.has_room(ui, &line.parts) {
            ui.horizontal_wrapped(|ui| self.parts(ui, &line.parts, size));
            return;
        }
        let all = line.sentence();
        let sentence = line.first_sentence();
        if self.has_room(ui, sentence) {
            let shown = ui.horizontal(|ui| self.parts(ui, sentence, size));
            shown.response.on_hover_text(all);
            return;
        }
        let text = RichText::new(&all).size(size);
        ui.add(Label::new(text).truncate()).on_hover_text(all);
    }

    /// Whether `parts` have room in one line.
    fn has_room(&self, ui: &Ui, parts: &[Part]) -> bool {
        let text = parts.iter().map(|part| part.text.as_str()).collect();
        let font = FontId::proportional(SIZES[1]);
        let ink = self.colours.text[0];
        let swatches = parts.iter().filter(|part| self.has_swatch(part)).count();
        let text = ui.painter().layout_no_wrap(text, font, ink).size().x;
        text + SWATCH * swatches as f32 <= ui.available_width()
    }

    /// Whether the swatch of a run stands before `part`.
    fn has_swatch(&self, part: &Part) -> bool {
        matches!(&part.target, Some(Target::Run(run)) if self.entry(*run).is_some())
    }

    /// Shows a line below it, behind its title.
    fn line(&mut self, ui: &mut Ui, line: &Line) {
        ui.horizontal_top(|ui| {
            let title = RichText::new(&line.title)
                .size(SIZES[1])
                .color(self.colours.text[2]);
            ui.allocate_ui_with_layout(vec2(TITLES, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(TITLES);
                ui.add(Label::new(title).truncate());
            });
            ui.horizontal_wrapped(|ui| self.parts(ui, &line.parts, SIZES[1]));
        });
    }

    fn parts(&mut self, ui: &mut Ui, parts: &[Part], size: f32) {
        ui.spacing_mut().item_spacing.x = 0.0;
        let is_list = size < SIZES[0];
        for part in parts {
            let ink = self.ink(part);
            let text = RichText::new(&part.text).size(size).color(ink);
            let Some(target) = &part.target else {
                ui.label(text);
                continue;
            };
            if let (Target::Run(run), true) = (target, is_list)
                && let Some(entry) = self.entry(*run)
            {
                run_swatch(ui, entry.slot);
                ui.add_space(5.0);
            }
            let hint = self.hint(target);
            let link = ui
                .link(text)
                .accessible_name(format!("{}: {hint}", part.text));
            if link.on_hover_text(&hint).clicked() {
                self.go(ui, target);
            }
        }
    }

    fn ink(&self, part: &Part) -> egui::Color32 {
        match part.tone {
            Tone::Better => self.colours.good,
            Tone::Worse => self.colours.bad,
            Tone::Warning => self.colours.warn,
            Tone::Aside => self.colours.text[2],
            Tone::Plain if part.target.is_some() => self.colours.accent_text,
            Tone::Plain => self.colours.text[0],
        }
    }

    fn entry(&self, run: usize) -> Option<&Entry> {
        let runs = &self.shared.runs;
        self.runs.get(run).and_then(|id| runs.get(*id))
    }

    /// Returns the tooltip of a link.
    fn hint(&self, target: &Target) -> String {
        let name = |run: &usize| self.answer.names.get(*run).map_or("", String::as_str);
        match target {
            Target::Run(run) => format!("choose the run {}", name(run)),
            Target::Compare(run) => format!("compare {} with the others", name(run)),
            Target::Job { run, .. } => format!("go to the job under {}", name(run)),
            Target::Jobs(..) => "select these jobs".to_owned(),
            Target::Health => "see what is known of the log".to_owned(),
            Target::Fit => "see how the simulation fits the log, and what the log shows".to_owned(),
            Target::Machine => "set the machine".to_owned(),
        }
    }

    /// Goes to the source of a number.
    fn go(&mut self, ui: &Ui, target: &Target) {
        let id = |run: &usize| self.runs.get(*run).copied();
        match target {
            Target::Run(run) => self.actions.extend(id(run).map(Action::Run)),
            Target::Compare(run) => {
                self.actions.extend(id(run).map(Action::Run));
                let show = Command::Show(Pane::Compare);
                self.actions.push(Action::Command(show));
            }
            Target::Job { run, job } => {
                let selection = id(run).map(|id| Selection { id, job: *job });
                self.actions.extend(selection.map(Action::GoTo));
            }
            Target::Jobs(run, jobs) => {
                self.actions.extend(id(run).map(Action::Run));
                let scope = self.shared.scope.current().narrowed(jobs);
                self.actions.push(Action::Scope(scope));
            }
            Target::Health => {
                self.actions
                    .push(Action::Command(Command::Show(Pane::Health)));
            }
            Target::Fit => {
                self.actions.push(Action::Command(Command::Show(Pane::Fit)));
            }
            Target::Machine => {
                section::unfold(ui.ctx(), "Machine");
                self.actions.push(Action::Machine);
            }
        }
    }
}
