//! Values from text in RON and to it, with the position of whatever is wrong.

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::problem::Problem;

/// Syntax that may be left out: `Some( )`, and the inner parentheses of `Swf((path: …))`.
const EXTENSIONS: Extensions = Extensions::IMPLICIT_SOME.union(Extensions::UNWRAP_VARIANT_NEWTYPES);

/// Syntax of scenarios.
pub(crate) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(EXTENSIONS)
}

/// `text` from its first value on, without what stands ahead of that.
pub(crate) fn after_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = match rest.get(..2) {
            Some("//") | Some("#!") => rest.split_once('\n').map(|(_, after)| after),
            Some("/*") => rest.split_once("*/").map(|(_, after)| after),
            _ => return rest,
        };
        rest = after.unwrap_or_default().trim_start();
    }
}

/// Parses any value in the syntax of scenarios.
///
/// # Errors
/// The text is malformed or a value is not allowed, with line and column.
pub(crate) fn read_ron<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Problem> {
    options().from_str(text).map_err(|error| {
        let start = error.span.start;
        let mut sentence = error.code.to_string();
        match token_at(text, start.line, start.col) {
            // Messages of our own have the value.
            _ if matches!(error.code, ron::Error::Message(_)) => {}
            Some(seen) if sentence.contains(&seen) => {}
            Some(seen) => sentence += &format!(", at `{seen}`"),
            None => sentence += ", at the end of the file",
        }
        Problem::input(sentence).at(start.line, start.col)
    })
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

/// Writes any value as text that [`read_ron`] reads back.
pub(crate) fn write_ron<T: Serialize>(value: &T) -> String {
    let config = PrettyConfig::new()
        .extensions(Extensions::empty())
        .depth_limit(4);
    // Serialising plain data into a string cannot fail.
    let text = options().to_string_pretty(value, config);
    text.unwrap_or_default()
}
