//! Data of jobs for people, in few bytes: logs have many jobs.

mod names;
mod terms;

pub use names::NameTables;
pub use terms::{Bid, Terms};

use cosched_core::Duration;

/// Data of a job for people, which the simulation does not need: its number, and what is
/// known besides, its [attributes](JobAttributes).
///
/// A value has four bytes. The few that need more, or are finer than a second, are kept
/// apart, and so are terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobLabel {
    // By their fields; NOT_HERE if unknown or kept apart.
    short: [u32; Field::COUNT],
    rare: Option<Box<Rare>>,
}

/// Attributes of a job besides its number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JobAttributes {
    /// Its user, if known.
    pub user: Option<u32>,
    /// The user's group, if known.
    pub group: Option<u32>,
    /// Its quality of service, if known.
    pub qos: Option<u32>,
    /// Its queue, if known; the Lublin model's type (0 interactive, 1 batch).
    pub queue: Option<u32>,
    /// Its application, if known.
    pub executable: Option<u32>,
    /// Memory it asks for, in the log's unit (KB for each processor in SWF), if known.
    pub requested_memory: Option<u64>,
    /// Recorded wait, if the log has it.
    pub recorded_wait: Option<Duration>,
    /// Attributes that only a scenario gives, if it does.
    pub terms: Option<Terms>,
}

/// Attributes that jobs of logs hardly ever have.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rare {
    terms: Option<Box<Terms>>,
    // Values that are not short, in the order of the fields.
    long: Box<[(Field, u64)]>,
}

/// Value of a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Number,
    User,
    Group,
    Qos,
    Queue,
    Executable,
    RequestedMemory,
    /// In nanoseconds.
    RecordedWait,
}

impl Field {
    const COUNT: usize = 8;

    /// The short value for `value`: whole seconds of a wait.
    // Always inlined: most fields have no unit to divide by.
    #[inline(always)]
    fn short(self, value: u64) -> Option<u32> {
        let units = match self.unit() {
            1 => value,
            unit if value.is_multiple_of(unit) => value / unit,
            _ => return None,
        };
        let short = u32::try_from(units).ok();
        short.filter(|&short| short != NOT_HERE)
    }

    #[inline]
    fn value(self, short: u32) -> u64 {
        u64::from(short) * self.unit()
    }

    #[inline]
    fn unit(self) -> u64 {
        match self {
            Self::RecordedWait => Duration::from_seconds(1).0,
            _ => 1,
        }
    }
}

/// In place of a short value that is unknown or kept apart.
const NOT_HERE: u32 = u32::MAX;

impl JobLabel {
    /// Makes a label of a number only, in the log or the scenario.
    pub fn numbered(number: u64) -> Self {
        Self::new(number, &JobAttributes::default())
    }

    /// Returns the label of the same job of which so much is known.
    #[must_use]
    pub fn with(&self, known: JobAttributes) -> Self {
        Self::new(self.number(), &known)
    }

    /// Makes a label of a number in the log or the scenario, and what else is known.
    #[inline]
    pub fn new(number: u64, known: &JobAttributes) -> Self {
        let mut long = Vec::new();
        let mut short = |field: Field, value: Option<u64>| {
            let Some(value) = value else {
                return NOT_HERE;
            };
            field.short(value).unwrap_or_else(|| {
                long.push((field, value));
                NOT_HERE
            })
        };
        let short = [
            short(Field::Number, Some(number)),
            short(Field::User, known.user.map(u64::from)),
            short(Field::Group, known.group.map(u64::from)),
            short(Field::Qos, known.qos.map(u64::from)),
            short(Field::Queue, known.queue.map(u64::from)),
            short(Field::Executable, known.executable.map(u64::from)),
            short(Field::RequestedMemory, known.requested_memory),
            short(Field::RecordedWait, known.recorded_wait.map(|wait| wait.0)),
        ];
        let terms = known.terms.map(Box::new);
        let is_rare = terms.is_some() || !long.is_empty();
        let rare = |long: Vec<_>| Rare {
            terms,
            long: long.into(),
        };
        Self {
            short,
            rare: is_rare.then(|| Box::new(rare(long))),
        }
    }

    /// Returns its number in the log or the scenario.
    pub fn number(&self) -> u64 {
        self.value(Field::Number).unwrap_or_default()
    }

    /// Returns its user, if known.
    pub fn user(&self) -> Option<u32> {
        self.id(Field::User)
    }

