//! Policies of others: built into the program, or other programs.

mod buffers;
pub mod external;
pub mod reasons;

use super::room::{Addition, Family};
use crate::base::problem::Problem;
use crate::scenario::PolicyName;
use buffers::OwnBuffers;
use external::ExternalBuffers;

/// The family.
pub const FAMILY: Family = Family {
    title: "Other policies",
    addition: Addition::NONE,
    buffers: |experiment, choice, setup| match choice.policy {
        PolicyName::Own(own) => {
            let buffers = OwnBuffers::new(own, &choice.parameters.own, setup);
            Ok(Box::new(buffers))
        }
        PolicyName::External(external) => Ok(Box::new(ExternalBuffers::new(experiment, external)?)),
        other => Err(Problem::input(format!(
            "{} is of another family",
            other.title()
        ))),
    },
};
