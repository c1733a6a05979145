//! Colours of jobs by one of their properties.

use std::fmt;

use egui::Color32;

use cosched_core::workload::Class;
use laboratory::base::problem::Problem;

use super::tokens::tokens;
use super::{
    BLUE, GREY, SKY, VERMILLION, WaitScale, YELLOW, along, mix, of_class, of_kind, on_scale,
};
use laboratory::base::format;
use laboratory::family::moldable::metrics as deadlines;
use laboratory::record::Run;
use laboratory::record::clock::{DAY, HOUR, MINUTE};
use laboratory::record::unit::Unit;

/// Ramp from just in time to long before the deadline.
const SLACK: [Color32; 3] = [YELLOW, SKY, BLUE];

/// Property of a job that its colour shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ColourBy {
    /// Number of the job.
    Job,
    /// User.
    User,
    /// Queue.
    Queue,
    /// Class: short, medium or long.
    Class,
    /// Number of nodes.
    Width,
    /// Runtime.
    Runtime,
    /// Waiting time.
    #[default]
    Wait,
    /// Bounded slowdown.
    Slowdown,
    /// Part of the time until the deadline that was left when the job ended.
    Slack,
}

impl ColourBy {
    /// Every choice, in the order of a menu.
    pub const ALL: [Self; 9] = [
        Self::Wait,
        Self::Slowdown,
        Self::Runtime,
        Self::Width,
        Self::User,
        Self::Queue,
        Self::Class,
        Self::Slack,
        Self::Job,
    ];

    /// Returns the name as on the command line.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::User => "user",
            Self::Queue => "queue",
            Self::Class => "class",
            Self::Width => "nodes",
            Self::Runtime => "runtime",
            Self::Wait => "wait",
            Self::Slowdown => "bounded slowdown",
            Self::Slack => "deadline",
        }
    }

    /// Returns the choice of that name.
    ///
    /// # Errors
    /// There is none, with those that there are.
    pub fn of_title(name: &str) -> Result<Self, Problem> {
        let found = Self::ALL.into_iter().find(|by| by.title() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::title).join(", ");
            Problem::input(format!("there is no colour by {name}; there are {names}"))
        })
    }

    /// Returns the name as in a menu, where sizes count `unit`.
    pub const fn name(self, unit: Unit) -> &'static str {
        match self {
            Self::Width => unit.many(),
            other => other.title(),
        }
    }

    /// Returns the heading of its legend, where sizes count `unit`.
    pub const fn heading(self, unit: Unit) -> &'static str {
        match self {
            Self::Job => "Job",
            Self::User => "User",
            Self::Queue => "Queue",
            Self::Class => "Class",
            Self::Width => unit.heading(),
            Self::Runtime => "Runtime",
            Self::Wait => "Wait",
            Self::Slowdown => "Bounded slowdown",
            Self::Slack => "Deadline",
        }
    }
}

impl fmt::Display for ColourBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// Colouring of jobs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Shading {
    /// Property that colours show.
    pub by: ColourBy,
    /// Steps of waits, equal for all runs in sight.
    pub waits: WaitScale,
    /// Whether the ground is dark.
    pub dark: bool,
}

const TWO_DAYS: f64 = 172_800.0;
/// Ends of the scales of runtimes, in seconds, and of bounded slowdowns.
const RUNTIMES: [f64; 2] = [10.0, TWO_DAYS];
const SLOWDOWNS: [f64; 2] = [1.0, 1000.0];

impl Shading {
    /// Returns the colouring of one run alone.
    pub fn of(run: &Run, by: ColourBy, dark: bool) -> Self {
        let waits = WaitScale::of([run]);
        Self { by, waits, dark }
    }

    /// Returns colours and their meaning on a machine of so many nodes; nothing where each kind has
    /// a colour of its own.
    pub fn legend(&self, nodes: u32) -> Vec<(Color32, String)> {
        let scale = |values: &[f64], [low, high]: [f64; 2], name: fn(f64) -> String| {
            let entries = values.iter().filter(|value| **value <= high);
            let entries = entries.map(|value| (on_scale(*value, low, high), name(*value)));
            entries.collect()
        };
        match self.by {
            ColourBy::Wait => self.waits.legend(self.dark),
            ColourBy::Class => Class::ALL
                .map(|class| (of_class(class), class.to_string()))
                .to_vec(),
            ColourBy::Width => {
                let nodes = f64::from(nodes);
                let values = [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0];
                let values = values.into_iter().filter(|value| *value < nodes);
                let values: Vec<f64> = values.chain([nodes]).collect();
                scale(&values, [1.0, nodes], format::number)
            }
            ColourBy::Runtime => {
                let values = [10.0, 60.0, 600.0, 3600.0, 36_000.0, TWO_DAYS];
                scale(&values, RUNTIMES, format::span)
            }
            ColourBy::Slowdown => scale(&[1.0, 10.0, 100.0, 1000.0], SLOWDOWNS, format::number),
            ColourBy::Slack => vec![
                (of_slack(-1.0), "missed".to_owned()),
                (of_slack(0.0), "just in time".to_owned()),
                (of_slack(0.5), "half of the time left".to_owned()),
                (of_slack(1.0), "long before".to_owned()),
            ],
            ColourBy::Job | ColourBy::User | ColourBy::Queue => Vec::new(),
        }
    }
}

