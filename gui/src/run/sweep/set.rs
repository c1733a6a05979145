//! The text of a scenario with another value at one place in it.
//!
//! It is text that we have written ourselves, but for values that were set before.

/// Parameters that are known by a word, with the places where scenarios have them.
const WORDS: [(&str, &str); 9] = [
    ("load", "workload.load"),
    ("jobs", "workload.jobs"),
    ("estimates", "workload.estimates"),
    ("nodes", "machine.nodes"),
    ("outages", "machine.outages"),
    ("order", "parameters.order"),
    ("backfill_order", "parameters.backfill_order"),
    ("depth", "parameters.depth"),
    ("kill_at_estimate", "parameters.kill_at_estimate"),
];

/// Where a scenario has the parameter called `name`.
pub(super) fn path_of(name: &str) -> &str {
    let found = WORDS.iter().find(|(word, _)| *word == name);
    found.map_or(name, |(_, path)| path)
}

/// `text` with `value` at `path`, whether something stands there or not; whoever reads it
/// says whether it may.
pub(super) fn set(text: &str, path: &str, value: &str) -> String {
    let steps: Vec<&str> = path.split('.').collect();
    replaced(text, &steps, value)
}

fn replaced(text: &str, steps: &[&str], value: &str) -> String {
    let [step, rest @ ..] = steps else {
        return value.to_owned();
    };
    let Some((open, entries)) = entries(text) else {
        // There is a word, as `None`, or nothing.
        return nested(steps, value);
    };
    let found = match entries.as_slice() {
        // What is wrapped has its fields where the wrapping stands.
        [only] if only.key.is_none() && text.as_bytes()[open] == b'(' => Some((only, steps)),
        // Without names, as in lists, places count.
        all if all.iter().all(|entry| entry.key.is_none()) => step
            .parse()
            .ok()
            .and_then(|at: usize| Some((all.get(at)?, rest))),
        all => {
            let mut all = all.iter();
            all.find(|entry| entry.key == Some(step))
                .map(|entry| (entry, rest))
        }
    };
    if let Some((entry, rest)) = found {
        let (from, until) = entry.value;
        let inside = replaced(&text[from..until], rest, value);
        return format!("{}{inside}{}", &text[..from], &text[until..]);
    }
    let name = match text.as_bytes()[open] {
        b'{' => format!("{step:?}"),
        _ => (*step).to_owned(),
    };
    let added = match rest {
        [] => value.to_owned(),
        [_, ..] => nested(rest, value),
    };
    let (head, tail) = text.split_at(open + 1);
    let comma = if entries.is_empty() { "" } else { "," };
    format!("{head}{name}: {}{comma}{tail}", in_map(step, added))
}

/// `value` under all of `steps`, where nothing stands yet.
fn nested(steps: &[&str], value: &str) -> String {
    let mut text = value.to_owned();
    for step in steps.iter().rev() {
        text = format!("({step}: {})", in_map(step, text));
    }
    text
}

/// The numbers of `own` are a map, whose names are in quotes.
fn in_map(step: &str, text: String) -> String {
    let inside = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    match inside.and_then(|text| text.split_once(": ")) {
        Some((name, number)) if step == "own" => format!("{{{name:?}: {number}}}"),
        _ => text,
    }
}

/// An entry of a struct, a list or a map.
struct Entry<'t> {
    /// Its name, if it has one.
    key: Option<&'t str>,
    /// From where until where its value stands.
    value: (usize, usize),
}

