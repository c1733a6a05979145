//! Comparison of the descriptions with what scenarios allow, no less and no more.

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::index::all;
use super::*;
use crate::scenario::{self, LublinWorkload, Parameters as PolicyParameters, Scenario};

/// All fields.
fn fields() -> impl Iterator<Item = &'static Field> {
    all().flat_map(|(_, fields)| fields)
}

impl Place {
    /// The position with `value` in it, and all fields that it needs around it.
    fn with(&self, value: &str) -> String {
        let Self(index, beside) = *self;
        let (before, after) = index.split_once("{}").unwrap();
        let mut beside = beside.split('|');
        let mut text = format!("{before}{{}}");
        for letter in after.chars() {
            if ")]".contains(letter) {
                text += beside.next().unwrap_or_default();
            }
            text.push(letter);
        }
        // Of two numbers in order, the other one is the greatest allowed.
        text.replace("{}", value).replace('…', "1000000")
    }

    /// The position without its value, if that has a name of its own.
    fn without(&self) -> Option<String> {
        const GONE: &str = "\0";
        let text = self.with(GONE);
        let (before, after) = text.split_once(GONE)?;
        let before = before.strip_suffix(": ")?;
        let name = before.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let before = &before[..name.map_or(0, |end| end + 1)];
        Some(format!("{before}{}", after.trim_start_matches(", ")))
    }
}

/// A scenario with `inside` in its part `within`.
fn read(within: Where, inside: &str) -> Result<Scenario, String> {
    let machine = match within {
        Where::Machine => "",
        _ => "machine: Cluster(), ",
    };
    let workload = match within {
        Where::Workload => "",
        _ => "workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]), ",
    };
    let part = within.around(inside);
    let text = format!("({machine}{workload}policies: [Easy], {part})");
    scenario::parse(&text, None).map_err(|problem| format!("{text}: {problem}"))
}

/// Reads every position of `field` with `value`.
fn readings<'f>(
    field: &'f Field,
    value: &'f str,
) -> impl Iterator<Item = Result<Scenario, String>> + 'f {
    let places = field.places.iter();
    places.map(move |index| read(field.within, &index.with(value)))
}

/// A whole number as scenarios have it; 64-bit ones are not exact in between.
fn whole(value: f64) -> i128 {
    (value as i128).min(i128::from(u64::MAX))
}

/// Both ends of the range of `field`, and values beyond them.
fn ends(field: &Field) -> Option<([String; 2], [String; 2])> {
    Some(match &field.allowed {
        Allowed::Number(range) => {
            let (low, high) = (*range.start(), *range.end());
            let all =
                [low, high, low.next_down(), high.next_up()].map(|value| format!("{value:?}"));
            let [low, high, below, above] = all;
            ([low, high], [below, above])
        }
        Allowed::Whole(range) => {
            let (low, high) = (whole(*range.start()), whole(*range.end()));
            let all = [low, high, low - 1, high + 1].map(|value| value.to_string());
            let [low, high, below, above] = all;
            ([low, high], [below, above])
        }
        Allowed::Names(_) | Allowed::Switch => return None,
    })
}

/// Parameters of policies in which one has another value than the usual one: for each number both
/// ends of its range, each name of a choice, and both ways of a switch.
pub(crate) fn parameters_with_one_value() -> Vec<(String, PolicyParameters)> {
    let mut all = Vec::new();
    for field in fields().filter(|field| matches!(field.within, Where::Parameters)) {
        let values = match (ends(field), &field.allowed) {
            (Some((within, _)), _) => within.to_vec(),
            (None, Allowed::Switch) => ["true", "false"].map(str::to_owned).to_vec(),
            (None, _) => field.names().iter().map(|name| name.0.to_owned()).collect(),
        };
        for value in values {
            for (place, read) in field.places.iter().zip(readings(field, &value)) {
                let parameters = read.unwrap().parameters;
                all.push((place.with(&value), parameters));
            }
        }
    }
    all
}

