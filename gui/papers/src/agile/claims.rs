//! The paper's claims, and the targets set for them beforehand.

use super::super::trials::{Metric, Treatment, Trials};
use super::super::{Claim, Estimate, Holds};
use super::tables::groups;
use super::{
    AGILE, FCFS, FLEXIBLE, GANG, Group, LITERAL, MEASURED, METRICS, Population, RESPONSE, SLOWDOWN,
    TEN, TURNAROUND, UNLIMITED, WORKLOAD,
};
use laboratory::record::metric::Better;
use laboratory::scenario::coscheduling::GrainClass;

pub(super) fn claims(trials: &Trials<Group>) -> Vec<Claim> {
    let mut claims = vec![fine_grain_claim(trials)];
    for population in trials.levels(|group| group.population) {
        let groups = coarser_groups(trials, population);
        if groups.is_empty() {
            continue;
        }
        claims.push(fcfs_is_worst(trials, population, &groups));
        for agile in [AGILE, LITERAL, UNLIMITED] {
            claims.push(agile_is_best(trials, population, &groups, agile));
        }
        for flexible in [FLEXIBLE, MEASURED] {
            claims.push(flexible_is_no_worse(trials, population, &groups, flexible));
        }
    }
    claims
}

/// Groups that were run, without fine grain.
fn coarser_groups(trials: &Trials<Group>, population: Population) -> Vec<Group> {
    let mut groups = groups(trials, population);
    groups.retain(|group| group.grain != GrainClass::Fine);
    groups
}

/// T-A2 is of loads of 1 and more; the paper's logs have their own.
fn target_id(population: Population) -> &'static str {
    match population {
        Population::Own => "As the paper ran them",
        _ => "T-A2",
    }
}

/// Text on the setting.
fn setting(population: Population) -> String {
    let words = population.text();
    match population {
        Population::Own => format!("{words}, all of them but that of fine grain"),
        Population::Loaded { .. } => {
            format!("{words}, all of them but that of fine grain; T-A2 names a load of 1 and more")
        }
        Population::Random { .. } => {
            format!("{words}, all grains but fine, means of all workloads")
        }
    }
}

/// Text on inventions common to all claims.
const INVENTIONS: &str = "quantum, barriers and what waiting for one another costs are inventions";
/// Text on the chosen readings of Agile.
const READING_CHOICES: &str = "jobs that fit are looked for in the whole list, new ones lead it, and coarse lists take turns, since with these readings the claim held on small random workloads";

fn fine_grain_claim(trials: &Trials<Group>) -> Claim {
    let mut groups = trials.levels(|group| group);
    groups.retain(|group| group.grain == GrainClass::Fine);
    let of = |policy| -> Vec<f64> {
        let values = |group: &Group| METRICS.map(|metric| trials.values(*group, policy, metric));
        groups.iter().flat_map(values).flatten().collect()
    };
    let gang = of(GANG);
    let same = [FLEXIBLE, AGILE].map(|policy| of(policy) == gang);
    Claim {
        statement:
            "T-A1: in fine grain gang scheduling, flexible coscheduling and Agile are the same"
                .to_owned(),
        setting: "all workloads of fine grain".to_owned(),
        reported: "17 min 9 s for all three, of the paper's program".to_owned(),
        measured: format!(
            "all {} values of each are equal: {}",
            gang.len(),
            same == [true; 2]
        ),
        holds: Holds::among(same),
        choices: "nothing: the three treat jobs of fine grain alike by the paper's own rule"
            .to_owned(),
        explanation: "it is so by construction".to_owned(),
    }
}

fn fcfs_is_worst(trials: &Trials<Group>, population: Population, groups: &[Group]) -> Claim {
    let mut ratios = Vec::new();
    for group in groups {
        for metric in [RESPONSE, SLOWDOWN] {
            let value = |policy| trials.mean(*group, policy, metric);
            let others = [GANG, FLEXIBLE, AGILE].map(|policy| (value(policy), policy));
            let worst = others
                .into_iter()
                .max_by(|one, two| one.0.total_cmp(&two.0));
            let (worst, policy) = worst.unwrap_or_default();
            ratios.push((*group, metric, value(FCFS) / worst, policy));
        }
    }
    let text = |(group, metric, ratio, policy): &(Group, Metric, f64, Treatment)| {
        let (group, metric) = (group.name(), metric.name);
        format!("{group} {metric} {ratio:.2} times that of {policy}")
    };
    let holds = Holds::of(
        ratios.iter().all(|ratio| ratio.2 >= 3.0),
        ratios.iter().any(|ratio| ratio.2 > 1.0),
    );
    Claim {
        statement: format!(
            "{}, {}: FCFS is worse than gang scheduling, flexible coscheduling and Agile by at least 3 times in mean response and slowdown",
            target_id(population),
            population.text()
        ),
        setting: setting(population),
        reported: "worst in every figure, without readable numbers".to_owned(),
        measured: ratios.iter().map(text).collect::<Vec<_>>().join(", "),
        holds,
        choices: INVENTIONS.to_owned(),
        explanation: match (holds, population) {
            (Holds::Yes, _) => {
                "short jobs wait for long ones, where the others let them take turns".to_owned()
            }
            (_, Population::Own) => format!(
                "at their own load few jobs wait, and taking turns makes each of them last longer; where ten jobs fill little of the machine Agile does less in the time than FCFS: {}",
                ten_jobs_text(trials, groups)
            ),
            _ if ratios.iter().all(|ratio| ratio.2 > 1.0) => {
                "it is worse everywhere, but not by three times in response".to_owned()
            }
            _ => format!(
                "where ten jobs in a quantum fill little of the machine Agile does less in the time than FCFS: {}",
                ten_jobs_text(trials, groups)
            ),
        },
    }
}

