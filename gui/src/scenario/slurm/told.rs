//! Descriptions of the parameters of Slurm's scheduler.

use std::ops::RangeInclusive;

use super::{Scheduler, Select, Slurm, Version};
use crate::scenario::fields::{COUNTS, SPANS};
use crate::scenario::reference::Where::Parameters;
use crate::scenario::reference::{Allowed, Choice, Field, Name, Place, said, word};

/// All descriptions, in the order of the guide.
pub(super) const ALL: &[&Field] = &[
    &VERSION.field,
    &SCHEDULER.field,
    &SELECT.field,
    &INTERVAL,
    &RESOLUTION,
    &WINDOW,
    &TESTS,
    &STARTS,
    &RESERVED,
    &LEAST_AGE,
    &DEPTH,
    &DELAY,
    &FULL,
    &PHASE,
];

/// Largest value of any count.
pub(crate) const MOST: u32 = 1_000_000;

/// Coarsest grid of plans: a day.
pub(crate) const MOST_RESOLUTION: f64 = 86_400.0;

/// Times between passes: whole seconds in Slurm.
pub(crate) const INTERVALS: RangeInclusive<f64> = 1.0..=*SPANS.end();

/// Delays, 0 included.
pub(crate) const DELAYS: RangeInclusive<f64> = 0.0..=*SPANS.end();

/// Documentation of the parameters.
const MANUAL: &str = "slurm.conf(5)";

pub(crate) const VERSION: Choice<Version> = Choice {
    field: Field {
        usual: || word(Version::default()),
        sentence: "Which Slurm it is like. Decisions were measured of 22.05; 26.05 is by its manual, and plans start when the last job ends that is needed",
        source: MANUAL,
        ..Field::chosen(
            Parameters,
            &[Place("slurm: (version: {})", "")],
            "Version",
            &[
                Name("V2205", "22.05", "As measured"),
                Name("V2605", "26.05", "By its manual"),
            ],
        )
    },
    values: || vec![Version::V2205, Version::V2605],
};

pub(crate) const SCHEDULER: Choice<Scheduler> = Choice {
    field: Field {
        usual: || word(Scheduler::default()),
        sentence: "The scheduler plugin (SchedulerType)",
        source: MANUAL,
        ..Field::chosen(
            Parameters,
            &[Place("slurm: (scheduler: {})", "")],
            "Scheduler",
            &[
                Name("Backfill", "sched/backfill", "Main and backfill passes"),
                Name("Builtin", "sched/builtin", "Main passes alone"),
            ],
        )
    },
    values: || vec![Scheduler::Backfill, Scheduler::Builtin],
};

pub(crate) const SELECT: Choice<Select> = Choice {
    field: Field {
        usual: || word(Select::default()),
        sentence: "How the plugin that selects nodes finds when there will be enough (SelectType); jobs get whole nodes",
        source: MANUAL,
        ..Field::chosen(
            Parameters,
            &[Place("slurm: (select: {})", "")],
            "Selection",
            &[
                Name(
                    "Linear",
                    "select/linear",
                    "Running jobs are taken away one by one",
                ),
                Name(
                    "ConsTres",
                    "select/cons_tres",
                    "They are in windows of 30 s that double",
                ),
            ],
        )
    },
    values: || vec![Select::Linear, Select::ConsTres],
};

/// Field with a span of time.
const fn span(places: &'static [Place], name: &'static str) -> Field {
    Field {
        source: MANUAL,
        ..Field::seconds(Parameters, places, name)
    }
}

/// Field with a count.
const fn count(places: &'static [Place], name: &'static str) -> Field {
    Field {
        source: MANUAL,
        unit: "jobs",
        allowed: Allowed::Whole(1.0..=MOST as f64),
        ..Field::count(Parameters, places, name)
    }
}

pub(crate) const INTERVAL: Field = Field {
    allowed: Allowed::Whole(INTERVALS),
    usual: || said(Slurm::default().bf_interval),
    sentence: "Between two backfill passes",
    ..span(&[Place("slurm: (bf_interval: {})", "")], "bf_interval")
};

pub(crate) const RESOLUTION: Field = Field {
    allowed: Allowed::Whole(1.0..=MOST_RESOLUTION),
    usual: || said(Slurm::default().bf_resolution),
    sentence: "Plans begin and end at multiples of it, rounded down",
    ..span(&[Place("slurm: (bf_resolution: {})", "")], "bf_resolution")
};

pub(crate) const WINDOW: Field = Field {
    unit: "min",
    usual: || said(Slurm::default().bf_window),
    sentence: "Starts later than this from now are not planned; at least the longest limit makes sense",
    ..count(&[Place("slurm: (bf_window: {})", "")], "bf_window")
};

pub(crate) const TESTS: Field = Field {
    usual: || said(Slurm::default().bf_max_job_test),
    sentence: "How many jobs a backfill pass tests",
    ..count(
        &[Place("slurm: (bf_max_job_test: {})", "")],
        "bf_max_job_test",
    )
};

pub(crate) const STARTS: Field = Field {
    absent: "any number",
    allowed: Allowed::Whole(COUNTS),
    sentence: "How many jobs a backfill pass starts at most",
    ..count(
        &[Place("slurm: (bf_max_job_start: {})", "")],
        "bf_max_job_start",
    )
};

pub(crate) const RESERVED: Field = Field {
    absent: "all that are tested",
    allowed: Allowed::Whole(COUNTS),
    sentence: "How many jobs a backfill pass plans; the others may only start at once",
    ..count(
        &[Place("slurm: (bf_job_part_count_reserve: {})", "")],
        "bf_job_part_count_reserve",
    )
};

pub(crate) const LEAST_AGE: Field = Field {
    allowed: Allowed::Whole(DELAYS),
    usual: || said(Slurm::default().bf_min_age_reserve),
    sentence: "How long a job must have waited to be planned",
    ..span(
        &[Place("slurm: (bf_min_age_reserve: {})", "")],
        "bf_min_age_reserve",
    )
};

pub(crate) const DEPTH: Field = Field {
    usual: || said(Slurm::default().default_queue_depth),
    sentence: "How many jobs an ordinary main pass considers",
    ..count(
        &[Place("slurm: (default_queue_depth: {})", "")],
        "default_queue_depth",
    )
};

pub(crate) const DELAY: Field = Field {
    allowed: Allowed::Whole(DELAYS),
    usual: || said(Slurm::default().batch_sched_delay),
    sentence: "How long after a submission the main pass for it comes, if none comes before",
    ..span(
        &[Place("slurm: (batch_sched_delay: {})", "")],
        "batch_sched_delay",
    )
};

pub(crate) const FULL: Field = Field {
    allowed: Allowed::Whole(INTERVALS),
    usual: || said(Slurm::default().sched_interval),
    sentence: "Between main passes over the whole queue",
    ..span(
        &[Place("slurm: (sched_interval: {})", "")],
        "sched_interval",
    )
};

pub(crate) const PHASE: Field = Field {
    allowed: Allowed::Whole(0.0..=u64::MAX as f64),
    absent: "0",
    sentence: "A seed for where in their intervals the passes stand when the first job comes: that alone moves mean waits by some percent, so vary it, as in a sweep, before a difference is believed",
    ..Field::count(Parameters, &[Place("slurm: (phase: {})", "")], "Phase")
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::reference::tests::named;

    #[test]
    fn widgets_choose_what_they_say() {
        named(&SCHEDULER);
        named(&SELECT);
        named(&VERSION);
    }
}
