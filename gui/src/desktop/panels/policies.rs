//! Which policies are simulated, and what they are told.

use cosched_core::slots::Criterion;
use egui::Ui;

use super::orders;
use crate::desktop::App;
use crate::desktop::widgets::parameter::{Number, choice, switch};
use crate::desktop::widgets::section;
use crate::family::{self, Family};
use crate::load::check_policy;
use crate::scenario::moldable::{Deadlines, Fair, LOSSES, Molding};
use crate::scenario::slots::AMOUNTS;
use crate::scenario::{Machine, PolicyName, fields};

const LOSS: Number<'_> = Number {
    name: "Loss",
    unit: "",
    tooltip: "The share of processor time that virtual machines take; the paper says less than 0.05",
    range: LOSSES,
    speed: 0.001,
    decimals: 3,
    slider: None,
};

const BUDGET: Number<'_> = Number {
    name: "Budget",
    unit: "",
    tooltip: "The most a job pays for all its nodes together, if it does not say it",
    range: AMOUNTS,
    speed: 1.0,
    decimals: 3,
    slider: None,
};

/// Every criterion with its name and what it means.
const CRITERIA: [(Criterion, &str, &str); 6] = [
    (Criterion::FirstFit, "FirstFit", "The earliest start"),
    (
        Criterion::GroupFirst,
        "FirstFit by group",
        "The earliest start on the fastest nodes on which there is a window at all",
    ),
    (Criterion::MinFinish, "MinFinish", "The earliest end"),
    (Criterion::MinRuntime, "MinRuntime", "The shortest"),
    (Criterion::MinCost, "MinCost", "The cheapest"),
    (
        Criterion::MaxQ,
        "MaxQ",
        "The greatest sum of the nodes' qualities within the budget",
    ),
];

/// Whether it is somebody's own and can be told something.
fn has_parameters(policy: &PolicyName) -> bool {
    matches!(policy, PolicyName::Own(own) if !own.parameters().is_empty())
}

