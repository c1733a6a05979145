//! The ways through a scenario as text to the values of a parameter, wherever lists have it.

use crate::scenario::edit::{ValueParts, split_value, trimmed, value_at};

/// A step from a part of a scenario to a value in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The value has to be this variant.
    Variant(&'static str),
    /// A field.
    Name(&'static str),
    /// Each value of a list.
    Each,
}

/// The steps to `{}` in a pattern, as in `Cluster(kinds: [(count: {})])`.
pub(super) fn steps(pattern: &'static str) -> Vec<Step> {
    let inside = pattern.split("{}").next().unwrap_or_default();
    let mut steps = Vec::new();
    let mut start = 0;
    for (end, letter) in inside.char_indices() {
        let word = &inside[start..end];
        match letter {
            ':' => steps.push(Step::Name(word)),
            '[' => steps.push(Step::Each),
            '(' if !word.is_empty() => steps.push(Step::Variant(word)),
            letter if letter.is_alphanumeric() || letter == '_' => continue,
            _ => {}
        }
        start = end + 1;
    }
    steps
}

/// A value that was found, or one on the way to it.
#[derive(Clone)]
pub(super) struct FoundValue {
    /// Names and indices that lead to it.
    pub(super) path: Vec<String>,
    /// Name of the element of a list that it belongs to.
    pub(super) element: Option<String>,
    /// Its text in the scenario, if it is there.
    pub(super) now: Option<String>,
}

impl FoundValue {
    fn child(&self, name: impl Into<String>) -> Self {
        let mut found = self.clone();
        found.path.push(name.into());
        found
    }
}

/// Follows `steps` through the value `text`.
pub(super) fn walk(text: &str, steps: &[Step], from: FoundValue, found: &mut Vec<FoundValue>) {
    let [step, rest @ ..] = steps else {
        let now = Some(trimmed(text).to_owned());
        return found.push(FoundValue { now, ..from });
    };
    match *step {
        Step::Variant(name) => {
            let after = trimmed(text).strip_prefix(name);
            if after.is_some_and(|after| after.trim_start().starts_with('(')) {
                walk(text, rest, from, found);
            }
        }
        Step::Name(name) => match value_at(text, &[name]) {
            Some(inner) => walk(inner, rest, from.child(name), found),
            None => {
                // A value whose surroundings are missing cannot be set by one number.
                let names = rest.iter().map(|step| match step {
                    Step::Name(name) => Some(*name),
                    Step::Variant(_) | Step::Each => None,
                });
                if let Some(names) = names.collect::<Option<Vec<_>>>() {
                    let start = from.child(name);
                    found.push(names.into_iter().fold(start, |from, name| from.child(name)));
                }
            }
        },
        Step::Each => {
            let ValueParts::Listed(all) = split_value(text) else {
                return;
            };
            let list = from.path.last().cloned().unwrap_or_default();
            for (index, element) in all.into_iter().enumerate() {
                let name = value_at(element, &["name"]).map(|name| trimmed(name).trim_matches('"'));
                let called = match name {
                    Some(name) => name.to_owned(),
                    None if from.path.iter().any(|name| name == "limits") => {
                        format!("each of {list}")
                    }
                    None => format!("{list} {}", index + 1),
                };
                let from = FoundValue {
                    element: Some(called),
                    ..from.child(index.to_string())
                };
                walk(element, rest, from, found);
            }
        }
    }
}
