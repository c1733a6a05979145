//! *What is this*: every parameter and every metric by its name, with meaning, unit, range and
//! source.

use std::sync::LazyLock;

use egui::{Context, Key, Modifiers, ScrollArea, Ui, vec2};

use crate::widgets::documentation::focused_name;
use crate::widgets::focus;
use charts::look::strong;
use laboratory::base::description::Description;
use laboratory::metrics;
use laboratory::scenario::reference::index;

/// A parameter or metric with its heading.
struct Entry {
    heading: &'static str,
    what: Description,
}

/// Returns all entries, in the order of the guide.
fn all() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let fields = index::all().flat_map(|(heading, fields)| {
            let entry = move |what| Entry { heading, what };
            fields.into_iter().map(move |field| entry(field.what()))
        });
        let metrics = metrics::all().iter().map(|metric| Entry {
            heading: "Metrics",
            what: metric.description(),
        });
        fields.chain(metrics).collect()
    });
    &ALL
}

/// The dialog while it is open.
pub(crate) struct State {
    query: String,
    /// Index of the chosen entry among those listed.
    chosen_index: usize,
    fresh: bool,
}

impl State {
    /// Opens at the control that has the focus.
    pub(crate) fn at_focus(ctx: &Context) -> Self {
        Self {
            query: focused_name(ctx).unwrap_or_default(),
            chosen_index: 0,
            fresh: true,
        }
    }
}

/// Shows the dialog if it is open.
pub(crate) fn show(dialog: &mut Option<State>, ctx: &Context) {
    let Some(state) = dialog else {
        return;
    };
    let mut open = true;
    egui::Window::new("What is this")
        .open(&mut open)
        .collapsible(false)
        .default_size([720.0, 420.0])
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .show(ctx, |ui| contents(ui, state));
    if !open {
        *dialog = None;
    }
}

/// Returns the entries whose names or sentences have all the words of `query`, names first.
fn search(query: &str) -> Vec<&'static Entry> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let has = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let is_it = |entry: &&Entry| entry.what.name.eq_ignore_ascii_case(query.trim());
    let mut found: Vec<&Entry> = all()
        .iter()
        .filter(|entry| has(&format!("{} {}", entry.what.name, entry.what.meaning)))
        .collect();
    found.sort_by_key(|entry| (!is_it(entry), !has(&entry.what.name)));
    found
}

fn contents(ui: &mut Ui, state: &mut State) {
    let found = search(&state.query);
    let (down, up) = ui.input_mut(|input| {
        let mut press = |key| input.consume_key(Modifiers::NONE, key);
        (press(Key::ArrowDown), press(Key::ArrowUp))
    });
    let field = egui::TextEdit::singleline(&mut state.query)
        .hint_text("The name of a parameter or a metric")
        .desired_width(f32::INFINITY);
    let field = ui.add(field).accessible_name("Name to look up");
    focus::once(&field, &mut state.fresh);
    if field.changed() {
        state.chosen_index = 0;
    }
    state.chosen_index = (state.chosen_index + usize::from(down)).saturating_sub(usize::from(up));
    state.chosen_index = state.chosen_index.min(found.len().saturating_sub(1));
    ui.add_space(6.0);
    egui::Panel::left("what names")
        .default_size(250.0)
        .show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for (index, entry) in found.iter().enumerate() {
                    let is_chosen = index == state.chosen_index;
                    let button = egui::Button::selectable(is_chosen, entry.what.name.as_str())
                        .min_size(vec2(ui.available_width(), 0.0))
                        .truncate();
                    let button = ui.add(button).on_hover_text(entry.heading);
                    if is_chosen && (down || up) {
                        button.scroll_to_me(None);
                    }
                    if button.clicked() {
                        state.chosen_index = index;
                    }
                }
            });
        });
    egui::CentralPanel::default().show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("what it is")
            .auto_shrink(false)
            .show(ui, |ui| match found.get(state.chosen_index) {
                Some(entry) => describe(ui, entry),
                None => {
                    ui.weak("No parameter and no metric has this in its name or its meaning");
                }
            });
    });
}

fn describe(ui: &mut Ui, entry: &Entry) {
    let what = &entry.what;
    ui.label(strong(&what.name).size(15.0));
    ui.weak(entry.heading);
    ui.add_space(4.0);
    ui.add(egui::Label::new(&what.meaning).wrap());
    ui.add_space(8.0);
    egui::Grid::new("what lines")
        .num_columns(2)
        .spacing([14.0, 5.0])
        .show(ui, |ui| {
            for [name, words] in what.lines() {
                ui.weak(name);
                ui.add(egui::Label::new(words).wrap());
                ui.end_row();
            }
        });
    ui.add_space(8.0);
    let written = egui::RichText::new(&what.written).monospace();
    ui.add(egui::Label::new(written).selectable(true).wrap());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_before_sentences_and_the_whole_name_before_all() {
        let first = |query: &str| search(query).first().map(|entry| entry.what.name.clone());
        assert_eq!(first("quantum").as_deref(), Some("Quantum"));
        assert_eq!(first("Mean Wait").as_deref(), Some("mean wait"));
        assert!(search("no such thing at all").is_empty());
        assert_eq!(search("").len(), all().len());
    }

    #[test]
    fn every_entry_is_described_in_full() {
        for entry in all() {
            assert!(entry.what.is_complete(), "{:?}", entry.what);
        }
        assert!(all().len() > 150);
    }
}
