//! The widgets of shared servers, and of policies that place jobs on them.

use egui::Ui;

use crate::desktop::panels::form::Form;
use crate::desktop::widgets::lines::lines_but;
use crate::desktop::widgets::parameter::{Number, choice_of, switch_of};
use crate::scenario::placement::servers::{CycleEngine, Engine, Servers};
use crate::scenario::reference::{self, Field};
use crate::scenario::{Machine, PolicyName};

/// How many servers, cores of each, and their bandwidth.
fn sizes(
    ui: &mut Ui,
    fields: [&'static Field; 3],
    (count, cores, bandwidth): (&mut u32, &mut u32, &mut f64),
    reset: (u32, u32, f64),
) {
    let [servers, cores_of, bandwidth_of] = fields;
    let mut whole = u64::from(*count);
    let number = Number::of(servers).with_slider(1.0..=8.0).in_steps(0.1, 0);
    number.whole(ui, &mut whole, u64::from(reset.0));
    *count = whole as u32;
    let mut whole = u64::from(*cores);
    let number = Number::of(cores_of).with_slider(4.0..=128.0);
    number
        .in_steps(1.0, 0)
        .whole(ui, &mut whole, u64::from(reset.1));
    *cores = whole as u32;
    let number = Number::of(bandwidth_of).with_slider(10.0..=400.0);
    number.in_steps(1.0, 3).real(ui, bandwidth, reset.2);
}

/// The widgets of `servers`.
pub(in crate::desktop) fn servers(ui: &mut Ui, servers: &mut Servers, reset: &Servers) {
    if servers.kinds.is_empty() {
        sizes(
            ui,
            [
                &reference::SERVERS,
                &reference::CORES,
                &reference::BANDWIDTH,
            ],
            (
                &mut servers.count,
                &mut servers.cores,
                &mut servers.bandwidth,
            ),
            (reset.count, reset.cores, reset.bandwidth),
        );
    }
    for (place, kind) in servers.kinds.iter_mut().enumerate() {
        let reset = reset.kinds.get(place).unwrap_or(kind).clone();
        ui.label(format!("Kind {}", kind.name));
        ui.push_id(place, |ui| {
            sizes(
                ui,
                [
                    &reference::SERVERS_OF_KIND,
                    &reference::CORES_OF_KIND,
                    &reference::BANDWIDTH_OF_KIND,
                ],
                (&mut kind.count, &mut kind.cores, &mut kind.bandwidth),
                (reset.count, reset.cores, reset.bandwidth),
            );
        });
    }
    egui::CollapsingHeader::new("How threads share a server")
        .show(ui, |ui| sharing(ui, servers, reset));
}

fn sharing(ui: &mut Ui, servers: &mut Servers, reset: &Servers) {
    choice_of(ui, &reference::DIVIDED_BY, &mut servers.th, &reset.th);
    choice_of(
        ui,
        &reference::UNUSED,
        &mut servers.bw_model,
        &reset.bw_model,
    );
    switch_of(ui, &reference::BINDING, &mut servers.binding, reset.binding);
    if !servers.binding {
        let latency = Number::of(&reference::LATENCY).with_slider(1.0..=4.0);
        latency
            .in_steps(0.01, 3)
            .real(ui, &mut servers.delta_rl, reset.delta_rl);
        choice_of(ui, &reference::REMOTE, &mut servers.eq14, &reset.eq14);
    }
    // A length of its own is no other kind of engine.
    let mut engine = match servers.engine {
        Engine::Fluid => Engine::Fluid,
        Engine::Cycle(_) => Engine::Cycle(CycleEngine::default()),
    };
    let before = engine;
    choice_of(ui, &reference::ENGINE, &mut engine, &reset.engine);
    if engine != before {
        servers.engine = engine;
    }
    if let Engine::Cycle(cycle) = &mut servers.engine {
        let interval = Number::of(&reference::CYCLE).in_steps(0.01, 3);
        interval.real(ui, &mut cycle.interval, CycleEngine::default().interval);
    }
}

impl Form<'_> {
    /// The choice between nodes and servers. Policies suit one of them only.
    pub(in crate::desktop) fn machine_kind(&mut self, ui: &mut Ui) {
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
        let (machine, policies) = match as_opened {
            true => (opened.machine.clone(), opened.policies.clone()),
            false => {
                let usual = PolicyName::usual(&machine).to_vec();
                (machine, usual)
            }
        };
        scenario.machine = machine;
        scenario.policies = policies;
        scenario.variants.clear();
    }

    /// The widgets of policies that place jobs on servers.
    pub(in crate::desktop) fn placing_parameters(&mut self, ui: &mut Ui) {
        let Machine::Servers(_) = self.document.scenario.machine else {
            return;
        };
        let placing = &mut self.document.scenario.parameters.placing;
        lines_but(ui, &[], placing, &self.document.opened.parameters.placing);
    }
}
