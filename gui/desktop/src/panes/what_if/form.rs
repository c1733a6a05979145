//! Settings in groups, each with its present and its changed value.

use std::collections::BTreeMap;

use egui::{Align, ComboBox, DragValue, Layout, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder};
use egui::{pos2, vec2};

use crate::shared::runs::Entry;
use charts::colour::tokens::tokens;
use charts::look::strong;
use laboratory::base::format;
use laboratory::base::sanitize::quoted;
use laboratory::record::Run;
use laboratory::record::unit::Unit;
use laboratory::run::whatif::scenario_of;
use laboratory::run::whatif::settings::{
    Kind, Setting, TIMES, check, settings, with_short_workload,
};
use laboratory::scenario::Scenario;
use laboratory::scenario::sweep::parse_span;

/// Height of a row.
const ROW: f32 = 24.0;
/// Difference of the height of two rows and of a row of two lines.
const LESS: f32 = 10.0;
/// Width of a value that may be changed, and of the arrow behind it.
const VALUE: f32 = 96.0;
const ARROW: f32 = 22.0;
/// Margin beside the text of a cell.
const MARGIN: f32 = 10.0;
const AS_NOW: &str = "as now";

/// Changes so far of the settings of a run.
#[derive(Default)]
pub(super) struct Form {
    /// Run with these settings.
    source: Option<*const Run>,
    scenario: Option<Scenario>,
    settings: Vec<Setting>,
    /// Unit of the machine, which what is said of nodes is said of.
    unit: Unit,
    /// New values by the names of settings, as in a scenario.
    values: BTreeMap<String, String>,
    /// Errors of some of them.
    errors: BTreeMap<String, String>,
    /// Setting whose value gets the focus in the next frame.
    focus: Option<String>,
}

impl Form {
    /// Returns the changes, each a name and a value.
    pub(super) fn changes(&self) -> Vec<String> {
        let changed = self.settings.iter().filter_map(|setting| {
            let value = self.values.get(&setting.name)?;
            (*value != setting.now).then(|| setting.change(value))
        });
        changed.collect()
    }

    /// Whether all changes are valid.
    pub(super) fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }

    /// Undoes all changes.
    pub(super) fn undo(&mut self) {
        self.values.clear();
        self.errors.clear();
    }

    /// Switches to the settings of another run; changes of settings that it has as well stay.
    pub(super) fn follow(&mut self, entry: &Entry) {
        let run = std::sync::Arc::as_ptr(&entry.run);
        if self.source == Some(run) {
            return;
        }
        self.source = Some(run);
        let scenario = scenario_of(&entry.run);
        self.unit = entry.run.experiment.machine_unit();
        self.settings = settings(&scenario);
        for setting in &mut self.settings {
            setting.label = self.unit.in_text(&setting.label);
        }
        self.scenario = Some(with_short_workload(&scenario));
        let known = &self.settings;
        let is_change = |name: &String, value: &String| {
            let mut all = known.iter();
            all.any(|setting| setting.name == *name && setting.now != *value)
        };
        self.values.retain(|name, value| is_change(name, value));
        self.errors.retain(|name, _| self.values.contains_key(name));
    }

    /// Shows all settings.
    pub(super) fn show(&mut self, ui: &mut Ui) {
        ui.label(strong("What can be changed"));
        headings(ui);
        let mut set = Vec::new();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let mut group = "";
            for setting in &self.settings {
                if setting.group != group {
                    group = setting.group;
                    ui.add_space(6.0);
                    ui.label(strong(self.unit.in_text(group)).size(12.0));
                }
                let focus = self.focus.take_if(|name| *name == setting.name).is_some();
                let value = self.values.get(&setting.name);
                if let Some(value) = row(ui, (setting, self.unit), value, focus) {
                    set.push((setting.clone(), value));
                }
                if let Some(wrong) = self.errors.get(&setting.name) {
                    let colour = ui.visuals().error_fg_color;
                    ui.add(egui::Label::new(RichText::new(quoted(wrong)).color(colour)).wrap());
                }
            }
        });
        for (setting, value) in set {
            self.set(&setting, value);
        }
    }

    /// Changes a setting, or resets it.
    fn set(&mut self, setting: &Setting, value: SettingRequest) {
        let value = match value {
            SettingRequest::AsNow => String::new(),
            SettingRequest::Begun(value) => {
                self.focus = Some(setting.name.clone());
                value
            }
            SettingRequest::Value(value) => value,
        };
        self.errors.remove(&setting.name);
        if value.is_empty() {
            self.values.remove(&setting.name);
            return;
        }
        let change = setting.change(&value);
        let checked = self
            .scenario
            .as_ref()
            .map(|scenario| check(scenario, &change));
        if let Some(Err(problem)) = checked {
            self.errors.insert(setting.name.clone(), problem.sentence);
        }
        self.values.insert(setting.name.clone(), value);
    }
}

