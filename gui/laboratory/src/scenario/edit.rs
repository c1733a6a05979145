//! Parts of a scenario's text, found by path and replaced, so that any field can be changed without
//! a case of its own here, and is then read as usual.

use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::base::ron_text::options;

/// Parts of a value, as parts of its text.
#[derive(Debug)]
pub(crate) enum ValueParts<'t> {
    /// Fields or keys with their values.
    Named(Vec<(String, &'t str)>),
    /// Values one after the other, in brackets or parentheses.
    Listed(Vec<&'t str>),
    /// No parts.
    None,
}

/// Splits the value `text` into parts; [`ValueParts::None`] if it is no value.
pub(crate) fn split_value(text: &str) -> ValueParts<'_> {
    options().from_str(text).unwrap_or(ValueParts::None)
}

/// The value in `text` without blanks and comments around it.
pub(crate) fn trimmed(text: &str) -> &str {
    match RawValue::from_ron(text) {
        Ok(value) => value.trim().get_ron(),
        Err(_) => text.trim(),
    }
}

impl<'de> Deserialize<'de> for ValueParts<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartsVisitor)
    }
}

struct PartsVisitor;

impl<'de> Visitor<'de> for PartsVisitor {
    type Value = ValueParts<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with parts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut parts = Vec::new();
        while let Some(FieldName(name)) = map.next_key()? {
            let value: &RawValue = map.next_value()?;
            parts.push((name, value.get_ron()));
        }
        Ok(ValueParts::Named(parts))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut parts = Vec::new();
        while let Some(value) = list.next_element::<&RawValue>()? {
            parts.push(value.get_ron());
        }
        Ok(ValueParts::Listed(parts))
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Self::Value, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(ValueParts::None)
    }
}

/// Name of a field, or key of an entry.
pub(crate) struct FieldName(pub(crate) String);

impl<'de> Deserialize<'de> for FieldName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = FieldName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<FieldName, E> {
                Ok(FieldName(name.to_owned()))
            }
        }
        deserializer.deserialize_any(NameVisitor)
    }
}

/// Text of the value at `path` in the value `text`, if there is one.
pub(crate) fn value_at<'t>(text: &'t str, path: &[&str]) -> Option<&'t str> {
    let [first, rest @ ..] = path else {
        return Some(text);
    };
    match split_value(text) {
        ValueParts::Named(parts) => {
            let (_, part) = parts.into_iter().find(|(name, _)| name == first)?;
            value_at(part, rest)
        }
        ValueParts::Listed(parts) => match only_part(text, &parts) {
            Some(inner) => value_at(inner, path),
            None => value_at(parts.get(first.parse::<usize>().ok()?)?, rest),
        },
        ValueParts::None => None,
    }
}

/// `text` with `value` at `path`, inserted if there is none; `None` if that is not possible.
pub fn set(text: &str, path: &[&str], value: &str) -> Option<String> {
    let [first, rest @ ..] = path else {
        return Some(value.to_owned());
    };
    let is_map = trimmed(text).starts_with('{');
    match split_value(text) {
        ValueParts::Named(parts) => match parts.iter().find(|(name, _)| name == first) {
            Some((_, part)) => Some(replaced(text, part, &set(part, rest, value)?)),
            None => {
                let added = nested(path, value, is_map);
                match parts.last() {
                    Some((_, last)) => Some(replaced(text, last, &format!("{last}, {added}"))),
                    None => filled(text, &added, is_map),
                }
            }
        },
        ValueParts::Listed(parts) => match only_part(text, &parts) {
            Some(inner) => Some(replaced(text, inner, &set(inner, path, value)?)),
            None if parts.is_empty() => filled(text, &nested(path, value, false), false),
            None => {
                let part = parts.get(first.parse::<usize>().ok()?)?;
                Some(replaced(text, part, &set(part, rest, value)?))
            }
        },
        ValueParts::None => filled(text, &nested(path, value, is_map), is_map),
    }
}

/// The only part in the parentheses of `text`, as in `Swf((path: …))`.
fn only_part<'t>(text: &str, parts: &[&'t str]) -> Option<&'t str> {
    match parts {
        [inner] if trimmed(text).ends_with(')') => Some(inner),
        _ => None,
    }
}

/// `text` with `other` instead of `part`, which is a part of it.
fn replaced(text: &str, part: &str, other: &str) -> String {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    format!("{}{other}{}", &text[..start], &text[start + part.len()..])
}

/// `text`, whose brackets are empty, with `added` in them.
fn filled(text: &str, added: &str, is_map: bool) -> Option<String> {
    let text = trimmed(text);
    let brackets = if is_map { ['{', '}'] } else { ['(', ')'] };
    let (name, inside) = text.strip_suffix(brackets[1])?.split_once(brackets[0])?;
    let is_empty = inside.trim().is_empty();
    is_empty.then(|| format!("{name}{}{added}{}", brackets[0], brackets[1]))
}

/// `value` at a new `path`: a field within a field, or an entry of a map.
fn nested(path: &[&str], value: &str, in_map: bool) -> String {
    match path {
        [] => value.to_owned(),
        [name] if in_map => format!("{name:?}: {value}"),
        [name] => format!("{name}: {value}"),
        // Parameters of own policies are the only map in scenarios.
        [name @ "own", rest @ ..] => format!("{name}: {{{}}}", nested(rest, value, true)),
        [name, rest @ ..] => format!("{name}: ({})", nested(rest, value, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, path: &str, value: &str) -> String {
        let path: Vec<_> = path.split('.').collect();
        set(text, &path, value).unwrap_or_else(|| "nothing".to_owned())
    }

    #[test]
    fn values_are_replaced_where_they_stand() {
        let text = "( // first\n machine: Cluster(nodes: 8, memory: 9), seed: 3,\n)";
        assert_eq!(
            changed(text, "machine.nodes", "16"),
            "( // first\n machine: Cluster(nodes: 16, memory: 9), seed: 3,\n)"
        );
        assert_eq!(changed("Swf((load: 1))", "load", "0.5"), "Swf((load: 0.5))");
        assert_eq!(
            changed("(a: [(b: 1), (b: 2)])", "a.1.b", "7"),
            "(a: [(b: 1), (b: 7)])"
        );
        assert_eq!(changed("{\"a\": 1}", "a", "2"), "{\"a\": 2}");
    }

    #[test]
    fn values_are_put_where_nothing_stood() {
        assert_eq!(changed("(a: 1 /* x */)", "b", "2"), "(a: 1 /* x */, b: 2)");
        assert_eq!(changed("(a: 1,)", "b.c.d", "2"), "(a: 1, b: (c: (d: 2)),)");
        assert_eq!(changed("Cluster()", "nodes", "2"), "Cluster(nodes: 2)");
        assert_eq!(
            changed("()", "own.patience", "2"),
            "(own: {\"patience\": 2})"
        );
        assert_eq!(
            changed("(own: {})", "own.patience", "2"),
            "(own: {\"patience\": 2})"
        );
    }

    #[test]
    fn what_has_no_parts_gets_none() {
        assert_eq!(changed("(a: 1)", "a.b", "2"), "nothing");
        assert_eq!(changed("(a: [1, 2])", "a.7", "2"), "nothing");
        assert_eq!(changed("(a: [1, 2])", "a.b", "2"), "nothing");
        assert_eq!(
            value_at("(a: [1, 2], b: Some((c: 4)))", &["b", "c"]).map(str::trim),
            Some("4")
        );
    }
}
