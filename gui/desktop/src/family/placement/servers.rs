//! Widgets of shared servers, and of policies that place jobs on them.

use egui::Ui;

use crate::panels::form::Form;
use crate::widgets::lines::{lines, lines_but};
use laboratory::scenario::placement::servers::Servers;
use laboratory::scenario::reference::Field;
use laboratory::scenario::{Machine, PolicyName};

/// How many servers, cores of each, and their bandwidth.
const SIZES: [&Field; 3] = [&Servers::COUNT, &Servers::CORES, &Servers::BANDWIDTH];

/// Cost of memory of another socket.
const REMOTE: [&Field; 2] = [&Servers::DELTA_RL, &Servers::EQ14];

/// Shows the widgets of `servers`.
pub(crate) fn servers(ui: &mut Ui, servers: &mut Servers, reset: &Servers) {
    if servers.kinds.is_empty() {
        lines(ui, &SIZES, servers, reset);
    }
    for (index, kind) in servers.kinds.iter_mut().enumerate() {
        let reset = reset.kinds.get(index).unwrap_or(kind).clone();
        ui.label(format!("Kind {}", kind.name));
        ui.push_id(index, |ui| lines_but(ui, &[], kind, &reset));
    }
    egui::CollapsingHeader::new("How threads share a server").show(ui, |ui| {
        let elsewhere = if servers.binding {
            [&SIZES[..], &REMOTE].concat()
        } else {
            SIZES.to_vec()
        };
        lines_but(ui, &elsewhere, servers, reset);
    });
}

impl Form<'_> {
    /// Shows the choice between nodes and servers. Policies suit one of them only.
    pub(crate) fn machine_kind(&mut self, ui: &mut Ui) {
        let scenario = &mut self.document.scenario;
        let opened = &self.document.opened;
        let has_servers = matches!(scenario.machine, Machine::Servers(_));
        let text = if has_servers { "servers" } else { "nodes" };
        let combo = egui::ComboBox::from_id_salt("machine kind")
            .selected_text(text)
            .show_ui(ui, |ui| {
                let mut chosen = None;
                let nodes = ui.selectable_label(!has_servers, "nodes");
                if nodes.clicked() && has_servers {
                    chosen = Some(Machine::cluster(Some(128)));
                }
                let servers = ui.selectable_label(has_servers, "servers");
                if servers.clicked() && !has_servers {
                    chosen = Some(Machine::Servers(Servers::default()));
                }
                chosen
            });
        combo
            .response
            .accessible_name("Machine kind")
            .on_hover_text("Nodes that one job has at a time, or servers that jobs share");
        let Some(machine) = combo.inner.flatten() else {
            return;
        };
        let as_opened = std::mem::discriminant(&machine) == std::mem::discriminant(&opened.machine);
        let (machine, policies) = if as_opened {
            (opened.machine.clone(), opened.policies.clone())
        } else {
            let usual = PolicyName::defaults_for(&machine).to_vec();
            (machine, usual)
        };
        scenario.machine = machine;
        scenario.policies = policies;
        scenario.variants.clear();
    }

    /// Shows the widgets of policies that place jobs on servers.
    pub(crate) fn placing_parameters(&mut self, ui: &mut Ui) {
        let Machine::Servers(_) = self.document.scenario.machine else {
            return;
        };
        let placing = &mut self.document.scenario.parameters.placing;
        lines_but(ui, &[], placing, &self.document.opened.parameters.placing);
    }
}
