//! The panel on the left: the experiment, the buttons that start it, and the runs.

use egui::{Panel, Rect, ScrollArea, Ui, pos2};

use super::run_list;
use crate::documents::OpenDocument;
use crate::family::placement::servers;
use crate::panels::form::Form;
use crate::panels::sides::Side;
use crate::widgets::landmark::Landmark;
use crate::widgets::parameter::Number;
use crate::widgets::section;
use crate::{App, Command};
use laboratory::base::format;
use laboratory::base::sanitize::quoted;
use laboratory::record::Experiment;
use laboratory::scenario::{Cluster, Machine};

/// Height of what stands above the list of runs.
const RUN_LIST_HEAD: f32 = 86.0;
/// Least share of killed jobs that is reported at the top.
const NOTABLE: f64 = 0.01;
/// Default memory of a node where one is needed, in MiB: the thesis's.
pub(crate) const NODE_MEMORY: f64 = 400.0;

impl App {
    /// Shows the panel.
    pub(crate) fn experiment_panel(&mut self, ui: &mut Ui) {
        let is_shown = self.shows(Side::Experiment);
        let mut open = is_shown;
        Panel::left("experiment")
            .default_size(286.0)
            .size_range(250.0..=480.0)
            .show_collapsible(ui, &mut open, |ui| self.experiment(ui));
        if open != is_shown {
            self.toggle_side(Side::Experiment);
        }
    }

    /// Shows what is in it.
    pub(crate) fn experiment(&mut self, ui: &mut Ui) {
        // The buttons that start a run, and the runs, stay in sight.
        Panel::bottom("runs")
            .exact_size(self.front.run_list_height(ui.available_height()))
            .frame(egui::Frame::new())
            .show(ui, |ui| {
                ui.add_space(10.0);
                self.run_buttons(ui);
                ui.separator();
                ScrollArea::vertical()
                    .id_salt("run list")
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        self.run_list(ui);
                        self.branch_list(ui);
                    });
                ui.add_space(4.0);
            });
        egui::CentralPanel::no_frame().show(ui, |ui| {
            // Else the bar would lie over the arrows at the ends of the lines.
            let scroll = &mut ui.spacing_mut().scroll;
            scroll.floating_allocated_width = scroll.bar_width;
            ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| self.form().show(ui));
        });
    }

    /// Returns the form that edits the experiment.
    fn form(&mut self) -> Form<'_> {
        Form {
            document: &mut self.front.shared.document,
            experiment: self.front.shared.experiment.as_deref(),
            remarks: &self.front.shared.remarks,
            runs: &self.front.shared.runs,
            commands: &mut self.commands,
        }
    }

    fn run_buttons(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let all = ui.button("Run all");
            if all.on_hover_text(Command::RunAll.tooltip()).clicked() {
                self.commands.push(Command::RunAll);
            }
            ui.checkbox(&mut self.settings.rerun_on_change, "re-run on change")
                .on_hover_text(Command::RerunOnChange.tooltip());
        });
    }
}

impl OpenDocument {
    /// Returns the height of the list of runs with its heading: less than half of the panel.
    fn run_list_height(&self, room: f32) -> f32 {
        let rows = self.shared.runs.entries.len().max(1) as f32 * run_list::ROW;
        (RUN_LIST_HEAD + rows + self.branch_list_height()).min(0.45 * room)
    }
}

