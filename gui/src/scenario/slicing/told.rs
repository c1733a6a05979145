//! Descriptions of the parameters of Scojo-PECT.

use cosched_core::machine::{Charge, Fit, Swapping};
use cosched_core::policy::slicing::Backfilling;

use super::{Allocation, MemoryAware, Slicing};
use crate::scenario::reference::Where::Parameters;
use crate::scenario::reference::sources::SCOJO;
use crate::scenario::reference::{Choice, Field, Name, Place, said, word};

/// All descriptions, in the order of the guide.
pub(super) const ALL: &[&Field] = &[
    &SLICE,
    &INTERVAL,
    &MEDIUM,
    &LONG,
    &RESPONSE_BOUND,
    &BACKFILLING.field,
    &FILL_SLICES,
    &LAUNCH_GUARD,
    &SHORT_SLICES,
    &ALLOCATION.field,
    &FIRST_STAGE.field,
    &SECOND_STAGE.field,
    &LITERAL_SECOND_STAGE,
    &SOONEST_END,
    &RESIDENT_CHECK,
    &BY_RESIDENT,
    &SWAPPING.field,
    &CHARGE.field,
];

pub(crate) const SLICE: Field = Field {
    sentence: "How long the jobs of a class have the machine in each interval; a slice for each class, in order",
    source: SCOJO,
    absent: "2460 s long, 840 s medium, 300 s short",
    ..Field::seconds(
        Parameters,
        &[Place("slicing: (slices: [(Long, {})])", "")],
        "Slice",
    )
};

pub(crate) const INTERVAL: Field = Field {
    absent: "their sum",
    sentence: "What the slices must sum to, if that is to be checked",
    source: SCOJO,
    ..Field::seconds(
        Parameters,
        // With one slice, it equals the interval.
        &[Place("slicing: (interval: {})", ", slices: [(Long, {})]")],
        "Interval",
    )
};

pub(crate) const MEDIUM: Field = Field {
    usual: || said(Slicing::default().classes.medium),
    sentence: "The least estimate of a medium job; shorter ones are short",
    source: "Esbaugh, 2010 (Scojo-PECT), table 1",
    ..Field::seconds(
        Parameters,
        &[Place(
            "slicing: (classes: (medium: {}))",
            ", long: 9000000000",
        )],
        "Medium from",
    )
};

pub(crate) const LONG: Field = Field {
    usual: || said(Slicing::default().classes.long),
    sentence: "The least estimate of a long job",
    source: "Esbaugh, 2010 (Scojo-PECT), table 1",
    ..Field::seconds(
        Parameters,
        &[Place(
            "slicing: (classes: (long: {}))",
            ", medium: 0.000000001",
        )],
        "Long from",
    )
};

pub(crate) const RESPONSE_BOUND: Field = Field {
    usual: || said(Slicing::default().relative_response_bound),
    sentence: "Relative response is response over runtime, or over this where the runtime is shorter",
    source: "Esbaugh, 2010 (Scojo-PECT), figure 19, whose bound is not printed",
    ..Field::seconds(
        Parameters,
        &[Place("slicing: (relative_response_bound: {})", "")],
        "Least runtime",
    )
};

pub(crate) const BACKFILLING: Choice<Backfilling> = Choice {
    field: Field {
        usual: || word(Slicing::default().backfilling),
        sentence: "How jobs may pass others of their class",
        source: SCOJO,
        ..Field::chosen(
            Parameters,
            &[Place("slicing: (backfilling: {})", "")],
            "Backfilling",
            &[
                Name(
                    "Conservative",
                    "conservative",
                    "A job may pass others of its class if none of them is delayed",
                ),
                Name(
                    "Easy",
                    "EASY",
                    "A job may pass others of its class if the first of them is not delayed",
                ),
            ],
        )
    },
    values: || vec![Backfilling::Conservative, Backfilling::Easy],
};

pub(crate) const FILL_SLICES: Field = Field {
    usual: || word(Slicing::default().fill_slices),
    sentence: "Jobs of other classes fill what the class of a slice leaves free",
    source: SCOJO,
    ..Field::switch(
        Parameters,
        &[Place("slicing: (fill_slices: {})", "")],
        "fill slices",
    )
};

pub(crate) const LAUNCH_GUARD: Field = Field {
    usual: || word(Slicing::default().launch_guard),
    sentence: "A job is launched only if what is left of the slice is worth loading its memory",
    source: SCOJO,
    ..Field::switch(
        Parameters,
        &[Place("slicing: (launch_guard: {})", "")],
        "launch guard",
    )
};

pub(crate) const SHORT_SLICES: Field = Field {
    usual: || word(Slicing::default().short_slices),
    sentence: "Slices may be too short for the jobs' memory, at the risk that jobs never end",
    ..Field::switch(
        Parameters,
        &[Place("slicing: (short_slices: {})", "")],
        "allow short slices",
    )
};

