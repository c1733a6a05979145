//! The panes of the window by name, with their titles and keys.

use egui::{Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};

/// A pane in the middle of the window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Pane {
    /// Schedules: jobs on nodes over time.
    Schedule,
    /// Busy nodes over time.
    Utilisation,
    /// Power of nodes over time.
    Power,
    /// Accounts' shares of usage over time.
    Fairshare,
    /// Free capacity over time that fits no waiting job.
    Fragmentation,
    /// Waiting jobs over time.
    Queue,
    /// Distribution of waits.
    Wait,
    /// Distribution of bounded slowdowns.
    Slowdown,
    /// Bounded slowdown against the size of jobs.
    SlowdownBySize,
    /// Metrics of all runs.
    Compare,
    /// The same jobs in the current run and in the baseline.
    Differences,
    /// Runs by two metrics.
    TradeOff,
    /// Statistics of selected jobs.
    Statistics,
    /// Waiting jobs at an instant, and why nodes are idle.
    Instant,
    /// Predicted starts of the jobs that wait at an instant.
    Predictions,
    /// Effect of other settings, and on whom.
    WhatIf,
    /// Health of the log.
    Health,
    /// Every job of a run.
    Jobs,
    /// The scenario as text.
    Scenario,
    /// Residents of nodes over time.
    Memory,
    /// Time lost by loading and swapping so far.
    Overhead,
    /// Short, medium and long jobs.
    Classes,
    /// Graph of a workflow.
    Workflow,
    /// Load of each server over time.
    Servers,
    /// A metric along a parameter, over many runs.
    Sweep,
    /// Experiments of papers, run again.
    Studies,
    /// Places of jobs that take turns in the matrix.
    Matrix,
    /// Processors of moldable jobs over time.
    Sizes,
    /// Response against missed deadlines.
    Deadlines,
    /// Windows of slots on priced nodes.
    Slots,
}

impl Pane {
    /// Every pane, in the order of its keys.
    pub const ALL: [Self; 30] = [
        Self::Schedule,
        Self::Utilisation,
        Self::Queue,
        Self::Wait,
        Self::Slowdown,
        Self::SlowdownBySize,
        Self::Compare,
        Self::Differences,
        Self::TradeOff,
        Self::Statistics,
        Self::Instant,
        Self::Predictions,
        Self::WhatIf,
        Self::Health,
        Self::Jobs,
        Self::Scenario,
        Self::Memory,
        Self::Overhead,
        Self::Classes,
        Self::Workflow,
        Self::Servers,
        Self::Sweep,
        Self::Studies,
        Self::Matrix,
        Self::Sizes,
        Self::Deadlines,
        Self::Slots,
        Self::Power,
        Self::Fairshare,
        Self::Fragmentation,
    ];

    /// Returns the title of its tab.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Schedule => "Schedule",
            Self::Utilisation => "Busy",
            Self::Queue => "Queue",
            Self::Wait => "Wait",
            Self::Slowdown => "Slowdown",
            Self::SlowdownBySize => "By size",
            Self::Compare => "Compare",
            Self::Differences => "Differences",
            Self::TradeOff => "Trade-off",
            Self::Statistics => "Statistics",
            Self::Instant => "At an instant",
            Self::Predictions => "Predictions",
            Self::WhatIf => "What if",
            Self::Health => "Health",
            Self::Jobs => "Jobs",
            Self::Scenario => "Scenario text",
            Self::Memory => "Memory",
            Self::Overhead => "Overhead",
            Self::Classes => "Classes",
            Self::Workflow => "Workflow",
            Self::Servers => "Servers",
            Self::Sweep => "Sweep",
            Self::Studies => "Studies",
            Self::Matrix => "Matrix",
            Self::Sizes => "Sizes",
            Self::Deadlines => "Deadlines",
            Self::Slots => "Slots",
            Self::Power => "Power",
            Self::Fairshare => "Fairshare",
            Self::Fragmentation => "Fragmentation",
        }
    }

    /// Returns its full name, where a tab's title is too short without its neighbours.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SlowdownBySize => "Slowdown by size",
            other => other.title(),
        }
    }

    /// Returns the key that brings it to the front.
    pub const fn shortcut(self) -> &'static [KeyboardShortcut] {
        const fn control(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::COMMAND, key)
        }
        match self {
            Self::Schedule => &const { [control(Key::Num1)] },
            Self::Utilisation => &const { [control(Key::Num2)] },
            Self::Queue => &const { [control(Key::Num3)] },
            Self::Wait => &const { [control(Key::Num4)] },
            Self::Slowdown => &const { [control(Key::Num5)] },
            Self::SlowdownBySize => &const { [control(Key::Num6)] },
            Self::Compare => &const { [control(Key::Num7)] },
            Self::Jobs => &const { [control(Key::Num8)] },
            Self::Scenario => &const { [control(Key::Num9)] },
            // Ctrl+0 undoes the scaling of the window.
            Self::Memory => &const { [KeyboardShortcut::new(Modifiers::NONE, Key::M)] },
            Self::Workflow => &const { [KeyboardShortcut::new(Modifiers::NONE, Key::W)] },
            Self::Matrix => &const { [KeyboardShortcut::new(Modifiers::NONE, Key::X)] },
            Self::Statistics => &const { [KeyboardShortcut::new(Modifiers::NONE, Key::S)] },
            Self::Instant => &const { [KeyboardShortcut::new(Modifiers::NONE, Key::I)] },
            Self::Overhead
            | Self::Predictions
            | Self::WhatIf
            | Self::Health
            | Self::Differences
            | Self::TradeOff
            | Self::Classes
            | Self::Servers
            | Self::Sweep
            | Self::Studies
            | Self::Sizes
            | Self::Deadlines
            | Self::Slots
            | Self::Power
            | Self::Fairshare
            | Self::Fragmentation => &[],
        }
    }

    /// Returns phrases by whose words the palette finds it.
    pub(crate) const fn keywords(self) -> &'static [&'static str] {
        match self {
            Self::Schedule => &["Gantt chart", "timeline"],
            Self::Utilisation => &["utilisation over time", "utilization over time"],
            Self::Queue => &["who waits over time"],
            Self::Wait => &["waiting times", "histogram"],
            Self::Compare => &[
                "table of metrics: wait, response, utilisation",
                "utilization of each run",
            ],
            Self::Differences => &["compare job by job"],
            Self::Statistics => &["by user, group, queue", "filter jobs: user == 3"],
            Self::Jobs => &["list of jobs", "filter jobs"],
            Self::Health => &["how well the simulation fits the log", "quality of the log"],
            Self::WhatIf => &["change a setting: nodes, limits, policy"],
            Self::Predictions => &["forecast: when a job will start"],
            Self::Fairshare => &["users, accounts, priority"],
            Self::Scenario => &["edit the file", "RON"],
            Self::Power => &["energy, cost, carbon"],
            _ => &[],
        }
    }
}
