//! Targets set beforehand (fixtures/papers/adasa.md, 8), each at the setting it names.

use super::super::trials::{Treatment, Trials};
use super::super::{Claim, Holds};
use super::claims::{against, changes, reaches_target};
use super::{
    ADASA, EASY, FAIR, KCEASY, LITERAL, MISSED, PARALLEL, SLOWDOWN, Setting, Source, TURNAROUND,
    USED,
};

/// Setting of T-M1 and T-M2: overload, and users who request far too much.
const OVERLOADED: Setting = log_uniform_setting(2.5, 4.0);
/// Setting of T-M3: the least overload it names.
const LATE: Setting = log_uniform_setting(1.4, 1.0);
/// Setting at which no improvement is to be claimed: low load.
const QUIET: Setting = log_uniform_setting(0.7, 1.0);

/// Setting with the workloads that the targets were found with.
const fn log_uniform_setting(load: f64, over_request: f64) -> Setting {
    Setting::new(Source::LogUniform, load, over_request)
}

pub(super) fn claims(trials: &Trials<Setting>) -> Vec<Claim> {
    let agents = [ADASA, LITERAL];
    let mut claims = Vec::new();
    for agent in agents {
        claims.extend(reduces(trials, "T-M1", (agent, EASY), [-80.0, -90.0]));
    }
    for agent in agents {
        claims.extend(reduces(trials, "T-M2", (agent, KCEASY), [-35.0, -75.0]));
    }
    for agent in agents {
        claims.extend(misses_less(trials, agent));
    }
    claims.extend(kceasy_is_no_worse(trials));
    claims.extend(low_load(trials));
    claims
}

/// Text on inventions common to all targets.
const INVENTIONS: &str = "the workloads are inventions, and the targets were set after runs of another program on some like these; the agent that gives away idle processors was made because by the letter turnaround suffers at low load";

/// Claim that `agent` reduces turnaround and slowdown, against `other`, by at least the targets.
fn reduces(
    trials: &Trials<Setting>,
    id: &str,
    (agent, other): (Treatment, Treatment),
    targets: [f64; 2],
) -> Option<Claim> {
    let [turnaround, slowdown] =
        [TURNAROUND, SLOWDOWN].map(|metric| trials.change(OVERLOADED, (agent, other), metric));
    let changes = [(turnaround?, targets[0]), (slowdown?, targets[1])];
    let [ours, theirs] = [agent, other].map(|service| trials.mean(OVERLOADED, service, USED));
    Some(Claim {
        statement: format!(
            "{id}: {agent} against {other}: turnaround and slowdown fall, by {} and {} % at least",
            -targets[0], -targets[1]
        ),
        setting: OVERLOADED.text(),
        reported: "none: a target of the specification".to_owned(),
        measured: format!(
            "turnaround {}, slowdown {}",
            changes[0].0.change_words(),
            changes[1].0.change_words()
        ),
        holds: Holds::of(
            changes
                .iter()
                .all(|(change, target)| reaches_target(*change, *target)),
            changes.iter().all(|(change, _)| change.is_fall()),
        ),
        choices: INVENTIONS.to_owned(),
        explanation: if ours > theirs {
            format!(
                "who gets the processors it asks for uses little of them, and others wait: of all processor time {:.0} % is used under {other}, {:.0} % under {agent}",
                100.0 * theirs,
                100.0 * ours
            )
        } else {
            format!(
                "{other} already uses {:.0} % of all processor time, {agent} {:.0} %: little is to be gained but by the order of jobs",
                100.0 * theirs,
                100.0 * ours
            )
        },
    })
}

/// T-M3: under overload fewer deadlines are missed than under the others that
/// choose sizes, by 30 % at least, and than under KCEASY.
fn misses_less(trials: &Trials<Setting>, agent: Treatment) -> Option<Claim> {
    let changes = changes(trials, LATE, (agent, [PARALLEL, FAIR, KCEASY]), MISSED);
    let targets = [-30.0, -30.0, 0.0];
    let mut reached = changes.iter().zip(targets);
    let all = reached.all(|((_, change), target)| reaches_target(*change, target));
    let [ours, theirs] = [agent, PARALLEL].map(|service| trials.mean(LATE, service, MISSED));
    (changes.len() == targets.len()).then(|| Claim {
        statement: format!(
            "T-M3: {agent} misses fewer deadlines than Parallel and Fair-shared, by 30 % at least, and than KCEASY"
        ),
        setting: LATE.text(),
        reported: "none: a target of the specification".to_owned(),
        measured: against(&changes),
        holds: Holds::of(all, changes.iter().all(|(_, change)| change.mean < 0.0)),
        choices: INVENTIONS.to_owned(),
        explanation: if all {
            format!(
                "only {agent} looks at deadlines when it chooses sizes; the others hand out what is idle"
            )
        } else {
            format!(
                "where many wait even shares are small and thrifty, too: {:.0} % miss under {agent}, {:.0} % under Parallel",
                100.0 * ours,
                100.0 * theirs
            )
        },
    })
}

/// T-M4: the mean turnaround under KCEASY is not above that under EASY on nearly
/// every workload.
fn kceasy_is_no_worse(trials: &Trials<Setting>) -> Option<Claim> {
    let (mut better, mut gains) = (0, Vec::new());
    for load in [0.7, 1.0, 1.4] {
        let values = [KCEASY, EASY]
            .map(|service| trials.values(log_uniform_setting(load, 1.0), service, TURNAROUND));
        if values[0].is_empty() {
            return None;
        }
        for (ours, theirs) in values[0].iter().zip(&values[1]) {
            better += usize::from(ours <= theirs);
            gains.push(100.0 * (theirs - ours) / theirs);
        }
    }
    let count = gains.len();
    gains.sort_by(f64::total_cmp);
    let middle = gains.get(count / 2)?;
    Some(Claim {
        statement: "T-M4: the mean turnaround under KCEASY is not above that under EASY on 97 % of workloads at least".to_owned(),
        setting: format!(
            "{}, loads 0.7, 1 and 1.4, over-request 1: all workloads of the loads it names",
            Source::LogUniform.name()
        ),
        reported: "none: a target of the specification".to_owned(),
        measured: format!("{better} of {count}, the median gain {middle:.0} %"),
        holds: Holds::of(100 * better >= 97 * count, 2 * better > count),
        choices: INVENTIONS.to_owned(),
        explanation: "it serves the same queue in the same order and lets those that wait begin in the background; only a job killed there, with what it had done, is no better off".to_owned(),
    })
}

/// At low load no improvement of turnaround is to be claimed.
fn low_load(trials: &Trials<Setting>) -> Option<Claim> {
    let changes = [ADASA, LITERAL].map(|agent| {
        let change = trials.change(QUIET, (agent, KCEASY), TURNAROUND)?;
        Some((agent, change))
    });
    let [Some(one), Some(other)] = changes else {
        return None;
    };
    let changes = [one, other];
    let not = changes.map(|(_, change)| !change.is_fall());
    Some(Claim {
        statement: format!(
            "At low load ADaSA does not surely improve the {} under KCEASY",
            TURNAROUND.name
        ),
        setting: QUIET.text(),
        reported: "none: a target of the specification".to_owned(),
        measured: changes
            .map(|(name, change)| format!("{name} {}", change.change_words()))
            .join(", "),
        holds: Holds::among(not),
        choices: INVENTIONS.to_owned(),
        explanation: "where few wait there is no time to be gained by smaller sizes, which only make jobs last longer; the literal reading stretches each to its deadline".to_owned(),
    })
}
