//! Changes of a scenario, by name and value as in slurm.conf or in a scenario.

use crate::base::problem::Problem;
use crate::load::slurm::{priority, settings};
use crate::scenario::cluster::Limit;
use crate::scenario::edit::set;
use crate::scenario::param_path::full_path;
use crate::scenario::reference::nearest::nearest_parameter;
use crate::scenario::{Machine, Scenario, parse, policy_of, to_ron};

/// Name of the change that scales every limit of users, accounts and qualities of service.
pub(crate) const LIMITS_SCALE: &str = "limits.scale";
/// The least and the largest factor.
pub(crate) const SCALES: [f64; 2] = [0.01, 100.0];

/// Returns `before` with each of `changes` applied: `bf_interval=300` and others of slurm.conf by
/// their names under Slurm, `PriorityWeightAge=1000` and others of priorities,
/// `policy=conservative`, `nodes=100`, `limits.scale=1.5`, or any other parameter of a scenario.
///
/// # Errors
/// A change is not understood, with its name.
pub fn changed_scenario(before: &Scenario, changes: &[String]) -> Result<Scenario, Problem> {
    let mut after = before.clone();
    for change in changes {
        after = with_change(after, change)
            .map_err(|problem| Problem::input(format!("{change}: {}", problem.sentence)))?;
    }
    Ok(after)
}

fn with_change(mut after: Scenario, change: &str) -> Result<Scenario, Problem> {
    let Some((name, value)) = change.split_once('=') else {
        let sentence = "a name and a value are wanted, as in bf_interval=300";
        return Err(Problem::input(sentence));
    };
    let (name, value) = (name.trim(), value.trim());
    if name == "policy" {
        after.policies = vec![policy_of(value)?];
        return Ok(after);
    }
    if name == LIMITS_SCALE {
        scale_limits(&mut after, value)?;
        return Ok(after);
    }
    let is_slurm = after.policies.iter().any(|policy| policy.is_of_slurm());
    if is_slurm && settings::set(&mut after.parameters.slurm, name, value)? {
        return Ok(after);
    }
    if priority::set(&mut after.parameters.priority, name, value)? {
        return Ok(after);
    }
    let text = to_ron(&after);
    let Some(path) = full_path(&text, name, value) else {
        let sentence = format!(
            "there is no parameter `{name}` that could be another{}",
            nearest_parameter(name)
        );
        return Err(Problem::input(sentence));
    };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    parse(&set(&text, &path, value).unwrap_or(text), None)
}

/// Multiplies every limit of users, accounts and qualities of service by a factor, to 1 at least.
fn scale_limits(scenario: &mut Scenario, value: &str) -> Result<(), Problem> {
    let [least, most] = SCALES;
    let factor: f64 = value
        .parse()
        .ok()
        .filter(|factor| (least..=most).contains(factor))
        .ok_or_else(|| {
            let sentence = format!("`{value}` is not a factor; {least} to {most} are allowed");
            Problem::input(sentence)
        })?;
    let Machine::Cluster(cluster) = &mut scenario.machine else {
        return Err(Problem::input(
            "servers have no limits that could be scaled",
        ));
    };
    let limits = &mut cluster.limits;
    if limits.is_empty() {
        let sentence = "there are no limits of users, accounts or qualities of service to scale";
        return Err(Problem::input(sentence));
    }
    for limit in limits.all_mut().into_iter().flatten() {
        let Limit {
            name: _,
            parent: _,
            running,
            nodes,
            cores,
            gpus,
            submitted,
        } = limit;
        let numbers = [running, nodes, cores, gpus, submitted].into_iter();
        for number in numbers.flatten().filter(|number| **number > 0) {
            // The conversion of a float saturates: nothing overflows.
            *number = (f64::from(*number) * factor).round().max(1.0) as u32;
        }
    }
    Ok(())
}

/// Splits a line into changes at its commas; those within brackets belong to a value.
pub fn split(line: &str) -> Vec<String> {
    let mut depth = 0_i32;
    let parts = line.split(|character| {
        depth += match character {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        character == ',' && depth == 0
    });
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1.5 times 5 is 7.5, which is rounded up; no limit becomes zero.
    #[test]
    fn every_limit_is_scaled() {
        let text = "(machine: Cluster(kinds: [(name: \"n\", count: 9, cores: 9)], limits: (
                users: [(cores: 5), (name: \"ann\", running: 2, submitted: 4294967295)],
                accounts: [(name: \"bio\", nodes: 4)],
                qos: [(name: \"high\", running: 3)],
            )), workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Easy])";
        let scenario = parse(text, None).unwrap();
        let limits = |factor: &str| {
            let after = changed_scenario(&scenario, &[format!("limits.scale={factor}")])?;
            let Machine::Cluster(cluster) = after.machine else {
                panic!("it is one");
            };
            let all = cluster.limits;
            let numbers = [
                all.users[0].cores,
                all.users[1].running,
                all.users[1].submitted,
                all.accounts[0].nodes,
                all.qos[0].running,
            ];
            Ok(numbers.map(Option::unwrap))
        };
        let fine = |factor: &str| limits(factor).map_err(|problem: Problem| problem.sentence);
        assert_eq!(fine("1.5"), Ok([8, 3, u32::MAX, 6, 5]));
        assert_eq!(fine("0.01"), Ok([1, 1, 42_949_673, 1, 1]));
        let sentence = "limits.scale=0: `0` is not a factor; 0.01 to 100 are allowed";
        assert_eq!(fine("0"), Err(sentence.to_owned()));
        let bare = "(machine: Cluster(nodes: 9), workload: Lublin(jobs: 9), policies: [Easy])";
        let bare = parse(bare, None).unwrap();
        assert!(changed_scenario(&bare, &["limits.scale=2".to_owned()]).is_err());
    }

    #[test]
    fn commas_within_brackets_do_not_split() {
        let line = " nodes=4,, queue_order=Weighted(a: 1, b: [2, 3]) ,load=0.5,";
        let parts = [
            "nodes=4",
            "queue_order=Weighted(a: 1, b: [2, 3])",
            "load=0.5",
        ];
        assert_eq!(split(line), parts);
        assert!(split(" , ").is_empty());
    }
}
