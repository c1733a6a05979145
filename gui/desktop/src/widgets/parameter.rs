//! A line of the experiment panel: name, value with unit, and an arrow back to where it was.

use std::ops::RangeInclusive;

use egui::{Align, DragValue, Layout, Response, Ui};

use super::documentation;
use super::typed::typed_seconds;
use laboratory::base::sanitize::quoted;
use laboratory::scenario::reference::{Allowed, Choice, Field, Name};

/// Width of the names on the left, so that values stand under each other.
const NAME_WIDTH: f32 = 92.0;
/// Width of sliders, and least room beside them for the value.
const SLIDER_WIDTH: f32 = 62.0;
const VALUE_WIDTH: f32 = 52.0;
/// Width of the arrow, which is kept free for it.
const ARROW_WIDTH: f32 = 30.0;

/// Shows a line `name: value`, with a reset arrow if `reset` differs from `value`.
pub(crate) fn line<T: PartialEq + Clone>(
    ui: &mut Ui,
    name: &str,
    tooltip: &str,
    value: &mut T,
    reset: &T,
    edit: impl FnOnce(&mut Ui, &mut T),
) {
    ui.horizontal(|ui| {
        let size = egui::vec2(NAME_WIDTH, ui.spacing().interact_size.y);
        let layout = Layout::left_to_right(Align::Center);
        let label = ui
            .allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(NAME_WIDTH);
                ui.label(name)
            })
            .inner
            .on_hover_text(quoted(tooltip));
        let room = ui.available_width() - ARROW_WIDTH - ui.spacing().item_spacing.x;
        let size = egui::vec2(room.max(VALUE_WIDTH), size.y);
        ui.label_inputs_by(label.id, |ui| {
            ui.allocate_ui_with_layout(size, layout, |ui| edit(ui, value));
        });
        if value != reset && is_reset(ui, name) {
            *value = reset.clone();
        }
    });
}

/// Shows the reset arrow at the end of a line; returns whether it was clicked.
fn is_reset(ui: &mut Ui, name: &str) -> bool {
    let end = Layout::right_to_left(Align::Center);
    let arrow = ui.with_layout(end, |ui| ui.small_button("↺")).inner;
    let text = format!("Reset {name}");
    arrow.accessible_name(&text).on_hover_text(text).clicked()
}

/// Name and range of a number.
pub(crate) struct Number<'a> {
    pub(crate) name: &'a str,
    pub(crate) unit: &'a str,
    pub(crate) tooltip: &'a str,
    pub(crate) range: RangeInclusive<f64>,
    /// Change by one pixel of a drag.
    pub(crate) speed: f64,
    pub(crate) decimals: usize,
    /// Part of the range that a slider beside the number covers.
    pub(crate) slider: Option<RangeInclusive<f64>>,
    /// Further description, if it is described for the guide as well.
    pub(crate) described: Option<&'static Field>,
}

impl Number<'static> {
    /// Returns the number that `field` describes.
    pub(crate) fn of(field: &'static Field) -> Self {
        Self::called(field.name, field)
    }
}

impl<'a> Number<'a> {
    /// The number that `field` describes, under another name.
    pub(crate) fn called(name: &'a str, field: &'static Field) -> Self {
        let (range, speed, decimals) = match &field.allowed {
            Allowed::Number(range) => (range.clone(), 0.1, 6),
            Allowed::Whole(range) => (range.clone(), 0.2, 0),
            // These have widgets of their own.
            Allowed::Names(_) | Allowed::Switch => (0.0..=1.0, 1.0, 0),
        };
        let (speed, decimals) = field.step.unwrap_or((speed, decimals));
        Self {
            name,
            unit: field.unit,
            tooltip: field.sentence,
            range,
            speed,
            decimals,
            slider: field.slider.clone(),
            described: Some(field),
        }
    }

    /// Adds a slider beside the number, for a part of the range.
    pub(crate) fn with_slider(self, slider: RangeInclusive<f64>) -> Self {
        Self {
            slider: Some(slider),
            ..self
        }
    }

