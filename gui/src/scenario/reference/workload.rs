//! Descriptions of workloads that are drawn or read from logs.

use super::super::fields::{DRAWN, ESTIMATE_FACTORS, LONGEST_BREAK, MOST_USERS};
use super::super::slicing::MemorySource;
use super::super::{Estimates, LOADS, LublinSet, ReactingUsers};
use super::Where::{Scenario, Workload};
use super::sources::{SWF, USERS_WHO_REACT};
use super::{Allowed, Choice, Field, Name, Place, said, word};
use cosched_core::users::Habits;
use cosched_core::workload::jann::Sizes;

pub(crate) const SEED: Field = Field {
    allowed: Allowed::Whole(0.0..=u64::MAX as f64),
    usual: || said(1),
    sentence: "Start of everything drawn at random",
    ..Field::count(Scenario, &[Place("seed: {}", "")], "Seed")
};

pub(crate) const JOBS: Field = Field {
    allowed: Allowed::Whole(DRAWN),
    absent: "needed",
    sentence: "How many jobs the model draws; at most 50000000 where they are kept, as they are in the window",
    ..Field::count(
        Workload,
        &[Place("Lublin(jobs: {})", ""), Place("Jann(jobs: {})", "")],
        "Jobs",
    )
};

pub(crate) const LOAD: Field = Field {
    absent: "the model's own, or as in the log",
    sentence: "Work submitted over what the machine can do; times between submissions are scaled to it",
    ..Field::number(
        Workload,
        &[
            Place("Lublin(load: {})", ", jobs: 1"),
            Place("Jann(load: {})", ", jobs: 1"),
            Place("Swf(load: {})", ", path: \"a.swf\""),
            Place("Table(load: {})", ", path: \"a.sacct\""),
        ],
        "Offered load",
        LOADS,
    )
};

pub(crate) const JOB_CLASSES: Choice<LublinSet> = Choice {
    field: Field {
        usual: || word(LublinSet::default()),
        sentence: "Which of the model's published parameter sets",
        source: "Lublin and Feitelson, 2003",
        ..Field::chosen(
            Workload,
            &[Place("Lublin(set: {})", ", jobs: 1")],
            "Job classes",
            &[
                Name(
                    "Typeless",
                    "one class",
                    "All jobs from one set of parameters",
                ),
                Name(
                    "Typed",
                    "batch + interactive",
                    "Batch and interactive jobs as two streams",
                ),
            ],
        )
    },
    values: || vec![LublinSet::Typeless, LublinSet::Typed],
};

pub(crate) const JOB_SIZES: Choice<Sizes> = Choice {
    field: Field {
        usual: || word(Sizes::default()),
        sentence: "The size of a job within its class, of which the model says nothing",
        source: "classes: Jann and others, 1997; sizes within them: our own",
        ..Field::chosen(
            Workload,
            &[Place("Jann(sizes: {})", ", jobs: 1")],
            "Job sizes",
            &[
                Name(
                    "Uniform",
                    "uniform",
                    "Every size of the class, equally likely",
                ),
                Name(
                    "UpperBound",
                    "upper bound",
                    "The greatest size of the class",
                ),
                Name(
                    "Empirical",
                    "empirical",
                    "The most frequent sizes of the log, equally likely",
                ),
            ],
        )
    },
    values: || vec![Sizes::Uniform, Sizes::UpperBound, Sizes::Empirical],
};

/// Factors are the initial ones of a widget.
pub(crate) const ESTIMATES: Choice<Estimates> = Choice {
    field: Field {
        usual: || word(Estimates::default()),
        sentence: "How well users estimate the runtime of their jobs",
        source: "after Mu’alem and Feitelson, 2001",
        ..Field::chosen(
            Workload,
            &[
                Place("Lublin(estimates: {})", ", jobs: 1"),
                Place("Jann(estimates: {})", ", jobs: 1"),
            ],
            "Estimates",
            &[
                Name("Exact", "exact", "Users know the runtime"),
                Name(
                    "Times(2)",
                    "always ×",
                    "Every estimate is so many times the runtime",
                ),
                Name(
                    "UpTo(3)",
                    "up to ×",
                    "Each estimate is the runtime times a factor drawn from 1 to this",
                ),
            ],
        )
    },
    values: || {
        vec![
            Estimates::Exact,
            Estimates::Times(2.0),
            Estimates::UpTo(3.0),
        ]
    },
};

