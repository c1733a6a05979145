//! Pegasus' DAX, versions 2 and 3: jobs, and for each child its parents, in XML.
//!
//! Runtimes (seconds), cores and memory (MB) are attributes of a job or
//! profiles of Pegasus in it; a sub-workflow counts as one task.

use roxmltree::{Error, Node};

use crate::base::problem::Problem;
use crate::base::xml;

use super::names::{Dependency, Names, connect, remove_repeats, repeats_remark};
use super::value::{self, quoted};
use super::{ParsedTasks, Task};

pub(super) fn read(text: &str) -> Result<ParsedTasks, Problem> {
    let document = xml::document(text, false, |error| malformed(&error))?;
    let root = document.root_element();
    let called = root.tag_name().name();
    if called != "adag" {
        let sentence = format!("the root element is {}; `adag` is needed", quoted(called));
        return Err(problem_at(sentence, root));
    }
    let mut tasks = Vec::new();
    let mut names = Names::default();
    let mut workflows = 0;
    for node in root.children() {
        let is_workflow = is_element(node, "dax") || is_element(node, "dag");
        if is_workflow || is_element(node, "job") {
            workflows += usize::from(is_workflow);
            let id = required(node, "id")?;
            names
                .add_own(id, tasks.len())
                .map_err(|sentence| problem_at(sentence, node))?;
            tasks.push(task(node, id).map_err(|sentence| problem_at(sentence, node))?);
        }
    }
    let mut remarks = remarks(root, tasks.len(), workflows);
    let mut dependencies = Vec::new();
    for child in root.children().filter(|&node| is_element(node, "child")) {
        parents(child, &tasks, &names, &mut dependencies)?;
    }
    remarks.extend(repeats_remark(remove_repeats(&mut dependencies)));
    connect(&mut tasks, &dependencies);
    Ok(ParsedTasks { tasks, remarks })
}

/// Whether `node` is an element called `name`, in any namespace.
fn is_element(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

fn problem_at(sentence: String, node: Node<'_, '_>) -> Problem {
    let position = node.document().text_pos_at(node.range().start);
    Problem::input(sentence).at(position.row as usize, position.col as usize)
}

fn malformed(error: &Error) -> Problem {
    let position = error.pos();
    let sentence = error.to_string();
    // The position is reported apart from the sentence; some errors have none.
    let Some((before, after)) = sentence.split_once(&format!(" at {position}")) else {
        return Problem::input(format!("not XML: {sentence}"));
    };
    let sentence = value::one_line(&format!("{before}{after}"), 200);
    Problem::input(format!("not XML: {sentence}")).at(position.row as usize, position.col as usize)
}

/// Value of a mandatory attribute.
fn required<'t>(node: Node<'t, '_>, attribute: &str) -> Result<&'t str, Problem> {
    node.attribute(attribute).ok_or_else(|| {
        let element = node.tag_name().name();
        let sentence = format!("a `{element}` has no `{attribute}`; the id of a job is needed");
        problem_at(sentence, node)
    })
}

fn task(node: Node<'_, '_>, id: &str) -> Result<Task, String> {
    let of_task = |sentence| format!("task {}: {sentence}", quoted(id));
    let field = |name| node.attribute(name).or_else(|| profile(node, name));
    let runtime = field("runtime").map(|seen| value::runtime("runtime", seen));
    let cores = field("cores").map(|seen| value::cores("cores", seen));
    let memory = field("memory").map(|seen| value::memory("memory", seen, 1.0, "MB"));
    Ok(Task {
        name: id.to_owned(),
        kind: node.attribute("name").map(str::to_owned),
        runtime: runtime.transpose().map_err(of_task)?,
        cores: cores.transpose().map_err(of_task)?,
        memory: memory.transpose().map_err(of_task)?,
        ..Task::default()
    })
}

/// `<profile namespace="pegasus" key="runtime">12</profile>` in a job.
fn profile<'t>(job: Node<'t, '_>, key: &str) -> Option<&'t str> {
    job.children()
        .filter(|&node| is_element(node, "profile"))
        .find(|node| {
            let namespace = node.attribute("namespace").unwrap_or_default();
            namespace.eq_ignore_ascii_case("pegasus") && node.attribute("key") == Some(key)
        })
        .and_then(|node| node.text())
}

/// Reads the parents of one `child`.
fn parents(
    child: Node<'_, '_>,
    tasks: &[Task],
    names: &Names<'_>,
    dependencies: &mut Vec<Dependency>,
) -> Result<(), Problem> {
    let name = required(child, "ref")?;
    for parent in child.children().filter(|&node| is_element(node, "parent")) {
        let predecessor = required(parent, "ref")?;
        let Some(task) = names.find(name) else {
            let sentence = format!(
                "{}, a child of {}, is not in the workflow; the id of a job is allowed",
                quoted(name),
                quoted(predecessor)
            );
            return Err(problem_at(sentence, child));
        };
        let predecessor = names
            .find_relative(tasks, task, "parent", predecessor)
            .map_err(|sentence| problem_at(sentence, parent))?;
        dependencies.push((predecessor, task));
    }
    Ok(())
}

/// Remarks on the file as a whole.
fn remarks(root: Node<'_, '_>, tasks: usize, workflows: usize) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(said) = root.attribute("jobCount")
        && said.trim().parse() != Ok(tasks)
    {
        let seen = quoted(said);
        remarks.push(format!("jobCount is {seen}, and there are {tasks} jobs"));
    }
    match workflows {
        0 => {}
        1 => remarks.push("1 sub-workflow is taken as one task".to_owned()),
        _ => remarks.push(format!(
            "{workflows} sub-workflows are taken as one task each"
        )),
    }
    remarks
}

#[cfg(test)]
mod tests;
