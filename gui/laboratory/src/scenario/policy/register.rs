//! Registration of own policies, once, under names that no other policy has.

use super::name::{EXTERNAL, PolicyName, RECORDED};
use super::own::{self, Description};

/// Registers `descriptions` as the own policies of this program.
///
/// # Errors
/// Policies were registered before, or a name is not allowed: a sentence says which.
pub fn register(descriptions: Vec<Description>) -> Result<(), String> {
    let taken = PolicyName::PUBLISHED.map(PolicyName::name);
    for (index, one) in descriptions.iter().enumerate() {
        let is_word = one
            .name
            .starts_with(|first: char| first.is_ascii_uppercase())
            && one
                .name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric());
        if !is_word {
            return Err(format!(
                "a policy cannot be called `{}`: letters and digits are allowed, the first a large letter",
                one.name
            ));
        }
        let earlier = descriptions[..index]
            .iter()
            .map(|other| other.name.as_str());
        let mut taken = taken.into_iter().chain([RECORDED, EXTERNAL]).chain(earlier);
        if taken.any(|other| other == one.name) {
            return Err(format!("two policies are called `{}`", one.name));
        }
        for parameter in &one.parameters {
            if !parameter.range.contains(&parameter.usual) {
                return Err(format!(
                    "the parameter `{}` of {} is usually {}, which is not in {} to {}",
                    parameter.name,
                    one.name,
                    parameter.usual,
                    parameter.range.start(),
                    parameter.range.end()
                ));
            }
        }
    }
    own::set_registered(descriptions)
}
