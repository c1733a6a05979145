//! Power saving of a `slurm.conf`: whether Slurm puts nodes to sleep.

use super::conf::Conf;

/// Settings that say how nodes sleep where they do.
pub(super) const SETTINGS: [&str; 8] = [
    "resumerate",
    "resumetimeout",
    "suspendexcnodes",
    "suspendexcparts",
    "suspendexcstates",
    "suspendrate",
    "suspendtime",
    "suspendtimeout",
];

/// Of these, those that are not simulated where nodes sleep.
pub(super) const NOT_SIMULATED: [&str; 3] = ["resumerate", "suspendexcstates", "suspendrate"];

/// Whether a setting, as written, is simulated where nodes sleep. That some of a list of nodes stay awake is not.
pub(super) fn is_simulated(setting: &str) -> bool {
    let name = setting.split_once('=').map_or(setting, |(name, _)| name);
    let is_known = SETTINGS.contains(&name) && !NOT_SIMULATED.contains(&name);
    is_known && !(name == "suspendexcnodes" && setting.contains(':'))
}

/// Whether Slurm puts nodes to sleep once a `SuspendTime` says after how long: it has the programs that do it and
/// wake them, and neither rate is negative.
pub(super) fn is_on(conf: &Conf) -> bool {
    let has_program = |name: &&str| conf.setting(name).is_some_and(|path| !path.is_empty());
    let is_stopped = |name: &&str| conf.setting(name).is_some_and(|rate| rate.starts_with('-'));
    ["suspendprogram", "resumeprogram"].iter().all(has_program)
        && !["suspendrate", "resumerate"].iter().any(is_stopped)
}

/// Whether it is on for all nodes: each without a `SuspendTime` of its own goes to sleep as well.
pub(super) fn is_on_everywhere(conf: &Conf) -> bool {
    let is_never = |time: &str| time.starts_with('-') || time.eq_ignore_ascii_case("INFINITE");
    is_on(conf)
        && conf
            .setting("suspendtime")
            .is_some_and(|time| !is_never(time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::slurm::settings::Settings;

    #[test]
    fn nodes_sleep_where_there_are_programs_and_a_time() {
        let programs = "SuspendProgram=/bin/off\nResumeProgram=/bin/on\n";
        for (lines, named) in [
            ("SuspendTime=600\nResumeTimeout=900\n".to_owned(), &[][..]),
            (
                format!("{programs}SuspendTime=600\nResumeTimeout=900\nSuspendExcNodes=n1\n"),
                &["resumetimeout=900", "suspendexcnodes=n1", "suspendtime=600"],
            ),
            (format!("{programs}ResumeTimeout=900\n"), &[]),
            (format!("{programs}SuspendTime=-1\nSuspendTimeout=9\n"), &[]),
            (format!("{programs}SuspendTime=INFINITE\n"), &[]),
            (format!("{programs}SuspendTime=600\nResumeRate=-1\n"), &[]),
            ("SuspendProgram=/bin/off\nSuspendTime=600\n".to_owned(), &[]),
        ] {
            let conf = Conf::parse(&lines).unwrap();
            let found = Settings::of(&conf).unwrap();
            assert_eq!(found.not_simulated, named, "{lines}");
        }
    }
}
