//! Where the jobs come from: a model, a log, or a list written by hand.

use egui::Ui;

use super::parameter::{Number, choice, line, switch};
use super::{App, Command};
use crate::scenario::{
    Estimates, Job, LublinSet, LublinWorkload, Machine, Parameters, PolicyName, Scenario,
    SwfWorkload, Workload,
};

/// Half-open bounds of the offered load that make sense to try.
const LOAD: Number<'_> = Number {
    name: "Offered load",
    unit: "",
    tooltip: "Work submitted over what the machine can do; times between submissions are scaled to it",
    range: 0.05..=2.0,
    speed: 0.005,
    decimals: 3,
    slider: Some(0.1..=1.2),
};

/// A scenario to start from when there is no other.
pub(super) fn blank() -> Scenario {
    Scenario {
        title: "Untitled".to_owned(),
        machine: Machine::cluster(Some(64)),
        workload: Workload::Lublin(lublin()),
        policies: vec![PolicyName::Fcfs, PolicyName::Easy],
        variants: Vec::new(),
        parameters: Parameters::default(),
        seed: 1,
        expect: Vec::new(),
    }
}

fn lublin() -> LublinWorkload {
    LublinWorkload {
        jobs: 500,
        set: LublinSet::Typeless,
        load: Some(0.8),
        estimates: Estimates::Exact,
        bit_exact: false,
        memory: None,
    }
}

fn few_jobs() -> Vec<Job> {
    vec![
        Job::new(0.0, 600.0, 32),
        Job::new(60.0, 900.0, 48),
        Job::new(120.0, 300.0, 16),
    ]
}