    /// Sets the change by a pixel of a drag, and the number of decimals.
    pub(crate) fn in_steps(self, speed: f64, decimals: usize) -> Self {
        Self {
            speed,
            decimals,
            ..self
        }
    }

    /// Sets the greatest value, where the window can do less than scenarios may request.
    pub(crate) fn up_to(self, most: f64) -> Self {
        Self {
            range: *self.range.start()..=most,
            ..self
        }
    }
}

impl Number<'_> {
    /// Shows the slider, if there is one, and the number.
    fn edit(&self, ui: &mut Ui, value: &mut f64) {
        if let Some(range) = &self.slider {
            let wide = range.end() / range.start() > 100.0;
            let room = ui.available_width() - VALUE_WIDTH;
            ui.spacing_mut().slider_width = room.clamp(VALUE_WIDTH / 2.0, SLIDER_WIDTH);
            let slider = egui::Slider::new(value, range.clone())
                .show_value(false)
                .clamping(egui::SliderClamping::Never)
                .logarithmic(wide)
                .max_decimals(self.decimals.min(2));
            ui.add(slider)
                .accessible_name(format!("{} slider", self.name))
                .on_hover_text(self.sentence());
        }
        self.alone(ui, value);
        if self.decimals == 0 {
            *value = value.round();
        }
    }

    /// Shows the number without a line of its own.
    pub(crate) fn alone(&self, ui: &mut Ui, value: &mut f64) -> Response {
        let unit = match self.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        let mut number = DragValue::new(value)
            .range(self.range.clone())
            .clamp_existing_to_range(false)
            .speed(self.speed)
            .max_decimals(self.decimals)
            // Else each key would run all anew, and what is shown beside it might move it away.
            .update_while_editing(false)
            .suffix(unit);
        if self.unit == "s" {
            number = number.custom_parser(typed_seconds);
        }
        let number = ui.add(number).accessible_name(self.name);
        match self.described {
            Some(field) => documentation::with_documentation(number, &field.what(), &self.how()),
            None => number.on_hover_text(self.sentence()),
        }
    }

    /// Returns how it is edited.
    fn how(&self) -> String {
        let (low, high) = (self.range.start(), self.range.end());
        format!("\nfrom {low} to {high}; drag, or click to type")
    }

    fn sentence(&self) -> String {
        match self.described {
            Some(field) => tooltip(field),
            None => quoted(&format!("{}{}", self.tooltip, self.how())),
        }
    }

    /// Shows a line for a whole number.
    pub(crate) fn whole(&self, ui: &mut Ui, value: &mut u64, reset: u64) {
        line(
            ui,
            self.name,
            &self.sentence(),
            value,
            &reset,
            |ui, value| {
                let mut real = *value as f64;
                self.edit(ui, &mut real);
                *value = real.round() as u64;
            },
        );
    }

    /// Shows a line for any number.
    pub(crate) fn real(&self, ui: &mut Ui, value: &mut f64, reset: f64) {
        line(
            ui,
            self.name,
            &self.sentence(),
            value,
            &reset,
            |ui, value| {
                self.edit(ui, value);
            },
        );
    }

    /// Shows a line for a number that may be absent: a switch, then the number, which begins at
    /// `first`.
    pub(crate) fn optional(
        &self,
        ui: &mut Ui,
        value: &mut Option<f64>,
        reset: &Option<f64>,
        absent: &str,
        first: f64,
    ) {
        self.optional_from(ui, (value, reset), absent, || first);
    }

    /// As `optional`, for a first number that takes time to find out.
    pub(crate) fn optional_from(
        &self,
        ui: &mut Ui,
        (value, reset): (&mut Option<f64>, &Option<f64>),
        absent: &str,
        first: impl FnOnce() -> f64,
    ) {
        line(
            ui,
            self.name,
            &self.sentence(),
            value,
            reset,
            |ui, value| {
                let mut present = value.is_some();
                let switch = ui
                    .checkbox(&mut present, "")
                    .accessible_name(format!("Set {}", self.name))
                    .on_hover_text(quoted(&format!("Off: {absent}")));
                if switch.changed() {
                    *value = present.then(first);
                }
                match value {
                    Some(value) => self.edit(ui, value),
                    None => {
                        ui.weak(absent);
                    }
                }
            },
        );
    }

    /// Shows a line for a whole number that may be absent.
    pub(crate) fn optional_whole(
        &self,
        ui: &mut Ui,
        value: &mut Option<u32>,
        reset: Option<u32>,
        absent: &str,
        first: u32,
    ) {
        let mut real = value.map(f64::from);
        self.optional(
            ui,
            &mut real,
            &reset.map(f64::from),
            absent,
            f64::from(first),
        );
        *value = real.map(|real| real.round() as u32);
    }
}