#[test]
fn scenarios_allow_the_numbers_described_and_no_more() {
    for field in fields() {
        let Some((within, beyond)) = ends(field) else {
            continue;
        };
        for value in within {
            for read in readings(field, &value) {
                assert!(read.is_ok(), "{}: {:?}", field.name, read.err());
            }
        }
        for value in beyond {
            for read in readings(field, &value) {
                assert!(read.is_err(), "{}: {value}", field.name);
            }
        }
        if let Allowed::Whole(range) = &field.allowed {
            let broken = (range.start() + 0.5).to_string();
            for read in readings(field, &broken) {
                assert!(read.is_err(), "{}: {broken}", field.name);
            }
        }
    }
}

/// Names between backticks in the message for an unknown name.
fn expected(problem: &str) -> BTreeSet<&str> {
    let (_, words) = problem.rsplit_once("; there are").unwrap_or_default();
    words.split('`').skip(1).step_by(2).collect()
}

#[test]
fn scenarios_allow_the_names_described_and_no_others() {
    for field in fields() {
        let names = field.names();
        if names.is_empty() {
            continue;
        }
        for name in names {
            for read in readings(field, name.0) {
                assert!(read.is_ok(), "{}: {:?}", field.name, read.err());
            }
        }
        let words: BTreeSet<_> = names.iter().map(Name::word).collect();
        for read in readings(field, "Nonsense") {
            let problem = read.err().unwrap();
            assert_eq!(expected(&problem), words, "{}: {problem}", field.name);
        }
    }
}

#[test]
fn switches_are_on_or_off() {
    for field in fields() {
        if !matches!(field.allowed, Allowed::Switch) {
            continue;
        }
        for (value, allowed) in [("true", true), ("false", true), ("Nonsense", false)] {
            for read in readings(field, value) {
                assert_eq!(read.is_ok(), allowed, "{}: {value}", field.name);
            }
        }
    }
}

#[test]
fn what_is_usual_is_what_is_read_where_nothing_is_said() {
    for field in fields() {
        let usual = (field.usual)();
        if usual.is_empty() {
            assert!(!field.absent.is_empty(), "{}", field.name);
            continue;
        }
        let names = field.names();
        let name = names.iter().find(|name| name.word() == usual);
        assert_eq!(name.is_none(), names.is_empty(), "{}: {usual}", field.name);
        let text = name.map_or(usual.as_str(), |name| name.0);
        for index in field.places {
            if let Some(without) = index.without() {
                let (said, unsaid) = (
                    read(field.within, &index.with(text)).unwrap(),
                    read(field.within, &without).unwrap(),
                );
                assert_eq!(said, unsaid, "{}", field.name);
            }
        }
    }
}

#[test]
fn what_is_needed_is_required() {
    for field in fields().filter(|field| field.absent == "needed") {
        for index in field.places {
            if let Some(without) = index.without() {
                let read = read(field.within, &without);
                assert!(read.is_err(), "{}: {without}", field.name);
            }
        }
    }
}

/// Checks that each value of a choice has the name it is read by.
pub(in crate::scenario) fn named<T: Debug>(choice: &Choice<T>) {
    let values = (choice.values)();
    let words = choice
        .field
        .names()
        .iter()
        .map(|name| name.word().to_owned());
    assert_eq!(
        values.iter().map(word).collect::<Vec<_>>(),
        words.collect::<Vec<_>>()
    );
}

#[test]
fn widgets_choose_what_they_say() {
    named(&ESTIMATES);
}

#[test]
fn the_window_draws_as_many_jobs_as_are_kept() {
    let most = scenario::MOST_JOBS.to_string();
    assert!(LublinWorkload::JOBS.sentence.contains(&most));
}

#[test]
fn everything_has_a_name_of_its_own_and_a_sentence() {
    for (heading, fields) in all() {
        let names: BTreeSet<_> = fields.iter().map(|field| field.name).collect();
        assert_eq!(names.len(), fields.len(), "{heading}");
    }
    for field in fields() {
        assert!(!field.sentence.is_empty(), "{}", field.name);
        assert!(!field.sentence.ends_with('.'), "{}", field.name);
        let what = field.what();
        assert!(what.is_complete(), "{what:?}");
    }
}