impl App {
    /// The widgets of the workload.
    pub(super) fn workload(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.strong("Workload");
            self.workload_kind(ui);
        });
        let scenario = &mut self.document.scenario;
        let opened = &self.document.opened.workload;
        match &mut scenario.workload {
            Workload::Lublin(model) => {
                let reset = match opened {
                    Workload::Lublin(opened) => opened.clone(),
                    _ => lublin(),
                };
                lublin_widgets(ui, model, &reset);
                seed(ui, &mut scenario.seed, self.document.opened.seed);
            }
            Workload::Swf(log) => {
                let reset = match opened {
                    Workload::Swf(opened) => opened.clone(),
                    _ => log.clone(),
                };
                if swf_widgets(ui, log, &reset) {
                    self.commands.push(Command::Open);
                }
            }
            Workload::Jobs(jobs) => job_widgets(ui, jobs),
        }
    }

    fn workload_kind(&mut self, ui: &mut Ui) {
        let workload = &mut self.document.scenario.workload;
        let text = match workload {
            Workload::Lublin(_) => "Lublin model",
            Workload::Swf(_) => "log",
            Workload::Jobs(_) => "list of jobs",
        };
        let combo = egui::ComboBox::from_id_salt("workload kind")
            .selected_text(text)
            .show_ui(ui, |ui| {
                let model = matches!(workload, Workload::Lublin(_));
                if ui.selectable_label(model, "Lublin model").clicked() && !model {
                    *workload = Workload::Lublin(lublin());
                }
                let list = matches!(workload, Workload::Jobs(_));
                if ui.selectable_label(list, "list of jobs").clicked() && !list {
                    *workload = Workload::Jobs(few_jobs());
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
                "A model, a log in the Standard Workload Format, or jobs written by hand",
            );
    }
}

fn lublin_widgets(ui: &mut Ui, model: &mut LublinWorkload, reset: &LublinWorkload) {
    let jobs = Number {
        name: "Jobs",
        unit: "",
        tooltip: "How many jobs the model draws",
        range: 1.0..=1_000_000.0,
        speed: 10.0,
        decimals: 0,
        slider: Some(10.0..=20_000.0),
    };
    let mut count = u64::from(model.jobs);
    jobs.whole(ui, &mut count, u64::from(reset.jobs));
    model.jobs = count as u32;
    LOAD.optional(ui, &mut model.load, &reset.load, "the model's own", 0.8);
    choice(
        ui,
        (
            "Job classes",
            "Which of the model's published parameter sets",
        ),
        &mut model.set,
        &reset.set,
        &[
            (
                LublinSet::Typeless,
                "one class",
                "All jobs from one set of parameters",
            ),
            (
                LublinSet::Typed,
                "batch + interactive",
                "Batch and interactive jobs as two streams",
            ),
        ],
    );
    estimates(ui, &mut model.estimates, &reset.estimates);
    switch(
        ui,
        "bit-exact",
        "Draw and round exactly as the published program does",
        &mut model.bit_exact,
        reset.bit_exact,
    );
}

fn estimates(ui: &mut Ui, value: &mut Estimates, reset: &Estimates) {
    let tooltip = "How well users estimate the runtime of their jobs";
    line(ui, "Estimates", tooltip, value, reset, |ui, value| {
        let text = match value {
            Estimates::Exact => "exact",
            Estimates::Times(_) => "always ×",
            Estimates::UpTo(_) => "up to ×",
        };
        egui::ComboBox::from_id_salt("estimates")
            .width(64.0)
            .selected_text(text)
            .show_ui(ui, |ui| {
                ui.selectable_value(value, Estimates::Exact, "exact")
                    .on_hover_text("Users know the runtime");
                ui.selectable_value(value, Estimates::Times(2.0), "always ×")
                    .on_hover_text("Every estimate is so many times the runtime");
                ui.selectable_value(value, Estimates::UpTo(3.0), "up to ×")
                    .on_hover_text(
                        "Each estimate is the runtime times a factor drawn from 1 to this",
                    );
            });
        if let Estimates::Times(factor) | Estimates::UpTo(factor) = value {
            let drag = egui::DragValue::new(factor)
                .range(1.0..=1000.0)
                .speed(0.05)
                .max_decimals(2);
            ui.add(drag)
                .accessible_name("Estimate factor")
                .on_hover_text("From 1 to 1000 times the runtime");
        }
    });
}

fn seed(ui: &mut Ui, value: &mut u64, reset: u64) {
    line(
        ui,
        "Seed",
        "Start of everything drawn at random",
        value,
        &reset,
        |ui, value| {
            ui.add(egui::DragValue::new(value).speed(1.0));
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

/// Returns whether another log is wanted.
fn swf_widgets(ui: &mut Ui, log: &mut SwfWorkload, reset: &SwfWorkload) -> bool {
    let mut other = false;
    ui.horizontal(|ui| {
        let name = log
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        ui.add(egui::Label::new(name).truncate())
            .on_hover_text(log.path.display().to_string());
        let browse = ui
            .small_button("Other…")
            .accessible_name("Open another log");
        other = browse.on_hover_text("Open another log").clicked();
    });
    let jobs = Number {
        name: "First jobs",
        unit: "jobs",
        tooltip: "Only the first so many usable jobs of the log",
        range: 1.0..=10_000_000.0,
        speed: 100.0,
        decimals: 0,
        slider: None,
    };
    jobs.optional_whole(ui, &mut log.jobs, reset.jobs, "all of them", 1000);
    LOAD.optional(ui, &mut log.load, &reset.load, "as in the log", 0.8);
    swf_switches(ui, log, reset);
    other
}

/// What is done with jobs that are odd.
fn swf_switches(ui: &mut Ui, log: &mut SwfWorkload, reset: &SwfWorkload) {
    for (name, tooltip, value, reset) in [
        (
            "keep zero runtimes",
            "A job with a runtime of 0 runs 1 s instead of being dropped",
            &mut log.keep_zero_runtimes,
            reset.keep_zero_runtimes,
        ),
        (
            "prefer requested sizes",
            "The requested number of nodes goes before the allocated one",
            &mut log.prefer_requested,
            reset.prefer_requested,
        ),
        (
            "clip wide jobs",
            "A job wider than the machine gets the whole machine instead of being dropped",
            &mut log.clip_wide,
            reset.clip_wide,
        ),
        (
            "count from the first",
            "Time zero is the first submission instead of the log's own start",
            &mut log.rebase,
            reset.rebase,
        ),
        (
            "raise estimates",
            "The estimate is raised to the runtime where a job outran it",
            &mut log.raise_estimates,
            reset.raise_estimates,
        ),
    ] {
        switch(ui, name, tooltip, value, reset);
    }
}

/// A table with one row a job.
fn job_widgets(ui: &mut Ui, jobs: &mut Vec<Job>) {
    let mut gone = None;
    egui::ScrollArea::both()
        .id_salt("jobs by hand")
        .max_height(220.0)
        .show(ui, |ui| {
            egui::Grid::new("jobs by hand")
                .striped(true)
                .spacing([6.0, 2.0])
                .show(ui, |ui| {
                    for (heading, tooltip) in [
                        ("job", "Its number in results"),
                        ("submit", "When it enters the queue, in seconds"),
                        ("runtime", "How long it runs, in seconds"),
                        ("nodes", "Nodes it needs"),
                        ("estimate", "The user's estimate of the runtime, in seconds"),
                        ("", ""),
                    ] {
                        ui.weak(heading).on_hover_text(tooltip);
                    }
                    ui.end_row();
                    for (position, job) in jobs.iter_mut().enumerate() {
                        if job_row(ui, position, job) {
                            gone = Some(position);
                        }
                        ui.end_row();
                    }
                });
        });
    if let Some(position) = gone {
        jobs.remove(position);
    }
    if ui
        .button("Add job")
        .on_hover_text("One more job after the last")
        .clicked()
    {
        let submit = jobs.last().map_or(0.0, |job| job.submit);
        jobs.push(Job::new(submit, 600.0, 1));
    }
}

/// Returns whether the job is to go.
fn job_row(ui: &mut Ui, position: usize, job: &mut Job) -> bool {
    let number = job.id.unwrap_or(position as u64 + 1);
    ui.label(number.to_string());
    let seconds = |ui: &mut Ui, name: &str, value: &mut f64| {
        ui.add(egui::DragValue::new(value).range(0.0..=1e9).speed(1.0))
            .accessible_name(format!("Job {number} {name}"));
    };
    seconds(ui, "submit", &mut job.submit);
    seconds(ui, "runtime", &mut job.runtime);
    ui.add(
        egui::DragValue::new(&mut job.nodes)
            .range(1..=1_000_000)
            .speed(0.2),
    )
    .accessible_name(format!("Job {number} nodes"));
    let mut estimate = job.estimate.unwrap_or(job.runtime);
    let before = estimate;
    seconds(ui, "estimate", &mut estimate);
    if estimate != before {
        job.estimate = Some(estimate);
    }
    ui.small_button("🗙")
        .accessible_name(format!("Delete job {number}"))
        .on_hover_text("Delete this job")
        .clicked()
}
