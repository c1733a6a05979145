//! Sentences that refuse a text in RON.

use ron::Error;

use crate::base::format::listed;
use crate::base::problem::nearest::meant;

/// The sentence, in plain words, for what is wrong at `column` of line `line` of `text`.
pub(super) fn sentence(error: &Error, text: &str, line: usize, column: usize) -> String {
    match error {
        // A message of our own has the value.
        Error::Message(sentence) => sentence.clone(),
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => unknown("", found, expected),
        Error::NoSuchStructField {
            expected, found, ..
        } => unknown("field ", found, expected),
        Error::MissingStructField { field, outer } => {
            let of = |outer: &String| format!(" of `{outer}`");
            let of = outer.as_ref().map_or_else(String::new, of);
            format!("the field `{field}`{of} is missing")
        }
        Error::DuplicateStructField { field, .. } => format!("the field `{field}` stands twice"),
        Error::InvalidValueForType { expected, found } => {
            format!("{expected} is wanted, not {found}")
        }
        Error::IntegerOutOfBounds => {
            let number = number_at(text, line, column);
            let beyond = if number.starts_with('-') {
                "small"
            } else {
                "large"
            };
            format!("{number} is too {beyond}")
        }
        Error::ExpectedComma if ends_a_number(text, line, column) => {
            format!(
                "a whole number is wanted, not {}",
                number_at(text, line, column)
            )
        }
        _ => {
            let wanted = wanted(error);
            match token_at(text, line, column) {
                Some(seen) if wanted.contains(&seen) => wanted,
                Some(seen) => format!("{wanted}, not `{seen}`"),
                None => format!("{wanted}, but the text ends here"),
            }
        }
    }
}

/// The sentence for a name that is not among those that are known.
fn unknown(kind: &str, name: &str, known: &[&str]) -> String {
    let meant = meant(name, known);
    let quoted: Vec<String> = known.iter().map(|one| format!("`{one}`")).collect();
    let known = match quoted.as_slice() {
        [] => "none is allowed here".to_owned(),
        [only] => format!("there is {only}"),
        _ => format!("there are {}", listed(&quoted, "and")),
    };
    format!("there is no {kind}`{name}`{meant}; {known}")
}

/// Text that had to stand there.
fn wanted(error: &Error) -> String {
    let wanted = match error {
        Error::ExpectedFloat => "a number",
        Error::ExpectedInteger => "a whole number",
        Error::ExpectedBoolean => "`true` or `false`",
        Error::ExpectedString | Error::ExpectedStringEnd => "a text in quotation marks",
        Error::ExpectedIdentifier => "a name",
        Error::ExpectedComma => "a comma or the closing bracket",
        Error::ExpectedArray => "a list, `[`,",
        Error::ExpectedArrayEnd => "`]`",
        Error::ExpectedMap => "a table, `{`,",
        Error::ExpectedMapColon => "`:`",
        Error::ExpectedMapEnd => "`}`",
        Error::ExpectedNamedStructLike(name) if !name.is_empty() => {
            return format!("the `(` of `{name}` is wanted");
        }
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) | Error::ExpectedUnit => {
            "`(`"
        }
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => "`)`",
        Error::TrailingCharacters => "the end of the text",
        Error::Eof => "more",
        _ => return error.to_string(),
    };
    format!("{wanted} is wanted")
}

/// Word, number or character at a position or next after it.
fn token_at(text: &str, line: usize, column: usize) -> Option<String> {
    let lines = text.lines().skip(line.checked_sub(1)?);
    let rest: String = lines.flat_map(|line| line.chars().chain(['\n'])).collect();
    let rest = rest.chars().skip(column.checked_sub(1)?);
    let mut rest = rest.skip_while(|c| c.is_whitespace()).peekable();
    let part = |c: &char| c.is_alphanumeric() || "_.-+\"".contains(*c);
    let sign = rest.peek().copied()?;
    let word: String = rest.take_while(part).collect();
    Some(if word.is_empty() { sign.into() } else { word })
}

/// Part of the number that ends ahead of a position.
fn number_before(text: &str, line: usize, column: usize) -> String {
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let before: Vec<char> = line.chars().take(column.saturating_sub(1)).collect();
    let part = |c: &&char| c.is_ascii_digit() || "+-".contains(**c);
    let number = before.iter().rev().take_while(part).count();
    before[before.len() - number..].iter().collect()
}

/// The number around a position.
fn number_at(text: &str, line: usize, column: usize) -> String {
    let rest = token_at(text, line, column).unwrap_or_default();
    number_before(text, line, column) + &rest
}

/// Whether a whole number ends ahead of a position, and a fraction or an exponent follows.
fn ends_a_number(text: &str, line: usize, column: usize) -> bool {
    let follows = token_at(text, line, column);
    let is_part = follows.is_some_and(|rest| rest.starts_with(['.', 'e', 'E']));
    is_part && !number_before(text, line, column).is_empty()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::read_ron;

    #[derive(Deserialize, Debug)]
    enum Order {
        Submitted,
        Shortest,
    }

    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "read by no one")]
    #[serde(deny_unknown_fields)]
    struct Plan {
        seed: u32,
        load: Option<f64>,
        order: Option<Order>,
        is_exact: Option<bool>,
        names: Option<Vec<String>>,
    }

    #[test]
    fn sentences_say_what_is_wanted_and_what_is_there() {
        let cases = [
            ("(seed: 1.5)", "a whole number is wanted, not 1.5"),
            ("(seed: -1)", "-1 is too small"),
            ("(seed: 5000000000)", "5000000000 is too large"),
            ("(seed: \"1\")", "a whole number is wanted, not `\"1\"`"),
            (
                "(seed: 1 load: 2)",
                "a comma or the closing bracket is wanted, not `load`",
            ),
            ("(seed: 1, load: soon)", "a number is wanted, not `soon`"),
            (
                "(seed: 1, order: \"Shortest\")",
                "a name is wanted, not `\"Shortest\"`",
            ),
            (
                "(seed: 1, order: Shortes)",
                "there is no `Shortes` (is `Shortest` meant?); there are `Submitted` and `Shortest`",
            ),
            (
                "(seed: 1, is_exact: 1)",
                "`true` or `false` is wanted, not `1`",
            ),
            ("(seed: 1, names: 3)", "a list, `[`, is wanted, not `3`"),
            (
                "(seed: 1, names: [3])",
                "a text in quotation marks is wanted, not `3`",
            ),
            (
                "(sead: 1)",
                "there is no field `sead` (is `seed` meant?); there are `seed`, `load`, `order`, `is_exact` and `names`",
            ),
            ("(load: 1)", "the field `seed` of `Plan` is missing"),
            ("(seed: 1, seed: 2)", "the field `seed` stands twice"),
            (
                "(seed: 1",
                "a comma or the closing bracket is wanted, but the text ends here",
            ),
            ("(seed: 1) 2", "the end of the text is wanted, not `2`"),
        ];
        for (text, sentence) in cases {
            assert_eq!(
                read_ron::<Plan>(text).unwrap_err().sentence,
                sentence,
                "{text}"
            );
        }
    }
}
