//! Blocks of attributes: a job or a node each, under its name.

use serde_json::{Map, Value};

use crate::base::problem::Problem;
use crate::load::pbs::attributes::Attributes;
use crate::load::slurm::text::Stamp;

/// Job or node with its attributes.
#[derive(Debug)]
pub(super) struct Block<'t> {
    /// Line, or position in the list, from 1.
    pub(super) line: usize,
    /// Name.
    pub(super) name: String,
    pub(super) attributes: Attributes<'t>,
}

/// Words before the name of a job.
const JOB: &str = "Job Id:";

/// Whether `text` is what `qstat -f` prints.
pub(in crate::load::queue) fn is_queue(text: &str) -> bool {
    if text.trim_start().starts_with('{') {
        return text.contains("\"Jobs\"") && text.contains("\"job_state\"");
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.next().is_some_and(|line| line.starts_with(JOB))
}

/// Whether `text` is what `pbsnodes` prints.
pub(in crate::load::queue) fn is_nodes(text: &str) -> bool {
    if text.trim_start().starts_with('{') {
        return text.contains("\"pbs_version\"") || text.contains("\"resources_available\"");
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let is_name = lines.next().and_then(node_name).is_some();
    is_name && lines.next().is_some_and(|line| pair(line).is_some())
}

/// Name and value of a line such as `    job_state = Q`.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix(' ')?.trim_start().split_once(" =")?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    (!name.is_empty() && name.chars().all(is_name)).then(|| (name, value.trim()))
}

/// Blocks of text, each under a line in which `name_of` finds a name. A line that begins with a tab
/// continues the one before; so does what has no form at all, in a value of several lines.
pub(super) fn of_text<'t>(
    text: &'t str,
    name_of: impl Fn(&'t str) -> Option<&'t str>,
) -> Vec<Block<'t>> {
    let mut blocks: Vec<Block<'t>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(name) = name_of(line) {
            blocks.push(Block {
                line: number,
                name: name.trim().to_owned(),
                attributes: Attributes::default(),
            });
            continue;
        }
        let Some(block) = blocks.last_mut() else {
            continue;
        };
        match (line.strip_prefix('\t'), pair(line)) {
            (Some(more), _) => block.attributes.append(more),
            (None, Some((name, value))) => block.attributes.add(name, value),
            (None, None) => block.attributes.append(line),
        }
    }
    blocks
}

/// Name in a line of `qstat -f`.
pub(super) fn job_name(line: &str) -> Option<&str> {
    line.strip_prefix(JOB)
}

/// Name in a line of `pbsnodes`.
pub(super) fn node_name(line: &str) -> Option<&str> {
    let name = line.trim_end();
    (!name.is_empty() && !name.contains([' ', '\t'])).then_some(name)
}

/// Blocks of the object called `name` in JSON, and when it was written.
///
/// # Errors
/// It is no JSON, or has no such object.
pub(super) fn of_json(
    text: &str,
    name: &str,
    command: &str,
) -> Result<(Vec<Block<'static>>, Option<Stamp>), Problem> {
    let whole: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
        Problem::input(format!("not JSON as `{command}` writes it: {error}"))
            .at(error.line(), error.column().max(1))
    })?;
    let Some(Value::Object(all)) = whole.get(name) else {
        return Err(Problem::input(format!(
            "there is no object `{name}` in it, as `{command}` writes it"
        )));
    };
    let seconds = whole.get("timestamp").and_then(Value::as_i64);
    let written_at = seconds.and_then(|seconds| seconds.checked_mul(1000));
    let blocks = (1..).zip(all).map(|(line, (name, value))| Block {
        line,
        name: name.clone(),
        attributes: attributes_of(value),
    });
    Ok((blocks.collect(), written_at.map(Stamp)))
}

/// Attributes in an object: those of one within it have its name before theirs, as in text.
fn attributes_of(value: &Value) -> Attributes<'static> {
    let mut all = Attributes::default();
    for (name, value) in value.as_object().into_iter().flatten() {
        match value.as_object() {
            Some(inner) => {
                for (own, value) in inner {
                    all.add(format!("{name}.{own}"), plain(value));
                }
            }
            None => all.add(name.clone(), plain(value)),
        }
    }
    all
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_over_several_lines_are_joined() {
        let text = "\
Job Id: 42.server
    Job_Name = a
    exec_vnode = (n1:ncpus=4)+(n2:nc
\tpus=4)
    Variable_List = PBS_O_HOME=/home/ann,
\tBASH_FUNC_x=() { echo a
}
    job_state = R

Job Id: 43[].server
    job_state = B
";
        let blocks = of_text(text, job_name);
        let names: Vec<_> = blocks
            .iter()
            .map(|block| (block.line, &*block.name))
            .collect();
        assert_eq!(names, [(1, "42.server"), (10, "43[].server")]);
        let all = &blocks[0].attributes;
        assert_eq!(all.get("exec_vnode"), Some("(n1:ncpus=4)+(n2:ncpus=4)"));
        assert_eq!(all.get("job_state"), Some("R"));
        assert!(is_queue(text) && !is_nodes(text));
    }

    #[test]
    fn objects_within_have_the_name_of_the_outer_one() {
        let text = r#"{"timestamp": 1772445600, "Jobs": {"42.server": {"job_state": "Q",
            "Resource_List": {"ncpus": 4, "walltime": "01:00:00"}}}}"#;
        assert!(is_queue(text));
        let (blocks, at) = of_json(text, "Jobs", "qstat -f -F json").unwrap();
        assert_eq!(at, Some(Stamp(1_772_445_600_000)));
        let all = &blocks[0].attributes;
        assert_eq!(all.get("Resource_List.ncpus"), Some("4"));
        assert_eq!(all.get("Resource_List.walltime"), Some("01:00:00"));
        assert!(of_json(text, "nodes", "pbsnodes").is_err());
        assert!(of_json("{", "Jobs", "qstat").is_err());
    }
}