pub(crate) const ESTIMATE_FACTOR: Field = Field {
    absent: "needed",
    sentence: "How many times the runtime an estimate is, or is at most",
    ..Field::number(
        Workload,
        &[
            Place("Lublin(estimates: Times({}))", "|, jobs: 1"),
            Place("Lublin(estimates: UpTo({}))", "|, jobs: 1"),
            Place("Jann(estimates: Times({}))", "|, jobs: 1"),
            Place("Jann(estimates: UpTo({}))", "|, jobs: 1"),
        ],
        "Estimate factor",
        ESTIMATE_FACTORS,
    )
};

pub(crate) const BIT_EXACT: Field = Field {
    sentence: "Draw and round exactly as the published program does",
    source: "the published program of Lublin and Feitelson, 2003",
    ..Field::switch(
        Workload,
        &[Place("Lublin(bit_exact: {})", ", jobs: 1")],
        "bit-exact",
    )
};

pub(crate) const USERS: Field = Field {
    allowed: Allowed::Whole(1.0..=MOST_USERS as f64),
    absent: "needed",
    sentence: "Users who submit a job, wait for its end, think, and submit the next or come back after a break",
    source: USERS_WHO_REACT,
    ..Field::count(
        Workload,
        &[Place("Lublin(users: (count: {}))", "|, jobs: 1")],
        "Users",
    )
};

/// Pause that ends a session, in seconds.
const SESSION: f64 = Habits::USUAL.session.0 as f64 / 1e9;

pub(crate) const THINK: Field = Field {
    usual: || said(ReactingUsers::of(1).think),
    sentence: "The mean of users' think times; at most what ends a session",
    source: "what ends a session: Zakay and Feitelson, 2012; the mean: our own",
    allowed: Allowed::Number(0.0..=SESSION),
    ..Field::seconds(
        Workload,
        &[Place("Lublin(users: (think: {}))", ", count: 1|, jobs: 1")],
        "Think time",
    )
};

pub(crate) const BREAK: Field = Field {
    usual: || said(ReactingUsers::of(1).longest_break),
    sentence: "The longest break between two sessions of a user",
    allowed: Allowed::Number(SESSION..=LONGEST_BREAK),
    ..Field::seconds(
        Workload,
        &[Place(
            "Lublin(users: (longest_break: {}))",
            ", count: 1|, jobs: 1",
        )],
        "Longest break",
    )
};

pub(crate) const JOB_MEMORY: Choice<MemorySource> = Choice {
    field: Field {
        absent: "none",
        sentence: "Where the memory of jobs comes from; policies that let jobs share nodes in time use it: Scojo-PECT, gang scheduling and flexible coscheduling",
        source: "Esbaugh, 2010 (Scojo-PECT), section 5 and table 3",
        ..Field::chosen(
            Workload,
            &[
                Place("Lublin(memory: {})", ", jobs: 1"),
                Place("Jann(memory: {})", ", jobs: 1"),
                Place("Swf(memory: {})", ", path: \"a.swf\""),
            ],
            "Job memory",
            &[
                Name(
                    "Log",
                    "as in the log",
                    "Requested memory, or used memory where that is missing; of logs alone",
                ),
                Name(
                    "Mm1",
                    "MM1: long much",
                    "Long jobs need much memory, short ones little",
                ),
                Name(
                    "Mm2",
                    "MM2: short much",
                    "Short jobs need much memory, long ones little",
                ),
                Name("Mm3", "MM3: long more", "Like MM1, more so"),
                Name("Mm4", "MM4: short more", "Like MM2, more so"),
                Name(
                    "Mm5",
                    "MM5: even",
                    "Every class the same: runtime does not tell memory",
                ),
                Name(
                    "Uniform",
                    "uniform",
                    "One to ten tenths of a node, equally likely",
                ),
            ],
        )
    },
    values: || {
        use MemorySource::{Log, Mm1, Mm2, Mm3, Mm4, Mm5, Uniform};
        vec![Log, Mm1, Mm2, Mm3, Mm4, Mm5, Uniform]
    },
};

