//! One line of the experiment panel: name, value with unit, and an arrow back to where it was.

use std::ops::RangeInclusive;

use egui::{Align, DragValue, Layout, Response, Ui};

use crate::scenario::reference::Field;

/// Width of the names on the left, so that values stand under each other.
const NAME_WIDTH: f32 = 92.0;
/// Width of sliders, which leaves room for the value and the arrow.
const SLIDER_WIDTH: f32 = 62.0;

/// A line `name: value`, with a reset arrow if `reset` differs from `value`.
pub(in crate::desktop) fn line<T: PartialEq + Clone>(
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
            .on_hover_text(tooltip);
        ui.label_inputs_by(label.id, |ui| edit(ui, value));
        if value != reset {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let arrow = ui
                    .small_button("↺")
                    .accessible_name(format!("Reset {name}"));
                if arrow.on_hover_text(format!("Reset {name}")).clicked() {
                    *value = reset.clone();
                }
            });
        }
    });
}

/// What a number is called and may be.
pub(in crate::desktop) struct Number<'a> {
    pub(in crate::desktop) name: &'a str,
    pub(in crate::desktop) unit: &'a str,
    pub(in crate::desktop) tooltip: &'a str,
    pub(in crate::desktop) range: RangeInclusive<f64>,
    /// What one pixel of a drag changes.
    pub(in crate::desktop) speed: f64,
    pub(in crate::desktop) decimals: usize,
    /// The part of the range that a slider beside the number covers.
    pub(in crate::desktop) slider: Option<RangeInclusive<f64>>,
    /// What else is said of it, if it is described for the guide as well.
    pub(in crate::desktop) described: Option<&'static Field>,
}

impl Number<'static> {
    /// The number that `field` describes.
    pub(in crate::desktop) fn of(field: &'static Field) -> Self {
        Self {
            name: field.name,
            unit: field.unit,
            tooltip: field.sentence,
            range: field.range.clone(),
            speed: if field.whole { 0.2 } else { 0.1 },
            decimals: if field.whole { 0 } else { 6 },
            slider: None,
            described: Some(field),
        }
    }
}

impl Number<'_> {
    /// The slider, if there is one, and the number.
    fn edit(&self, ui: &mut Ui, value: &mut f64) {
        if let Some(range) = &self.slider {
            let wide = range.end() / range.start() > 100.0;
            ui.spacing_mut().slider_width = SLIDER_WIDTH;
            let slider = egui::Slider::new(value, range.clone())
                .show_value(false)
                .clamping(egui::SliderClamping::Never)
                .logarithmic(wide)
                .max_decimals(self.decimals.min(2));
            ui.add(slider)
                .accessible_name(format!("{} slider", self.name))
                .on_hover_text(self.sentence());
        }
        self.drag(ui, value);
    }

    fn drag(&self, ui: &mut Ui, value: &mut f64) -> Response {
        let unit = match self.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        ui.add(
            DragValue::new(value)
                .range(self.range.clone())
                .clamp_existing_to_range(false)
                .speed(self.speed)
                .max_decimals(self.decimals)
                .suffix(unit),
        )
        .accessible_name(self.name)
        .on_hover_text(self.sentence())
    }

    fn sentence(&self) -> String {
        let (low, high) = (self.range.start(), self.range.end());
        let mut said = format!(
            "{}\nfrom {low} to {high}; drag, or click to type",
            self.tooltip
        );
        if let Some(field) = self.described {
            if !field.source.is_empty() {
                said += &format!("\n{}", field.source);
            }
            let (usual, shown) = (field.usually(), field.shown());
            said += &format!("\nusual: {usual}\nin a scenario parameters: ({shown})");
        }
        said
    }

    /// A line for a whole number.
    pub(in crate::desktop) fn whole(&self, ui: &mut Ui, value: &mut u64, reset: u64) {
        line(ui, self.name, self.tooltip, value, &reset, |ui, value| {
            let mut real = *value as f64;
            self.edit(ui, &mut real);
            *value = real.round() as u64;
        });
    }

    /// A line for any number.
    pub(in crate::desktop) fn real(&self, ui: &mut Ui, value: &mut f64, reset: f64) {
        line(ui, self.name, self.tooltip, value, &reset, |ui, value| {
            self.edit(ui, value);
        });
    }

    /// A line for a number that may be absent: a switch, then the number.
    pub(in crate::desktop) fn optional(
        &self,
        ui: &mut Ui,
        value: &mut Option<f64>,
        reset: &Option<f64>,
        absent: &str,
        first: f64,
    ) {
        line(ui, self.name, self.tooltip, value, reset, |ui, value| {
            let mut present = value.is_some();
            let switch = ui
                .checkbox(&mut present, "")
                .accessible_name(format!("Set {}", self.name))
                .on_hover_text(format!("Off: {absent}"));
            if switch.changed() {
                *value = present.then_some(first);
            }
            match value {
                Some(value) => self.edit(ui, value),
                None => {
                    ui.weak(absent);
                }
            }
        });
    }

    /// The same for a whole number.
    pub(in crate::desktop) fn optional_whole(
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

/// A line for a switch.
pub(in crate::desktop) fn switch(
    ui: &mut Ui,
    name: &str,
    tooltip: &str,
    value: &mut bool,
    reset: bool,
) {
    ui.horizontal(|ui| {
        ui.checkbox(value, name).on_hover_text(tooltip);
        if *value != reset {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let arrow = ui
                    .small_button("↺")
                    .accessible_name(format!("Reset {name}"));
                if arrow.on_hover_text(format!("Reset {name}")).clicked() {
                    *value = reset;
                }
            });
        }
    });
}

/// A line for a choice among a few values.
pub(in crate::desktop) fn choice<T: PartialEq + Clone>(
    ui: &mut Ui,
    (name, tooltip): (&str, &str),
    value: &mut T,
    reset: &T,
    choices: &[(T, &str, &str)],
) {
    line(ui, name, tooltip, value, reset, |ui, value| {
        let now = choices.iter().find(|(choice, ..)| choice == value);
        egui::ComboBox::from_id_salt(name)
            .width(110.0)
            .selected_text(now.map_or("", |(_, text, _)| *text))
            .show_ui(ui, |ui| {
                for (choice, text, sentence) in choices {
                    ui.selectable_value(value, choice.clone(), *text)
                        .on_hover_text(*sentence);
                }
            })
            .response
            .accessible_name(name)
            .on_hover_text(tooltip);
    });
}
