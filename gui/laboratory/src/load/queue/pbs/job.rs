//! Jobs of `qstat -f`.

use std::collections::HashSet;

use jiff::tz::TimeZone;

use super::QSTAT_OPTIONS;
use super::blocks::{Block, job_name, of_json, of_text};
use crate::base::problem::Problem;
use crate::load::pbs::amount::whole;
use crate::load::pbs::attributes::BadValue;
use crate::load::pbs::job_id::{JobId, Part};
use crate::load::pbs::size::JobSize;
use crate::load::queue::job::{KnownLimits, Queued};
use crate::load::queue::{ParsedQueue, add_expanded};
use crate::load::slurm::text::{Limit, Stamp, Status, time};

/// States of jobs, by letter.
const STATES: [(&str, Status); 14] = [
    ("Q", Status::Waiting),
    ("H", Status::Waiting),
    ("W", Status::Waiting),
    ("T", Status::Waiting),
    ("B", Status::Waiting),
    ("R", Status::Running),
    ("E", Status::Ending),
    ("S", Status::Suspended),
    ("U", Status::Suspended),
    ("X", Status::Over),
    ("F", Status::Over),
    ("M", Status::Over),
    // Of Torque.
    ("C", Status::Over),
    ("L", Status::Over),
];

/// Parses the jobs in `text`.
///
/// # Errors
/// A value cannot be read, or it is not said which tasks of an array run.
pub(in crate::load::queue) fn jobs(text: &str, zone: &TimeZone) -> Result<ParsedQueue, Problem> {
    let mut found = ParsedQueue {
        has_submit: true,
        ..ParsedQueue::default()
    };
    let blocks = if text.trim_start().starts_with('{') {
        let (blocks, written_at) = of_json(text, "Jobs", "qstat -f -F json")?;
        found.written_at = written_at;
        blocks
    } else {
        of_text(text, job_name)
    };
    let ids = blocks.iter().filter_map(|block| JobId::parse(&block.name));
    let listed: HashSet<u64> = ids
        .filter(|id| matches!(id.part, Part::Task(_)))
        .map(|id| id.number)
        .collect();
    let mut alone = 0_usize;
    for block in &blocks {
        let reader = BlockReader { block, zone };
        let id = JobId::parse(&block.name)
            .ok_or_else(|| reader.wrong("is no number of a job, as 42.server or 42[3].server"))?;
        if id.part == Part::Array && listed.contains(&id.number) {
            continue;
        }
        let (job, is_alone) = reader.job(id).map_err(|bad| reader.wrong(&bad.sentence))?;
        alone += usize::from(is_alone && job.status != Status::Over);
        let seen = reader
            .last_seen(&job)
            .map_err(|bad| reader.wrong(&bad.sentence))?;
        found.last_evaluation = found.last_evaluation.max(seen);
        let wrong = |sentence: String| reader.wrong(&sentence);
        match id.part {
            Part::Array if job.status == Status::Waiting => {
                for index in reader.waiting_tasks(&job)? {
                    let part = Part::Task(index);
                    let task = Queued {
                        name: JobId { part, ..id }.name(),
                        ..job.clone()
                    };
                    add_expanded(task, &[index], &mut found, wrong)?;
                }
            }
            _ => add_expanded(job, &[], &mut found, wrong)?,
        }
    }
    if alone > 0 {
        found.remarks.push(format!(
            "{} with nodes to themselves (excl): only the cores that they ask for are counted, --size nodes counts nodes",
            crate::base::format::counted(alone, "job")
        ));
    }
    Ok(found)
}

/// Job of a block.
struct BlockReader<'b> {
    block: &'b Block<'b>,
    zone: &'b TimeZone,
}

