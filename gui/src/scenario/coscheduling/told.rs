//! Descriptions of the parameters of policies with quanta.

use super::grains::{Classes, Measured, Nodes, Quanta, Shares};
use super::{Coscheduling, GrainClass, Reading};
use crate::scenario::fields::{PARTS, TIMES, WHOLE};
use crate::scenario::reference::Where::Parameters;
use crate::scenario::reference::sources::{AGILE, FLEXIBLE};
use crate::scenario::reference::{Allowed, Choice, Field, Name, Place, said, said_if, word};

/// All descriptions, in the order of the guide.
pub(super) const ALL: &[&Field] = &[
    &QUANTUM,
    &SWITCH,
    &GRAIN.field,
    &ROWS,
    &ALTERNATES,
    &UNIFY,
    &ALONE,
    &CLASSES.field,
    &GRANULARITY,
    &EFFICIENCY,
    &MEASURED,
    &AGAIN,
    &READING.field,
    &PRIMARIES,
    &SHARES.field,
    &SHARE_QUANTA,
    &SHARE_NODES,
];

pub(crate) const QUANTUM: Field = Field {
    usual: || said(Coscheduling::default().quantum),
    sentence: "How long a row runs before the next one has its turn",
    source: "Ousterhout, 1982",
    ..Field::seconds(
        Parameters,
        &[Place("coscheduling: (quantum: {})", "")],
        "Quantum",
    )
};

pub(crate) const SWITCH: Field = Field {
    allowed: Allowed::Number(TIMES),
    usual: || said(Coscheduling::default().switch),
    sentence: "What a job loses of a quantum if it did not run in the one before; less than a quantum",
    ..Field::seconds(
        Parameters,
        &[Place("coscheduling: (switch: {})", "")],
        "Switch",
    )
};

/// Allowed grains of a job.
pub(in crate::scenario) const GRAINS: &[Name] = &[
    Name("Fine", "fine", "They must run at once"),
    Name(
        "Medium",
        "medium",
        "Every quarter of a quantum; they do not use all of the time",
    ),
    Name("Coarse", "coarse", "Every four quanta"),
    Name("Independent", "independent", "Never"),
];

pub(crate) const GRAIN: Choice<GrainClass> = Choice {
    field: Field {
        usual: || word(Coscheduling::default().grain),
        sentence: "How often the processes of a job wait for one another, unless the job says so itself",
        source: AGILE,
        ..Field::chosen(
            Parameters,
            &[Place("coscheduling: (grain: {})", "")],
            "Grain",
            GRAINS,
        )
    },
    values: || GrainClass::ALL.to_vec(),
};

pub(crate) const ROWS: Field = Field {
    absent: "as many as jobs",
    sentence: "How many rows may take turns; who finds no place waits",
    source: "Ousterhout, 1982",
    ..Field::count(Parameters, &[Place("coscheduling: (rows: {})", "")], "Rows")
};

pub(crate) const ALTERNATES: Field = Field {
    usual: || word(Coscheduling::default().alternates),
    sentence: "Jobs of other rows run on nodes that are idle for a quantum",
    source: "Ousterhout, 1982",
    ..Field::switch(
        Parameters,
        &[Place("coscheduling: (alternates: {})", "")],
        "alternates",
    )
};

pub(crate) const UNIFY: Field = Field {
    usual: || word(Coscheduling::default().unify),
    sentence: "Rows that have no node in common become one",
    ..Field::switch(
        Parameters,
        &[Place("coscheduling: (unify: {})", "")],
        "unify rows",
    )
};

pub(crate) const ALONE: Field = Field {
    sentence: "Jobs never share a row",
    ..Field::switch(
        Parameters,
        &[Place("coscheduling: (alone: {})", "")],
        "a row for each job",
    )
};

pub(crate) const CLASSES: Choice<Classes> = Choice {
    field: Field {
        usual: || word(Coscheduling::default().classes),
        sentence: "Where flexible coscheduling has the classes of jobs from",
        source: FLEXIBLE,
        ..Field::chosen(
            Parameters,
            &[Place("coscheduling: (classes: {})", "")],
            "Classes from",
            &[
                Name("ByGrain", "grain", "A job is treated as what its grain is"),
                Name(
                    "Measured()",
                    "measuring",
                    "Jobs are measured while they run",
                ),
            ],
        )
    },
    values: || vec![Classes::ByGrain, Classes::Measured(Measured::default())],
};

