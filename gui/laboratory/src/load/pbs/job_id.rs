//! Identifiers of jobs: `42.server`, `42[].server` of an array, `42[3].server` of a task of it.

use super::amount::whole;

/// Identifier of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::load) struct JobId {
    /// Number; that of its array for a task.
    pub(in crate::load) number: u64,
    /// Whether it is of an array.
    pub(in crate::load) part: Part,
}

/// Part of an array that an identifier stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::load) enum Part {
    /// The job is of no array.
    Single,
    /// The whole array.
    Array,
    /// The task with this index.
    Task(u64),
}

impl JobId {
    /// Parses an identifier, with or without its server; old versions of Torque write `42-3` of a
    /// task.
    pub(in crate::load) fn parse(text: &str) -> Option<Self> {
        let (own, _) = text.split_once('.').unwrap_or((text, ""));
        let end = own.find(|letter: char| !letter.is_ascii_digit());
        let (number, part) = own.split_at(end.unwrap_or(own.len()));
        let index = part
            .strip_prefix('[')
            .and_then(|part| part.strip_suffix(']'));
        let part = match (part, index.or(part.strip_prefix('-'))) {
            ("", _) => Part::Single,
            ("[]", _) => Part::Array,
            (_, Some(index)) => Part::Task(whole(index)?),
            (_, None) => return None,
        };
        Some(Self {
            number: whole(number)?,
            part,
        })
    }

    /// Name without the server, as users write it.
    pub(in crate::load) fn name(self) -> String {
        let Self { number, part } = self;
        match part {
            Part::Single => number.to_string(),
            Part::Array => format!("{number}[]"),
            Part::Task(index) => format!("{number}[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_with_and_without_server_and_index() {
        for (text, expected) in [
            ("42.server", Some((42, Part::Single))),
            ("42", Some((42, Part::Single))),
            ("42[].server.domain", Some((42, Part::Array))),
            ("42[3].server", Some((42, Part::Task(3)))),
            ("42-3.server", Some((42, Part::Task(3)))),
            ("R42.server", None),
            ("42[x].server", None),
            ("42[3.server", None),
            (".server", None),
            ("", None),
        ] {
            let found = JobId::parse(text).map(|id| (id.number, id.part));
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(JobId::parse("42[3].a").unwrap().name(), "42[3]");
    }
}
