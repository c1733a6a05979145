//! The choice of policies, and their parameters.

use egui::Ui;

use super::orders;
use crate::family;
use crate::family::room::Room;
use crate::panels::form::Form;
use crate::widgets::lines::lines;
use crate::widgets::section;
use laboratory::family::recorded::FAMILY;
use laboratory::load::check_policy;
use laboratory::scenario::{Machine, Parameters, PolicyName};

impl Form<'_> {
    /// Shows the policies that suit the machine, by family, and the parameters of the chosen ones.
    pub(crate) fn policy_choice(&mut self, ui: &mut Ui) {
        let is_recorded = |room: &&Room| room.family.title == FAMILY.title;
        // The recorded schedule comes before the simulated ones, as in the list of runs.
        let (first, others): (Vec<&Room>, Vec<&Room>) =
            family::ALL.into_iter().partition(is_recorded);
        for room in first.into_iter().chain(others) {
            let suited = self.suited_policies(room);
            if suited.is_empty() {
                continue;
            }
            ui.add_space(2.0);
            ui.label(egui::RichText::new(room.family.title).small().weak());
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
                for &policy in &suited {
                    self.policy_chip(ui, policy);
                }
            });
            self.family_parameters(ui, room);
        }
        ui.add_space(6.0);
        section::card(ui, "All policies", |ui| self.policy_parameters(ui));
        self.variants(ui);
    }

    /// Returns how many policies suit the machine and the workload.
    pub(super) fn suited_count(&self) -> usize {
        family::ALL
            .into_iter()
            .map(|room| self.suited_policies(room).len())
            .sum()
    }

    /// Returns those of `room` that suit the machine and the workload.
    fn suited_policies(&self, room: &Room) -> Vec<PolicyName> {
        let scenario = &self.document.scenario;
        let mut suited = room.family.members();
        if room.family.is_of_others() {
            suited.extend(self.programs());
        }
        suited.retain(|policy| check_policy(&scenario.machine, *policy).is_ok());
        if !scenario.workload.is_log() {
            suited.retain(|policy| !policy.replays());
        }
        suited
    }

    /// Returns the external programs that the scenario names, or named when it was opened.
    fn programs(&self) -> Vec<PolicyName> {
        let (now, opened) = (&self.document.scenario, &self.document.opened);
        let mut programs: Vec<PolicyName> = Vec::new();
        for policy in now.policies.iter().chain(&opened.policies) {
            if matches!(policy, PolicyName::External(_)) && !programs.contains(policy) {
                programs.push(*policy);
            }
        }
        programs
    }

    /// Shows a policy that can be chosen or not.
    fn policy_chip(&mut self, ui: &mut Ui, policy: PolicyName) {
        let chosen = &mut self.document.scenario.policies;
        let ticked = chosen.contains(&policy);
        let chip =
            ui.add(egui::Button::selectable(ticked, policy.title()).frame_when_inactive(true));
        if !chip.on_hover_text(policy.summary()).clicked() {
            return;
        }
        if ticked {
            chosen.retain(|other| *other != policy)
        } else {
            chosen.push(policy)
        }
        chosen.sort_by_key(|policy| {
            let index = PolicyName::all().position(|other| other == *policy);
            // External programs come last.
            index.unwrap_or(usize::MAX)
        });
    }

    /// Shows the parameters of the chosen policies of a family.
    fn family_parameters(&mut self, ui: &mut Ui, room: &Room) {
        let (now, opened) = (&self.document.scenario, &self.document.opened);
        let is_of_room =
            |policy: &PolicyName| family::room_of(*policy).family.title == room.family.title;
        let is_chosen = now.policies.iter().any(is_of_room);
        let Some(parameters) = room.parameters else {
            return;
        };
        // Own policies may have no parameters.
        let is_ours = !room.family.is_of_others();
        let has_parameters = (room.has_parameters)(now) || is_ours && (room.has_parameters)(opened);
        if has_parameters || is_chosen && is_ours {
            section::card(ui, room.family.title, |ui| parameters(self, ui));
        }
    }

    /// Shows further runs with parameters of their own, which can be dropped here.
    fn variants(&mut self, ui: &mut Ui) {
        let variants = &mut self.document.scenario.variants;
        if !variants.is_empty() {
            ui.add_space(2.0);
            ui.label(egui::RichText::new("Further runs").small().weak());
        }
        let mut gone = None;
        for (position, variant) in variants.iter().enumerate() {
            let name = variant.label.as_deref().unwrap_or(variant.policy.title());
            ui.horizontal(|ui| {
                let drop = egui::Button::new("🗙").small().frame_when_inactive(false);
                let drop = ui.add(drop).accessible_name(format!("Drop {name}"));
                if drop.on_hover_text("No longer simulate this").clicked() {
                    gone = Some(position);
                }
                ui.add(egui::Label::new(name).truncate()).on_hover_text(
                    "A further run with parameters of its own; see the scenario text",
                );
            });
        }
        if let Some(position) = gone {
            variants.remove(position);
        }
    }

    /// Shows the widgets of the policies' common parameters.
    pub(crate) fn policy_parameters(&mut self, ui: &mut Ui) {
        if let Machine::Servers(_) = self.document.scenario.machine {
            return self.placing_parameters(ui);
        }
        let parameters = &mut self.document.scenario.parameters;
        let opened = &self.document.opened.parameters;
        orders::choice(ui, &mut parameters.order, &opened.order);
        let (value, reset) = (&mut parameters.backfill_order, &opened.backfill_order);
        orders::optional_choice(ui, value, reset);
        let others = [
            &Parameters::DEPTH,
            &Parameters::PREDICTOR,
            &Parameters::KILL_AT_ESTIMATE,
        ];
        lines(ui, &others, parameters, opened);
    }
}
