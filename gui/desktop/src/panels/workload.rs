//! Source of the jobs: a model, a log, or a list written by hand.

use std::path::Path;

use egui::Ui;

use super::experiment::NODE_MEMORY;
use super::sources::{load_of_log, memory_source};
use super::{generate, models, written_jobs};
use crate::Command;
use crate::family::placement::workflow;
use crate::panels::form::Form;
use crate::widgets::parameter::{Number, line, switch_of, tooltip};
use crate::widgets::{documentation, section};
use laboratory::record::Experiment;
use laboratory::scenario::{
    JannWorkload, Job, Machine, PolicyName, Scenario, SwfWorkload, TableWorkload, Workload,
    reference,
};

/// Returns a scenario to start from when there is no other.
pub(crate) fn blank() -> Scenario {
    Scenario {
        title: "Untitled".to_owned(),
        policies: vec![PolicyName::Fcfs, PolicyName::Easy],
        ..Scenario::of(
            Machine::cluster(Some(64)),
            Workload::Lublin(models::lublin()),
        )
    }
}

fn few_jobs() -> Vec<Job> {
    vec![
        Job::new(0.0, 600.0, 32),
        Job::new(60.0, 900.0, 48),
        Job::new(120.0, 300.0, 16),
    ]
}

impl Form<'_> {
    /// Shows the widgets of the workload.
    pub(crate) fn workload(&mut self, ui: &mut Ui) {
        self.workload_kind(ui);
        let of_log = self.memory_of_log();
        let scenario = &mut self.document.scenario;
        let opened = &self.document.opened.workload;
        let needed_none = !needs_memory(&scenario.workload);
        match &mut scenario.workload {
            Workload::Lublin(model) => {
                let reset = match opened {
                    Workload::Lublin(opened) => opened.clone(),
                    _ => models::lublin(),
                };
                models::lublin_widgets(ui, model, &reset);
                seed(ui, &mut scenario.seed, self.document.opened.seed);
            }
            Workload::Jann(model) => {
                let reset = match opened {
                    Workload::Jann(opened) => opened.clone(),
                    _ => models::jann(),
                };
                models::jann_widgets(ui, model, &reset);
                seed(ui, &mut scenario.seed, self.document.opened.seed);
            }
            Workload::Swf(log) => {
                let reset = match opened {
                    Workload::Swf(opened) => opened.clone(),
                    _ => log.clone(),
                };
                if swf_widgets(ui, log, &reset, self.experiment) {
                    self.commands.push(Command::Open);
                }
            }
            Workload::Table(table) => {
                let reset = match opened {
                    Workload::Table(opened) => opened.clone(),
                    _ => table.clone(),
                };
                if table_widgets(ui, table, &reset, self.experiment) {
                    self.commands.push(Command::Open);
                }
            }
            Workload::Jobs(jobs) => written_jobs::table(ui, jobs),
            Workload::Workflow(requested) => {
                let reset = match opened {
                    Workload::Workflow(opened) => opened.clone(),
                    _ => requested.clone(),
                };
                if workflow::widgets(ui, requested, &reset) {
                    seed(ui, &mut scenario.seed, self.document.opened.seed);
                }
            }
        }
        generate::show(ui, scenario);
        if needed_none
            && needs_memory(&scenario.workload)
            && of_log.is_none()
            && let Some(cluster) = scenario.machine.nodes_mut()
        {
            cluster.memory.get_or_insert(NODE_MEMORY);
        }
    }

    /// Returns the MiB of a node in the log's header, if the log is simulated.
    pub(crate) fn memory_of_log(&self) -> Option<f64> {
        let experiment = self.experiment?;
        let simulated = experiment.scenario.machine.nodes()?;
        let of_log = matches!(self.document.scenario.workload, Workload::Swf(_))
            && simulated.memory.is_none()
            && experiment.memory.0 > 0;
        of_log.then(|| f64::from(experiment.memory.0) / 1024.0)
    }

    fn workload_kind(&mut self, ui: &mut Ui) {
        let workload = &mut self.document.scenario.workload;
        let text = match workload {
            Workload::Lublin(_) => "Lublin model",
            Workload::Jann(_) => JannWorkload::NAME,
            Workload::Swf(_) => "log",
            Workload::Table(_) => "accounting",
            Workload::Jobs(_) => "list of jobs",
            Workload::Workflow(_) => "workflow",
        };
        let combo = egui::ComboBox::from_id_salt("workload kind")
            .selected_text(text)
            .show_ui(ui, |ui| {
                let model = matches!(workload, Workload::Lublin(_));
                if ui.selectable_label(model, "Lublin model").clicked() && !model {
                    *workload = Workload::Lublin(models::lublin());
                }
                let refit = matches!(workload, Workload::Jann(_));
                let label = ui
                    .selectable_label(refit, JannWorkload::NAME)
                    .on_hover_text(
                        "The model of Jann and others (1997), re-fitted to the log of the CTC SP2",
                    );
                if label.clicked() && !refit {
                    *workload = Workload::Jann(models::jann());
                }
                let list = matches!(workload, Workload::Jobs(_));
                if ui.selectable_label(list, "list of jobs").clicked() && !list {
                    *workload = Workload::Jobs(few_jobs());
                }
                let flow = matches!(workload, Workload::Workflow(_));
                if ui.selectable_label(flow, "workflow").clicked() && !flow {
                    *workload = Workload::Workflow(workflow::drawn());
                }
                let log = matches!(workload, Workload::Swf(_));
                if ui.selectable_label(log, "log…").clicked() {
                    self.commands.push(Command::Open);
                }
            });
        combo
            .response
            .accessible_name("Workload kind")
            .on_hover_text(
                "A model, a log in the Standard Workload Format, jobs written by hand, or jobs that follow one another",
            );
    }
}

