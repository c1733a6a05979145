//! The claims of the abstract, and the targets set for them beforehand.

use super::super::{Claim, Estimate, Holds};
use super::tables::Results;
use super::{
    ADASA, EASY, FAIR, KCEASY, LITERAL, METRICS, MISSED, PARALLEL, REQUESTS, RESPONSE, SERVICES,
    SLOWDOWN, Setting, Source, USED,
};

/// The load from which on users are said to wait too long.
const OVERLOAD: f64 = 1.4;

pub(super) fn claims(results: &Results) -> Vec<Claim> {
    let mut claims = abstract_claims(results);
    for (source, name) in [Source::LogUniform, Source::Jann].map(|source| (source, source.name())) {
        let worst = Setting {
            source,
            load: 2.5,
            over_request: 4.0,
        };
        for agent in [ADASA, LITERAL] {
            for (id, other, response, slowdown) in
                [("T-M1", EASY, -80.0, -90.0), ("T-M2", KCEASY, -35.0, -75.0)]
            {
                let targets = [(RESPONSE, response), (SLOWDOWN, slowdown)];
                claims.extend(reduces(results, worst, name, (id, agent, other), &targets));
            }
        }
        for asked in REQUESTS.into_iter().rev().map(|times| (source, times)) {
            for agent in [ADASA, LITERAL] {
                claims.extend(misses_less(results, asked, name, agent));
            }
        }
        claims.extend(kceasy_is_no_worse(results, source, name));
        claims.extend(low_load(results, source, name));
    }
    claims
}

/// Whether `change` is surely a fall.
fn falls(change: Estimate) -> bool {
    change.mean < 0.0 && change.is_significant()
}

/// Whether it surely is one, and reaches `target` in the mean.
fn reaches(change: Estimate, target: f64) -> bool {
    falls(change) && change.mean <= target
}

fn words(change: Estimate) -> String {
    match change.half_width {
        Some(half) => format!("{:+.1} ± {half:.1} %", change.mean),
        None => format!("{:+.1} %", change.mean),
    }
}

/// Whether `agent` reduces each metric, against `other`, by at least its target.
fn reduces(
    results: &Results,
    setting: Setting,
    name: &str,
    (id, agent, other): (&str, usize, usize),
    targets: &[(usize, f64)],
) -> Option<Claim> {
    let change = |metric: usize| results.change(setting, (agent, other), metric);
    let changes: Vec<_> = targets
        .iter()
        .map(|&(metric, target)| Some((metric, target, change(metric)?)))
        .collect::<Option<_>>()?;
    let said = changes.iter().map(|(metric, target, change)| {
        let what = METRICS[*metric];
        format!("{what} {} (target {target} % or less)", words(*change))
    });
    let [ours, theirs] = [agent, other].map(|service| results.mean(setting, service, USED));
    Some(Claim {
        statement: format!(
            "{id}, {name}, load {}, over-request {}: {} against {}: response and slowdown fall",
            setting.load, setting.over_request, SERVICES[agent].1, SERVICES[other].1
        ),
        measured: said.collect::<Vec<_>>().join(", "),
        holds: Holds::of(
            changes
                .iter()
                .all(|(_, target, change)| reaches(*change, *target)),
            changes.iter().all(|(_, _, change)| falls(*change)),
        ),
        why: match ours > theirs {
            true => format!(
                "who gets the processors it asks for uses little of them, and others wait: of all processor time {:.0} % is used under {}, {:.0} % under {}",
                100.0 * theirs,
                SERVICES[other].1,
                100.0 * ours,
                SERVICES[agent].1
            ),
            false => format!(
                "{} already uses {:.0} % of all processor time, {} {:.0} %: little is to be gained but by the order of jobs",
                SERVICES[other].1,
                100.0 * theirs,
                SERVICES[agent].1,
                100.0 * ours
            ),
        },
        ..Claim::default()
    })
}

/// T-M3: under overload fewer deadlines are missed than under the others that
/// choose sizes, by 30 % at least, and than under KCEASY.
fn misses_less(
    results: &Results,
    (source, over_request): (Source, f64),
    name: &str,
    agent: usize,
) -> Option<Claim> {
    let mut said = Vec::new();
    let (mut all, mut some) = (true, true);
    for &load in results.loads.iter().filter(|load| **load >= OVERLOAD) {
        let setting = Setting {
            source,
            load,
            over_request,
        };
        for (other, target) in [(PARALLEL, -30.0), (FAIR, -30.0), (KCEASY, 0.0)] {
            let Some(change) = results.change(setting, (agent, other), MISSED) else {
                continue;
            };
            all &= reaches(change, target);
            some &= change.mean < 0.0;
            let other = SERVICES[other].1;
            said.push(format!("{load} {other} {}", words(change)));
        }
    }
    let worst = Setting {
        source,
        load: results.loads.iter().copied().fold(0.0, f64::max),
        over_request,
    };
    let [ours, theirs] = [agent, PARALLEL].map(|service| results.mean(worst, service, MISSED));
    let asks = match over_request > 1.0 {
        true => "users over-request",
        false => "users ask for what is of use",
    };
    (!said.is_empty()).then(|| Claim {
        statement: format!(
            "T-M3, {name}, load {OVERLOAD} and above, {asks}: {} misses fewer deadlines than Parallel and Fair-shared, by 30 % at least, and than KCEASY",
            SERVICES[agent].1
        ),
        measured: said.join(", "),
        holds: Holds::of(all, some),
        why: match all {
            true => format!(
                "only {} looks at deadlines when it chooses sizes; the others hand out what is idle",
                SERVICES[agent].1
            ),
            false => format!(
                "where many wait even shares are small and thrifty, too: at load {} {:.0} % miss under {}, {:.0} % under Parallel",
                worst.load,
                100.0 * ours,
                SERVICES[agent].1,
                100.0 * theirs
            ),
        },
        ..Claim::default()
    })
}