/// Returns the colours of differences and their meaning: the larger, the stronger.
pub fn difference_legend() -> Vec<(Color32, String)> {
    let side = |end: Color32| {
        let steps = [(DAY, "1 d"), (HOUR, "1 h"), (MINUTE, "1 min")];
        steps.map(|(seconds, name)| (tint(seconds, end), name.to_owned()))
    };
    let (mut earlier, mut later) = (side(BLUE), side(VERMILLION));
    later.reverse();
    earlier[0].1 += " earlier";
    later[2].1 += " later";
    let same = (GREY, "at the same time".to_owned());
    earlier.into_iter().chain([same]).chain(later).collect()
}

/// Returns a tint of `end`: visible at a second, full at a day.
fn tint(seconds: f64, end: Color32) -> Color32 {
    let strength = 0.4 + 0.6 * (seconds.ln_1p() / DAY.ln_1p()).min(1.0);
    mix(GREY, end, strength as f32)
}

/// Returns the colour of the job at index `index`; grey where the property is unknown.
pub fn colour_of(run: &Run, index: usize, shading: &Shading) -> Color32 {
    let (Some(spec), Some(label), Some(_)) = (
        run.experiment.jobs.get(index),
        run.experiment.labels.get(index),
        run.outcomes.get(index),
    ) else {
        return GREY;
    };
    let runtime = || run.response(index).0.saturating_sub(run.wait(index).0) as f64 / 1e9;
    let scaled = |value: f64, [low, high]: [f64; 2]| on_scale(value, low, high);
    match shading.by {
        ColourBy::Job => of_kind(label.number()),
        ColourBy::User => label.user().map_or(GREY, |user| of_kind(u64::from(user))),
        ColourBy::Queue => label
            .queue()
            .map_or(GREY, |queue| of_kind(u64::from(queue))),
        ColourBy::Class => run.classes.get(index).copied().map_or(GREY, of_class),
        ColourBy::Width => {
            let ends = [1.0, f64::from(run.experiment.nodes)];
            scaled(f64::from(spec.nodes), ends)
        }
        ColourBy::Runtime => scaled(runtime(), RUNTIMES),
        ColourBy::Wait => {
            let step = shading.waits.step(run.wait(index).seconds());
            tokens(shading.dark).wait[step]
        }
        ColourBy::Slowdown => scaled(run.bounded_slowdown(index), SLOWDOWNS),
        ColourBy::Slack => deadlines::slack(run, index).map_or(GREY, of_slack),
    }
}

/// Returns the colour of a job by the part of the time until its deadline that was left: at 0, that
/// of jobs that missed it.
fn of_slack(left: f64) -> Color32 {
    if left < 0.0 {
        VERMILLION
    } else {
        along(&SLACK, left as f32)
    }
}

/// Returns blue if the job starts earlier than in `baseline`, vermillion if later, else grey.
pub fn difference(run: &Run, baseline: &Run, index: usize) -> Color32 {
    let (Some(here), Some(there)) = (run.outcomes.get(index), baseline.outcomes.get(index)) else {
        return GREY;
    };
    let (earlier, later) = (
        there.started.since(here.started),
        here.started.since(there.started),
    );
    let (span, end) = if later.0 > 0 {
        (later, VERMILLION)
    } else {
        (earlier, BLUE)
    };
    if span.0 == 0 {
        return GREY;
    }
    tint(span.seconds(), end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use laboratory::run::sample::simulated;

    #[test]
    fn jobs_next_to_each_other_differ() {
        let run = sample::ten_jobs();
        for job in 0..9 {
            let shading = Shading::of(&run, ColourBy::Job, false);
            let here = colour_of(&run, job, &shading);
            assert_ne!(here, colour_of(&run, job + 1, &shading));
        }
    }

    #[test]
    fn a_job_beyond_the_run_is_grey() {
        let run = sample::ten_jobs();
        for by in ColourBy::ALL {
            assert_eq!(colour_of(&run, 10, &Shading::of(&run, by, true)), GREY);
        }
    }

    #[test]
    fn a_later_start_is_warm_and_an_earlier_one_cold() {
        let run = sample::ten_jobs();
        let late = sample::shifted(&run, 3600);
        let warm = difference(&late, &run, 4);
        let cold = difference(&run, &late, 4);
        assert!(warm.r() > warm.b(), "{warm:?}");
        assert!(cold.b() > cold.r(), "{cold:?}");
        assert_eq!(difference(&run, &run, 4), GREY);
        // The legend has the very colours.
        let legend = difference_legend();
        assert_eq!(legend[1], (cold, "1 h".to_owned()));
        assert_eq!(legend[5], (warm, "1 h".to_owned()));
    }

    /// One processor: in time with half of the time left, just in time, late, and
    /// without a deadline.
    #[test]
    fn a_missed_deadline_stands_out() {
        let run = simulated(
            "(machine: Cluster(nodes: 1), policies: [Easy], workload: Jobs([
                (submit: 0, runtime: 5, nodes: 1, deadline: 10),
                (submit: 0, runtime: 5, nodes: 1, deadline: 10),
                (submit: 0, runtime: 5, nodes: 1, deadline: 10),
                (submit: 0, runtime: 5, nodes: 1)]))",
        );
        let shading = Shading::of(&run, ColourBy::Slack, false);
        let shown: Vec<_> = (0..4).map(|job| colour_of(&run, job, &shading)).collect();
        assert_eq!(shown, [SKY, YELLOW, VERMILLION, GREY]);
    }
}
