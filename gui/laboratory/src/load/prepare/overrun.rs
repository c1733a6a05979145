//! Remarks on jobs that outran their limits, where Slurm lets them run on for a while.

use cosched_core::Duration;

use crate::base::format;
use crate::family::slurm::buffers;
use crate::scenario::Scenario;

/// Says in `remarks` on jobs that are killed at their limits how much later that is under Slurm.
pub(super) fn say_in(remarks: &mut [String], scenario: &Scenario) {
    const KILLED: &str = ": killed at it ";
    let common = scenario
        .policies
        .iter()
        .map(|one| (one, &scenario.parameters));
    let own = scenario
        .variants
        .iter()
        .map(|one| (&one.policy, &one.parameters));
    let of_slurm = common.chain(own).filter(|(policy, _)| policy.is_of_slurm());
    let later = of_slurm.filter_map(|(_, parameters)| buffers::overrun(&parameters.slurm));
    let later = later.max().unwrap_or(Duration::ZERO);
    let is_later = later > Duration::ZERO;
    for remark in remarks.iter_mut().filter(|_| is_later) {
        if remark.contains("outran") && remark.contains(KILLED) {
            let later = format::span(later.seconds());
            let under_slurm =
                format!(": killed at it, under Slurm {later} later (KillWait, OverTimeLimit), ");
            *remark = remark.replacen(KILLED, &under_slurm, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::progress::Progress;
    use crate::load;
    use crate::scenario::PolicyName;

    /// The remark on the job of a file that outran its limit, if Slurm kills it so many seconds and minutes
    /// later.
    fn said(name: &str, text: &str, later: (Option<u32>, u32), policy: PolicyName) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let mut scenario = load::open(&path).unwrap();
        scenario.policies = vec![policy];
        let slurm = &mut scenario.parameters.slurm;
        (slurm.kill_wait, slurm.over_time_limit) = later;
        let experiment = load::prepare(&scenario, Some(&path), &Progress::default()).unwrap();
        let mut remarks = experiment.remarks.into_iter();
        remarks.find(|remark| remark.contains("outran")).unwrap()
    }

    #[test]
    fn jobs_are_killed_so_much_later_as_slurm_is_told() {
        let log = "; MaxProcs: 2\n1 0 0 200 1 -1 -1 1 100 -1 1 1 1 -1 1 -1 -1 -1\n";
        let table = "JobID|Submit|Start|End|State|NNodes|TimelimitRaw\n\
            1|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:09:00|TIMEOUT|1|5\n";
        let where_on = "where `kill_at_estimate` is on";
        for (name, text) in [("log.swf", log), ("month.psv", table)] {
            let said = |later, policy| said(name, text, later, policy);
            let at_once = format!(": killed at it {where_on}");
            assert!(said((None, 0), PolicyName::Slurm).ends_with(&at_once));
            assert!(said((Some(0), 0), PolicyName::Slurm).ends_with(&at_once));
            assert!(said((Some(30), 1), PolicyName::Easy).ends_with(&at_once));
            let later = format!(
                ": killed at it, under Slurm 1 min 30 later (KillWait, OverTimeLimit), {where_on}"
            );
            let found = said((Some(30), 1), PolicyName::Slurm);
            assert!(found.ends_with(&later), "{found}");
        }
    }
}
