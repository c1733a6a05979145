//! Actions requested by panes: commands, and what only has a meaning where the pointer is.

use cosched_core::Time;

use super::name::Command;
use crate::dialogs::export::item::ExportItem;
use crate::shared::prediction::Beginning;
use crate::shared::runs::RunId;
use crate::shared::{Selection, Shared};
use charts::colour::ColourBy;
use charts::gantt::GanttView;
use laboratory::metrics::select::Scope;
use laboratory::scenario::Scenario;

/// An action requested by a pane.
pub(crate) enum Action {
    /// Perform a command that menus and keys have, too.
    Command(Command),
    /// Move the view of time and of the machine.
    Look(GanttView),
    /// Make a run the current one.
    Run(RunId),
    /// Compare the others with this run.
    Baseline(RunId),
    /// Select a job.
    Choose(Selection),
    /// Select a job and bring it into sight in the schedule.
    GoTo(Selection),
    /// Select other jobs.
    Scope(Scope),
    /// Name the selection of jobs.
    NameScope(String),
    /// Forget the selection of that name.
    ForgetScope(String),
    /// Deselect the job.
    ChooseNone,
    /// Move a job to that server.
    Move(Selection, u32),
    /// Move the replay to that moment.
    Moment(Time),
    /// Explain why nothing runs on the idle nodes of a run at an instant.
    WhyIdle(RunId, Time),
    /// Hide that explanation.
    ForgetIdle,
    /// Predict when the jobs that wait at an instant will start, under the policy of a run.
    Predict(RunId, Time, Beginning),
    /// Compute what changes would have done to the jobs of a run, over so many phases.
    WhatIf(RunId, Vec<String>, u32),
    /// Keep the result of changes of a run as a run of its own.
    KeepChanged(RunId, Vec<String>),
    /// Check how sound the log is.
    Inspect,
    /// Fit the scenario to its log.
    FitToLog,
    /// Set the machine.
    Machine,
    /// Colour jobs by that property.
    ColourBy(ColourBy),
    /// Replace the scenario.
    Scenario(Box<Scenario>),
    /// Compare makespans on different numbers of servers.
    CompareServerCounts,
    /// Search for slots as the pane says.
    SearchSlots,
    /// Begin the chosen study.
    Reproduce,
    /// Stop it.
    StopStudy,
    /// Replace the scenario, and run its sweep.
    Sweep(Box<Scenario>),
    /// Stop the sweep; its results so far stay.
    StopSweep,
    /// Open a run of a sweep, as the scenario with its values.
    OpenSwept(Box<Scenario>),
    /// Choose the folder of logs.
    ChooseLogs,
    /// Write that to a file.
    Export(ExportItem),
}

impl Action {
    /// Returns the action to show `view`, unless it is in sight already.
    pub(crate) fn look(view: GanttView, shared: &Shared) -> Option<Self> {
        (view != shared.sight.view).then_some(Self::Look(view))
    }
}
