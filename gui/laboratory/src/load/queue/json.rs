//! JSON of `squeue --json` and slurmrestd: jobs and nodes, in every version since 0.0.36.

use serde_json::{Map, Value};

use super::job::{KnownLimits, Queued};
use super::node::Node;
use super::{ParsedQueue, add_expanded};
use crate::base::problem::Problem;
use crate::load::slurm::text::hosts::Room;
use crate::load::slurm::text::job_id::tasks;
use crate::load::slurm::text::{Availability, Limit, Stamp, Status};

type Object = Map<String, Value>;

/// Number as any version writes it.
#[derive(Clone, Copy, PartialEq, Debug)]
enum SlurmNumber {
    /// No number is given.
    Unset,
    /// Infinite.
    Infinite,
    /// The number.
    Finite(f64),
}

impl SlurmNumber {
    /// Parses a number by itself with Slurm's marks, or `{set, infinite, number}`; `None` if it is
    /// neither.
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::Unset),
            Value::Number(number) => {
                let number = number.as_f64()?;
                // Slurm's marks: all 32 or 64 bits set for infinite, one less of 32 bits for unset.
                let marks = [f64::from(u32::MAX), u64::MAX as f64];
                Some(if marks.contains(&number) {
                    Self::Infinite
                } else if number == f64::from(u32::MAX - 1) {
                    Self::Unset
                } else {
                    Self::Finite(number)
                })
            }
            Value::Object(object) => {
                let is = |name: &str| object.get(name).and_then(Value::as_bool);
                if is("infinite") == Some(true) {
                    Some(Self::Infinite)
                } else if is("set") == Some(false) {
                    Some(Self::Unset)
                } else {
                    Some(Self::Finite(object.get("number")?.as_f64()?))
                }
            }
            _ => None,
        }
    }

    const fn number(self) -> Option<f64> {
        match self {
            Self::Finite(number) => Some(number),
            _ => None,
        }
    }
}

/// The list called `name` in `text`, and the fields beside it.
fn list_field(text: &str, name: &str, command: &str) -> Result<(Vec<Value>, Object), Problem> {
    let broken = |error: serde_json::Error| {
        Problem::input(format!("not JSON as Slurm writes it: {error}"))
            .at(error.line(), error.column().max(1))
    };
    let whole: Value = serde_json::from_str(text).map_err(broken)?;
    let Value::Object(mut whole) = whole else {
        return Err(super::no_queue());
    };
    if let Some(Value::Array(errors)) = whole.get("errors")
        && let Some(first) = errors.first()
    {
        return Err(Problem::input(format!(
            "Slurm answered with an error: {first}"
        )));
    }
    match whole.remove(name) {
        Some(Value::Array(list)) => Ok((list, whole)),
        _ => Err(Problem::input(format!(
            "there is no list `{name}` in it: what `{command}` writes is wanted, or slurmrestd at /slurm/v0.0.40/{name}"
        ))),
    }
}

/// Item of a list.
struct ListItem<'v> {
    what: &'static str,
    index: usize,
    object: &'v Object,
}

impl<'v> ListItem<'v> {
    fn of(what: &'static str, index: usize, value: &'v Value) -> Result<Self, Problem> {
        let object = value.as_object();
        object
            .map(|object| Self {
                what,
                index,
                object,
            })
            .ok_or_else(|| Problem::input(format!("{what} {index} is no object")))
    }

    fn wrong(&self, name: &str, allowed: &str) -> Problem {
        let seen = self.object.get(name).unwrap_or(&Value::Null);
        Problem::input(format!(
            "{} {}: `{name}` is {seen}: {allowed} is allowed",
            self.what, self.index
        ))
    }

    fn number_field(&self, name: &str) -> Result<SlurmNumber, Problem> {
        match self.object.get(name) {
            None => Ok(SlurmNumber::Unset),
            Some(value) => SlurmNumber::of(value)
                .ok_or_else(|| self.wrong(name, "a number, or {set, infinite, number}")),
        }
    }

