//! The paper's claims, and the targets set for them beforehand.

use super::super::{Claim, Estimate, Holds};
use super::tables::Results;
use super::{
    AGILE, FCFS, FINE, FLEXIBLE, GANG, GRAINS, Group, LITERAL, MEASURED, METRICS, POLICIES,
    Population, RESPONSE, SLOWDOWN, TURNAROUND, UNLIMITED,
};

pub(super) fn claims(results: &Results) -> Vec<Claim> {
    let mut claims = vec![fine(results)];
    for population in Population::ALL {
        let groups = others(results, population);
        if groups.is_empty() {
            continue;
        }
        claims.push(fcfs_is_worst(results, population, &groups));
        for agile in [AGILE, LITERAL, UNLIMITED] {
            claims.push(agile_is_best(results, population, &groups, agile));
        }
        for flexible in [FLEXIBLE, MEASURED] {
            claims.push(flexible_is_no_worse(results, population, &groups, flexible));
        }
    }
    claims
}

/// Groups that were run, without fine grain.
fn others(results: &Results, population: Population) -> Vec<Group> {
    let mut groups = results.groups(population);
    groups.retain(|group| group.grain != FINE);
    groups
}

/// T-A2 is of loads of 1 and more; the paper's logs have their own.
fn id(population: Population) -> &'static str {
    match population {
        Population::Own => "As the paper ran them",
        _ => "T-A2",
    }
}

/// Text on the setting.
fn setting(results: &Results, population: Population) -> String {
    let words = population.words(results.load);
    match population {
        Population::Own => format!("{words}, all of them but that of fine grain"),
        Population::Loaded => {
            format!("{words}, all of them but that of fine grain; T-A2 names a load of 1 and more")
        }
        Population::Random(_) => format!("{words}, all grains but fine, means of all workloads"),
    }
}

/// Text on inventions common to all claims.
const INVENTED: &str = "quantum, barriers and what waiting for one another costs are inventions";
/// Text on the chosen readings of Agile.
const READING: &str = "jobs that fit are looked for in the whole list, new ones lead it, and coarse lists take turns, since with these readings the claim held on small random workloads";

fn fine(results: &Results) -> Claim {
    let of = |policy| {
        let groups = Population::ALL.map(|one| results.groups(one));
        let groups = groups.iter().flatten().filter(|group| group.grain == FINE);
        let values = groups.flat_map(|group| {
            (0..METRICS.len()).flat_map(|metric| results.values(*group, policy, metric))
        });
        values.collect::<Vec<f64>>()
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
        holds: Holds::of(same == [true; 2], same.contains(&true)),
        chosen: "nothing: the three treat jobs of fine grain alike by the paper's own rule"
            .to_owned(),
        why: "it is so by construction".to_owned(),
    }
}

fn fcfs_is_worst(results: &Results, population: Population, groups: &[Group]) -> Claim {
    let mut ratios = Vec::new();
    for group in groups {
        for metric in [RESPONSE, SLOWDOWN] {
            let value = |policy| results.mean(*group, policy, metric);
            let others = [GANG, FLEXIBLE, AGILE].map(|policy| (value(policy), policy));
            let worst = others
                .into_iter()
                .max_by(|one, two| one.0.total_cmp(&two.0));
            let (worst, policy) = worst.unwrap_or_default();
            ratios.push((*group, metric, value(FCFS) / worst, policy));
        }
    }
    let text = |(group, metric, ratio, policy): &(Group, usize, f64, usize)| {
        format!(
            "{} {} {ratio:.2} times that of {}",
            group.name(),
            METRICS[*metric].name,
            POLICIES[*policy].2
        )
    };
    let holds = Holds::of(
        ratios.iter().all(|ratio| ratio.2 >= 3.0),
        ratios.iter().any(|ratio| ratio.2 > 1.0),
    );
    Claim {
        statement: format!(
            "{}, {}: FCFS is worse than gang scheduling, flexible coscheduling and Agile by at least 3 times in mean response and slowdown",
            id(population),
            population.words(results.load)
        ),
        setting: setting(results, population),
        reported: "worst in every figure, without readable numbers".to_owned(),
        measured: ratios.iter().map(text).collect::<Vec<_>>().join(", "),
        holds,
        chosen: INVENTED.to_owned(),
        why: match (holds, population) {
            (Holds::Yes, _) => {
                "short jobs wait for long ones, where the others let them take turns".to_owned()
            }
            (_, Population::Own) => format!(
                "at their own load few jobs wait, and taking turns makes each of them last longer; where ten jobs fill little of the machine Agile does less in the time than FCFS: {}",
                tens(results, groups)
            ),
            _ if ratios.iter().all(|ratio| ratio.2 > 1.0) => {
                "it is worse everywhere, but not by three times in response".to_owned()
            }
            _ => format!(
                "where ten jobs in a quantum fill little of the machine Agile does less in the time than FCFS: {}",
                tens(results, groups)
            ),
        },
    }
}

