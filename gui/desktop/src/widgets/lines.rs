//! Lines for the parameters of a struct: each in the widget that its description asks for.

use egui::Ui;

use super::parameter::{Number, choice, named, switch_of, tooltip};
use laboratory::scenario::reference::{Editor, Field, Parameters};

/// Lines of a form for those parameters that are to stand here.
pub(crate) struct Lines<'u> {
    ui: &'u mut Ui,
    fields: &'u [&'u Field],
    /// Whether the parameters are those of `fields`, or all but those.
    are_listed: bool,
}

/// Lines for all parameters of `value` but `fields`, in the order of the struct.
pub(crate) fn lines_but<P: Parameters>(ui: &mut Ui, fields: &[&Field], value: &mut P, reset: &P) {
    let mut lines = Lines {
        ui,
        fields,
        are_listed: false,
    };
    value.edit(reset, &mut lines);
}

/// Lines for the parameters `fields` of `value`, in their order.
pub(crate) fn lines<P: Parameters>(ui: &mut Ui, fields: &[&Field], value: &mut P, reset: &P) {
    for field in fields {
        let mut lines = Lines {
            ui,
            fields: &[field],
            are_listed: true,
        };
        value.edit(reset, &mut lines);
    }
}

impl<'u> Lines<'u> {
    /// Lines for any parameter.
    pub(crate) fn all(ui: &'u mut Ui) -> Self {
        Self {
            ui,
            fields: &[],
            are_listed: false,
        }
    }

    fn shows(&self, field: &Field) -> bool {
        self.fields.contains(&field) == self.are_listed
    }
}

impl Editor for Lines<'_> {
    fn number(&mut self, label: &str, field: &'static Field, value: &mut f64, reset: f64) {
        if self.shows(field) {
            Number::called(label, field).real(self.ui, value, reset);
        }
    }

    fn optional(
        &mut self,
        label: &str,
        field: &'static Field,
        value: &mut Option<f64>,
        reset: Option<f64>,
    ) {
        if self.shows(field) {
            let first = field.first.unwrap_or_default();
            let number = Number::called(label, field);
            number.optional(self.ui, value, &reset, field.absent, first);
        }
    }

    fn switch(&mut self, field: &'static Field, value: &mut bool, reset: bool) {
        if self.shows(field) {
            switch_of(self.ui, field, value, reset);
        }
    }

    fn choice(&mut self, field: &'static Field, value: &mut usize, reset: usize) {
        if self.shows(field) {
            let choices = named(0.., field);
            let words = (field.name, &*tooltip(field));
            choice(self.ui, words, value, &reset, &choices);
        }
    }
}