    fn text(&self, name: &str) -> Option<&'v str> {
        let text = self.object.get(name)?.as_str()?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// A text in old versions and a list of texts in new ones.
    fn texts(&self, name: &str) -> Vec<&'v str> {
        match self.object.get(name) {
            Some(Value::String(text)) => vec![text],
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    fn whole(&self, name: &str) -> Result<Option<u64>, Problem> {
        let number = self.number_field(name)?.number();
        Ok(number
            .filter(|number| *number > 0.0)
            .map(|number| number as u64))
    }

    fn size(&self, name: &str) -> Result<Option<u32>, Problem> {
        Ok(self
            .whole(name)?
            .and_then(|number| u32::try_from(number).ok()))
    }

    fn stamp(&self, name: &str) -> Result<Option<Stamp>, Problem> {
        let second = self
            .whole(name)?
            .and_then(|second| i64::try_from(second).ok());
        Ok(second
            .and_then(|second| second.checked_mul(1000))
            .map(Stamp))
    }
}

/// Parses the jobs in `text`.
///
/// # Errors
/// The text or a job is malformed.
pub(super) fn jobs(text: &str) -> Result<ParsedQueue, Problem> {
    let (list, beside) = list_field(text, "jobs", "squeue --json")?;
    let seconds = |value: Option<&Value>| {
        value
            .and_then(SlurmNumber::of)
            .and_then(SlurmNumber::number)
    };
    let now = seconds(beside.get("last_update")).filter(|second| *second > 0.0);
    let mut found = ParsedQueue {
        written_at: now.map(|second| Stamp((second * 1e3) as i64)),
        has_submit: true,
        ..ParsedQueue::default()
    };
    // Jobs may share a node.
    let mut room = Room::of(4);
    for (index, value) in (1..).zip(&list) {
        let thing = ListItem::of("job", index, value)?;
        let at = thing.stamp("last_sched_evaluation")?;
        found.last_evaluation = found.last_evaluation.max(at);
        let wrong = |sentence: String| Problem::input(format!("job {index}: {sentence}"));
        let (job, tasks) = job(&thing, &mut room)?;
        add_expanded(job, &tasks, &mut found, wrong)?;
    }
    Ok(found)
}

/// Job, and the tasks of an array that it stands for.
fn job(thing: &ListItem<'_>, room: &mut Room) -> Result<(Queued, Vec<u64>), Problem> {
    let number = thing.whole("job_id")?;
    let number = number.ok_or_else(|| thing.wrong("job_id", "a number from 1 on"))?;
    let states = thing.texts("job_state");
    let status = states.iter().map(|state| Status::of(state));
    // A job that is completing has both names.
    let status: Option<Vec<Status>> = status.collect();
    let status = status.and_then(|all| {
        let is = |one: Status| all.contains(&one).then_some(one);
        is(Status::Ending)
            .or(is(Status::Running))
            .or(all.first().copied())
    });
    let status = status.ok_or_else(|| thing.wrong("job_state", "a state of Slurm, as PENDING,"))?;
    let array = thing.whole("array_job_id")?;
    let task = thing
        .number_field("array_task_id")?
        .number()
        .map(|task| task as u64);
    let said = thing
        .text("array_task_string")
        .filter(|_| status == Status::Waiting);
    let wrong = |sentence: String| Problem::input(format!("job {}: {sentence}", thing.index));
    let (several, mut at_once) = match said {
        Some(text) => tasks(text).map_err(wrong)?,
        None => (Vec::new(), None),
    };
    at_once = at_once.or(thing.size("array_max_tasks")?);
    let name = match (array, task, said) {
        (Some(array), _, Some(said)) => format!("{array}_[{said}]"),
        (Some(array), Some(task), None) => format!("{array}_{task}"),
        _ => number.to_string(),
    };
    let limit = match thing.number_field("time_limit")? {
        SlurmNumber::Finite(minutes) => Limit::of((minutes * 60e3) as u64),
        SlurmNumber::Infinite => Limit::Unlimited,
        // Null in 0.0.36 to 0.0.38 for both.
        SlurmNumber::Unset => Limit::OfPartition,
    };
    let owned = |text: &str| text.to_owned();
    let user = thing.text("user_name").map(owned);
    let user = match user {
        Some(user) => Some(user),
        None => thing
            .number_field("user_id")?
            .number()
            .map(|user| user.to_string()),
    };
    let reason = thing.text("state_reason").unwrap_or_default();
    let reason = match thing.text("dependency").filter(|_| reason == "Dependency") {
        Some(on) => format!("{reason} {on}"),
        None => reason.to_owned(),
    };
    let is_held = thing.object.get("hold").and_then(Value::as_bool) == Some(true);
    let partitions = thing.text("partition").unwrap_or_default().split(',');
    let queued = Queued {
        line: thing.index,
        name,
        number: if several.is_empty() {
            number
        } else {
            array.unwrap_or(number)
        },
        user,
        account: thing
            .text("account")
            .or(thing.text("group_name"))
            .map(owned),
        qos: thing.text("qos").map(owned),
        partitions: partitions
            .filter(|one| !one.is_empty())
            .map(owned)
            .collect(),
        status,
        submit: thing.stamp("submit_time")?,
        start: thing.stamp("start_time")?,
        used: None,
        limit,
        nodes: thing.size("node_count")?,
        cores: thing.size("cpus")?,
        priority: thing.number_field("priority")?.number(),
        hosts: match thing.text("nodes").filter(|_| status != Status::Waiting) {
            Some("") | None => Vec::new(),
            Some(text) => (room.expand(text))
                .map_err(|what| Problem::input(format!("job {}: `nodes`: {what}", thing.index)))?,
        },
        reason: if is_held && !reason.starts_with("JobHeld") {
            "JobHeldUser".to_owned()
        } else {
            reason
        },
        most_running: at_once,
        has_licences: thing.text("licenses").is_some(),
        is_het_part: thing.whole("het_job_id")?.is_some(),
        limits: KnownLimits::default(),
    };
    Ok((queued, several))
}

/// Parses the nodes in `text`.
///
/// # Errors
/// The text or a node is malformed.
pub(super) fn nodes(text: &str) -> Result<Vec<Node>, Problem> {
    let command = "scontrol show nodes --json";
    let (list, _) = list_field(text, "nodes", command)?;
    let node = |(index, value): (usize, &Value)| {
        let thing = ListItem::of("node", index, value)?;
        let name = thing
            .text("name")
            .ok_or_else(|| thing.wrong("name", "a name"))?;
        let mut states = thing.texts("state");
        states.extend(thing.texts("state_flags"));
        let all = states.iter().map(|state| Availability::of(state));
        let all: Option<Vec<Availability>> = all.collect();
        let found = all.and_then(|all| all.into_iter().max());
        Ok(Node {
            name: name.to_owned(),
            partitions: thing
                .texts("partitions")
                .into_iter()
                .map(str::to_owned)
                .collect(),
            cores: thing.size("cpus")?,
            limit: None,
            is_given_whole: false,
            availability: found
                .ok_or_else(|| thing.wrong("state", "a state of Slurm, as IDLE or DRAIN,"))?,
        })
    };
    (1..).zip(&list).map(node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_old_and_new_versions_write_them() {
        let read = |text: &str| SlurmNumber::of(&serde_json::from_str(text).unwrap());
        for (text, expected) in [
            ("null", Some(SlurmNumber::Unset)),
            ("60", Some(SlurmNumber::Finite(60.0))),
            ("4294967294", Some(SlurmNumber::Unset)),
            ("4294967295", Some(SlurmNumber::Infinite)),
            (
                r#"{"set":true,"infinite":false,"number":60}"#,
                Some(SlurmNumber::Finite(60.0)),
            ),
            (
                r#"{"set":false,"infinite":false,"number":0}"#,
                Some(SlurmNumber::Unset),
            ),
            (
                r#"{"set":false,"infinite":true,"number":0}"#,
                Some(SlurmNumber::Infinite),
            ),
            (r#""60""#, None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
