//! The metrics of a run as columns: their names, units, and of which runs they say anything.

use crate::family::coscheduling::metrics::AgileMetrics;
use crate::record::Run;

/// A metric as rows show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name in `summary.csv` and in `expect` blocks.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its unit, or nothing.
    pub unit: &'static str,
    /// Decimals shown on a terminal.
    pub decimals: usize,
    /// Whether a smaller value is better; `None` if neither is.
    pub smaller_is_better: Option<bool>,
    /// Of which runs it says anything.
    pub of: Of,
}

/// Of which runs a metric says anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// Of all.
    All,
    /// Where classes of jobs have slices of time.
    Slices,
    /// Where node memory is simulated.
    Memory,
    /// On shared servers.
    Servers,
    /// Where jobs take turns quantum by quantum.
    Quanta,
    /// Where jobs have deadlines.
    Deadlines,
    /// Where jobs or the policy are moldable.
    Molds,
    /// Where the policy chooses sizes, or runs jobs in the background.
    Tiers,
    /// Where jobs may be refused.
    Refusals,
    /// Where jobs buy windows.
    Windows,
    /// Where nodes go out of service.
    Outages,
}

impl Of {
    /// Whether metrics of this kind say anything of `run`.
    pub fn says(self, run: &Run) -> bool {
        match self {
            Self::All => true,
            Self::Slices => !run.overheads.is_empty(),
            Self::Memory => Self::Slices.says(run) && run.experiment.memory.0 > 0,
            Self::Servers => run.placements.is_some(),
            Self::Quanta => run.policy.has_quanta(),
            Self::Deadlines => run.experiment.has_deadlines(),
            Self::Molds => run.policy.molds() || run.experiment.molds.iter().any(Option::is_some),
            Self::Tiers => run.molds.is_some(),
            Self::Refusals => Self::Molds.says(run) || Self::Windows.says(run),
            Self::Windows => run.windows.is_some(),
            Self::Outages => run.outages.is_some(),
        }
    }
}

const fn column(
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    decimals: usize,
    smaller_is_better: Option<bool>,
) -> Column {
    Column {
        name,
        title,
        unit,
        decimals,
        smaller_is_better,
        of: Of::All,
    }
}

/// One that says something only of some runs.
const fn only(of: Of, column: Column) -> Column {
    Column { of, ..column }
}

/// Every column of numbers, in order.
pub const COLUMNS: [Column; 31 + AgileMetrics::COUNT] = [
    column("jobs", "jobs", "", 0, None),
    column("killed", "killed", "", 0, Some(true)),
    column("backfilled", "backfilled", "", 0, None),
    column("mean_wait", "mean wait", "s", 3, Some(true)),
    column("longest_wait", "longest wait", "s", 0, Some(true)),
    column("mean_response", "mean response", "s", 3, Some(true)),
    column("mean_slowdown", "mean slowdown", "", 4, Some(true)),
    column(
        "mean_bounded_slowdown",
        "bounded slowdown",
        "",
        4,
        Some(true),
    ),
    column("utilisation", "utilisation", "", 4, Some(false)),
    column("makespan", "makespan", "s", 0, Some(true)),
    only(
        Of::Slices,
        column(
            "mean_relative_response",
            "relative response",
            "",
            4,
            Some(true),
        ),
    ),
    only(
        Of::Memory,
        column("overhead", "overhead", "s", 0, Some(true)),
    ),
    only(
        Of::Memory,
        column("first_load", "first loads", "s", 0, Some(true)),
    ),
    only(Of::Memory, column("reload", "reloads", "s", 0, Some(true))),
    only(
        Of::Memory,
        column("swap_out", "swap-outs", "s", 0, Some(true)),
    ),
    only(
        Of::Memory,
        column("node_overhead", "overhead of nodes", "s", 0, Some(true)),
    ),
    only(
        Of::Memory,
        column("overhead_share", "overhead share", "", 4, Some(true)),
    ),
    only(
        Of::Slices,
        column("preempted", "preemptions", "", 0, Some(true)),
    ),
    only(
        Of::Servers,
        column("least_makespan", "least makespan", "s", 0, None),
    ),
    only(
        Of::Servers,
        column("gap", "gap to least", "%", 2, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_waiting", "waiting", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_turnaround", "turnaround", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_response", "response (eq. 2)", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_response_text", "response (text)", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_reaction", "reaction", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_slowdown", "slowdown (eq. 4)", "", 4, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_slowdown_text", "slowdown (text)", "", 4, Some(true)),
    ),
    only(
        Of::Quanta,
        column(
            "agile_utilisation",
            "utilisation (eq. 1)",
            "",
            4,
            Some(false),
        ),
    ),
    only(
        Of::Quanta,
        column(
            "agile_utilisation_spinning",
            "utilisation (spinning)",
            "",
            4,
            Some(false),
        ),
    ),
    only(
        Of::Deadlines,
        column("missed", "deadlines missed", "", 4, Some(true)),
    ),
    only(
        Of::Molds,
        column("slowdown_at_size", "slowdown at size", "", 4, Some(true)),
    ),
    only(
        Of::Tiers,
        column("lost", "lost by kills", "s", 0, Some(true)),
    ),
    only(Of::Tiers, column("kills", "kills", "", 0, Some(true))),
    only(
        Of::Tiers,
        column("in_background", "used in background", "", 4, Some(false)),
    ),
    only(
        Of::Refusals,
        column("refused", "refused", "", 0, Some(true)),
    ),
    only(
        Of::Windows,
        column("cost", "cost of windows", "", 2, Some(true)),
    ),
    only(
        Of::Windows,
        column("quality", "quality of windows", "", 2, Some(false)),
    ),
    only(
        Of::Outages,
        column("requeues", "requeues", "", 0, Some(true)),
    ),
    only(
        Of::Outages,
        column("work_lost", "work lost", "node s", 0, Some(true)),
    ),
    only(
        Of::Outages,
        column("goodput", "goodput", "", 4, Some(false)),
    ),
];