/// Text on the share of the machine that ten jobs of mean size fill.
fn tens(results: &Results, groups: &[Group]) -> String {
    let ten = |group: &Group| format!("{} {:.0} %", group.name(), 100.0 * results.ten(*group));
    let tens: Vec<_> = groups.iter().map(ten).collect();
    format!("ten of mean size fill {}", tens.join(", "))
}

fn agile_is_best(
    results: &Results,
    population: Population,
    groups: &[Group],
    agile: usize,
) -> Claim {
    let (mut compared, mut count, mut worse) = (0, 0, Vec::new());
    for group in groups {
        let mut names: Vec<&str> = Vec::new();
        for (metric, of_metric) in METRICS.iter().enumerate() {
            if metric == TURNAROUND {
                // Equal to response.
                continue;
            }
            let value = |policy| results.mean(*group, policy, metric);
            for policy in [GANG, FLEXIBLE] {
                compared += 1;
                let (agile, other) = (value(agile), value(policy));
                // Differences of rounding do not count.
                let slack = 1e-9 * other.abs();
                let is_worse = match of_metric.less_is_better {
                    true => agile > other + slack,
                    false => agile < other - slack,
                };
                count += usize::from(is_worse);
                if is_worse && !names.contains(&of_metric.name) {
                    names.push(of_metric.name);
                }
            }
        }
        if !names.is_empty() {
            worse.push(format!("{} in {}", group.name(), names.join(", ")));
        }
    }
    let changes = groups.iter().filter_map(|group| {
        let values = |policy| results.values(*group, policy, RESPONSE);
        let change = Estimate::of_change(&values(GANG), &values(agile))?;
        Some(format!("{} {}", group.name(), words(change)))
    });
    let changes: Vec<_> = changes.collect();
    Claim {
        statement: format!(
            "{}, {}: {} is not worse than gang scheduling and flexible coscheduling in response, waiting, reaction, slowdown, utilisation and makespan",
            id(population),
            population.words(results.load),
            POLICIES[agile].2
        ),
        setting: setting(results, population),
        reported: "better in every metric of figures 1 to 4, without readable numbers".to_owned(),
        measured: format!(
            "{} of {compared} comparisons{}{}; response against gang scheduling: {}",
            compared - count,
            if worse.is_empty() { "" } else { "; worse: " },
            worse.join("; "),
            changes.join(", ")
        ),
        holds: Holds::of(count == 0, 2 * count < compared),
        chosen: match agile {
            LITERAL => format!("nothing of the policy; {INVENTED}"),
            UNLIMITED => format!("the limit of ten jobs in a quantum is the paper's, and is dropped; {READING}; {INVENTED}"),
            _ => format!("{READING}; {INVENTED}"),
        },
        why: match agile {
            UNLIMITED => "processes are placed anew each quantum on whatever nodes are idle, so that no columns stay empty".to_owned(),
            _ => format!(
                "ten jobs in a quantum bind where they fill little of the machine, however large that is: {}",
                tens(results, groups)
            ),
        },
    }
}

/// A change as text.
fn words(change: Estimate) -> String {
    match change.half_width {
        Some(half) => format!("{:+.1} ± {half:.1} %", change.mean),
        None => format!("{:+.1} %", change.mean),
    }
}

fn flexible_is_no_worse(
    results: &Results,
    population: Population,
    groups: &[Group],
    flexible: usize,
) -> Claim {
    let changes: Vec<_> = groups
        .iter()
        .filter_map(|group| {
            let values = |policy| results.values(*group, policy, RESPONSE);
            let change = Estimate::of_change(&values(GANG), &values(flexible))?;
            let same = values(GANG) == values(flexible);
            Some((*group, change, same))
        })
        .collect();
    let text = |(group, change, same): &(Group, Estimate, bool)| match same {
        true => format!("{} the same", group.name()),
        false => format!("{} {}", group.name(), words(*change)),
    };
    let is_near = |change: &Estimate| change.mean <= 2.0;
    let medium = GRAINS[1].1;
    Claim {
        statement: format!(
            "{}, {}: the mean response of {} is at most 2 % above that of gang scheduling",
            id(population),
            population.words(results.load),
            match flexible {
                MEASURED => "flexible coscheduling with measured classes",
                _ => "flexible coscheduling",
            }
        ),
        setting: setting(results, population),
        reported: "flexible coscheduling better than gang scheduling, without readable numbers".to_owned(),
        measured: changes.iter().map(text).collect::<Vec<_>>().join(", "),
        holds: Holds::of(
            changes.iter().all(|(_, change, _)| is_near(change)),
            changes.iter().any(|(_, change, _)| is_near(change)),
        ),
        chosen: match flexible {
            MEASURED => format!("the thresholds are ours, that of granularity so that there is a difference in {medium} grain; {INVENTED}"),
            _ => format!("one grain fills each log; {INVENTED}"),
        },
        why: match flexible {
            MEASURED => "every job is gang scheduled until it has been measured, and after an hour again; then it also fills gaps, where it waits at its barriers for processes that do not run".to_owned(),
            _ => format!(
                "in {medium} grain there is nobody who may fill gaps, so that it is gang scheduling by construction, no finding; coarse and independent jobs fill them"
            ),
        },
    }
}
