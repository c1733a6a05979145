//! Widgets of policies that are built in besides ours, made from their descriptions.

use egui::Ui;

use super::room::Room;
use crate::panels::form::Form;
use crate::widgets::parameter::Number;
use charts::look::strong;
use laboratory::family::own::FAMILY;
use laboratory::scenario::PolicyName;
use laboratory::scenario::policy::own::Parameter;

pub(crate) const ROOM: Room = Room {
    parameters: Some(|form, ui| form.own_parameters(ui)),
    has_parameters: |scenario| scenario.policies.iter().any(has_parameters),
    ..Room::of_family(&FAMILY)
};

/// Whether it is a policy of one's own with parameters.
fn has_parameters(policy: &PolicyName) -> bool {
    matches!(policy, PolicyName::Own(own) if !own.parameters().is_empty())
}

impl Form<'_> {
    /// Shows the parameters of the chosen ones.
    pub(crate) fn own_parameters(&mut self, ui: &mut Ui) {
        let chosen = self.document.scenario.policies.clone();
        for policy in chosen {
            let PolicyName::Own(own) = policy else {
                continue;
            };
            if own.parameters().is_empty() {
                continue;
            }
            ui.label(strong(policy.title()));
            for parameter in own.parameters() {
                self.own_parameter(ui, parameter);
            }
        }
    }

    fn own_parameter(&mut self, ui: &mut Ui, parameter: &Parameter) {
        let own = &mut self.document.scenario.parameters.own;
        let opened = &self.document.opened.parameters.own;
        let value_of = |own: &std::collections::BTreeMap<String, f64>| {
            own.get(parameter.name).copied().unwrap_or(parameter.usual)
        };
        let (mut value, reset) = (value_of(own), value_of(opened));
        let (low, high) = (*parameter.range.start(), *parameter.range.end());
        let number = Number {
            name: parameter.name,
            unit: parameter.unit,
            tooltip: parameter.sentence,
            range: low..=high,
            speed: ((high - low) / 400.0).clamp(1e-3, 10.0),
            decimals: 3,
            slider: None,
            described: None,
        };
        number.real(ui, &mut value, reset);
        if value == parameter.usual && !opened.contains_key(parameter.name) {
            own.remove(parameter.name);
        } else if value != value_of(own) {
            own.insert(parameter.name.to_owned(), value);
        }
    }
}