impl BlockReader<'_> {
    /// Problem of the job.
    fn wrong(&self, sentence: &str) -> Problem {
        let Block { name, line, .. } = self.block;
        Problem::input(format!("job `{name}`: {sentence}")).at(*line, 1)
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.block.attributes.get(name)
    }

    /// Instant, a date of `ctime()`.
    fn instant(&self, name: &str) -> Result<Option<Stamp>, BadValue> {
        let allowed = "a date such as Thu Nov 26 09:20:00 2026";
        let all = &self.block.attributes;
        all.value(name, allowed, |text| match text {
            "UNKNOWN" => Some(None),
            text => time::title(text, self.zone).map(Some),
        })
        .map(Option::flatten)
    }

    /// The job, and whether it has its nodes to itself.
    fn job(&self, id: JobId) -> Result<(Queued, bool), BadValue> {
        let all = &self.block.attributes;
        let status = all.value(
            "job_state",
            "one of the letters of PBS, as Q, R or H,",
            |text| {
                let known = STATES.iter().find(|(letter, _)| *letter == text);
                known.map(|(_, status)| *status)
            },
        )?;
        let status = status.ok_or_else(|| BadValue {
            sentence: "it does not say its `job_state`".to_owned(),
        })?;
        let mut size = JobSize::of(all)?;
        if size.nodes().is_none() && size.requested.1.is_none() {
            // What PBS gives to those that ask for nothing.
            size.requested = (Some(1), Some(1));
        }
        let limit = all.span("Resource_List.walltime")?;
        let start = match self.instant("stime")? {
            Some(start) => Some(start),
            // Of Torque.
            None => self.instant("start_time")?,
        };
        let start = match status {
            Status::Waiting => self.instant("estimated.start_time")?,
            _ => start,
        };
        let owned = |text: &str| text.to_owned();
        let owner = self.get("euser").or(self.get("Job_Owner"));
        let account = all.account("Account_Name");
        let queued = Queued {
            line: self.block.line,
            name: id.name(),
            number: id.number,
            user: owner.map(|owner| owned(owner.split('@').next().unwrap_or(owner))),
            account: account.or(self.get("egroup")).map(owned),
            qos: None,
            partitions: self.get("queue").map(owned).into_iter().collect(),
            status,
            submit: match self.instant("ctime")? {
                Some(submit) => Some(submit),
                None => self.instant("qtime")?,
            },
            start,
            // What qstat says of it is some minutes old.
            used: None,
            limit: limit.map_or(Limit::Unknown, Limit::Within),
            nodes: size.nodes(),
            cores: size.cores.or(size.requested.1),
            priority: None,
            reason: match status {
                Status::Waiting => self.reason(),
                _ => String::new(),
            },
            most_running: None,
            has_licences: false,
            is_het_part: false,
            limits: KnownLimits::default(),
            hosts: size.hosts,
        };
        Ok((queued, size.is_alone))
    }

    /// Why it waits, in the words of PBS.
    fn reason(&self) -> String {
        let holds = self.get("Hold_Types").unwrap_or("n");
        let said = |name: &str| self.get(name).map(|text| format!("{name} = {text}"));
        let reason = match self.get("job_state") {
            // Holds of the server are for the jobs that it waits for.
            Some("H") if holds.contains('s') => said("depend").or(said("Hold_Types")),
            Some("H") => said("Hold_Types"),
            Some("W") => said("Execution_Time"),
            _ => None,
        };
        let comment = self.get("comment").unwrap_or_default();
        let is_of_scheduler = super::is_comment(comment) || comment.starts_with("Can Never Run");
        let comment = Some(comment).filter(|_| is_of_scheduler);
        reason.or(comment.map(str::to_owned)).unwrap_or_default()
    }

    /// Latest instant at which something was seen of it.
    fn last_seen(&self, job: &Queued) -> Result<Option<Stamp>, BadValue> {
        let used = self.block.attributes.span("resources_used.walltime")?;
        let start = job.start.filter(|_| job.status == Status::Running);
        let ran = start
            .zip(used)
            .map(|(start, used)| Stamp(start.0.saturating_add_unsigned(used)));
        Ok(self.instant("mtime")?.max(ran))
    }

    /// Tasks of an array that wait.
    fn waiting_tasks(&self, job: &Queued) -> Result<Vec<u64>, Problem> {
        let runs = self.get("array_state_count").is_none_or(|counts| {
            let mut counts = counts.split_whitespace();
            !counts.any(|count| count == "Running:0")
        });
        let text = self.get("array_indices_remaining");
        let (Some(text), false) = (text, runs) else {
            let sentence = format!(
                "it is an array, and its tasks are not listed: ask with `qstat {QSTAT_OPTIONS}`"
            );
            return Err(self.wrong(&sentence));
        };
        indices(text).ok_or_else(|| {
            let sentence = format!(
                "`array_indices_remaining` is `{text}`: a list such as 0-9,12-20:2 of up to {MOST_TASKS} is allowed"
            );
            self.wrong(&sentence).at(job.line, 1)
        })
    }
}

/// Most tasks of an array: ten times what servers allow by default
/// (`max_array_size`).
const MOST_TASKS: usize = 100_000;

/// Indices of a list such as `0-9,12-20:2`; `-` if there are none.
fn indices(text: &str) -> Option<Vec<u64>> {
    let mut all = Vec::new();
    for part in text.split(',').filter(|_| text != "-") {
        let (range, step) = part.split_once(':').unwrap_or((part, "1"));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let step = whole::<usize>(step).filter(|step| *step > 0)?;
        let range = whole::<u64>(first)?..=whole::<u64>(last)?;
        let room = MOST_TASKS + 1 - all.len();
        all.extend(range.step_by(step).take(room));
        if all.len() > MOST_TASKS {
            return None;
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_of_tasks() {
        for (text, expected) in [
            ("3", Some(vec![3])),
            ("0-2,7", Some(vec![0, 1, 2, 7])),
            ("1-6:2", Some(vec![1, 3, 5])),
            ("-", Some(Vec::new())),
            ("0-18446744073709551615", None),
            ("1-", None),
            ("1-4:0", None),
        ] {
            assert_eq!(indices(text), expected, "{text}");
        }
    }
}
