//! What a pane wants done: a command, or what only means something where the pointer is.

use cosched_core::Time;

use super::Command;
use crate::desktop::dialogs::export::what::What;
use crate::desktop::shared::runs::RunId;
use crate::desktop::shared::{Selection, Shared};
use crate::draw::colour::ColourBy;
use crate::draw::gantt::GanttView;
use crate::metrics::select::Scope;
use crate::scenario::Scenario;

/// What a pane wants done.
pub(in crate::desktop) enum Wish {
    /// A command that menus and keys have, too.
    Command(Command),
    /// To look at another part of time and of the machine.
    Look(GanttView),
    /// To make a run the current one.
    Run(RunId),
    /// Compare the others with this run.
    Baseline(RunId),
    /// To choose a job.
    Choose(Selection),
    /// To choose a job and bring it into sight in the schedule.
    GoTo(Selection),
    /// To look at other jobs together.
    Scope(Scope),
    /// To give those that are looked at a name.
    NameScope(String),
    /// To forget the scope of that name.
    ForgetScope(String),
    /// To have no job chosen.
    ChooseNone,
    /// To have a job run on that server instead.
    Move(Selection, u32),
    /// To see the moment of the replay there.
    Moment(Time),
    /// To know why nothing runs on the idle nodes of a run at an instant.
    WhyIdle(RunId, Time),
    /// To see that no longer.
    ForgetIdle,
    /// To know when those who wait in a run at an instant will start.
    Predict(RunId, Time),
    /// To know what changes would have done to the jobs of a run, over so many phases.
    WhatIf(RunId, Vec<String>, u32),
    /// To keep what changes of a run lead to as a run of its own.
    KeepChanged(RunId, Vec<String>),
    /// To know how sound the log is.
    Inspect,
    /// To set the machine.
    Machine,
    /// To have colours of jobs stand for that.
    ColourBy(ColourBy),
    /// To have this scenario in the place of the present one.
    Scenario(Box<Scenario>),
    /// To compare makespans on different numbers of servers.
    CompareServerCounts,
    /// To search for slots as the pane asks.
    SearchSlots,
    /// To begin the study that is chosen.
    Reproduce,
    /// To stop it.
    StopStudy,
    /// To have this scenario, and run its sweep.
    Sweep(Box<Scenario>),
    /// To stop it; what is known of it stays.
    StopSweep,
    /// To have a run of a sweep, as the scenario with its values.
    OpenSwept(Box<Scenario>),
    /// To look for the folder of logs.
    ChooseLogs,
    /// To write that to a file.
    Export(What),
}

impl Wish {
    /// To look at `view`, if that is not what is in sight.
    pub(in crate::desktop) fn look(view: GanttView, shared: &Shared) -> Option<Self> {
        (view != shared.sight.view).then_some(Self::Look(view))
    }
}