/// Shows the headings of the columns.
fn headings(ui: &mut Ui) {
    let size = vec2(ui.available_width(), ROW);
    let (room, _) = ui.allocate_exact_size(size, Sense::hover());
    let ink = tokens(ui.visuals().dark_mode).text[2];
    let font = egui::FontId::proportional(11.0);
    let values = room.right() - ARROW - VALUE;
    for (at, align, words) in [
        (
            room.left() + 4.0,
            egui::Align2::LEFT_CENTER,
            "click a value to change it",
        ),
        (values - 6.0, egui::Align2::RIGHT_CENTER, "now"),
        (room.right() - ARROW, egui::Align2::RIGHT_CENTER, "what if"),
    ] {
        let position = pos2(at, room.center().y);
        ui.painter().text(position, align, words, font.clone(), ink);
    }
}

/// Requested value of a setting.
enum SettingRequest {
    AsNow,
    /// Another value, which is to be typed from here on.
    Begun(String),
    Value(String),
}

/// Whether there is room for the name of a setting and its present value side by side.
fn is_beside(ui: &Ui, setting: &Setting, room: f32) -> bool {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let wide = |words: String| {
        let words = ui
            .painter()
            .layout_no_wrap(words, font.clone(), egui::Color32::GRAY);
        words.size().x + MARGIN
    };
    wide(setting.label.clone()) + wide(setting.value_in_words(&setting.now)) <= room
}

