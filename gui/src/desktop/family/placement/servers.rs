//! The widgets of shared servers, and of policies that place jobs on them.

use egui::Ui;

use crate::desktop::panels::form::Form;
use crate::desktop::widgets::parameter::{Number, choice, switch};
use crate::scenario::placement::servers::{
    BandwidthModel, CycleEngine, Engine, Equation14, Servers, Th,
};
use crate::scenario::placement::{Over, Placing, Ready};
use crate::scenario::{Machine, PolicyName, fields};

const COUNT: Number<'_> = Number {
    name: "Servers",
    unit: "",
    tooltip: "Servers that jobs share, slowing one another down",
    range: fields::SERVERS,
    speed: 0.1,
    decimals: 0,
    slider: Some(1.0..=8.0),
    described: None,
};

const CORES: Number<'_> = Number {
    name: "Cores",
    unit: "",
    tooltip: "Logical cores of each server",
    range: fields::CORES,
    speed: 1.0,
    decimals: 0,
    slider: Some(4.0..=128.0),
    described: None,
};

const BANDWIDTH: Number<'_> = Number {
    name: "Bandwidth",
    unit: "GB/s",
    tooltip: "Local memory bandwidth of each server",
    range: fields::SERVER_BANDWIDTHS,
    speed: 1.0,
    decimals: 3,
    slider: Some(10.0..=400.0),
    described: None,
};

const LATENCY: Number<'_> = Number {
    name: "Latency",
    unit: "",
    tooltip: "Latency of remote over latency of local memory",
    range: fields::LATENCIES,
    speed: 0.01,
    decimals: 3,
    slider: Some(1.0..=4.0),
    described: None,
};

const INTERVAL: Number<'_> = Number {
    name: "Interval",
    unit: "s",
    tooltip: "How long a thread is busy and idle in turn, when it is alone",
    range: fields::SPANS,
    speed: 0.01,
    decimals: 3,
    slider: None,
    described: None,
};

/// The widgets of `servers`.
pub(in crate::desktop) fn servers(ui: &mut Ui, servers: &mut Servers, reset: &Servers) {
    if servers.kinds.is_empty() {
        let mut count = u64::from(servers.count);
        COUNT.whole(ui, &mut count, u64::from(reset.count));
        let mut cores = u64::from(servers.cores);
        CORES.whole(ui, &mut cores, u64::from(reset.cores));
        (servers.count, servers.cores) = (count as u32, cores as u32);
        BANDWIDTH.real(ui, &mut servers.bandwidth, reset.bandwidth);
    }
    for (place, kind) in servers.kinds.iter_mut().enumerate() {
        let reset = reset.kinds.get(place).unwrap_or(kind).clone();
        ui.label(format!("Kind {}", kind.name));
        ui.push_id(place, |ui| {
            let mut count = u64::from(kind.count);
            COUNT.whole(ui, &mut count, u64::from(reset.count));
            let mut cores = u64::from(kind.cores);
            CORES.whole(ui, &mut cores, u64::from(reset.cores));
            (kind.count, kind.cores) = (count as u32, cores as u32);
            BANDWIDTH.real(ui, &mut kind.bandwidth, reset.bandwidth);
        });
    }
    egui::CollapsingHeader::new("How threads share a server")
        .show(ui, |ui| sharing(ui, servers, reset));
}

fn sharing(ui: &mut Ui, servers: &mut Servers, reset: &Servers) {
    choice(
        ui,
        (
            "Divided by",
            "Which threads the bandwidth is divided by (equation 11)",
        ),
        &mut servers.th,
        &reset.th,
        &[
            (
                Th::Running,
                "threads on cores",
                "No more than there are cores",
            ),
            (Th::All, "all threads", "Too many threads then count twice"),
        ],
    );
    choice(
        ui,
        (
            "Unused",
            "What becomes of bandwidth that a thread does not use",
        ),
        &mut servers.bw_model,
        &reset.bw_model,
        &[
            (
                BandwidthModel::Equal,
                "is lost",
                "Everybody gets an equal share (equation 11)",
            ),
            (
                BandwidthModel::MaxMin,
                "goes to others",
                "The shares are max-min fair",
            ),
        ],
    );
    switch(
        ui,
        "bind memory to sockets",
        "Off: a quarter of the threads reach for the memory of another socket",
        &mut servers.binding,
        reset.binding,
    );
    if !servers.binding {
        LATENCY.real(ui, &mut servers.delta_rl, reset.delta_rl);
        choice(
            ui,
            ("Remote costs", "What remote memory costs (equation 14)"),
            &mut servers.eq14,
            &reset.eq14,
            &[
                (
                    Equation14::Literal,
                    "where short",
                    "1 + s d: nothing where there is bandwidth enough",
                ),
                (Equation14::Always, "always", "(1 + s) d"),
            ],
        );
    }
    let kinds = [
        (
            Engine::Fluid,
            "fluid",
            "Each thread progresses at one rate until something changes",
        ),
        (
            Engine::Cycle(CycleEngine::default()),
            "cycles",
            "As in the paper: threads are busy and idle by turns, drawn by the seed",
        ),
    ];
    // A length of its own is no other kind of engine.
    let mut engine = match servers.engine {
        Engine::Fluid => Engine::Fluid,
        Engine::Cycle(_) => Engine::Cycle(CycleEngine::default()),
    };
    let before = engine;
    choice(
        ui,
        ("Engine", "How threads progress"),
        &mut engine,
        &reset.engine,
        &kinds,
    );
    if engine != before {
        servers.engine = engine;
    }
    if let Engine::Cycle(cycle) = &mut servers.engine {
        INTERVAL.real(ui, &mut cycle.interval, CycleEngine::default().interval);
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
        let reset: &Placing = &self.document.opened.parameters.placing;
        choice(
            ui,
            ("MOM over", "Which jobs MOM takes the maximum over"),
            &mut placing.mom,
            &reset.mom,
            &[
                (
                    Over::All,
                    "all jobs",
                    "Those on the server and the one to be placed",
                ),
                (
                    Over::Existing,
                    "those there",
                    "The active jobs only, as the paper has it; an idle server is then best",
                ),
            ],
        );
        choice(
            ui,
            (
                "Ready jobs",
                "The order in which jobs that become ready together are placed",
            ),
            &mut placing.ready,
            &reset.ready,
            &[
                (Ready::Listed, "as listed", "By their place in the workload"),
                (
                    Ready::UpwardRank,
                    "longest path",
                    "By HEFT's upward rank, the greatest first",
                ),
            ],
        );
    }
}