    /// Returns the user's group, if known.
    pub fn group(&self) -> Option<u32> {
        self.id(Field::Group)
    }

    /// Returns its quality of service, if known.
    pub fn qos(&self) -> Option<u32> {
        self.id(Field::Qos)
    }

    /// Returns its queue, if known; the Lublin model's type (0 interactive, 1 batch).
    pub fn queue(&self) -> Option<u32> {
        self.id(Field::Queue)
    }

    /// Returns its application, if known.
    pub fn executable(&self) -> Option<u32> {
        self.id(Field::Executable)
    }

    /// Returns the memory it asks for, in the log's unit (KB for each processor in SWF), if known.
    pub fn requested_memory(&self) -> Option<u64> {
        self.value(Field::RequestedMemory)
    }

    /// Returns the recorded wait, if the log has it.
    pub fn recorded_wait(&self) -> Option<Duration> {
        self.value(Field::RecordedWait).map(Duration)
    }

    /// Returns its terms; empty ones if it has none.
    pub fn terms(&self) -> &Terms {
        self.given_terms().unwrap_or(&Terms::NONE)
    }

    /// Returns all that is known of it.
    pub fn attributes(&self) -> JobAttributes {
        JobAttributes {
            user: self.user(),
            group: self.group(),
            qos: self.qos(),
            queue: self.queue(),
            executable: self.executable(),
            requested_memory: self.requested_memory(),
            recorded_wait: self.recorded_wait(),
            terms: self.given_terms().copied(),
        }
    }

    fn given_terms(&self) -> Option<&Terms> {
        self.rare.as_ref()?.terms.as_deref()
    }

    fn id(&self, field: Field) -> Option<u32> {
        self.value(field).and_then(|id| u32::try_from(id).ok())
    }

    #[inline]
    fn value(&self, field: Field) -> Option<u64> {
        match self.short[field as usize] {
            NOT_HERE => {
                let long = self.rare.as_ref()?.long.iter();
                let mut long = long.filter(|(of, _)| *of == field);
                long.next().map(|&(_, value)| value)
            }
            short => Some(field.value(short)),
        }
    }
}

#[cfg(test)]
mod tests {
    use cosched_core::JobSpec;
    use cosched_core::workload::Class;

    use super::*;
    use crate::record::{Outcome, Period};

    /// The bound was set before it was tried. The nodes of a job lie in three pieces, as in a log of
    /// narrow and wide jobs on a thousand nodes.
    #[test]
    fn a_job_of_a_log_takes_at_most_150_bytes_with_its_run_and_schedule() {
        let of_experiment = size_of::<JobSpec>() + size_of::<JobLabel>();
        let of_run = size_of::<Outcome>() + size_of::<Class>();
        let of_schedule = size_of::<Period>() + 3 * size_of::<[u16; 2]>();
        assert!(
            of_experiment + of_run + of_schedule <= 150,
            "{of_experiment}, {of_run} and {of_schedule}"
        );
    }

    #[test]
    fn a_job_of_which_the_scenario_says_nothing_has_empty_terms() {
        assert_eq!(JobLabel::numbered(7).terms(), &Terms::NONE);
        assert_eq!(Terms::NONE, Terms::default());
    }

    #[test]
    fn usual_values_take_nothing_beside_the_label() {
        let known = JobAttributes {
            user: Some(0),
            recorded_wait: Some(Duration::from_seconds(86_400)),
            requested_memory: Some(u64::from(u32::MAX) - 1),
            ..JobAttributes::default()
        };
        let label = JobLabel::new(300_000, &known);
        assert_eq!(label.rare, None);
        assert_eq!((label.number(), label.attributes()), (300_000, known));
    }

    /// The ends of the ranges, and what is finer than a second.
    #[test]
    fn a_label_says_what_it_was_made_of() {
        let least = Duration(1);
        for number in [0, u64::from(u32::MAX) - 1, u64::from(u32::MAX), u64::MAX] {
            for wait in [None, Some(least), Some(Duration(u64::MAX))] {
                let known = JobAttributes {
                    user: Some(u32::MAX),
                    group: Some(u32::MAX - 1),
                    executable: Some(0),
                    requested_memory: Some(number),
                    recorded_wait: wait,
                    terms: Some(Terms {
                        barrier: Some(least),
                        ..Terms::NONE
                    }),
                    ..JobAttributes::default()
                };
                let label = JobLabel::new(number, &known);
                assert_eq!((label.number(), label.attributes()), (number, known));
            }
        }
    }
}
