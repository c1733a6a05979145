//! Policies that are not ours: built into the program by somebody else, or other programs.

pub mod external;
mod made;

use super::room::{Family, no_line, no_tables};
use crate::base::problem::Problem;
use crate::scenario::PolicyName;
use external::Program;
use made::OwnBuffers;

/// The family.
pub const FAMILY: Family = Family {
    title: "Other policies",
    // They are not known beforehand.
    policies: &[],
    metrics: &[],
    line: no_line,
    columns: None,
    tables: no_tables,
    buffers: |experiment, choice, setup| match choice.policy {
        PolicyName::Own(own) => {
            let buffers = OwnBuffers::new(own, &choice.parameters.own, setup);
            Ok(Box::new(buffers))
        }
        PolicyName::External(external) => Ok(Box::new(Program::new(experiment, external)?)),
        other => Err(Problem::input(format!(
            "{} is of another family",
            other.title()
        ))),
    },
    // What is kept of every run says it all.
    listen: |_, _, _, _| {},
};

/// Those of this program.
pub(super) fn registered() -> Vec<PolicyName> {
    PolicyName::all()
        .filter(|policy| matches!(policy, PolicyName::Own(_)))
        .collect()
}
