//! Values in a workload of Batsim, with their positions, allowed ranges and messages.

use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::base::problem::Problem;
use crate::base::text_file::position_of;
use crate::scenario::LONGEST;

/// Spans of time that jobs can have, in seconds: the clock counts in nanoseconds.
pub(super) const RUNTIMES: RangeInclusive<f64> = 1e-9..=LONGEST;

/// Unparsed value, whose position is known.
pub(super) type Raw<'t> = Option<&'t RawValue>;

/// Text that values are part of.
#[derive(Clone, Copy)]
pub(super) struct Source<'t>(pub(super) &'t str);

impl<'t> Source<'t> {
    /// Problem with `raw`.
    pub(super) fn problem_at(self, sentence: String, raw: &RawValue) -> Problem {
        let (line, column) = position_of(raw.get(), self.0);
        Problem::input(sentence).at(line, column)
    }

    /// Parses the whole text as a `T`.
    pub(super) fn whole<T: Deserialize<'t>>(self) -> Result<T, Problem> {
        serde_json::from_str(self.0).map_err(|error| malformed(&error))
    }

    /// Parses `raw` as a `T`, which messages call `what`.
    pub(super) fn object<T: Deserialize<'t>>(
        self,
        raw: &'t RawValue,
        what: &str,
    ) -> Result<T, Problem> {
        serde_json::from_str(raw.get()).map_err(|_| {
            let sentence = format!("{what} is {}; an object {{…}} is needed", quoted_value(raw));
            self.problem_at(sentence, raw)
        })
    }

    /// Parses a number of `unit` in `allowed`.
    pub(super) fn number(
        self,
        raw: &RawValue,
        what: &str,
        allowed: RangeInclusive<f64>,
        unit: &str,
    ) -> Result<f64, Problem> {
        let number = raw.get().parse::<f64>().ok();
        number
            .filter(|number| allowed.contains(number))
            .ok_or_else(|| {
                let (least, most) = (allowed.start(), allowed.end());
                let seen = quoted_value(raw);
                let sentence = format!(
                    "{what} is {seen}; a number of {unit} from {least} to {most} is needed"
                );
                self.problem_at(sentence, raw)
            })
    }

    /// Parses a text in quotes.
    pub(super) fn text(self, raw: &'t RawValue, what: &str) -> Result<String, Problem> {
        serde_json::from_str(raw.get()).map_err(|_| {
            let sentence = format!(
                "{what} is {}; a text in quotes is needed",
                quoted_value(raw)
            );
            self.problem_at(sentence, raw)
        })
    }
}

/// A value as it is quoted in a sentence.
pub(super) fn quoted_value(raw: &RawValue) -> String {
    quoted(raw.get())
}

/// A text as it is quoted in a sentence.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 60;
    let mut start: String = text.chars().take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        start.push('…');
    }
    format!("`{start}`")
}

fn malformed(error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    let sentence = error.to_string();
    // The position is reported apart from the sentence.
    let position_suffix = format!(" at line {line} column {column}");
    let sentence = sentence.strip_suffix(&position_suffix).unwrap_or(&sentence);
    let what = match error.classify() {
        Category::Data => "not as Batsim has it",
        _ => "not JSON",
    };
    Problem::input(format!("{what}: {sentence}")).at(line.max(1), column.max(1))
}