/// Shows a setting of a machine of such units, whose changed value is `value`; returns the requested one.
fn row(
    ui: &mut Ui,
    (setting, unit): (&Setting, Unit),
    value: Option<&String>,
    focus: bool,
) -> Option<SettingRequest> {
    let width = ui.available_width();
    let is_high = !is_beside(ui, setting, width - ARROW - VALUE);
    let height = if is_high { 2.0 * ROW - LESS } else { ROW };
    let (room, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let dark = ui.visuals().dark_mode;
    if value.is_some() {
        ui.painter().rect_filled(room, 4.0, tokens(dark).tint);
    }
    response.on_hover_text(quoted(&unit.in_text(setting.sentence)));
    let values = room.right() - ARROW - VALUE;
    // Without room for both, the name stands in a line of its own.
    let [first, last] = if is_high {
        let half = ROW - LESS / 2.0;
        [
            room.with_max_y(room.top() + half),
            room.with_min_y(room.bottom() - half),
        ]
    } else {
        [room; 2]
    };
    let mut cell = |line: Rect, [from, until]: [f32; 2], layout: Layout| {
        let room = Rect::from_min_max(pos2(from, line.top()), pos2(until, line.bottom()));
        let id = (setting.name.as_str(), from.to_bits());
        ui.new_child(UiBuilder::new().max_rect(room).layout(layout).id_salt(id))
    };
    let (left, right) = (
        Layout::left_to_right(Align::Center),
        Layout::right_to_left(Align::Center),
    );
    let name = egui::Label::new(&setting.label).truncate();
    let begin = room.left() + 4.0;
    let end = if is_high { room.right() } else { values - 6.0 };
    let said = cell(first, [begin, end], left).add(name);
    let taken = if is_high {
        begin
    } else {
        said.rect.right() + MARGIN
    };
    let now = RichText::new(setting.value_in_words(&setting.now)).weak();
    let now = egui::Label::new(now).truncate();
    cell(last, [taken, values - 6.0], right).add(now);
    let wanted = edit(
        &mut cell(last, [values, room.right() - ARROW], right),
        setting,
        value,
        focus,
    );
    let mut arrow = cell(last, [room.right() - ARROW, room.right()], right);
    if value.is_some() {
        let name = format!("Reset {}", setting.label);
        let reset = arrow.small_button("↺").accessible_name(&name);
        if reset.on_hover_text(name).clicked() {
            return Some(SettingRequest::AsNow);
        }
    }
    wanted
}

/// Shows the value, which a click changes; returns the requested one.
fn edit(
    ui: &mut Ui,
    setting: &Setting,
    value: Option<&String>,
    focus: bool,
) -> Option<SettingRequest> {
    let name = format!("What if {}", setting.label);
    match (&setting.kind, value) {
        (Kind::Choice(all), _) => choose(ui, &name, setting, all, value),
        (Kind::Number(range, _), None) => {
            let button = egui::Button::new(RichText::new(AS_NOW).weak()).frame_when_inactive(false);
            let begin = ui.add(button).accessible_name(name);
            let first = || {
                if setting.now.is_empty() {
                    range[0].to_string()
                } else {
                    setting.now.clone()
                }
            };
            let begin = begin.on_hover_text("Click to change it");
            begin.clicked().then(|| SettingRequest::Begun(first()))
        }
        (Kind::Number(range, is_whole), Some(value)) => {
            let mut number: f64 = value.parse().unwrap_or(range[0]);
            let field = ui.add(number_field(&mut number, setting, *range, *is_whole));
            let field = field.accessible_name(name);
            if focus {
                field.request_focus();
            }
            field
                .changed()
                .then(|| SettingRequest::Value(number.to_string()))
        }
    }
}

fn choose(
    ui: &mut Ui,
    name: &str,
    setting: &Setting,
    all: &[(String, String)],
    value: Option<&String>,
) -> Option<SettingRequest> {
    let mut wanted = None;
    let shown = value.map_or_else(|| AS_NOW.to_owned(), |value| setting.value_in_words(value));
    ComboBox::from_id_salt(name)
        .width(VALUE - 8.0)
        .truncate()
        .selected_text(shown)
        .show_ui(ui, |ui| {
            if ui.selectable_label(value.is_none(), AS_NOW).clicked() {
                wanted = Some(SettingRequest::AsNow);
            }
            for (one, words) in all.iter().filter(|(one, _)| *one != setting.now) {
                if ui.selectable_label(value == Some(one), words).clicked() {
                    wanted = Some(SettingRequest::Value(one.clone()));
                }
            }
        })
        .response
        .accessible_name(name);
    wanted
}

/// Returns a number that can be dragged or typed; spans of time are read with their units.
fn number_field<'v>(
    number: &'v mut f64,
    setting: &Setting,
    [least, most]: [f64; 2],
    is_whole: bool,
) -> DragValue<'v> {
    let speed = (number.abs() / 100.0).max(if is_whole { 0.2 } else { 0.01 });
    let field = DragValue::new(number)
        .range(least..=most)
        .speed(speed)
        .max_decimals(if is_whole { 0 } else { 6 });
    match setting.unit {
        "" => field,
        "s" => field
            .custom_formatter(|value, _| format::span(value))
            .custom_parser(|text| text.trim().parse().ok().or_else(|| parse_span(text).ok())),
        TIMES => field.prefix("× "),
        unit => field.suffix(format!(" {unit}")),
    }
}
