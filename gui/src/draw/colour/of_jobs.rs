//! What the colour of a job can say.

use std::fmt;

use egui::Color32;

use super::{BLUE, GREY, SKY, VERMILLION, YELLOW, along, mix, of_class, of_kind, on_scale};
use crate::family::moldable::metrics as deadlines;
use crate::record::Run;

/// From hardly in time to long before.
const SLACK: [Color32; 3] = [YELLOW, SKY, BLUE];

/// What the colour of a job says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ColourBy {
    /// Which job it is.
    #[default]
    Job,
    /// Whose it is.
    User,
    /// Which queue it came through.
    Queue,
    /// Whether it is short, medium or long.
    Class,
    /// How many nodes it has.
    Width,
    /// How long it runs.
    Runtime,
    /// How long it waited.
    Wait,
    /// Its bounded slowdown.
    Slowdown,
    /// How much of the time until its deadline was left when it ended.
    Slack,
}

impl ColourBy {
    /// Every choice, in the sequence in which a menu should show them.
    pub const ALL: [Self; 9] = [
        Self::Job,
        Self::User,
        Self::Queue,
        Self::Class,
        Self::Width,
        Self::Runtime,
        Self::Wait,
        Self::Slowdown,
        Self::Slack,
    ];

    /// The name as in a menu.
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

    /// What its shades stand for, if they do not name kinds.
    pub const fn legend(self) -> Option<&'static str> {
        match self {
            Self::Job | Self::User | Self::Queue | Self::Class => None,
            Self::Width => Some("dark: 1 node, bright: all nodes"),
            Self::Runtime => Some("dark: 10 s, bright: 2 d"),
            Self::Wait => Some("dark: 1 s, bright: 2 d"),
            Self::Slowdown => Some("dark: 1, bright: 1000"),
            Self::Slack => Some("red: missed, yellow: just in time, blue: long before"),
        }
    }
}

impl fmt::Display for ColourBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// The colour of the job at index `place`; grey where there is nothing to tell.
pub fn colour_of(run: &Run, place: usize, by: ColourBy) -> Color32 {
    const TWO_DAYS: f64 = 172_800.0;
    let (Some(spec), Some(label), Some(_)) = (
        run.experiment.jobs.get(place),
        run.experiment.labels.get(place),
        run.outcomes.get(place),
    ) else {
        return GREY;
    };
    let runtime = || run.response(place).0.saturating_sub(run.wait(place).0) as f64 / 1e9;
    match by {
        ColourBy::Job => of_kind(label.number),
        ColourBy::User => label.user.map_or(GREY, |user| of_kind(u64::from(user))),
        ColourBy::Queue => label.queue.map_or(GREY, |queue| of_kind(u64::from(queue))),
        ColourBy::Class => run.classes.get(place).copied().map_or(GREY, of_class),
        ColourBy::Width => on_scale(f64::from(spec.nodes), 1.0, f64::from(run.experiment.nodes)),
        ColourBy::Runtime => on_scale(runtime(), 10.0, TWO_DAYS),
        ColourBy::Wait => on_scale(run.wait(place).seconds(), 1.0, TWO_DAYS),
        ColourBy::Slowdown => on_scale(run.bounded_slowdown(place), 1.0, 1000.0),
        ColourBy::Slack => deadlines::slack(run, place).map_or(GREY, of_slack),
    }
}

/// The colour of a job of which so much of the time until its deadline was left:
/// of nothing at all, that of those that missed it.
fn of_slack(left: f64) -> Color32 {
    match left < 0.0 {
        true => VERMILLION,
        false => along(&SLACK, left as f32),
    }
}

/// Blue if the job starts earlier than in `baseline`, vermillion if later, grey if neither.
pub fn difference(run: &Run, baseline: &Run, place: usize) -> Color32 {
    let (Some(here), Some(there)) = (run.outcomes.get(place), baseline.outcomes.get(place)) else {
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
    // A second is worth a visible tint, a day all of it.
    let strength = 0.4 + 0.6 * (span.seconds().ln_1p() / 86_400_f64.ln_1p()).min(1.0);
    mix(GREY, end, strength as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::sample;
    use crate::run::sample::simulated;

    #[test]
    fn jobs_next_to_each_other_differ() {
        let run = sample::ten_jobs();
        for job in 0..9 {
            let here = colour_of(&run, job, ColourBy::Job);
            assert_ne!(here, colour_of(&run, job + 1, ColourBy::Job));
        }
    }

    #[test]
    fn a_job_beyond_the_run_is_grey() {
        let run = sample::ten_jobs();
        for by in ColourBy::ALL {
            assert_eq!(colour_of(&run, 10, by), GREY);
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
        let shown: Vec<_> = (0..4)
            .map(|job| colour_of(&run, job, ColourBy::Slack))
            .collect();
        assert_eq!(shown, [SKY, YELLOW, VERMILLION, GREY]);
    }
}