pub(crate) const FIRST_JOBS: Field = Field {
    unit: "jobs",
    absent: "all of them",
    sentence: "Only the first so many usable jobs of the log",
    ..Field::count(
        Workload,
        &[
            Place("Swf(jobs: {})", ", path: \"a.swf\""),
            Place("Table(jobs: {})", ", path: \"a.sacct\""),
        ],
        "First jobs",
    )
};

pub(crate) const REBASE: Field = Field {
    sentence: "Time zero is the first submission instead of the log's own start",
    ..Field::switch(
        Workload,
        &[Place("Swf(rebase: {})", ", path: \"a.swf\"")],
        "count from the first",
    )
};

pub(crate) const KEEP_ZERO_RUNTIMES: Field = Field {
    sentence: "A job with a runtime of 0 runs 1 s instead of being dropped",
    ..Field::switch(
        Workload,
        &[
            Place("Swf(keep_zero_runtimes: {})", ", path: \"a.swf\""),
            Place("Table(keep_zero_runtimes: {})", ", path: \"a.sacct\""),
        ],
        "keep zero runtimes",
    )
};

pub(crate) const PREFER_REQUESTED: Field = Field {
    sentence: "The requested number of nodes goes before the allocated one",
    source: SWF,
    ..Field::switch(
        Workload,
        &[
            Place("Swf(prefer_requested: {})", ", path: \"a.swf\""),
            Place("Table(prefer_requested: {})", ", path: \"a.sacct\""),
        ],
        "prefer requested sizes",
    )
};

pub(crate) const CLIP_WIDE: Field = Field {
    sentence: "A job wider than the machine gets the whole machine instead of being dropped",
    ..Field::switch(
        Workload,
        &[
            Place("Swf(clip_wide: {})", ", path: \"a.swf\""),
            Place("Table(clip_wide: {})", ", path: \"a.sacct\""),
        ],
        "clip wide jobs",
    )
};

pub(crate) const RAISE_ESTIMATES: Field = Field {
    sentence: "The estimate is raised to the runtime where a job outran it",
    ..Field::switch(
        Workload,
        &[
            Place("Swf(raise_estimates: {})", ", path: \"a.swf\""),
            Place("Table(raise_estimates: {})", ", path: \"a.sacct\""),
        ],
        "raise estimates",
    )
};

pub(crate) const EXACT_ESTIMATES: Field = Field {
    sentence: "Users are taken to know the runtime, whatever they estimated",
    ..Field::switch(
        Workload,
        &[
            Place("Swf(exact_estimates: {})", ", path: \"a.swf\""),
            Place("Table(exact_estimates: {})", ", path: \"a.sacct\""),
        ],
        "exact estimates",
    )
};

pub(crate) const DIALECT: Field = Field {
    usual: String::new,
    absent: "as the header says; if it says nothing, further fields are passed over",
    sentence: "What fields beyond the eighteenth of a log are",
    ..Field::chosen(
        Workload,
        &[Place("Swf(dialect: {})", ", path: \"a.swf\"")],
        "Dialect",
        &[
            Name(
                "Frontier",
                "Frontier 2024",
                "Nodes in the last field; run times beyond the limit are cut to it, as field 4 is not to be relied upon",
            ),
            Name(
                "AleaNg",
                "AleaNG",
                "GPUs, soft wall time and properties in the fields 19 to 21; counted, as a machine of processors has none of them",
            ),
        ],
    )
};

pub(crate) const FEEDBACK: Field = Field {
    sentence: "A job that names a preceding one is submitted its think time after that has ended; for jobs that come one by one",
    source: "Zakay and Feitelson, 2014",
    ..Field::switch(
        Workload,
        &[Place("Swf(feedback: {})", ", path: \"a.swf\"")],
        "feedback",
    )
};