pub(crate) const ALLOCATION: Choice<Allocation> = Choice {
    field: Field {
        usual: || word(Allocation::default()),
        sentence: "Which of the free nodes a job gets",
        source: "Esbaugh, 2010 (Scojo-PECT), section 4 and appendix B",
        ..Field::chosen(
            Parameters,
            &[Place("slicing: (allocation: {})", "")],
            "Nodes chosen",
            &[
                Name(
                    "FirstFree",
                    "first-free",
                    "The free nodes with the lowest numbers",
                ),
                Name(
                    "Intelligent",
                    "intelligent",
                    "The free nodes with the fewest jobs assigned",
                ),
                Name(
                    "MemoryAware()",
                    "memory-aware",
                    "Nodes where the job fits beside those assigned; if there are too few, those where it will fit soonest",
                ),
            ],
        )
    },
    values: || {
        vec![
            Allocation::FirstFree,
            Allocation::Intelligent,
            Allocation::MemoryAware(MemoryAware::default()),
        ]
    },
};

const FITS: &[Name] = &[
    Name("Best", "best fit", "Those with the least free memory first"),
    Name(
        "Worst",
        "worst fit",
        "Those with the most free memory first",
    ),
    Name("First", "first fit", "Those with the lowest numbers first"),
];

pub(crate) const FIRST_STAGE: Choice<Fit> = Choice {
    field: Field {
        usual: || word(MemoryAware::default().first),
        sentence: "Which come first among nodes where the job's memory fits",
        source: "Esbaugh, 2010 (Scojo-PECT), section 4",
        ..Field::chosen(
            Parameters,
            &[Place("slicing: (allocation: MemoryAware(first: {}))", "")],
            "First stage",
            FITS,
        )
    },
    values: || vec![Fit::Best, Fit::Worst, Fit::First],
};

pub(crate) const SECOND_STAGE: Choice<Fit> = Choice {
    field: Field {
        usual: || word(MemoryAware::default().second),
        sentence: "Which come first among nodes to fill up with, where it fits on too few",
        source: "Esbaugh, 2010 (Scojo-PECT), section 4",
        ..Field::chosen(
            Parameters,
            &[Place("slicing: (allocation: MemoryAware(second: {}))", "")],
            "Second stage",
            FITS,
        )
    },
    values: FIRST_STAGE.values,
};

pub(crate) const LITERAL_SECOND_STAGE: Field = Field {
    sentence: "The second stage begins with nodes to which less memory is assigned than the job needs, as appendix B has it",
    source: "Esbaugh, 2010 (Scojo-PECT), appendix B",
    ..Field::switch(
        Parameters,
        &[Place(
            "slicing: (allocation: MemoryAware(literal_second_stage: {}))",
            "",
        )],
        "literal second stage",
    )
};

pub(crate) const SOONEST_END: Field = Field {
    sentence: "The second stage goes by the soonest end of a job, not by when the memory will fit",
    source: SCOJO,
    ..Field::switch(
        Parameters,
        &[Place(
            "slicing: (allocation: MemoryAware(soonest_end: {}))",
            "",
        )],
        "sort by soonest end",
    )
};

pub(crate) const RESIDENT_CHECK: Field = Field {
    sentence: "The first stage also asks for free memory among what is resident now",
    source: SCOJO,
    ..Field::switch(
        Parameters,
        &[Place(
            "slicing: (allocation: MemoryAware(resident_check: {}))",
            "",
        )],
        "check what is resident",
    )
};

pub(crate) const BY_RESIDENT: Field = Field {
    sentence: "Best and worst fit compare what is resident now, not what is assigned",
    source: SCOJO,
    ..Field::switch(
        Parameters,
        &[Place(
            "slicing: (allocation: MemoryAware(by_resident: {}))",
            "",
        )],
        "fit by what is resident",
    )
};

pub(crate) const SWAPPING: Choice<Swapping> = Choice {
    field: Field {
        usual: || word(Slicing::default().swapping),
        sentence: "What happens to memory that is displaced",
        source: SCOJO,
        ..Field::chosen(
            Parameters,
            &[Place("slicing: (swapping: {})", "")],
            "Swapping",
            &[
                Name(
                    "Exact",
                    "exact",
                    "What is displaced is gone, and its owner pays for exactly that",
                ),
                Name(
                    "Literal",
                    "as in appendix A",
                    "What the thesis's program does, slips included",
                ),
            ],
        )
    },
    values: || vec![Swapping::Exact, Swapping::Literal],
};

pub(crate) const CHARGE: Choice<Charge> = Choice {
    field: Field {
        usual: || word(Slicing::default().charge),
        sentence: "How often a displaced job pays",
        source: SCOJO,
        ..Field::chosen(
            Parameters,
            &[Place("slicing: (charge: {})", "")],
            "Charge",
            &[
                Name(
                    "Period",
                    "once",
                    "Once between two launches: its nodes swap at the same time",
                ),
                Name(
                    "Event",
                    "each time",
                    "Once for each job that displaces it; a wide job may then never end",
                ),
            ],
        )
    },
    values: || vec![Charge::Period, Charge::Event],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::reference::tests::named;

    #[test]
    fn widgets_choose_what_they_say() {
        named(&BACKFILLING);
        named(&ALLOCATION);
        named(&FIRST_STAGE);
        named(&SECOND_STAGE);
        named(&SWAPPING);
        named(&CHARGE);
    }
}
