//! Colours of runs: that of the policy, in every document, figure and report.

use crate::scenario::PolicyName;

/// Number of policies with distinct colours: eight hues, solid, and in another shade and dashed.
pub const POLICIES: usize = 16;
/// Index of the recorded schedule, which has the colour of ink and no hue, as it is no policy.
pub const AS_RECORDED: usize = 8;

/// Returns the colour index of one more run of `policy` beside those in `used`: policies that can
/// run the same scenario have different colours, of their rows, and the variants of a policy differ
/// in shade or dashes. Only programs and policies of others share two.
pub fn next_colour(policy: PolicyName, used: &[usize]) -> usize {
    let variants = (policy.colour()..).step_by(POLICIES);
    let mut free = variants.filter(|slot| !used.contains(slot));
    free.next().unwrap_or_default()
}

/// Returns the colour indices of runs of `policies` side by side.
pub fn colours_of(policies: impl IntoIterator<Item = PolicyName>) -> Vec<usize> {
    let mut slots = Vec::new();
    for policy in policies {
        slots.push(next_colour(policy, &slots));
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_that_can_run_the_same_scenario_have_slots_of_their_own() {
        let (of_servers, of_clusters): (Vec<_>, Vec<_>) = PolicyName::PUBLISHED
            .into_iter()
            .chain([PolicyName::Recorded])
            .partition(|policy| policy.is_for_servers());
        assert_eq!(colours_of([PolicyName::Recorded]), [AS_RECORDED]);
        for together in [of_servers, of_clusters] {
            let slots = colours_of(together);
            for (index, slot) in slots.iter().enumerate() {
                assert!(
                    *slot < POLICIES && !slots[..index].contains(slot),
                    "{slots:?}"
                );
            }
        }
    }

    #[test]
    fn a_policy_has_the_same_slot_whatever_stands_beside_it() {
        use PolicyName::{Conservative, Easy, Fcfs};
        assert_eq!(colours_of([Fcfs, Easy]), [0, 1]);
        assert_eq!(colours_of([Easy, Conservative, Fcfs]), [1, 2, 0]);
        // Three variants of one policy with another policy between them.
        assert_eq!(colours_of([Easy, Easy, Fcfs, Easy]), [1, 17, 0, 33]);
    }
}