/// Where the first bracket of `text` is, and what stands inside; nothing of a plain value.
fn entries(text: &str) -> Option<(usize, Vec<Entry<'_>>)> {
    let bytes = text.as_bytes();
    let open = bytes.iter().position(|byte| b"([{\"".contains(byte))?;
    if bytes[open] == b'"' {
        return None;
    }
    let mut entries = Vec::new();
    let (mut depth, mut from, mut colon) = (0_usize, open + 1, None);
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_string(bytes, at),
            b'/' => at = end_of_comment(text, at),
            b'(' | b'[' | b'{' => depth += 1,
            b':' if depth == 0 && colon.is_none() => colon = Some(at),
            byte @ (b',' | b')' | b']' | b'}') if depth == 0 => {
                entries.extend(entry(text, (from, at), colon));
                (from, colon) = (at + 1, None);
                if byte != b',' {
                    return Some((open, entries));
                }
            }
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Where the string that begins at `from` ends.
fn end_of_string(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// Where the comment that begins at `from` ends, or `from` itself if none does.
fn end_of_comment(text: &str, from: usize) -> usize {
    let end = match text.as_bytes().get(from + 1) {
        Some(b'/') => text[from..].find('\n'),
        Some(b'*') => text[from..].find("*/").map(|end| end + 1),
        _ => Some(0),
    };
    from + end.unwrap_or(text.len() - from)
}

/// The entry in `text` from `span.0` until `span.1`, with the colon after its name; none
/// after the last comma.
fn entry(text: &str, span: (usize, usize), colon: Option<usize>) -> Option<Entry<'_>> {
    let inside = &text[colon.map_or(span.0, |colon| colon + 1)..span.1];
    let value = inside.trim();
    if value.is_empty() {
        return None;
    }
    let until = span.1 - (inside.len() - inside.trim_end().len());
    let key = colon.map(|colon| text[span.0..colon].trim().trim_matches('"'));
    Some(Entry {
        key,
        value: (until - value.len(), until),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{parse, to_ron};

    #[test]
    fn what_is_there_is_replaced_and_what_is_not_is_added() {
        for (text, path, value, becomes) in [
            ("(a: 1, b: 2)", "b", "3", "(a: 1, b: 3)"),
            ("(a: 1)", "b", "3", "(b: 3,a: 1)"),
            ("()", "b.c", "3", "(b: (c: 3))"),
            ("(a: None)", "a.b", "3", "(a: (b: 3))"),
            (
                "(a: X(b: \"),\\\"\", c: 2))",
                "a.c",
                "4",
                "(a: X(b: \"),\\\"\", c: 4))",
            ),
            ("(a: X((b: 1)))", "a.b", "2", "(a: X((b: 2)))"),
            (
                "(a: [(b: 1), (b: 2),])",
                "a.1.b",
                "7",
                "(a: [(b: 1), (b: 7),])",
            ),
            (
                "(a: (own: {\"x y\": 1}))",
                "a.own.x y",
                "2",
                "(a: (own: {\"x y\": 2}))",
            ),
            ("(a: (own: {}))", "a.own.z", "2", "(a: (own: {\"z\": 2}))"),
            ("(a: ())", "a.own.z", "2", "(a: (own: {\"z\": 2}))"),
            ("(policies: [A, B])", "policies", "[C]", "(policies: [C])"),
            (
                "(a: [(B, 1), (C, 2)])",
                "a.1.1",
                "9",
                "(a: [(B, 1), (C, 9)])",
            ),
            (
                "(a: [1 /* ( */, 2], b: 1)",
                "b",
                "2",
                "(a: [1 /* ( */, 2], b: 2)",
            ),
            (
                "(a: [1, // (\n 2], b: 1)",
                "b",
                "2",
                "(a: [1, // (\n 2], b: 2)",
            ),
        ] {
            assert_eq!(set(text, path, value), becomes);
        }
    }

    #[test]
    fn scenarios_are_read_again_with_what_was_set() {
        let text =
            "(title: \"a (b: [\", machine: Cluster(), workload: Lublin(jobs: 9), policies: [Fcfs])";
        let mut text = to_ron(&parse(text, None).unwrap());
        for (name, value) in [
            ("load", "0.85"),
            ("nodes", "64"),
            ("depth", "3"),
            ("parameters.slicing.classes.long", "7200"),
            ("parameters.own.patience", "600"),
            ("order", "ShortestEstimate"),
        ] {
            text = set(&text, path_of(name), value);
        }
        let direct = "(title: \"a (b: [\", machine: Cluster(nodes: 64), workload: Lublin(jobs: 9, load: 0.85),
            policies: [Fcfs], parameters: (depth: 3, order: ShortestEstimate, slicing: (classes: (long: 7200)), own: {\"patience\": 600}))";
        assert_eq!(parse(&text, None).unwrap(), parse(direct, None).unwrap());
    }
}
