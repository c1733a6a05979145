//! The table of jobs written by hand.

use egui::Ui;

use crate::widgets::parameter::{self, Number, named};
use crate::widgets::wide;
use laboratory::base::format::counted;
use laboratory::scenario::reference::{Field, Variants};
use laboratory::scenario::slicing::Class;
use laboratory::scenario::{Job, MOST_NODES};

/// Fields of each job, in the order of the columns.
const COLUMNS: [&Field; 6] = [
    &Job::SUBMIT,
    &Job::RUNTIME,
    &Job::NODES,
    &Job::ESTIMATE,
    &Job::MEMORY,
    &Job::CLASS,
];

/// Shows a table with one row per job.
pub(crate) fn table(ui: &mut Ui, jobs: &mut Vec<Job>) {
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

/// Shows the rows; returns the job to remove.
fn rows(ui: &mut Ui, jobs: &mut [Job]) -> Option<usize> {
    let mut gone = None;
    egui::Grid::new("jobs by hand")
        .striped(true)
        .spacing([6.0, 2.0])
        .show(ui, |ui| {
            ui.weak("job").on_hover_text("Its number in results");
            for field in COLUMNS {
                let unit = match field.unit {
                    "" => String::new(),
                    unit => format!("\nunit: {unit}"),
                };
                ui.weak(field.name.to_lowercase())
                    .on_hover_text(parameter::tooltip(field) + &unit);
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

/// Shows a row; returns whether to remove the job.
fn job_row(ui: &mut Ui, position: usize, job: &mut Job) -> bool {
    let number = job.id.unwrap_or(position as u64 + 1);
    ui.label(number.to_string());
    let cell = |ui: &mut Ui, described: Number<'static>, value: &mut f64| {
        let name = format!("Job {number} {}", described.name.to_lowercase());
        let cell = Number {
            name: &name,
            // The heading has it.
            unit: "",
            ..described
        };
        cell.alone(ui, value).changed()
    };
    let real = |field| Number::of(field).in_steps(1.0, 9);
    cell(ui, real(&Job::SUBMIT), &mut job.submit);
    cell(ui, real(&Job::RUNTIME), &mut job.runtime);
    let mut nodes = f64::from(job.nodes);
    let width = Number::of(&Job::NODES).up_to(f64::from(MOST_NODES));
    if let Some(tasks) = job.tasks {
        // On any number of nodes with room.
        ui.label(counted(tasks as usize, "task"));
    } else if cell(ui, width, &mut nodes) {
        job.nodes = nodes.round() as u32;
    }
    let mut estimate = job.estimate.unwrap_or(job.runtime);
    if cell(ui, real(&Job::ESTIMATE), &mut estimate) {
        job.estimate = Some(estimate);
    }
    let mut memory = job.memory.unwrap_or(0.0);
    let mebibytes = Number::of(&Job::MEMORY);
    if cell(ui, mebibytes, &mut memory) {
        job.memory = (memory > 0.0).then_some(memory);
    }
    class(ui, number, &mut job.class);
    ui.small_button("🗙")
        .accessible_name(format!("Delete job {number}"))
        .on_hover_text("Delete this job")
        .clicked()
}

fn class(ui: &mut Ui, number: u64, value: &mut Option<Class>) {
    let mut all = vec![(None, "estimate", Job::CLASS.absent)];
    let classes = named(Class::all(), &Job::CLASS).into_iter();
    all.extend(classes.map(|(class, name, means)| (Some(class), name, means)));
    let now = all.iter().find(|(class, ..)| class == value);
    egui::ComboBox::from_id_salt(("class", number))
        .width(64.0)
        .selected_text(now.map_or("", |(_, name, _)| *name))
        .show_ui(ui, |ui| {
            for (class, name, means) in &all {
                ui.selectable_value(value, *class, *name)
                    .on_hover_text(*means);
            }
        })
        .response
        .accessible_name(format!("Job {number} class"));
}
