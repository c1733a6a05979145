//! Reasons for which a waiting job is not predicted, from the reasons for waiting of Slurm and PBS.

use super::pbs;

/// Slurm's reasons for waiting for nodes and priority, which are simulated.
const SIMULATED: [&str; 5] = ["", "None", "Priority", "Resources", "Cleaning"];

/// Other reasons, and their meaning; the last ones are of PBS.
const MEANINGS: [(&str, &str); 26] = [
    (
        "DependencyNeverSatisfied",
        "waits for jobs that did not end as it asks, and never starts",
    ),
    ("Dependency", "waits for other jobs to end"),
    ("JobHeldUser", "held by its user"),
    ("JobHeldAdmin", "held by an administrator"),
    ("JobHoldMaxRequeue", "held, as it failed too often"),
    ("BeginTime", "its user asked for a later start"),
    (
        "JobArrayTaskLimit",
        "beyond the tasks that its array lets run at once",
    ),
    ("Reservation", "waits for an advance reservation"),
    ("ReqNodeNotAvail", "asks for nodes that are not there now"),
    (
        "Nodes_required_for_job_are_DOWN,_DRAINED_or_reserved",
        "needs nodes that are down, drained or reserved",
    ),
    (
        "Nodes required for job are DOWN, DRAINED or reserved",
        "needs nodes that are down, drained or reserved",
    ),
    ("NodeDown", "asks for a node that is down"),
    ("Licenses", "waits for licences"),
    ("PartitionDown", "its partition starts nobody now"),
    ("PartitionInactive", "its partition starts nobody now"),
    (
        "PartitionNodeLimit",
        "asks for more nodes than its partition gives",
    ),
    (
        "PartitionTimeLimit",
        "asks for more time than its partition gives",
    ),
    ("BadConstraints", "asks for what no node has"),
    ("InvalidAccount", "its account is not valid"),
    ("InvalidQOS", "its quality of service is not valid"),
    ("Constraints", "asks for what no node has now"),
    ("depend =", "waits for other jobs to end"),
    ("Hold_Types = u", "held by its user"),
    ("Hold_Types", "held by an operator or the server"),
    ("Execution_Time", "its user asked for a later start"),
    ("Can Never Run", "asks for what there never is"),
];

/// Slurm's reasons for waiting for limits that are simulated where they are known.
const COUNTED_LIMITS: [&str; 10] = [
    "AssocGrpCpuLimit",
    "AssocGrpJobsLimit",
    "AssocGrpNodeLimit",
    "AssocMaxJobsLimit",
    "QOSGrpCpuLimit",
    "QOSGrpJobsLimit",
    "QOSGrpNodeLimit",
    "QOSMaxCpuPerUserLimit",
    "QOSMaxJobsPerUserLimit",
    "QOSMaxNodePerUserLimit",
];

/// Whether `reason` is a limit that is simulated where it is known.
pub(super) fn is_counted_limit(reason: &str) -> bool {
    COUNTED_LIMITS.contains(&reason)
}

/// Why a job that waits for `reason` is not predicted; `None` if it is.
pub(super) fn not_predicted_reason(reason: &str) -> Option<String> {
    if SIMULATED.contains(&reason) {
        return None;
    }
    if pbs::is_comment(reason) {
        return pbs::not_predicted_reason(reason);
    }
    let known = MEANINGS.iter().find(|(name, _)| reason.starts_with(name));
    let is_limit = ["QOS", "Assoc", "MaxCpu", "MaxMem", "MaxNode", "MaxJobs"];
    let words = match known {
        Some((_, words)) => words,
        None if is_limit.iter().any(|begin| reason.starts_with(begin)) => {
            "a limit of its user, account or quality of service"
        }
        None => "waits for something else than nodes",
    };
    Some(format!("{words} ({reason})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_jobs_waiting_for_nodes_are_predicted() {
        for reason in ["Priority", "Resources", "None", ""] {
            assert_eq!(not_predicted_reason(reason), None);
        }
        for (reason, words) in [
            (
                "Dependency afterok:7",
                "waits for other jobs to end (Dependency afterok:7)",
            ),
            (
                "DependencyNeverSatisfied",
                "waits for jobs that did not end as it asks, and never starts (DependencyNeverSatisfied)",
            ),
            (
                "QOSMaxJobsPerUserLimit",
                "a limit of its user, account or quality of service (QOSMaxJobsPerUserLimit)",
            ),
            (
                "BurstBufferStageIn",
                "waits for something else than nodes (BurstBufferStageIn)",
            ),
        ] {
            assert_eq!(not_predicted_reason(reason).as_deref(), Some(words));
        }
    }
}