/// T-M4: KCEASY answers no later than EASY on nearly every workload.
fn kceasy_is_no_worse(results: &Results, source: Source, name: &str) -> Option<Claim> {
    let (mut better, mut count) = (0, 0);
    let mut gains = Vec::new();
    for over_request in REQUESTS {
        for &load in results
            .loads
            .iter()
            .filter(|load| (0.7..=1.4).contains(*load))
        {
            let setting = Setting {
                source,
                load,
                over_request,
            };
            let [ours, theirs] =
                [KCEASY, EASY].map(|service| results.values(setting, service, RESPONSE));
            for (ours, theirs) in ours.iter().zip(&theirs) {
                count += 1;
                better += usize::from(ours <= theirs);
                gains.push(100.0 * (theirs - ours) / theirs);
            }
        }
    }
    gains.sort_by(f64::total_cmp);
    let middle = gains.get(gains.len() / 2)?;
    Some(Claim {
        statement: format!(
            "T-M4, {name}, load 0.7 to 1.4: the mean response of KCEASY is not above that of EASY on 97 % of workloads at least"
        ),
        measured: format!("{better} of {count}, the median gain {middle:.0} %"),
        holds: Holds::of(100 * better >= 97 * count, 2 * better > count),
        why: "it serves the same queue in the same order and lets those that wait begin in the background; only a job killed there, with what it had done, is no better off".to_owned(),
        ..Claim::default()
    })
}

/// At low load no improvement is to be claimed.
fn low_load(results: &Results, source: Source, name: &str) -> Option<Claim> {
    let mut said = Vec::new();
    let (mut all, mut some) = (true, false);
    for over_request in REQUESTS {
        for &load in results.loads.iter().filter(|load| **load <= 0.7) {
            let setting = Setting {
                source,
                load,
                over_request,
            };
            for agent in [ADASA, LITERAL] {
                let change = results.change(setting, (agent, KCEASY), RESPONSE)?;
                let improves = change.mean < 0.0 && change.is_significant();
                all &= !improves;
                some |= !improves;
                said.push(format!(
                    "{load}/{over_request} {} {}",
                    SERVICES[agent].1,
                    words(change)
                ));
            }
        }
    }
    (!said.is_empty()).then(|| Claim {
        statement: format!(
            "{name}, load 0.7 and below: ADaSA does not surely improve the response of KCEASY"
        ),
        measured: said.join(", "),
        holds: Holds::of(all, some),
        why: "where few wait there is no time to be gained by smaller sizes, which only make jobs last longer; the literal reading stretches each to its deadline".to_owned(),
        ..Claim::default()
    })
}

/// "Up to so many per cent" of the abstract: the best of all settings.
fn abstract_claims(results: &Results) -> Vec<Claim> {
    [
        (KCEASY, RESPONSE, -90.0),
        (EASY, RESPONSE, -90.0),
        (KCEASY, SLOWDOWN, -95.0),
        (EASY, SLOWDOWN, -95.0),
        (PARALLEL, MISSED, -60.0),
        (FAIR, MISSED, -60.0),
    ]
    .into_iter()
    .filter_map(|(other, metric, reported)| {
        let settings = results.settings();
        let changes = settings.into_iter().filter_map(|setting| {
            Some((setting, results.change(setting, (ADASA, other), metric)?))
        });
        let sure = changes.filter(|(_, change)| change.is_significant());
        let best = sure.min_by(|one, two| one.1.mean.total_cmp(&two.1.mean))?;
        let (setting, change) = best;
        Some(Claim {
            statement: format!(
                "Abstract: {} up to {} % below that of {}",
                METRICS[metric], -reported, SERVICES[other].1
            ),
            measured: format!(
                "at most {} ({}, load {}, over-request {})",
                words(change),
                setting.source.name(),
                setting.load,
                setting.over_request
            ),
            holds: Holds::of(change.mean <= reported, change.mean < 0.0),
            why: "the paper's workload, deadlines and speed-ups are not given: the best of our settings stands for its \"up to\"".to_owned(),
            ..Claim::default()
        })
    })
    .collect()
}
