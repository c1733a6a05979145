//! Descriptions of the parameters of policies that place jobs on servers.

use super::{Over, Placing, Ready};
use crate::scenario::fields::SERVER_PLACES;
use crate::scenario::reference::Where::Parameters;
use crate::scenario::reference::{Allowed, Choice, Field, Name, Place, word};

/// All descriptions, in the order of the guide.
pub(super) const ALL: &[&Field] = &[&MOM.field, &READY.field, &MAPPING];

pub(crate) const MOM: Choice<Over> = Choice {
    field: Field {
        usual: || word(Placing::default().mom),
        sentence: "Which jobs MOM takes the maximum over",
        source: "Chahal, Mathew and Nambiar, 2019 (DESiDE), section 4",
        ..Field::chosen(
            Parameters,
            &[Place("placing: (mom: {})", "")],
            "MOM over",
            &[
                Name(
                    "All",
                    "all jobs",
                    "Those on the server and the one to be placed",
                ),
                Name(
                    "Existing",
                    "those there",
                    "The active jobs only, as the paper has it; an idle server is then best",
                ),
            ],
        )
    },
    values: || vec![Over::All, Over::Existing],
};

pub(crate) const READY: Choice<Ready> = Choice {
    field: Field {
        usual: || word(Placing::default().ready),
        sentence: "The order in which jobs that become ready together are placed",
        source: "upward rank: Topcuoglu, Hariri and Wu, 2002 (HEFT)",
        ..Field::chosen(
            Parameters,
            &[Place("placing: (ready: {})", "")],
            "Ready jobs",
            &[
                Name("Listed", "as listed", "By their place in the workload"),
                Name(
                    "UpwardRank",
                    "longest path",
                    "By HEFT's upward rank, the greatest first",
                ),
            ],
        )
    },
    values: || vec![Ready::Listed, Ready::UpwardRank],
};

pub(crate) const MAPPING: Field = Field {
    allowed: Allowed::Whole(SERVER_PLACES),
    absent: "needed by the policy Mapping",
    sentence: "The server of each job, in the order of the workload, counted from 0; for the policy Mapping alone",
    ..Field::count(
        Parameters,
        &[Place("placing: (mapping: [{}])", "")],
        "Server of a job",
    )
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::reference::tests::named;

    #[test]
    fn widgets_choose_what_they_say() {
        named(&MOM);
        named(&READY);
    }
}
