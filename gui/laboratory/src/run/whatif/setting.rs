//! A setting: its name, its value and what it may be, for people and for changes.

use crate::base::format;

/// Sign of a factor, which stands before it.
pub const TIMES: &str = "×";

/// A parameter that a change can set.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Heading of its group.
    pub group: &'static str,
    /// Its name for people.
    pub label: String,
    /// Its name in a change.
    pub name: String,
    /// Its value, as in a scenario; empty if it is absent and has no usual value.
    pub now: String,
    /// Its allowed values.
    pub kind: Kind,
    /// Its meaning.
    pub sentence: &'static str,
    /// Its unit, or an empty text.
    pub unit: &'static str,
    /// Meaning of its absence.
    pub(super) absent: &'static str,
}

/// Allowed values of a setting.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number from the first to the second, and whether it is a whole one.
    Number([f64; 2], bool),
    /// One of these, each as in a scenario and in words.
    Choice(Vec<(String, String)>),
}

impl Setting {
    /// Returns `value` in words.
    pub fn value_in_words(&self, value: &str) -> String {
        if value.is_empty() {
            return self.absent.to_owned();
        }
        match (&self.kind, self.unit, value.parse::<f64>()) {
            (Kind::Choice(all), ..) => {
                let word = |text: &str| text.split('(').next().unwrap_or_default().to_owned();
                let mut named = all.iter();
                let found = named.find(|(one, _)| word(one) == word(value));
                found.map_or_else(|| value.to_owned(), |(_, words)| words.clone())
            }
            (_, "s", Ok(seconds)) => format::span(seconds),
            (_, "", _) => value.to_owned(),
            (_, TIMES, _) => format!("{TIMES} {value}"),
            (_, unit, _) => format!("{value} {unit}"),
        }
    }

    /// Returns the change that sets it to `value`.
    pub fn change(&self, value: &str) -> String {
        format!("{}={value}", self.name)
    }
}
