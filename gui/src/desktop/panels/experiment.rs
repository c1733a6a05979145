//! The panel on the left: the example, what is simulated, the buttons that start it, and the runs.

use egui::{Panel, ScrollArea, Ui};

use crate::desktop::family::placement::servers;
use crate::desktop::widgets::format;
use crate::desktop::widgets::parameter::Number;
use crate::desktop::{App, Command};
use crate::load::examples;
use crate::scenario::{Cluster, Machine, fields};

/// A longer list of runs scrolls.
const RUN_LIST_HEIGHT: f32 = 150.0;
/// From this share of killed jobs on it is said at the top.
const NOTABLE: f64 = 0.01;
/// Memory of a node where one is needed and none was said, in MiB: the thesis's.
pub(in crate::desktop) const NODE_MEMORY: f64 = 400.0;

impl App {
    /// Shows the panel.
    pub(in crate::desktop) fn experiment_panel(&mut self, ui: &mut Ui) {
        let mut open = self.settings.show_experiment;
        Panel::left("experiment")
            .default_size(286.0)
            .size_range(250.0..=480.0)
            .show_collapsible(ui, &mut open, |ui| {
                // What starts a run and what came of it stay in sight.
                Panel::bottom("runs")
                    .frame(egui::Frame::new())
                    .show(ui, |ui| {
                        ui.add_space(4.0);
                        self.run_buttons(ui);
                        ui.separator();
                        ScrollArea::vertical()
                            .id_salt("run list")
                            .max_height(RUN_LIST_HEIGHT)
                            .auto_shrink([false, true])
                            .show(ui, |ui| self.run_list(ui));
                        ui.add_space(4.0);
                    });
                egui::CentralPanel::no_frame().show(ui, |ui| {
                    ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| self.experiment_parameters(ui));
                });
            });
        self.settings.show_experiment = open;
    }

    fn experiment_parameters(&mut self, ui: &mut Ui) {
        ui.add_space(4.0);
        ui.heading("Experiment");
        self.example_choice(ui);
        self.killed_notice(ui);
        ui.separator();
        self.policy_choice(ui);
        ui.separator();
        self.machine(ui);
        ui.separator();
        self.workload(ui);
        ui.separator();
        self.policy_parameters(ui);
        self.remarks(ui);
        ui.add_space(8.0);
    }

    fn example_choice(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let label = ui.label("Example");
            let chosen = match &self.document.source {
                Some(_) => self.document.name(),
                None => self.document.scenario.title.clone(),
            };
            let combo = egui::ComboBox::from_id_salt("example")
                .width(ui.available_width() - 12.0)
                .truncate()
                .selected_text(chosen)
                .show_ui(ui, |ui| {
                    for (position, example) in examples::ALL.iter().enumerate() {
                        if ui.selectable_label(false, example.title).clicked() {
                            self.commands.push(Command::Example(position));
                        }
                    }
                });
            combo
                .response
                .labelled_by(label.id)
                .on_hover_text("A built-in scenario to start from");
        });
    }

    /// That many jobs were killed at their estimates, and a way not to: it changes every
    /// metric, so it stands where it is seen.
    fn killed_notice(&mut self, ui: &mut Ui) {
        let parameters = &mut self.document.scenario.parameters;
        if !parameters.kill_at_estimate {
            return;
        }
        let fresh = self.runs.entries.iter().filter(|entry| !entry.stale);
        let counts = fresh.filter_map(|entry| {
            let killed = entry.values.value("killed")?;
            Some((killed, entry.values.value("jobs")?))
        });
        let most = counts.max_by(|one, other| one.0.total_cmp(&other.0));
        let Some((killed, jobs)) = most.filter(|(killed, jobs)| *killed >= NOTABLE * jobs) else {
            return;
        };
        let words = format!(
            "{} of {} jobs ({:.0} %) were killed at their estimates",
            format::count(killed as u64),
            format::count(jobs as u64),
            100.0 * killed / jobs
        );
        let words = egui::RichText::new(words).color(ui.visuals().warn_fg_color);
        ui.add(egui::Label::new(words).wrap());
        let button = ui.small_button("Let them run on").on_hover_text(
            "Jobs that outrun their estimates are not killed: \"kill at the estimate\" under Policy parameters",
        );
        if button.clicked() {
            parameters.kill_at_estimate = false;
        }
    }

    fn machine(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.strong("Machine");
            self.machine_kind(ui);
        });
        let of_log = self.memory_of_log();
        let opened = &self.document.opened.machine;
        let cluster = match &mut self.document.scenario.machine {
            Machine::Servers(asked) => {
                let reset = match opened {
                    Machine::Servers(opened) => opened.clone(),
                    Machine::Cluster(_) => asked.clone(),
                };
                return servers::servers(ui, asked, &reset);
            }
            Machine::Cluster(cluster) => cluster,
        };
        let opened = match opened {
            Machine::Cluster(opened) => opened.clone(),
            Machine::Servers(_) => cluster.clone(),
        };
        let opened = &opened;
        if !cluster.kinds.is_empty() {
            // How many there are goes with the kinds, which the scenario text says.
            for kind in &cluster.kinds {
                ui.label(format!(
                    "{} of performance {}, price {}, quality {}",
                    kind.count, kind.performance, kind.price, kind.quality
                ));
            }
            return;
        }
        let (nodes, opened_nodes) = (&mut cluster.nodes, &opened.nodes);
        let number = Number {
            name: "Nodes",
            unit: "",
            tooltip: "Equal nodes, each held by one job at a time",
            range: fields::NODES,
            speed: 1.0,
            decimals: 0,
            slider: Some(1.0..=1024.0),
        };
        let known = self.experiment.as_ref();
        let size = known.map_or(64, |experiment| experiment.nodes);
        match nodes {
            Some(set) if opened_nodes.is_some() => {
                let mut whole = u64::from(*set);
                number.whole(ui, &mut whole, u64::from(opened_nodes.unwrap_or(*set)));
                *set = whole as u32;
            }
            _ => {
                let absent = format!("as in the log ({size})");
                number.optional_whole(ui, nodes, *opened_nodes, &absent, size);
            }
        }
        node_memory(ui, cluster, opened, of_log);
    }

    fn run_buttons(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let accent = ui.visuals().selection.bg_fill;
            let button = egui::Button::new("Run (F5)").fill(accent);
            let run = ui.add(button).on_hover_text(Command::Run.tooltip());
            if run.clicked() {
                self.commands.push(Command::Run);
            }
            let all = ui.button("Run all");
            if all.on_hover_text(Command::RunAll.tooltip()).clicked() {
                self.commands.push(Command::RunAll);
            }
            ui.checkbox(&mut self.settings.rerun_on_change, "re-run on change")
                .on_hover_text(Command::RerunOnChange.tooltip());
        });
    }

    /// What was dropped or changed while the workload was read.
    fn remarks(&self, ui: &mut Ui) {
        let Some(experiment) = &self.experiment else {
            return;
        };
        ui.separator();
        ui.strong("Workload as simulated");
        let jobs = format::count(experiment.jobs.len() as u64);
        ui.label(match experiment.hosting.servers.len() {
            0 => format!(
                "{jobs} jobs on {} nodes",
                format::count(u64::from(experiment.nodes))
            ),
            servers => format!("{jobs} jobs on {} servers", format::count(servers as u64)),
        });
        for remark in &experiment.remarks {
            ui.add(egui::Label::new(format!("• {remark}")).wrap());
        }
    }
}

