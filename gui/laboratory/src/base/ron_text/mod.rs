//! Values from text in RON and to it, with the position of whatever is wrong.

mod refusal;

use ron::error::{Position, Span};
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
        let Span { start, end } = error.span;
        // A comma is missing behind a value, and not where it begins.
        let is_comma = matches!(error.code, ron::Error::ExpectedComma);
        let Position { line, col: column } = if is_comma { end } else { start };
        let sentence = refusal::sentence(&error.code, text, line, column);
        Problem::input(sentence).at(line, column)
    })
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
