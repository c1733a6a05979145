//! Names found, and what is near to one that is not known, for the sentences that refuse it.

use super::index::all;
use crate::base::problem::{Problem, nearest::meant};
use crate::scenario::PolicyName;

/// Returns the question whether a parameter near to `name` is meant, or nothing.
pub(crate) fn nearest_parameter(name: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or(name);
    let fields = all().flat_map(|(_, fields)| fields);
    let positions = fields.flat_map(|field| field.places.iter().map(|place| place.0));
    meant(last, positions.filter_map(name_at))
}

/// Whether the value of the parameter `name`, or of one whose path ends so, is one of several names.
pub fn takes_a_name(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let fields = all().flat_map(|(_, fields)| fields);
    let mut named = fields.filter(|field| !field.names().is_empty());
    named.any(|field| {
        field
            .places
            .iter()
            .any(|place| name_at(place.0) == Some(last))
    })
}

/// Names that orders of the queue have elsewhere, where they are policies.
const ORDERS: [(&str, &str); 8] = [
    ("sjf", "ShortestEstimate"),
    ("spt", "ShortestEstimate"),
    ("spf", "ShortestEstimate"),
    ("ljf", "LongestEstimate"),
    ("lpt", "LongestEstimate"),
    ("wfp3", "Wfp3"),
    ("unicef", "Unicef"),
    ("unicep", "Unicef"),
];

/// Returns the policy of that name, however it is written: `easy`, `EASY` or `Scojo PECT`.
///
/// # Errors
/// There is none, with all that there are.
pub fn policy_of(name: &str) -> Result<PolicyName, Problem> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '_'], "-");
    let wanted = plain(name);
    let is_it = |policy: &PolicyName| {
        let names = [policy.kebab(), policy.title()];
        names.into_iter().any(|name| plain(name) == wanted)
    };
    let found = PolicyName::all().find(is_it);
    found.ok_or_else(|| {
        let all: Vec<&str> = PolicyName::all().map(PolicyName::kebab).collect();
        let order = ORDERS.iter().find(|(known, _)| *known == wanted);
        let hint = match order {
            Some((_, order)) => format!(" (an order of the queue is a parameter: order={order})"),
            None => meant(name, &all),
        };
        Problem::input(format!(
            "there is no policy `{name}`{hint}; there are {}",
            all.join(", ")
        ))
    })
}

/// Name of the field at a position.
fn name_at(position: &'static str) -> Option<&'static str> {
    let (before, _) = position.rsplit_once(": {}")?;
    let begin = before.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_');
    Some(&before[begin.map_or(0, |at| at + 1)..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_a_letter_are_recognised() {
        assert_eq!(
            nearest_parameter("bf_intervall"),
            " (is `bf_interval` meant?)"
        );
        assert_eq!(nearest_parameter("workload.laod"), " (is `load` meant?)");
        assert_eq!(nearest_parameter("colour"), "");
        let refused = policy_of("Conservativ").unwrap_err().sentence;
        assert!(
            refused.contains(" (is `conservative` meant?);"),
            "{refused}"
        );
        let refused = policy_of("SJF").unwrap_err().sentence;
        assert!(
            refused.contains("order=ShortestEstimate); there"),
            "{refused}"
        );
        assert!(!policy_of("xyz").unwrap_err().sentence.contains("meant"));
        for name in ["scojo-pect", "Scojo-PECT", "scojo_pect"] {
            assert_eq!(policy_of(name).map(PolicyName::kebab), Ok("scojo-pect"));
        }
    }
}
