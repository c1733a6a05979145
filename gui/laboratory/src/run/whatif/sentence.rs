//! A change in words: `3 nodes of kind gpu instead of 5`.

use super::change::LIMITS_SCALE;
use super::settings::{Setting, settings, with_short_workload};
use crate::record::unit::Unit;
use crate::scenario::param_path::{full_path, short_name};
use crate::scenario::{Scenario, to_ron};

/// What each of `changes` makes another of `before`, whose machine is of such units; one that no setting is for
/// stays as it was typed.
pub fn sentences(before: &Scenario, unit: Unit, changes: &[String]) -> Vec<String> {
    let all = settings(before);
    let text = to_ron(&with_short_workload(before));
    let said = changes.iter().map(|change| {
        let (name, value) = change.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        let named = |name: &str| all.iter().find(|setting| setting.name == name);
        let by_path = || {
            let path = full_path(&text, name, value)?;
            named(&short_name(&text, &path, value))
        };
        Some(sentence(named(name).or_else(by_path)?, unit, value))
    });
    let said = said.zip(changes);
    said.map(|(said, change)| said.unwrap_or_else(|| change.clone()))
        .collect()
}

/// Whether a change is of the policy itself.
pub fn is_of_policy(change: &str) -> bool {
    let name = change.split_once('=').map(|(name, _)| name.trim());
    name == Some("policy")
}

fn sentence(setting: &Setting, unit: Unit, value: &str) -> String {
    let now = setting.now.as_str();
    let instead = |said: String, now: String| match now.as_str() {
        "" => said,
        now => format!("{said} instead of {now}"),
    };
    let nodes = |number: &str| match number.parse() {
        Ok(number) => unit.counted(number),
        Err(_) => format!("{number} {}", unit.many()),
    };
    let kind = setting.label.strip_suffix(": nodes");
    match (setting.name.as_str(), kind) {
        ("policy", _) => instead(setting.value_in_words(value), setting.value_in_words(now)),
        (LIMITS_SCALE, _) => format!("all limits {}", setting.value_in_words(value)),
        ("nodes", _) => instead(nodes(value), now.to_owned()),
        (name, Some(kind)) if name.ends_with(".count") => {
            instead(format!("{} of kind {kind}", nodes(value)), now.to_owned())
        }
        _ => {
            let words = |value: &str| {
                let words = setting.value_in_words(value);
                // "most nodes 4 nodes" says it twice.
                let number = words
                    .strip_suffix(setting.unit)
                    .filter(|_| !setting.unit.is_empty() && setting.label.ends_with(setting.unit));
                number.map_or(words.clone(), |number| number.trim_end().to_owned())
            };
            let now = if now.is_empty() {
                String::new()
            } else {
                words(now)
            };
            instead(
                format!("{} {}", in_a_sentence(&setting.label), words(value)),
                now,
            )
        }
    }
}

/// A label where a sentence goes on: names of partitions and users, and short forms, stay as they are.
fn in_a_sentence(label: &str) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() && !label.contains(": ") => {
            let first = first.to_lowercase();
            first.chain([second]).chain(letters).collect()
        }
        _ => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::parse;

    /// A run that was kept was called `kinds.0.count=3`.
    #[test]
    fn a_change_is_called_by_what_it_makes_another() {
        let text = "(machine: Cluster(kinds: [
                (name: \"cpu\", count: 48, cores: 64), (name: \"gpu\", count: 8, cores: 64),
            ], partitions: [
                (name: \"main\", most_time: 172800, default: true),
                (name: \"debug\", most_nodes: 4),
            ], limits: (users: [(cores: 512)])),
            workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Slurm])";
        let scenario = parse(text, None).unwrap();
        for (change, said) in [
            ("kinds.0.count=3", "3 nodes of kind cpu instead of 48"),
            ("machine.kinds.1.count=1", "1 node of kind gpu instead of 8"),
            ("policy=easy", "EASY instead of Slurm"),
            ("limits.scale=2", "all limits × 2"),
            ("bf_interval=300", "bf_interval 5 min instead of 30 s"),
            ("weights.age=7", "weight of age 7 instead of 0"),
            (
                "partitions.0.most_time=86400",
                "main: longest estimate 1 d instead of 2 d",
            ),
            (
                "partitions.1.most_nodes=3",
                "debug: most nodes 3 instead of 4",
            ),
            ("partitions.0.most_nodes=3", "main: most nodes 3"),
            ("queue_order=Weighted(a: 1)", "queue_order=Weighted(a: 1)"),
        ] {
            assert_eq!(
                sentences(&scenario, Unit::Node, &[change.to_owned()]),
                [said]
            );
        }
        let text = "(machine: Cluster(nodes: 8), workload: Lublin(jobs: 9), policies: [Fcfs])";
        let scenario = parse(text, None).unwrap();
        for (unit, expected) in [
            (Unit::Node, "4 nodes instead of 8"),
            (Unit::Processor, "4 processors instead of 8"),
        ] {
            let said = sentences(&scenario, unit, &["nodes=4".to_owned()]);
            assert_eq!(said, [expected]);
        }
    }
}