impl Form<'_> {
    /// Shows the form.
    fn show(&mut self, ui: &mut Ui) {
        ui.add_space(4.0);
        self.killed_notice(ui);
        let known = self.experiment;
        let machine = known.map_or_else(String::new, machine_in_words);
        section::folded(ui, "Machine", &machine, |ui| self.machine(ui));
        let jobs = known.map_or(0, |known| known.jobs.len());
        let jobs = format::counted(jobs, "job");
        section::show(ui, "Workload", &jobs, |ui| {
            self.workload(ui);
            self.remarks(ui);
        });
        let chosen = self.document.scenario.policies.len();
        let policies = format!("{chosen} of {}", self.suited_count());
        let top = ui.cursor().min;
        section::show(ui, "Policies", &policies, |ui| self.policy_choice(ui));
        let rect = Rect::from_min_max(top, pos2(ui.max_rect().right(), ui.cursor().top()));
        Landmark::Policies.note_rect(ui.ctx(), rect.intersect(ui.clip_rect()));
        ui.add_space(8.0);
    }

    /// Shows how many jobs were killed at their estimates, and a switch against it: it changes
    /// every metric, so it stands where it is seen.
    fn killed_notice(&mut self, ui: &mut Ui) {
        let parameters = &mut self.document.scenario.parameters;
        if !parameters.kill_at_estimate {
            return;
        }
        let own = self.runs.entries.iter().filter(|entry| !entry.beside);
        let fresh = own.filter(|entry| !entry.stale);
        let counts = fresh.filter_map(|entry| {
            let preempted = entry.values.value("killed_by_preemption").unwrap_or(0.0);
            let killed = entry.values.value("killed")? - preempted;
            Some((killed, entry.values.value("jobs")?))
        });
        let most = counts.max_by(|one, other| one.0.total_cmp(&other.0));
        let is_notable = |(killed, jobs): &(f64, f64)| *killed > 0.0 && *killed >= NOTABLE * jobs;
        let Some((killed, jobs)) = most.filter(is_notable) else {
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
        self.machine_kind(ui);
        let of_log = self.memory_of_log();
        let opened = &self.document.opened.machine;
        let cluster = match &mut self.document.scenario.machine {
            Machine::Servers(requested) => {
                let reset = match opened {
                    Machine::Servers(opened) => opened.clone(),
                    Machine::Cluster(_) => requested.clone(),
                };
                return servers::servers(ui, requested, &reset);
            }
            Machine::Cluster(cluster) => cluster,
        };
        let opened = match opened {
            Machine::Cluster(opened) => opened.clone(),
            Machine::Servers(_) => cluster.clone(),
        };
        let opened = &opened;
        if !cluster.kinds.is_empty() {
            // The numbers of nodes belong to the kinds, which are edited in the scenario's text.
            for kind in &cluster.kinds {
                ui.label(kind.summary());
            }
            for partition in &cluster.partitions {
                ui.label(partition.summary());
            }
            for reservation in &cluster.reservations {
                ui.label(reservation.summary());
            }
            for switch in &cluster.switches {
                ui.label(switch.summary());
            }
            for block in &cluster.blocks {
                ui.label(block.summary());
            }
            for sleep in &cluster.sleep {
                ui.label(sleep.summary());
            }
            return;
        }
        let (nodes, opened_nodes) = (&mut cluster.nodes, &opened.nodes);
        let number = Number::of(&Cluster::NODES);
        let size = self.experiment.map_or(64, |experiment| experiment.nodes);
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

    /// Shows what was dropped or changed while the workload was read.
    fn remarks(&self, ui: &mut Ui) {
        let Some(experiment) = self.experiment else {
            return;
        };
        let remarks = || experiment.remarks.iter().chain(self.remarks);
        let count = remarks().count();
        if count == 0 {
            return;
        }
        let value = format::counted(count, "remark");
        section::lesser(ui, "Reading", &value, |ui| {
            for remark in remarks() {
                ui.add(egui::Label::new(quoted(&format!("• {remark}"))).wrap());
            }
        });
    }
}

/// Returns the size of the simulated machine.
fn machine_in_words(known: &Experiment) -> String {
    match known.hosting.servers.len() {
        0 => known.machine_in_words(),
        servers => format::counted(servers, "server"),
    }
}

/// Shows the widgets of node memory, which the log may give in MiB.
fn node_memory(ui: &mut Ui, cluster: &mut Cluster, opened: &Cluster, of_log: Option<f64>) {
    let memory = Number::of(&Cluster::MEMORY);
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
    let rate = Number::of(&Cluster::TRANSFER_RATE);
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
