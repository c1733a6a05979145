//! What a configuration of Slurm says of its scheduler: `scontrol show config`, else a slurm.conf.

use std::path::Path;

use laboratory::base::problem::Problem;
use laboratory::load::slurm::conf::Conf;
use laboratory::scenario::{PolicyName, Sizing};

/// Settings of the scheduler, as far as they are said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Configuration {
    scheduler: Option<String>,
    parameters: Option<String>,
    selects: Option<String>,
}

/// Slurm's `bf_interval` where it is not set, in seconds.
const USUAL_PASS_EVERY: f64 = 30.0;

impl Configuration {
    /// That of the slurm.conf at `path`.
    ///
    /// # Errors
    /// It cannot be read, or is malformed, with line and column.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let conf = Conf::read(path)?;
        let setting = |name: &str| conf.settings.get(name).cloned();
        Ok(Self {
            scheduler: setting("schedulertype"),
            parameters: setting("schedulerparameters"),
            selects: setting("selecttype"),
        })
    }

    /// What `scontrol show config` printed.
    pub(crate) fn printed(text: &str) -> Self {
        let setting = |name: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once('='));
            let (_, value) = lines.find(|(key, _)| key.trim() == name)?;
            Some(value.trim().to_owned())
        };
        Self {
            scheduler: setting("SchedulerType"),
            parameters: setting("SchedulerParameters"),
            selects: setting("SelectType"),
        }
    }

    /// It, and what `other` says besides.
    pub(crate) fn or(self, other: &Self) -> Self {
        let other = other.clone();
        Self {
            scheduler: self.scheduler.or(other.scheduler),
            parameters: self.parameters.or(other.parameters),
            selects: self.selects.or(other.selects),
        }
    }

    /// Its policy: without backfilling it is FCFS.
    pub(crate) fn policy(&self) -> PolicyName {
        match self.scheduler.as_deref() {
            Some("sched/builtin") => PolicyName::Fcfs,
            _ => PolicyName::Easy,
        }
    }

    /// Seconds between two passes that backfill; 0 if none do.
    pub(crate) fn pass_every(&self) -> f64 {
        let parameters = self.parameters.as_deref().unwrap_or_default();
        let mut parameters = parameters.split(',').filter_map(|one| one.split_once('='));
        let interval = parameters.find(|(name, _)| name.trim() == "bf_interval");
        let interval = interval.and_then(|(_, value)| value.trim().parse().ok());
        match self.policy() {
            PolicyName::Fcfs => 0.0,
            _ => interval.map_or(USUAL_PASS_EVERY, |seconds: u32| f64::from(seconds)),
        }
    }

    /// The unit of sizes that it asks for: with `select/linear` jobs get whole nodes, of which squeue
    /// shows a waiting job to have one core a task.
    pub(crate) fn size(&self) -> Option<Sizing> {
        (self.selects.as_deref() == Some("select/linear")).then_some(Sizing::Nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slurm_without_backfilling_is_fcfs() {
        let policy = |kind: &str| {
            let said = format!("Configuration data\nSchedulerType           = {kind}\n");
            Configuration::printed(&said).policy()
        };
        assert_eq!(policy("sched/builtin"), PolicyName::Fcfs);
        assert_eq!(policy("sched/backfill"), PolicyName::Easy);
        assert_eq!(
            Configuration::printed("nonsense").policy(),
            PolicyName::Easy
        );
    }

    #[test]
    fn passes_are_as_often_as_it_is_set() {
        let every = |what: &str| {
            let said = format!("SchedulerParameters     = {what}\n");
            Configuration::printed(&said).pass_every()
        };
        assert_eq!(every("bf_continue,bf_interval=5,defer"), 5.0);
        for usual in ["(null)", "bf_interval=often", "bf_window=60"] {
            assert_eq!(every(usual), 30.0);
        }
        let builtin = Configuration::printed("SchedulerType = sched/builtin\n");
        assert_eq!(builtin.pass_every(), 0.0);
    }

    #[test]
    fn whole_nodes_are_counted_as_nodes() {
        let size = |text: &str| Configuration::printed(text).size();
        assert_eq!(size("SelectType = select/linear\n"), Some(Sizing::Nodes));
        assert_eq!(size("SelectType = select/cons_tres\n"), None);
        assert_eq!(size("nonsense"), None);
    }

    /// Each setting is that of scontrol where it says it.
    #[test]
    fn a_slurm_conf_says_what_scontrol_does_not() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = "SchedulerType=sched/builtin\nSchedulerParameters=bf_interval=7\nSelectType=select/linear\n";
        std::fs::write(file.path(), text).unwrap();
        let conf = Configuration::read(file.path()).unwrap();
        assert_eq!(
            (conf.policy(), conf.size()),
            (PolicyName::Fcfs, Some(Sizing::Nodes))
        );
        let printed = Configuration::printed("SchedulerType = sched/backfill\n").or(&conf);
        assert_eq!(
            (printed.policy(), printed.pass_every()),
            (PolicyName::Easy, 7.0)
        );
        assert_eq!(printed.size(), Some(Sizing::Nodes));
    }
}