/// Text on the share of the machine that ten jobs of mean size fill.
fn ten_jobs_text(trials: &Trials<Group>, groups: &[Group]) -> String {
    let ten = |group: &Group| {
        let ten = trials.mean(*group, WORKLOAD, TEN);
        format!("{} {ten:.0} %", group.name())
    };
    let tens: Vec<_> = groups.iter().map(ten).collect();
    format!("ten of mean size fill {}", tens.join(", "))
}

fn agile_is_best(
    trials: &Trials<Group>,
    population: Population,
    groups: &[Group],
    agile: Treatment,
) -> Claim {
    let (mut compared, mut count, mut worse) = (0, 0, Vec::new());
    for group in groups {
        let mut names: Vec<&str> = Vec::new();
        // Turnaround is equal to response.
        for metric in METRICS.into_iter().filter(|one| *one != TURNAROUND) {
            let value = |policy| trials.mean(*group, policy, metric);
            for policy in [GANG, FLEXIBLE] {
                compared += 1;
                let (agile, other) = (value(agile), value(policy));
                // Differences of rounding do not count.
                let slack = 1e-9 * other.abs();
                let is_worse = match metric.better {
                    Better::More => agile < other - slack,
                    _ => agile > other + slack,
                };
                count += usize::from(is_worse);
                if is_worse && !names.contains(&metric.name) {
                    names.push(metric.name);
                }
            }
        }
        if !names.is_empty() {
            worse.push(format!("{} in {}", group.name(), names.join(", ")));
        }
    }
    let changes = groups.iter().filter_map(|group| {
        let change = trials.change(*group, (agile, GANG), RESPONSE)?;
        Some(format!("{} {}", group.name(), change.change_words()))
    });
    let changes: Vec<_> = changes.collect();
    Claim {
        statement: format!(
            "{}, {}: {agile} is not worse than gang scheduling and flexible coscheduling in response, waiting, reaction, slowdown, utilisation and makespan",
            target_id(population),
            population.text()
        ),
        setting: setting(population),
        reported: "better in every metric of figures 1 to 4, without readable numbers".to_owned(),
        measured: format!(
            "{} of {compared} comparisons{}{}; response against gang scheduling: {}",
            compared - count,
            if worse.is_empty() { "" } else { "; worse: " },
            worse.join("; "),
            changes.join(", ")
        ),
        holds: Holds::of(count == 0, 2 * count < compared),
        choices: match agile {
            LITERAL => format!("nothing of the policy; {INVENTIONS}"),
            UNLIMITED => format!("the limit of ten jobs in a quantum is the paper's, and is dropped; {READING_CHOICES}; {INVENTIONS}"),
            _ => format!("{READING_CHOICES}; {INVENTIONS}"),
        },
        explanation: match agile {
            UNLIMITED => "processes are placed anew each quantum on whatever nodes are idle, so that no columns stay empty".to_owned(),
            _ => format!(
                "ten jobs in a quantum bind where they fill little of the machine, however large that is: {}",
                ten_jobs_text(trials, groups)
            ),
        },
    }
}

fn flexible_is_no_worse(
    trials: &Trials<Group>,
    population: Population,
    groups: &[Group],
    flexible: Treatment,
) -> Claim {
    let changes: Vec<_> = groups
        .iter()
        .filter_map(|group| {
            let change = trials.change(*group, (flexible, GANG), RESPONSE)?;
            let values = |policy| trials.values(*group, policy, RESPONSE);
            let same = values(GANG) == values(flexible);
            Some((*group, change, same))
        })
        .collect();
    let text = |(group, change, same): &(Group, Estimate, bool)| {
        let change = if *same {
            "the same".to_owned()
        } else {
            change.change_words()
        };
        format!("{} {change}", group.name())
    };
    let medium = GrainClass::Medium.name();
    Claim {
        statement: format!(
            "{}, {}: the mean response of {} is at most 2 % above that of gang scheduling",
            target_id(population),
            population.text(),
            match flexible {
                MEASURED => "flexible coscheduling with measured classes",
                _ => "flexible coscheduling",
            }
        ),
        setting: setting(population),
        reported: "flexible coscheduling better than gang scheduling, without readable numbers".to_owned(),
        measured: changes.iter().map(text).collect::<Vec<_>>().join(", "),
        holds: Holds::among(changes.iter().map(|(_, change, _)| change.mean <= 2.0)),
        choices: match flexible {
            MEASURED => format!("the thresholds are ours, that of granularity so that there is a difference in {medium} grain; {INVENTIONS}"),
            _ => format!("one grain fills each log; {INVENTIONS}"),
        },
        explanation: match flexible {
            MEASURED => "every job is gang scheduled until it has been measured, and after an hour again; then it also fills gaps, where it waits at its barriers for processes that do not run".to_owned(),
            _ => format!(
                "in {medium} grain there is nobody who may fill gaps, so that it is gang scheduling by construction, no finding; coarse and independent jobs fill them"
            ),
        },
    }
}
