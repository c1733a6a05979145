//! The table of jobs written by hand.

use std::ops::RangeInclusive;

use egui::Ui;

use crate::desktop::widgets::wide;
use crate::scenario::slicing::Class;
use crate::scenario::{Job, MOST_NODES, fields};

/// What the class of a job may be said to be.
const CLASSES: [(Option<Class>, &str); 4] = [
    (None, "estimate"),
    (Some(Class::Short), "short"),
    (Some(Class::Medium), "medium"),
    (Some(Class::Long), "long"),
];

/// A table with one row a job.
pub(in crate::desktop) fn table(ui: &mut Ui, jobs: &mut Vec<Job>) {
    let mut gone = None;
    ui.push_id("jobs by hand", |ui| {
        wide::show(ui, |ui| {
            egui::ScrollArea::vertical()
                .max_height(220.0)
                .show(ui, |ui| gone = rows(ui, jobs));
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

/// Returns which job is to go.
fn rows(ui: &mut Ui, jobs: &mut [Job]) -> Option<usize> {
    let mut gone = None;
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
                ("memory", "What it needs on each node, in MiB"),
                (
                    "class",
                    "Short, medium or long, if its estimate is not to tell",
                ),
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
    gone
}

/// Returns whether the job is to go.
fn job_row(ui: &mut Ui, position: usize, job: &mut Job) -> bool {
    let number = job.id.unwrap_or(position as u64 + 1);
    ui.label(number.to_string());
    let seconds = |ui: &mut Ui, name: &str, value: &mut f64, range: RangeInclusive<f64>| {
        ui.add(egui::DragValue::new(value).range(range).speed(1.0))
            .accessible_name(format!("Job {number} {name}"));
    };
    seconds(ui, "submit", &mut job.submit, fields::TIMES);
    seconds(ui, "runtime", &mut job.runtime, fields::SPANS);
    ui.add(
        egui::DragValue::new(&mut job.nodes)
            .range(1..=MOST_NODES)
            .speed(0.2),
    )
    .accessible_name(format!("Job {number} nodes"));
    let mut estimate = job.estimate.unwrap_or(job.runtime);
    let before = estimate;
    seconds(ui, "estimate", &mut estimate, fields::SPANS);
    if estimate != before {
        job.estimate = Some(estimate);
    }
    let mut memory = job.memory.unwrap_or(0.0);
    let drag = egui::DragValue::new(&mut memory)
        .range(fields::MEMORIES)
        .speed(1.0)
        .max_decimals(3);
    let drag = ui.add(drag).accessible_name(format!("Job {number} memory"));
    if drag.changed() {
        job.memory = (memory > 0.0).then_some(memory);
    }
    class(ui, number, &mut job.class);
    ui.small_button("🗙")
        .accessible_name(format!("Delete job {number}"))
        .on_hover_text("Delete this job")
        .clicked()
}

fn class(ui: &mut Ui, number: u64, value: &mut Option<Class>) {
    let now = CLASSES.iter().find(|(class, _)| class == value);
    egui::ComboBox::from_id_salt(("class", number))
        .width(64.0)
        .selected_text(now.map_or("", |(_, name)| *name))
        .show_ui(ui, |ui| {
            for (class, name) in CLASSES {
                ui.selectable_value(value, class, name);
            }
        })
        .response
        .accessible_name(format!("Job {number} class"));
}