impl App {
    /// The policies that suit the machine, by family, and what those are told that are
    /// chosen.
    pub(in crate::desktop) fn policy_choice(&mut self, ui: &mut Ui) {
        for family in family::ALL {
            let machine = &self.document.scenario.machine;
            let mut suited = family.members();
            if family.is_of_others() {
                suited.extend(self.programs());
            }
            suited.retain(|policy| check_policy(machine, *policy).is_ok());
            if suited.is_empty() {
                continue;
            }
            ui.add_space(2.0);
            ui.label(egui::RichText::new(family.title).small().weak());
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
                for &policy in &suited {
                    self.policy_chip(ui, policy);
                }
            });
            self.family_parameters(ui, family);
        }
        ui.add_space(6.0);
        section::card(ui, "All policies", |ui| self.policy_parameters(ui));
        self.variants(ui);
    }

    /// The other programs that the scenario names, or named when it was opened.
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

    /// A policy that can be chosen or not.
    fn policy_chip(&mut self, ui: &mut Ui, policy: PolicyName) {
        let chosen = &mut self.document.scenario.policies;
        let ticked = chosen.contains(&policy);
        let chip =
            ui.add(egui::Button::selectable(ticked, policy.title()).frame_when_inactive(true));
        if !chip.on_hover_text(policy.summary()).clicked() {
            return;
        }
        match ticked {
            false => chosen.push(policy),
            true => chosen.retain(|other| *other != policy),
        }
        chosen.sort_by_key(|policy| {
            let place = PolicyName::all().position(|other| other == *policy);
            // Other programs come last.
            place.unwrap_or(usize::MAX)
        });
    }

    /// Whether anything is said of the sizes of jobs.
    fn is_moldable(&self) -> bool {
        self.document.scenario.moldable.is_some()
            || self.document.opened.parameters.molding != Molding::default()
    }

    /// What the chosen policies of `family` are told.
    fn family_parameters(&mut self, ui: &mut Ui, family: &Family) {
        let chosen = &self.document.scenario.policies;
        let has = |such: fn(PolicyName) -> bool| {
            let own = chosen
                .iter()
                .filter(|policy| family.policies.contains(policy));
            own.filter(|policy| such(**policy)).count() > 0
        };
        // Deadlines may be hard under policies of other families, too.
        let molds = family.policies.contains(&PolicyName::Kceasy) && self.is_moldable();
        let parameters: fn(&mut Self, &mut Ui) = if has(PolicyName::shares_nodes) {
            Self::slicing_parameters
        } else if has(PolicyName::has_quanta) {
            Self::coscheduling_parameters
        } else if molds || has(PolicyName::molds) {
            Self::molding_parameters
        } else if has(PolicyName::tells_nodes_apart) {
            Self::slot_parameters
        } else if family.is_of_others() && chosen.iter().any(has_parameters) {
            Self::own_parameters
        } else {
            return;
        };
        let title = match family.is_of_others() {
            true => "Own",
            false => family.title,
        };
        section::card(ui, title, |ui| parameters(self, ui));
    }

    /// The widgets of the policy that buys windows.
    fn slot_parameters(&mut self, ui: &mut Ui) {
        let asked = &mut self.document.scenario.parameters.slots;
        let reset = &self.document.opened.parameters.slots;
        choice(
            ui,
            (
                "Criterion",
                "What makes a window the best, for jobs that name no criterion",
            ),
            &mut asked.criterion,
            &reset.criterion,
            &CRITERIA,
        );
        let first = 1_000.0;
        BUDGET.optional(ui, &mut asked.budget, &reset.budget, "any price", first);
    }

    /// The widgets of policies that choose the sizes of jobs.
    fn molding_parameters(&mut self, ui: &mut Ui) {
        let asked = &mut self.document.scenario.parameters.molding;
        let reset = &self.document.opened.parameters.molding;
        LOSS.real(ui, &mut asked.loss, reset.loss);
        switch(
            ui,
            "expand into idle processors",
            "ADaSA gives processors that nobody waits for to jobs that start; off: exactly the least size that meets the deadline",
            &mut asked.expand_idle,
            reset.expand_idle,
        );
        choice(
            ui,
            (
                "Deadlines are",
                "What becomes of jobs that cannot meet their deadlines",
            ),
            &mut asked.deadlines,
            &reset.deadlines,
            &[
                (
                    Deadlines::Soft,
                    "soft",
                    "All jobs run; those that are late are counted",
                ),
                (
                    Deadlines::Hard,
                    "hard",
                    "A job that would be late, by what can be foreseen on its arrival, is refused",
                ),
            ],
        );
        choice(
            ui,
            ("Fair means", "What fair-shared scheduling means"),
            &mut asked.fair,
            &reset.fair,
            &[
                (
                    Fair::First,
                    "all to the first",
                    "As many processors as are of use to the first job, as the paper says",
                ),
                (
                    Fair::Weighted,
                    "by work",
                    "Up to the part that goes with a job's part of all work, as the work it cites says",
                ),
            ],
        );
    }

    /// Further runs with parameters of their own, which can be dropped here.
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

    /// The widgets of the policies' common parameters.
    pub(in crate::desktop) fn policy_parameters(&mut self, ui: &mut Ui) {
        if let Machine::Servers(_) = self.document.scenario.machine {
            return self.placing_parameters(ui);
        }
        let parameters = &mut self.document.scenario.parameters;
        let opened = &self.document.opened.parameters;
        let order = (
            "Queue order",
            "The order in which waiting jobs are considered",
        );
        orders::choice(ui, order, &mut parameters.order, &opened.order);
        let backfill_order = (
            "Backfill order",
            "The order in which EASY tries jobs behind the head",
        );
        let (value, reset) = (&mut parameters.backfill_order, &opened.backfill_order);
        orders::optional_choice(ui, backfill_order, value, reset);
        let depth = Number {
            name: "Depth",
            unit: "jobs",
            tooltip: "How many waiting jobs backfilling looks at",
            range: fields::COUNTS,
            speed: 1.0,
            decimals: 0,
            slider: None,
        };
        depth.optional_whole(ui, &mut parameters.depth, opened.depth, "all of them", 100);
        switch(
            ui,
            "kill at the estimate",
            "A job that has run as long as its estimate is killed, as on real machines",
            &mut parameters.kill_at_estimate,
            opened.kill_at_estimate,
        );
    }
}