/// Whether jobs need memory, so that a node's must be known.
fn needs_memory(workload: &Workload) -> bool {
    match workload {
        Workload::Workflow(_) | Workload::Table(_) => false,
        Workload::Lublin(model) => model.memory.is_some(),
        Workload::Jann(model) => model.memory.is_some(),
        Workload::Swf(log) => log.memory.is_some(),
        Workload::Jobs(jobs) => jobs
            .iter()
            .any(|job| job.memory.is_some_and(|memory| memory > 0.0)),
    }
}

fn seed(ui: &mut Ui, value: &mut u64, reset: u64) {
    line(
        ui,
        reference::SEED.name,
        &tooltip(&reference::SEED),
        value,
        &reset,
        |ui, value| {
            let number = ui.add(
                egui::DragValue::new(value)
                    .speed(1.0)
                    .update_while_editing(false),
            );
            let number = number.accessible_name(reference::SEED.name);
            documentation::with_documentation(number, &reference::SEED.what(), "");
            let next = ui.small_button("+1").accessible_name("Next seed");
            if next
                .on_hover_text("The next seed: the same model, other jobs")
                .clicked()
            {
                *value = value.wrapping_add(1);
            }
        },
    );
}

/// Shows the widgets of a log, of which `simulated` may be; returns whether another log is wanted.
fn swf_widgets(
    ui: &mut Ui,
    log: &mut SwfWorkload,
    reset: &SwfWorkload,
    simulated: Option<&Experiment>,
) -> bool {
    let other = file_line(ui, &log.path);
    first_jobs(ui, &mut log.jobs, reset.jobs);
    let load = (&mut log.load, &reset.load);
    load_of_log(ui, load, "as in the log", (&log.path, simulated));
    odd_jobs(
        ui,
        [
            (
                &SwfWorkload::KEEP_ZERO_RUNTIMES,
                &mut log.keep_zero_runtimes,
                reset.keep_zero_runtimes,
            ),
            (
                &SwfWorkload::PREFER_REQUESTED,
                &mut log.prefer_requested,
                reset.prefer_requested,
            ),
            (&SwfWorkload::CLIP_WIDE, &mut log.clip_wide, reset.clip_wide),
            (&SwfWorkload::REBASE, &mut log.rebase, reset.rebase),
            (
                &SwfWorkload::RAISE_ESTIMATES,
                &mut log.raise_estimates,
                reset.raise_estimates,
            ),
        ],
    );
    memory_source(ui, &mut log.memory, &reset.memory, true);
    other
}

/// Shows the widgets of accounting, of which `simulated` may be; returns whether another file is
/// wanted.
fn table_widgets(
    ui: &mut Ui,
    table: &mut TableWorkload,
    reset: &TableWorkload,
    simulated: Option<&Experiment>,
) -> bool {
    let other = file_line(ui, &table.path);
    first_jobs(ui, &mut table.jobs, reset.jobs);
    let load = (&mut table.load, &reset.load);
    load_of_log(ui, load, "as recorded", (&table.path, simulated));
    odd_jobs(
        ui,
        [
            (
                &SwfWorkload::KEEP_ZERO_RUNTIMES,
                &mut table.keep_zero_runtimes,
                reset.keep_zero_runtimes,
            ),
            (
                &SwfWorkload::PREFER_REQUESTED,
                &mut table.prefer_requested,
                reset.prefer_requested,
            ),
            (
                &SwfWorkload::CLIP_WIDE,
                &mut table.clip_wide,
                reset.clip_wide,
            ),
            (
                &SwfWorkload::RAISE_ESTIMATES,
                &mut table.raise_estimates,
                reset.raise_estimates,
            ),
        ],
    );
    other
}

/// Shows the name of a file; returns whether another one is wanted.
fn file_line(ui: &mut Ui, path: &Path) -> bool {
    let mut other = false;
    ui.horizontal(|ui| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ui.add(egui::Label::new(name).truncate())
            .on_hover_text(path.display().to_string());
        let browse = ui
            .small_button("Other…")
            .accessible_name("Open another log");
        other = browse.on_hover_text("Open another log").clicked();
    });
    other
}

fn first_jobs(ui: &mut Ui, jobs: &mut Option<u32>, reset: Option<u32>) {
    let number = Number::of(&SwfWorkload::JOBS);
    number.optional_whole(ui, jobs, reset, SwfWorkload::JOBS.absent, 1000);
}

/// Shows how odd jobs are treated: each field, its value, and the opened value.
fn odd_jobs<const N: usize>(ui: &mut Ui, switches: [(&reference::Field, &mut bool, bool); N]) {
    let value = match switches.iter().filter(|(_, set, _)| **set).count() {
        0 => "all as recorded".to_owned(),
        changed => format!("{changed} changed"),
    };
    section::lesser(ui, "Odd jobs", &value, |ui| {
        for (field, value, reset) in switches {
            switch_of(ui, field, value, reset);
        }
    });
}
