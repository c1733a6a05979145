//! Texts of several scenarios, each with a name: `{"name": (…), …}`.

use super::edit::ValueParts;
use crate::base::problem::Problem;
use crate::base::ron_text::{after_comments, read_ron};

/// One of several scenarios in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Name, unique in the text.
    pub name: String,
    /// Text of the scenario, behind as many blank lines and columns as there is text ahead of it,
    /// so that positions in it are positions in the whole text.
    pub text: String,
}

/// Whether `text` has several scenarios.
pub(crate) fn are_in(text: &str) -> bool {
    after_comments(text).starts_with('{')
}

/// Splits a text of several scenarios; none of them is parsed yet.
///
/// # Errors
/// The text is malformed or has no scenario, with line and column, or a name is not allowed.
pub(crate) fn split(text: &str) -> Result<Vec<Case>, Problem> {
    let ValueParts::Named(parts) = read_ron(text)? else {
        return Err(Problem::input("cases are written as `{\"name\": (…), …}`"));
    };
    if parts.is_empty() {
        return Err(Problem::input("a file of cases needs at least one"));
    }
    let mut cases: Vec<Case> = Vec::with_capacity(parts.len());
    for (name, part) in parts {
        if name.trim().is_empty() || name.contains(['/', '#']) {
            let sentence = format!("{name:?} names no case: some text without `/` and `#` does");
            return Err(Problem::input(sentence));
        }
        if cases.iter().any(|case| case.name == name) {
            return Err(Problem::input(format!("two cases have the name {name:?}")));
        }
        let text = in_its_position(part, text);
        cases.push(Case { name, text });
    }
    Ok(cases)
}

/// `part` of `text` behind as many blank lines and columns as are ahead of it there.
fn in_its_position(part: &str, text: &str) -> String {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    let before = &text[..start];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let (lines, columns) = (before.matches('\n').count(), line.chars().count());
    "\n".repeat(lines) + &" ".repeat(columns) + part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::parse;

    #[test]
    fn cases_are_split_by_name() {
        let text = "// Both\n{\n \"a\": (x: 1),\n \"b\": Slots(/* } */),\n}";
        assert!(are_in(text));
        let cases = split(text).unwrap();
        let parts: Vec<_> = cases
            .iter()
            .map(|case| (case.name.as_str(), case.text.trim()))
            .collect();
        assert_eq!(parts, [("a", "(x: 1)"), ("b", "Slots(/* } */)")]);
        assert!(!are_in("( // {\n)") && !are_in("Slots()"));
    }

    #[test]
    fn positions_are_those_in_the_whole_text() {
        let text = "{\n  \"ä\": (machine: Cluster(nodes: 0)),\n}";
        let cases = split(text).unwrap();
        let problem = parse(&cases[0].text, None).unwrap_err();
        let position = problem.position.unwrap();
        assert_eq!(position.line, 2);
        let refused: String = text.lines().nth(1).unwrap().chars().collect();
        let rest: String = refused.chars().skip(position.column - 1).collect();
        assert!(rest.starts_with('0') || rest.starts_with(')'), "{rest}");
    }

    #[test]
    fn names_that_cannot_be_chosen_are_refused() {
        for (text, sentence) in [
            ("{}", "a file of cases needs at least one"),
            ("{\"a\": (), \"a\": ()}", "two cases have the name \"a\""),
            (
                "{\"a/b\": ()}",
                "\"a/b\" names no case: some text without `/` and `#` does",
            ),
        ] {
            assert_eq!(split(text).unwrap_err().sentence, sentence);
        }
        assert!(split("{\"a\": (}").unwrap_err().position.is_some());
    }
}
