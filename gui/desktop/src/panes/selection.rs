//! The selection of jobs: a line that describes it, the span of time, and names for both.

use egui::{RichText, TextEdit, Ui};

use crate::command::action::Action;
use crate::command::name::Command;
use crate::shared::Shared;
use crate::widgets::focus;
use laboratory::base::format;
use laboratory::base::sanitize::quoted;
use laboratory::metrics::select::Scope;
use laboratory::metrics::select::filter::{Filter, FilterError, Quantity};

/// The line while it is being edited.
#[derive(Default)]
pub(super) struct State {
    line: String,
    /// Filter that the line was made from.
    of: Filter,
    wrong: Option<FilterError>,
    name: String,
    /// Whether the line gets the focus when it is shown next.
    fresh: bool,
}

impl State {
    /// Gives the line the focus when it is shown next.
    pub(super) fn ask_for_focus(&mut self) {
        self.fresh = true;
    }

    /// Shows the line and the names.
    pub(super) fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let scope = shared.scope.current();
        if self.of != scope.filter {
            self.line = scope.filter.to_string();
            self.of = scope.filter.clone();
            self.wrong = None;
        }
        ui.horizontal_wrapped(|ui| {
            self.line_field(ui, scope, actions);
            span(ui, shared, actions);
            self.names(ui, shared, actions);
        });
        if let Some(wrong) = &self.wrong {
            let colour = ui.visuals().error_fg_color;
            ui.label(RichText::new(quoted(&format!("⚠ {wrong}"))).color(colour));
        }
    }

    fn line_field(&mut self, ui: &mut Ui, scope: &Scope, actions: &mut Vec<Action>) {
        let label = ui.label("Select jobs");
        let field = TextEdit::singleline(&mut self.line)
            .hint_text("user == 12 && nodes >= 64 && wait > 2h")
            .desired_width(300.0);
        let field = ui.add(field).labelled_by(label.id);
        focus::once(&field, &mut self.fresh);
        let field = field.on_hover_ui(|ui| {
            ui.label("Which jobs are looked at; empty for all. With && (and), || (or), ! (not), brackets, and units s, min, h, d, w:");
            for (_, name, sentence) in Quantity::ALL {
                ui.label(format!("{name}: {sentence}"));
            }
        });
        if !field.lost_focus() {
            return;
        }
        match self.line.parse::<Filter>() {
            Ok(filter) => {
                self.wrong = None;
                if filter != scope.filter {
                    let span = scope.span;
                    actions.push(Action::Scope(Scope { span, filter }));
                }
            }
            Err(wrong) => self.wrong = Some(wrong),
        }
    }

    /// Shows the named selections, and a field to name one.
    fn names(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let named = &shared.scope.named;
        ui.menu_button("Selections ⏷", |ui| {
            ui.set_min_width(200.0);
            for (name, scope) in named {
                ui.horizontal(|ui| {
                    if ui.button(name).clicked() {
                        actions.push(Action::Scope(scope.clone()));
                        ui.close();
                    }
                    let forget = ui.small_button("🗙");
                    let forget = forget.accessible_name(format!("Forget selection {name}"));
                    if forget.on_hover_text("Forget this name").clicked() {
                        actions.push(Action::ForgetScope(name.clone()));
                    }
                });
            }
            if ui.button("The busiest week").clicked() {
                actions.push(Action::Command(Command::BusiestWeek));
                ui.close();
            }
            ui.separator();
            ui.horizontal(|ui| {
                let field = TextEdit::singleline(&mut self.name)
                    .hint_text("a name for this one")
                    .desired_width(120.0);
                ui.add(field).accessible_name("Name of the selection");
                let name = self.name.trim();
                let keep = ui.add_enabled(!name.is_empty(), egui::Button::new("Keep"));
                if keep.clicked() {
                    actions.push(Action::NameScope(name.to_owned()));
                    self.name.clear();
                    ui.close();
                }
            });
        })
        .response
        .on_hover_text("Selections that were given names");
    }
}

/// Shows the span of time, with a button to clear it.
fn span(ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
    let scope = shared.scope.current();
    let Some([from, until]) = scope.span else {
        ui.weak("of all time; dragging on a chart with Shift selects a part");
        return;
    };
    let clock = shared.runs.visible().next();
    let clock = clock.map(|entry| &entry.run.experiment.clock);
    let instant = |at: cosched_core::Time| {
        clock.map_or_else(String::new, |clock| clock.instant_to(at.seconds(), 60.0))
    };
    let length = format::span(until.since(from).seconds());
    ui.label(format!("{} to {}, {length}", instant(from), instant(until)));
    let all = ui.small_button("🗙").accessible_name("Select all time");
    let tooltip = format!(
        "Look at all time again; all jobs: {}",
        Command::ScopeAll.tooltip_with_key(ui.ctx())
    );
    if all.on_hover_text(tooltip).clicked() {
        actions.push(Action::Scope(scope.with_span(None)));
    }
}
