//! From a time that a job ran to its entry.

use super::attempts::{Attempt, Fate};
use crate::load::account::entry::{Entry, NameList, Names, Task};
use crate::load::account::tally::{Change, Changes, Dropped};
use crate::load::pbs::attributes::{Attributes, BadValue};
use crate::load::pbs::job_id::{JobId, Part};
use crate::load::pbs::size::JobSize;
use crate::load::slurm::text::{Limit, Stamp, State};

/// Time that a job ran.
pub(super) struct Execution<'a, 'e, 't> {
    pub(super) id: JobId,
    pub(super) attempt: &'a Attempt<'e, 't>,
    /// End of the time before, if it had run before.
    pub(super) earlier_end: Option<Stamp>,
    pub(super) is_again: bool,
    pub(super) was_suspended: bool,
    pub(super) dependency: Option<Box<str>>,
}

/// Start, end and runtime in milliseconds.
type Times = (Option<Stamp>, Option<Stamp>, Option<u64>);

impl Execution<'_, '_, '_> {
    /// Its entry.
    ///
    /// # Errors
    /// It is not said when it was submitted, or a value cannot be read.
    pub(super) fn entry(self, names: &mut Names) -> Result<Entry, Dropped> {
        let attributes = self.attempt.event.record.attributes();
        match self.of(&attributes, names) {
            Ok(entry) => entry.ok_or(Dropped::NoSubmit),
            Err(BadValue { .. }) => Err(Dropped::BadValue),
        }
    }

    /// Its entry, or `None` if it is not said when it was submitted.
    fn of(self, attributes: &Attributes<'_>, names: &mut Names) -> Result<Option<Entry>, BadValue> {
        let (created, queued) = (attributes.instant("ctime")?, attributes.instant("qtime")?);
        let Some(submit) = created.or(queued).or(self.attempt.queued) else {
            return Ok(None);
        };
        let mut changes = self.changes();
        let limit = attributes.span("Resource_List.walltime")?;
        let used = attributes.span("resources_used.walltime")?;
        let (start, end, runtime) = self.times(used, &mut changes);
        let size = JobSize::of(attributes)?;
        if size.is_alone {
            changes.add(Change::AloneOnNodes);
        }
        let hosts = (!size.hosts.is_empty()).then(|| names.hosts.index_of(&size.hosts.join(",")));
        let mut name = |text: Option<&str>, list: fn(&mut Names) -> &mut NameList| {
            Some(list(names).index_of(text?))
        };
        let later = |stamp: Stamp| self.earlier_end.map_or(stamp, |earlier| earlier.max(stamp));
        let reservation = attributes.get("resvname").or(attributes.get("resvID"));
        let runs = attributes.count("run_count")?.unwrap_or(0);
        Ok(Some(Entry {
            line: self.attempt.event.record.line,
            number: self.id.number,
            task: match self.id.part {
                Part::Task(index) => Some(Task {
                    array: self.id.number,
                    index,
                }),
                Part::Single | Part::Array => None,
            },
            submit: later(submit),
            eligible: attributes.instant("etime")?.map(later),
            start,
            end,
            runtime,
            limit: limit.map_or(Limit::Unknown, Limit::Within),
            state: self.state(attributes, limit, used)?,
            nodes: size.nodes(),
            cores: size.cores.or(size.requested.1),
            requested: size.requested,
            memory: size.memory,
            gpus: size.gpus,
            gpu_share: None,
            partition: name(attributes.get("queue"), |names| &mut names.partitions),
            qos: name(attributes.get("Resource_List.qos"), |names| &mut names.qos),
            account: name(attributes.account("account"), |names| &mut names.accounts),
            group: name(attributes.get("group"), |names| &mut names.groups),
            user: name(attributes.get("user"), |names| &mut names.users),
            features: None,
            licences: Vec::new(),
            reservation: name(reservation, |names| &mut names.reservations),
            hosts,
            dependency: self.dependency,
            restarts: runs.saturating_sub(1).max(u32::from(self.is_again)),
            changes,
        }))
    }

    fn changes(&self) -> Changes {
        let mut changes = Changes::default();
        if self.attempt.event.record.is_latin {
            changes.add(Change::OldLetters);
        }
        if self.is_again {
            changes.add(Change::RanAgain);
        }
        if self.attempt.fate == Fate::Runs {
            changes.add(Change::StillRunning);
        }
        changes
    }

    /// Times of a job that has used `used` milliseconds, by the clock on its nodes.
    ///
    /// It has its nodes from its start to its end, and a few seconds of that are not its own; only
    /// where it was suspended the time that it used says how long it ran.
    fn times(&self, used: Option<u64>, changes: &mut Changes) -> Times {
        let after = |start: Stamp, used: u64| Stamp(start.0.saturating_add_unsigned(used));
        let Some(start) = self.attempt.start else {
            return (None, self.attempt.end, None);
        };
        let Some(end) = self.attempt.end else {
            return (Some(start), used.map(|used| after(start, used)), used);
        };
        let span = end.since(start);
        match used.filter(|used| *used > 0) {
            Some(used) if span < 0 => {
                changes.add(Change::ClockBack);
                (Some(start), Some(after(start, used)), Some(used))
            }
            Some(used)
                if self.was_suspended && i64::try_from(used).is_ok_and(|used| used < span) =>
            {
                changes.add(Change::OtherRuntime);
                (Some(start), Some(after(start, used)), Some(used))
            }
            _ => (Some(start), Some(end), u64::try_from(span).ok()),
        }
    }

    /// State of a job with a limit, of which it used so much, both in milliseconds.
    fn state(
        &self,
        attributes: &Attributes<'_>,
        limit: Option<u64>,
        used: Option<u64>,
    ) -> Result<State, BadValue> {
        match self.attempt.fate {
            Fate::Requeued => return Ok(State::Requeued),
            Fate::Runs => return Ok(State::Running),
            Fate::Waits => return Ok(State::Pending),
            Fate::Ended | Fate::Deleted if self.attempt.start.is_none() => {
                return Ok(State::Cancelled);
            }
            Fate::Ended | Fate::Deleted => {}
        }
        let status = attributes.value("Exit_status", "a whole number", |text| {
            text.parse::<i64>().ok()
        })?;
        let is_over_limit = limit.zip(used).is_some_and(|(limit, used)| used >= limit);
        Ok(match status {
            Some(0) => State::Completed,
            // JOB_EXEC_KILL_WALLTIME of PBS. JOB_EXEC_OVERLIMIT_WT of Torque, -11, is another of PBS.
            Some(-29) => State::Timeout,
            // JOB_EXEC_KILL_VMEM and JOB_EXEC_KILL_MEM.
            Some(-27 | -26) => State::OutOfMemory,
            Some(_) if is_over_limit => State::Timeout,
            _ if self.attempt.fate == Fate::Deleted => State::Cancelled,
            Some(_) => State::Failed,
            None => State::Unknown,
        })
    }
}
