//! Columns of the table of jobs: headings, contents and widths.

use egui::{FontId, Ui};

use charts::colour::tokens::tokens;
use laboratory::base::format;
use laboratory::record::clock::{DAY, MINUTE};
use laboratory::record::unit::Unit;
use laboratory::record::{NameTables, Run};

/// A column of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum JobColumn {
    #[default]
    Number,
    User,
    Nodes,
    Wait,
    Submit,
    Start,
    End,
    Runtime,
    Estimate,
    Slowdown,
}

/// Margin beside the text of a cell.
const MARGIN: f32 = 10.0;
/// Number of instants that are measured for the width of a column.
const SAMPLES: usize = 60;
/// Most width that a column has beyond the least where there is room.
const SPARE: f32 = 28.0;

impl JobColumn {
    pub(super) const ALL: [Self; 10] = [
        Self::Number,
        Self::User,
        Self::Nodes,
        Self::Wait,
        Self::Submit,
        Self::Start,
        Self::End,
        Self::Runtime,
        Self::Estimate,
        Self::Slowdown,
    ];

    /// Returns the heading, where sizes count `unit`.
    pub(super) const fn heading(self, unit: Unit) -> &'static str {
        match self {
            Self::Number => "Job",
            Self::User => "User",
            Self::Nodes => unit.heading(),
            Self::Wait => "Wait",
            Self::Submit => "Submit",
            Self::Start => "Start",
            Self::End => "End",
            Self::Runtime => "Runtime",
            Self::Estimate => "Estimate",
            Self::Slowdown => "Bounded slowdown",
        }
    }

    /// Returns its meaning, where its heading alone does not say it.
    pub(super) const fn meaning(self) -> Option<&'static str> {
        match self {
            Self::Slowdown => Some(
                "Response over runtime, with runtimes below 10 s taken as 10 s, and 1 at least",
            ),
            _ => None,
        }
    }

    /// Whether its cells are words, which begin at the left; numbers end at the right.
    pub(super) fn is_text(self) -> bool {
        self == Self::User
    }

    /// Returns the value by which jobs are sorted.
    pub(super) fn value(self, run: &Run, job: usize) -> f64 {
        let (spec, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
        let label = &run.experiment.labels[job];
        match self {
            // Behind all that ran.
            _ if outcome.refused && self.is_of_a_run() => f64::INFINITY,
            Self::Number => label.number() as f64,
            Self::User => label.user().map_or(-1.0, f64::from),
            Self::Nodes => f64::from(spec.nodes),
            Self::Wait => run.wait(job).seconds(),
            Self::Submit => spec.submit.seconds(),
            Self::Start => outcome.started.seconds(),
            Self::End => outcome.completed.seconds(),
            Self::Runtime => outcome.executed.seconds(),
            Self::Estimate => spec.estimate.seconds(),
            Self::Slowdown => run.bounded_slowdown(job),
        }
    }

    /// Whether only jobs that ran have it.
    fn is_of_a_run(self) -> bool {
        matches!(
            self,
            Self::Wait | Self::Start | Self::End | Self::Runtime | Self::Slowdown
        )
    }

    /// Whether its value of a job is not known by `until`, in seconds, if a replay hides what comes
    /// later.
    pub(super) fn is_unknown_at(self, run: &Run, job: usize, until: Option<f64>) -> bool {
        let outcome = run.outcomes[job];
        let end = match self {
            Self::Submit => outcome.entered,
            Self::Wait | Self::Start => outcome.started,
            Self::End | Self::Runtime | Self::Slowdown => outcome.completed,
            _ => return false,
        };
        until.is_some_and(|until| end.seconds() > until)
    }

    /// Returns the text of a job.
    pub(super) fn text(self, run: &Run, job: usize) -> String {
        let value = self.value(run, job);
        match self {
            _ if run.outcomes[job].refused && self.is_of_a_run() => {
                run.why_not_run(job).unwrap_or_default().to_owned()
            }
            Self::User => {
                let user = run.experiment.labels[job].user();
                let users = &run.experiment.label_names.users;
                user.map_or_else(|| "–".to_owned(), |user| NameTables::name(users, user))
            }
            Self::Number => run.experiment.labels[job].number().to_string(),
            Self::Nodes | Self::Slowdown => format::number(value),
            Self::Wait | Self::Runtime | Self::Estimate => format::span(value),
            Self::Submit | Self::Start | Self::End => instant(run, value),
        }
    }

    /// Returns the width of its longest text, or of its heading with a sign.
    fn least_width(self, ui: &Ui, run: &Run) -> f32 {
        let font = FontId::proportional(13.0);
        let wide = |words: String| {
            let ink = tokens(ui.visuals().dark_mode).text[0];
            let words = ui.painter().layout_no_wrap(words, font.clone(), ink);
            words.size().x + MARGIN
        };
        match self {
            Self::Number => 62.0,
            Self::User => 86.0,
            Self::Nodes | Self::Slowdown => {
                // With the sign of the order beside it.
                let heading = self.heading(run.experiment.size_unit);
                (wide(heading.to_owned()) + MARGIN).max(60.0)
            }
            Self::Wait | Self::Runtime | Self::Estimate => 82.0,
            // Names of days and months differ in length: a sample of all is enough.
            Self::Submit | Self::Start | Self::End => {
                let every = (run.outcomes.len() / SAMPLES).max(1);
                let some = run.outcomes.iter().step_by(every);
                let instants = some.map(|outcome| outcome.completed.seconds());
                let widths = instants.map(|at| wide(instant(run, at)));
                widths.fold(64.0, f32::max)
            }
        }
    }

    /// Returns the width of each column in the available room.
    pub(super) fn widths(ui: &Ui, run: &Run) -> [f32; Self::ALL.len()] {
        let least = Self::ALL.map(|by| by.least_width(ui, run));
        let gaps = ui.spacing().item_spacing.x * Self::ALL.len() as f32;
        let spare = ui.available_width() - gaps - least.iter().sum::<f32>();
        let more = (spare / Self::ALL.len() as f32).clamp(0.0, SPARE);
        least.map(|width| width + more)
    }
}

/// Returns the end of the run, in seconds.
fn last(run: &Run) -> f64 {
    let ends = run.outcomes.iter().map(|outcome| outcome.completed);
    ends.max().unwrap_or_default().seconds()
}

/// Returns an instant in words: of runs that take days to the minute, which a reader can take in.
fn instant(run: &Run, seconds: f64) -> String {
    let clock = &run.experiment.clock;
    if run.experiment.clock.zone_name().is_some() || last(run) > DAY {
        clock.instant_to(seconds, MINUTE)
    } else {
        clock.instant(seconds)
    }
}
