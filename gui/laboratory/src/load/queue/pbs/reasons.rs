//! Reasons for which a waiting job is not predicted, from the comments of the scheduler of PBS.

/// Words before why a job does not run now.
const NOT_RUNNING: &str = "Not Running";

/// Parts of comments on what else than nodes a job waits for, with what they mean. Jobs that wait for
/// nodes, or for those before them, are simulated.
const MEANINGS: [(&str, &str); 9] = [
    ("limit", "a limit of its queue, user, group or project"),
    ("Queue not started", "its queue starts nobody now"),
    ("not an execution queue", "its queue starts nobody now"),
    ("edicated time", "may not run at this time"),
    ("primetime", "may not run at this time"),
    ("formula threshold", "its priority is below what may start"),
    ("server resource", "waits for something else than nodes"),
    ("queue resource", "waits for something else than nodes"),
    ("Cannot provision", "waits for something else than nodes"),
];

/// Whether `reason` is a comment of the scheduler on a job that does not run now.
pub(in crate::load::queue) fn is_comment(reason: &str) -> bool {
    reason.starts_with(NOT_RUNNING)
}

/// Why a job with such a comment is not predicted; `None` if it is.
pub(in crate::load::queue) fn not_predicted_reason(comment: &str) -> Option<String> {
    let mut meanings = MEANINGS.iter();
    let (_, words) = meanings.find(|(part, _)| comment.contains(part))?;
    Some(format!("{words} ({comment})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_that_wait_for_nodes_are_predicted() {
        for comment in [
            "Not Running: Insufficient amount of resource: ncpus (R: 64 A: 3 T: 128)",
            "Not Running: Not enough free nodes available",
            "Not Running: Job would conflict with reservation or top job",
        ] {
            assert!(is_comment(comment));
            assert_eq!(not_predicted_reason(comment), None, "{comment}");
        }
        for (comment, words) in [
            (
                "Not Running: User has reached queue main running job limit.",
                "a limit of its queue",
            ),
            (
                "Not Running: would exceed project heat's limit on resource ncpus in complex",
                "a limit of its queue",
            ),
            ("Not Running: Queue not started.", "its queue starts nobody"),
            (
                "Not Running: Insufficient amount of server resource: licences",
                "something else than nodes",
            ),
        ] {
            let why = not_predicted_reason(comment).unwrap();
            assert!(why.contains(words) && why.contains(comment), "{why}");
        }
    }
}