/// Returns the tooltip of a field.
pub(crate) fn tooltip(field: &Field) -> String {
    field.what().text()
}

/// Shows a line for a switch that is described.
pub(crate) fn switch_of(ui: &mut Ui, field: &Field, value: &mut bool, reset: bool) {
    let shown = switch(ui, field.name, "", value, reset);
    documentation::with_documentation(shown, &field.what(), "");
}

/// A line for a choice that is described and may be none, which means `none`, among `choices`.
pub(crate) fn optional_choice_of<T: PartialEq + Clone>(
    ui: &mut Ui,
    field: &Field,
    value: &mut Option<T>,
    reset: &Option<T>,
    none: &str,
    choices: Vec<(T, &'static str, &'static str)>,
) {
    let mut all = vec![(None, field.absent, none)];
    all.extend(
        choices
            .into_iter()
            .map(|(one, name, means)| (Some(one), name, means)),
    );
    choice(ui, (field.name, &tooltip(field)), value, reset, &all);
}

/// Returns the values of a choice, each with its name and meaning.
pub(crate) fn choices<T>(described: &Choice<T>) -> Vec<(T, &'static str, &'static str)> {
    named((described.values)(), &described.field)
}

/// Returns values in the order of the names of `field`, each with its name and meaning.
pub(crate) fn named<T>(
    values: impl IntoIterator<Item = T>,
    field: &Field,
) -> Vec<(T, &'static str, &'static str)> {
    let named = values.into_iter().zip(field.names());
    named
        .map(|(value, &Name(_, name, sentence))| (value, name, sentence))
        .collect()
}

/// Shows a line for a switch.
pub(crate) fn switch(
    ui: &mut Ui,
    name: &str,
    tooltip: &str,
    value: &mut bool,
    reset: bool,
) -> Response {
    ui.horizontal(|ui| {
        let mut shown = ui.checkbox(value, name);
        if !tooltip.is_empty() {
            shown = shown.on_hover_text(quoted(tooltip));
        }
        if *value != reset && is_reset(ui, name) {
            *value = reset;
        }
        shown
    })
    .inner
}

/// Shows a line for a choice among a few values.
pub(crate) fn choice<T: PartialEq + Clone>(
    ui: &mut Ui,
    (name, tooltip): (&str, &str),
    value: &mut T,
    reset: &T,
    choices: &[(T, &str, &str)],
) {
    line(ui, name, tooltip, value, reset, |ui, value| {
        let now = choices.iter().find(|(choice, ..)| choice == value);
        let list = egui::ComboBox::from_id_salt(name)
            .width(110.0)
            .truncate()
            .selected_text(now.map_or("", |(_, text, _)| *text))
            .show_ui(ui, |ui| {
                for (choice, text, sentence) in choices {
                    ui.selectable_value(value, choice.clone(), *text)
                        .on_hover_text(quoted(sentence));
                }
            })
            .response
            .accessible_name(name)
            .on_hover_text(quoted(tooltip));
        documentation::remember(&list, name);
    });
}
