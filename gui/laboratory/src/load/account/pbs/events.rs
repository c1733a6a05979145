//! Events of a log by job, and the clock of the machine that wrote it.

use std::collections::HashMap;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::record::Record;
use crate::base::problem::Problem;
use crate::load::account::tally::{Dropped, Tally};
use crate::load::pbs::attributes::{Attributes, BadValue};
use crate::load::pbs::job_id::JobId;
use crate::load::slurm::text::{Stamp, rows};

/// Kinds of events of jobs, by letter.
const OF_JOBS: &[u8] = b"QSsTRCEDAMucearz";
/// Kinds of events of advance reservations, licences and provisioning.
const OF_OTHERS: &[u8] = b"UYBFKkLPp";

/// Event of a job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<'t> {
    pub(super) record: Record<'t>,
    pub(super) start: Option<Stamp>,
    pub(super) end: Option<Stamp>,
    /// How far the clock on the wall is before that of the calendar, by the lines so far.
    offset: Option<i64>,
}

/// Events of one job, in the order of the file.
#[derive(Debug)]
pub(super) struct JobEvents<'t> {
    pub(super) id: JobId,
    pub(super) events: Vec<Event<'t>>,
}

impl JobEvents<'_> {
    /// Whether there is an event of `kind`.
    pub(super) fn has(&self, kind: u8) -> bool {
        self.of(kind).next().is_some()
    }

    /// Events of `kind`.
    pub(super) fn of(&self, kind: u8) -> impl Iterator<Item = &Event<'_>> {
        let is = move |event: &&Event<'_>| event.record.kind == kind;
        self.events.iter().filter(is)
    }

    /// Jobs that it waits for, as written when it was queued.
    pub(super) fn dependency(&self) -> Option<Box<str>> {
        let mut queued = self
            .of(b'Q')
            .filter(|event| event.record.text.contains("depend="));
        let attributes = queued.next()?.record.attributes();
        attributes.get("depend").map(Into::into)
    }
}

/// Events of a log.
#[derive(Debug)]
pub(super) struct Events<'t> {
    jobs: Vec<JobEvents<'t>>,
    /// Latest instant in it.
    pub(super) last: Stamp,
    /// Offset of the clock on the wall, by the first line that shows it.
    offset: Option<i64>,
    zone: TimeZone,
}

impl<'t> Events<'t> {
    /// Reads the lines of `text`, of which those with the numbers `latin` were not UTF-8; those that
    /// are no events of jobs are counted in `tally`.
    ///
    /// # Errors
    /// Most lines are no records.
    pub(super) fn read(
        text: &'t str,
        latin: &[usize],
        zone: TimeZone,
        tally: &mut Tally,
    ) -> Result<Self, Problem> {
        let mut all = Self {
            jobs: Vec::new(),
            last: Stamp(0),
            offset: None,
            zone,
        };
        let mut indices: HashMap<&str, usize> = HashMap::new();
        let (mut records, mut others, mut first_other, mut offset) = (0_u64, 0_u64, None, None);
        for line in rows::lines(text) {
            tally.read += 1;
            let is_latin = latin.binary_search(&line.number).is_ok();
            let record = Record::parse(line.number, line.text, is_latin);
            let why = match record {
                _ if !line.is_whole => Dropped::CutOff,
                None => {
                    others += 1;
                    first_other.get_or_insert(line.number);
                    Dropped::NoRecord
                }
                Some(record) => {
                    records += 1;
                    match all.event(record, &mut offset) {
                        Ok((id, event)) => {
                            let index = *indices.entry(record.id).or_insert(all.jobs.len());
                            if index == all.jobs.len() {
                                all.jobs.push(JobEvents {
                                    id,
                                    events: Vec::new(),
                                });
                            }
                            all.jobs[index].events.push(event);
                            continue;
                        }
                        Err(why) => why,
                    }
                }
            };
            tally.drop_line(why, line.number);
        }
        match first_other {
            Some(line) if others > records => Err(Problem::input(format!(
                "{others} of {} lines are no records of PBS; accounting has lines such as `03/02/2026 10:00:00;E;42.server;user=ann …`",
                others + records
            ))
            .at(line, 1)),
            _ => Ok(all),
        }
    }

    /// Event of a record, with the identifier of its job.
    fn event(
        &mut self,
        record: Record<'t>,
        offset: &mut Option<i64>,
    ) -> Result<(JobId, Event<'t>), Dropped> {
        if !OF_JOBS.contains(&record.kind) {
            return Err(if OF_OTHERS.contains(&record.kind) {
                Dropped::NoJob
            } else {
                Dropped::UnknownRecord
            });
        }
        let Some(id) = JobId::parse(record.id) else {
            // The server aborts advance reservations as well: R42.server.
            let is_other = record
                .id
                .starts_with(|letter: char| letter.is_ascii_uppercase());
            return Err(if is_other {
                Dropped::NoJob
            } else {
                Dropped::NoRecord
            });
        };
        let (start, end) = match record.kind {
            b'E' | b'R' | b'S' | b's' | b'Q' => self.instants(&record.attributes()),
            _ => Ok((None, None)),
        }
        .map_err(|_| Dropped::BadValue)?;
        if let (b'E', Some(end)) = (record.kind, end) {
            *offset = offset_of(record.at, end).or(*offset);
            self.offset = self.offset.or(*offset);
        }
        let event = Event {
            record,
            start,
            end,
            offset: *offset,
        };
        Ok((id, event))
    }

    /// Start and end of a record.
    fn instants(
        &mut self,
        attributes: &Attributes<'_>,
    ) -> Result<(Option<Stamp>, Option<Stamp>), BadValue> {
        let (start, end) = (attributes.instant("start")?, attributes.instant("end")?);
        let queued = attributes.instant("qtime")?;
        let found = start.max(end).max(queued);
        self.last = found.map_or(self.last, |found| found.max(self.last));
        Ok((start, end))
    }

    /// Jobs in the order in which they are first named.
    pub(super) fn jobs(&self) -> &[JobEvents<'t>] {
        &self.jobs
    }

    /// Instant at which an event was written: of its clock on the wall, which ends of jobs in the
    /// same log show to be so far before the calendar, or that of the zone.
    pub(super) fn written_at(&self, event: &Event<'_>) -> Option<Stamp> {
        match event.offset.or(self.offset) {
            Some(offset) => Some(Stamp(local(event.record.at)?.0.checked_sub(offset)?)),
            None => {
                let instant = self.zone.to_timestamp(clock(event.record.at)?);
                instant.ok().map(Into::into)
            }
        }
    }
}

/// The clock of a record.
fn clock(at: &str) -> Option<DateTime> {
    DateTime::strptime("%m/%d/%Y %H:%M:%S", at).ok()
}

/// The clock of a record, as if it showed UTC.
fn local(at: &str) -> Option<Stamp> {
    let instant = TimeZone::UTC.to_timestamp(clock(at)?);
    instant.ok().map(Into::into)
}

/// How far a clock that shows `at` is before UTC, in milliseconds, at that `instant`; `None` if it is
/// further than any zone.
fn offset_of(at: &str, instant: Stamp) -> Option<i64> {
    // Zones are whole quarters of an hour from each other.
    const QUARTER: i64 = 900_000;
    const DAY: i64 = 86_400_000;
    let apart = local(at)?.since(instant);
    let is_near = (-DAY..=DAY).contains(&apart);
    is_near.then(|| (apart + QUARTER / 2).div_euclid(QUARTER) * QUARTER)
}
