//! A scenario where something is another, by name and value as slurm.conf or a scenario has them.

use clap::ValueEnum;

use crate::base::problem::Problem;
use crate::load::slurm::{priority, settings};
use crate::scenario::edit::set;
use crate::scenario::named::whole_path;
use crate::scenario::{PolicyName, Scenario, parse, to_ron};

/// `before`, where each of `changes` is made: `bf_interval=300` and others of slurm.conf by their
/// names under Slurm, `PriorityWeightAge=1000` and others of priorities, `policy=conservative`, `nodes=100`, or whatever a scenario can say.
///
/// # Errors
/// What of which change is not understood.
pub fn changed(before: &Scenario, changes: &[String]) -> Result<Scenario, Problem> {
    let mut after = before.clone();
    for change in changes {
        after = with(after, change)
            .map_err(|problem| Problem::input(format!("{change}: {}", problem.sentence)))?;
    }
    Ok(after)
}

fn with(mut after: Scenario, change: &str) -> Result<Scenario, Problem> {
    let Some((name, value)) = change.split_once('=') else {
        let sentence = "a name and a value are wanted, as in bf_interval=300";
        return Err(Problem::input(sentence));
    };
    let (name, value) = (name.trim(), value.trim());
    if name == "policy" {
        after.policies = vec![policy(value)?];
        return Ok(after);
    }
    let is_slurm = after.policies.contains(&PolicyName::Slurm);
    if is_slurm && settings::change(&mut after.parameters.slurm, name, value)? {
        return Ok(after);
    }
    if priority::change(&mut after.parameters.priority, name, value)? {
        return Ok(after);
    }
    let text = to_ron(&after);
    let Some(path) = whole_path(&text, name, value) else {
        let sentence = format!("there is no parameter `{name}` that could be another");
        return Err(Problem::input(sentence));
    };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    parse(&set(&text, &path, value).unwrap_or(text), None)
}

fn policy(name: &str) -> Result<PolicyName, Problem> {
    PolicyName::from_str(name, true).map_err(|_| {
        let all: Vec<&str> = PolicyName::all().map(PolicyName::kebab).collect();
        let all = all.join(", ");
        Problem::input(format!("there is no policy `{name}`; there are {all}"))
    })
}

/// The changes of a line, with commas between them; those within brackets belong to a value.
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

    #[test]
    fn commas_within_brackets_part_nothing() {
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
