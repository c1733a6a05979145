//! Steps of the tour, each with its text, its target, and the condition for being done.

use egui::Context;

use super::{StepBaseline, is_seen};
use crate::App;
use crate::command::Command;
use crate::panels::sides::Side;
use crate::shared::pane::Pane;
use crate::widgets::landmark::Landmark;

/// A step.
pub(super) struct Step {
    /// Title in two or three words.
    pub(super) title: &'static str,
    /// Instruction, and what is seen then.
    pub(super) text: &'static str,
    /// Target.
    pub(super) at: Landmark,
    /// Brings the target into sight.
    pub(super) prepare: fn(&mut App),
    /// Whether it has been done.
    pub(super) is_done: fn(&App, &StepBaseline, &Context) -> bool,
    /// Effect of *Next* for users who have not done it.
    pub(super) skip: fn(&mut App),
}

/// All steps.
pub(super) const STEPS: [Step; 6] = [
    Step {
        title: "Open a log",
        text: "Drop a log on the window, or choose one here; packed or not. \
            Next goes on with what is open, or with an example of 500 jobs.",
        at: Landmark::Open,
        prepare: |_| {},
        is_done: |app, before, _| {
            let (name, was_at_start) = &before.document;
            let is_other = app.front.shared.document.name() != *name;
            (is_other || *was_at_start) && !app.is_at_start()
        },
        skip: App::leave_start,
    },
    Step {
        title: "Select a span",
        text: "Drag with Shift over a chart, or press V and drag. \
            All panes then speak of the jobs submitted in that span.",
        at: Landmark::Pane(Pane::Schedule),
        prepare: |app| app.settings.desk.show(Pane::Schedule),
        is_done: |app, before, _| {
            let span = app.front.shared.scope.span_in_seconds();
            span.is_some() && span != before.span
        },
        skip: |_| {},
    },
    Step {
        title: "Read its statistics",
        text: "Open this tab, or press S: waits and slowdowns of the selected jobs \
            with percentiles, by user, width or hour of the week.",
        at: Landmark::Tab(Pane::Statistics),
        prepare: |app| app.settings.desk.show(Pane::Schedule),
        is_done: |_, _, ctx| is_seen(ctx, Pane::Statistics),
        skip: |app| app.settings.desk.show(Pane::Statistics),
    },
    Step {
        title: "Ask why a job waited",
        text: "Click a job in a chart, or type its number behind Ctrl P. The inspector says \
            what held it, who passed it, and why that was allowed.",
        at: Landmark::Pane(Pane::Schedule),
        prepare: |app| {
            app.settings.desk.show(Pane::Schedule);
            app.bring(Side::Inspector);
        },
        is_done: |app, before, _| {
            let chosen = app.front.shared.selection;
            chosen.is_some() && chosen != before.selection
        },
        skip: |_| {},
    },
    Step {
        title: "Compare policies",
        text: "Choose one more policy here. It is simulated at once, \
            and Compare holds every run against the starred one.",
        at: Landmark::Policies,
        prepare: |app| app.bring(Side::Experiment),
        is_done: |app, before, _| app.front.shared.runs.entries.len() > before.runs,
        skip: |_| {},
    },
    Step {
        title: "Take a report away",
        text: "Report… in this menu writes one page with tables, intervals, figures \
            and the command that makes it again.",
        at: Landmark::Files,
        prepare: |_| {},
        is_done: |app, _, _| app.dialogs.export.is_some(),
        skip: |app| app.commands.push(Command::Report),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_says_what_to_do_in_a_few_words() {
        for step in &STEPS {
            assert!(step.title.split(' ').count() <= 5, "{}", step.title);
            assert!((40..=220).contains(&step.text.len()), "{}", step.title);
            assert!(step.text.ends_with('.'), "{}", step.title);
        }
    }
}