pub(crate) const GRANULARITY: Field = Field {
    usual: || said(Measured::default().granularity),
    sentence: "A job with at least so much processor time between two barriers need not run at once",
    source: FLEXIBLE,
    ..Field::seconds(
        Parameters,
        &[Place(
            "coscheduling: (classes: Measured(granularity: {}))",
            "",
        )],
        "Granularity",
    )
};

pub(crate) const EFFICIENCY: Field = Field {
    usual: || said(Measured::default().efficiency),
    sentence: "A job that uses at least this share of its time makes the best of running at once",
    source: FLEXIBLE,
    ..Field::number(
        Parameters,
        &[Place(
            "coscheduling: (classes: Measured(efficiency: {}))",
            "",
        )],
        "Efficiency",
        PARTS,
    )
};

pub(crate) const MEASURED: Field = Field {
    unit: "quanta",
    usual: || said(Measured::default().quanta),
    sentence: "How many quanta in its own row a job is measured for",
    source: FLEXIBLE,
    ..Field::count(
        Parameters,
        &[Place("coscheduling: (classes: Measured(quanta: {}))", "")],
        "Measure for",
    )
};

pub(crate) const AGAIN: Field = Field {
    usual: || said_if(Measured::default().reset),
    absent: "never",
    sentence: "After how long a job is measured again",
    source: FLEXIBLE,
    ..Field::seconds(
        Parameters,
        &[Place("coscheduling: (classes: Measured(reset: {}))", "")],
        "Again after",
    )
};

pub(crate) const READING: Choice<Reading> = Choice {
    field: Field {
        usual: || word(Coscheduling::default().reading),
        sentence: "How Agile reads its paper",
        source: AGILE,
        ..Field::chosen(
            Parameters,
            &[Place("coscheduling: (reading: {})", "")],
            "Agile",
            &[
                Name(
                    "Recommended",
                    "recommended",
                    "Jobs that fit are looked for in the whole list",
                ),
                Name(
                    "Literal",
                    "literal",
                    "Only the first five jobs are looked at, and the next five",
                ),
            ],
        )
    },
    values: || vec![Reading::Recommended, Reading::Literal],
};

pub(crate) const PRIMARIES: Field = Field {
    usual: || said(Coscheduling::default().most),
    sentence: "How many primaries, and how many secondaries, Agile places in a quantum",
    source: "five in Sudha and Thanushkodi, 2009 (Agile)",
    ..Field::count(
        Parameters,
        &[Place("coscheduling: (most: {})", "")],
        "Primaries",
    )
};

pub(crate) const SHARES: Choice<Shares> = Choice {
    field: Field {
        usual: || word(Coscheduling::default().shares),
        sentence: "What jobs of several grains have of the machine under Agile",
        ..Field::chosen(
            Parameters,
            &[Place("coscheduling: (shares: {})", "")],
            "Grains share",
            &[
                Name(
                    "Quanta()",
                    "time",
                    "All nodes, in so many quanta one after the other",
                ),
                Name("Nodes()", "own nodes", "So many nodes of their own"),
            ],
        )
    },
    values: || {
        vec![
            Shares::Quanta(Quanta::default()),
            Shares::Nodes(Nodes::default()),
        ]
    },
};

pub(crate) const SHARE_QUANTA: Field = Field {
    unit: "quanta",
    usual: || said(Quanta::default().fine),
    sentence: "How many quanta the jobs of a grain have in turn",
    ..Field::count(
        Parameters,
        &[
            Place("coscheduling: (shares: Quanta(fine: {}))", ""),
            Place("coscheduling: (shares: Quanta(medium: {}))", ""),
            Place("coscheduling: (shares: Quanta(coarse: {}))", ""),
            Place("coscheduling: (shares: Quanta(independent: {}))", ""),
        ],
        "Quanta of a grain",
    )
};

pub(crate) const SHARE_NODES: Field = Field {
    unit: "nodes",
    allowed: Allowed::Whole(WHOLE),
    usual: || said(Nodes::default().fine),
    sentence: "How many nodes the jobs of a grain have for themselves",
    ..Field::count(
        Parameters,
        &[
            Place("coscheduling: (shares: Nodes(fine: {}))", ""),
            Place("coscheduling: (shares: Nodes(medium: {}))", ""),
            Place("coscheduling: (shares: Nodes(coarse: {}))", ""),
            Place("coscheduling: (shares: Nodes(independent: {}))", ""),
        ],
        "Nodes of a grain",
    )
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::reference::tests::named;

    #[test]
    fn widgets_choose_what_they_say() {
        named(&GRAIN);
        named(&CLASSES);
        named(&READING);
        named(&SHARES);
    }
}