/// The widgets of node memory, which the log may say in MiB.
fn node_memory(ui: &mut Ui, cluster: &mut Cluster, opened: &Cluster, of_log: Option<f64>) {
    let memory = Number {
        name: "Memory",
        unit: "MiB",
        tooltip: "Memory of each node; policies that let jobs share nodes in time use it: Scojo-PECT, gang scheduling and flexible coscheduling",
        range: fields::MEMORIES,
        speed: 5.0,
        decimals: 3,
        slider: None,
    };
    let absent = match of_log {
        Some(known) => format!("as in the log ({})", format::number(known)),
        None => "not simulated".to_owned(),
    };
    memory.optional(
        ui,
        &mut cluster.memory,
        &opened.memory,
        &absent,
        NODE_MEMORY,
    );
    let Some(size) = cluster.memory.or(of_log) else {
        return;
    };
    let rate = Number {
        name: "Transfer",
        unit: "MiB/s",
        tooltip: "How fast a node loads a job's memory, or swaps it out; only Scojo-PECT swaps",
        range: fields::MEMORIES,
        speed: 0.1,
        decimals: 3,
        slider: None,
    };
    let usual = size / 100.0;
    let absent = format!("1 % a second ({})", format::number(usual));
    rate.optional(
        ui,
        &mut cluster.transfer_rate,
        &opened.transfer_rate,
        &absent,
        usual,
    );
}
