//! The pane of one instant: the waiting jobs, in the order of the queue, and why nodes are idle.

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};
use egui_extras::{Column, TableBuilder};

use crate::command::action::Action;
use crate::command::name::Command;
use crate::panels::story::show_sentence;
use crate::panes::view::View;
use crate::shared::instant::{IdleAtInstant, QueueAtInstant};
use crate::shared::runs::Entry;
use crate::shared::{Selection, Shared};
use crate::widgets::run::run_swatch;
use crate::widgets::wide;
use charts::look::strong;
use laboratory::base::format;
use laboratory::base::sanitize::quoted;
use laboratory::run::explain::snapshot::QueueSnapshot;
use laboratory::run::explain::tables::{cells, columns, heading, idle_heading, idle_reasons, unit};

/// Height of a row.
const ROW: f32 = 22.0;
/// Most waiting jobs that are shown of an idle span.
const MOST: usize = 12;

/// The queue and the idle nodes at the instant of the replay.
pub(crate) struct AtInstant;

impl View for AtInstant {
    /// Shows the pane.
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let (queue, idle) = (&shared.instant.queue, &shared.instant.idle);
        if queue.is_none() && idle.is_none() {
            let words = "Click on the axis of time, or move the replay, to see who waits then";
            ui.add(Label::new(RichText::new(words).weak()).wrap());
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if let Some(idle) = idle {
                show_idle(ui, shared, idle, actions);
                ui.add_space(8.0);
            }
            if let Some(queue) = queue {
                show_queue(ui, shared, queue, actions);
            }
        });
    }
}

fn show_queue(ui: &mut Ui, shared: &Shared, queue: &QueueAtInstant, actions: &mut Vec<Action>) {
    let Some(entry) = shared.runs.get(queue.id) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        run_swatch(ui, entry.slot);
        match &queue.answer {
            None => {
                let at = entry.run.instant(queue.at);
                ui.weak(format!("{} at {at}: being worked out…", entry.label));
            }
            Some(Err(problem)) => {
                ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
            }
            Some(Ok(moment)) => {
                ui.label(strong(heading(&entry.run, moment)));
            }
        }
        if let Some(question) = &queue.why_idle {
            let why = ui.small_button(question);
            if why.on_hover_text(Command::WhyIdle.tooltip()).clicked() {
                actions.push(Action::WhyIdle(queue.id, queue.at));
            }
        }
    });
    if let Some(Ok(moment)) = &queue.answer
        && !moment.queue.is_empty()
    {
        ui.push_id("waiting", |ui| {
            wide::show(ui, |ui| table(ui, entry, moment, actions))
        });
    }
}

/// Shows a row for each waiting job; its number links to it.
fn table(ui: &mut Ui, entry: &Entry, moment: &QueueSnapshot, actions: &mut Vec<Action>) {
    let instants = Column::exact(124.0);
    TableBuilder::new(ui)
        .id_salt("queue at an instant")
        .vscroll(false)
        .striped(true)
        .cell_layout(Layout::left_to_right(Align::Center))
        .columns(Column::exact(58.0), 3)
        .columns(Column::exact(84.0), 2)
        .columns(instants, 2)
        .header(ROW, |mut row| {
            for (name, sentence) in columns(&entry.run) {
                row.col(|ui| {
                    ui.label(strong(name)).on_hover_text(sentence);
                });
            }
        })
        .body(|body| {
            body.rows(ROW, moment.queue.len(), |mut row| {
                let index = row.index();
                let job = moment.queue[index].job;
                for (column, cell) in cells(&entry.run, moment, index).into_iter().enumerate() {
                    row.col(|ui| {
                        if column != 1 {
                            ui.label(cell);
                            return;
                        }
                        let link = ui.link(&cell).on_hover_text("Look at this job");
                        if link.clicked() {
                            actions.push(Action::Choose(Selection { id: entry.id, job }));
                        }
                    });
                }
            });
        });
}

fn show_idle(ui: &mut Ui, shared: &Shared, idle: &IdleAtInstant, actions: &mut Vec<Action>) {
    let Some(entry) = shared.runs.get(idle.id) else {
        return;
    };
    let run = &entry.run;
    let at = run.instant(idle.at);
    ui.horizontal_wrapped(|ui| {
        run_swatch(ui, entry.slot);
        let title = strong(format!(
            "Why {}s of {} were idle at {at}",
            unit(run),
            entry.label
        ));
        ui.label(title);
        let forget = ui.small_button("🗙").accessible_name("Forget the idle span");
        if forget.on_hover_text("Show it no longer").clicked() {
            actions.push(Action::ForgetIdle);
        }
    });
    match &idle.answer {
        None => {
            ui.weak("being worked out…");
        }
        Some(Err(problem)) => {
            ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
        }
        Some(Ok(None)) => {
            ui.label(format!("No {} was idle then while a job waited", unit(run)));
        }
        Some(Ok(Some(span))) => {
            ui.label(idle_heading(run, span));
            for remark in idle_reasons(run, span, MOST) {
                if let Some(job) = show_sentence(ui, run, &remark) {
                    actions.push(Action::Choose(Selection { id: entry.id, job }));
                }
            }
            if let Some(more @ 1..) = span.waiting.len().checked_sub(MOST) {
                ui.weak(format!("and {} more", format::count(more as u64)));
            }
        }
    }
}
