//! The effect of a change, on all jobs and by groups, as sentences and tables of words.

use super::{Effect, Names, WhatIf};
use crate::base::change;
use crate::base::format::{count, counted, number, span};
use crate::metrics::select::filter::Filter;
use crate::metrics::select::groups::GroupBy;
use crate::metrics::select::no_interval::NoInterval;
use crate::metrics::select::paired::Measure;

/// Groups of jobs, with their names in accounting.
const GROUPINGS: [(GroupBy, &str); 3] = [
    (GroupBy::User, "user"),
    (GroupBy::Group, "account"),
    (GroupBy::Queue, "partition"),
];

/// Measures of the table of all jobs.
const MEASURES: [(Measure, &str); 3] = [
    (Measure::Wait, "wait"),
    (Measure::Response, "response"),
    (Measure::Slowdown, "bounded slowdown"),
];

/// Columns after the first, each with its meaning.
pub const COLUMNS: [(&str, &str); 8] = [
    ("jobs", "Jobs that ran before and after"),
    ("before", "The mean before the change"),
    ("after", "The mean after it"),
    ("change", "Of the mean, as a share of the mean before"),
    (
        "95 %",
        "Where that change lies in 95 of 100 cases, by the means of eight batches of jobs, or that there are too few to say",
    ),
    ("in all", "By how much the sum over the jobs changes"),
    ("lower", "Jobs that have less than before"),
    ("higher", "Jobs that have more than before"),
];

/// Columns of a file.
const HEADING: [&str; 13] = [
    "by",
    "name",
    "measure",
    "jobs",
    "before",
    "after",
    "change",
    "low",
    "high",
    "lower",
    "higher",
    "same",
    "no_interval",
];

/// A table: of all jobs, a row for each measure; of users, accounts or partitions, a row for each
/// with its waits.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Name of its first column.
    pub title: &'static str,
    /// The largest gain first, the largest loss last.
    pub rows: Vec<Row>,
}

/// A row of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Text of each column.
    pub cells: [String; 9],
    /// Change of the mean over its jobs, as a share; below 0 they win.
    pub change: Option<f64>,
    /// Confidence interval of the change, 95 %, if it is known.
    pub interval: Option<[f64; 2]>,
    /// Meaning of the interval, or why there is none.
    pub interval_sentence: String,
    /// Selects its jobs; `None` if they are unknown, or for all.
    pub jobs: Option<Filter>,
}

/// Report on a change.
#[derive(Clone, PartialEq, Debug)]
pub struct WhatIfReport {
    /// Comparison made, and how close the simulation is to the recorded waits.
    pub sentences: Vec<String>,
    /// The table of all jobs first.
    pub tables: Vec<Table>,
    /// Wait of each job before and after, in seconds.
    pub waits: [Vec<f64>; 2],
}

impl WhatIfReport {
    /// Returns the sentences and the change of each mean of all jobs, as text to copy.
    pub fn in_words(&self) -> String {
        let whole = |said: &str| format!("{}.", said.trim_end_matches('.'));
        let everybody = self.tables.iter().take(1).flat_map(|table| &table.rows);
        let changes = everybody.map(|row| {
            let [name, _, before, after, change, interval, ..] = &row.cells;
            format!("Mean {name}: {before} before, {after} after, {change} (95 %: {interval}).")
        });
        let sentences = self.sentences.iter().map(|said| whole(said));
        sentences.chain(changes).collect::<Vec<_>>().join(" ")
    }
}

/// Effect of a change, in words; `changes` says what it makes another.
pub fn report(found: &WhatIf, names: &Names, changes: &[String]) -> WhatIfReport {
    let everybody = MEASURES.map(|(measure, name)| {
        let effect = found.effect_on_all(measure);
        row(name.to_owned(), &effect, measure, None)
    });
    let mut tables = vec![Table {
        title: "mean",
        rows: everybody.to_vec(),
    }];
    for (by, title) in GROUPINGS {
        let effects = found.effects_by(Measure::Wait, by);
        if effects.iter().all(|effect| effect.key.is_none()) {
            continue;
        }
        let rows = effects.iter().map(|effect| {
            let name = names.name(found, by, effect.key);
            let jobs = effect.key.and_then(|key| by.filter(key));
            row(name, effect, Measure::Wait, jobs)
        });
        tables.push(Table {
            title,
            rows: rows.collect(),
        });
    }
    WhatIfReport {
        sentences: sentences(found, changes),
        tables,
        waits: found.waits(),
    }
}

fn sentences(found: &WhatIf, changes: &[String]) -> Vec<String> {
    let everybody = found.effect_on_all(Measure::Wait);
    let jobs = counted(everybody.jobs, "job");
    let mut sentences = vec![format!("{jobs}, before and after: {}", changes.join(", "))];
    let alone = found.unmatched().into_iter().zip(["after", "before"]);
    for (jobs, when) in alone.filter(|(jobs, _)| *jobs > 0) {
        let jobs = counted(jobs, "job");
        sentences.push(format!("{jobs} left out: not on the machine {when}"));
    }
    let others = found.drawn_anew();
    if others > 0 {
        sentences.push(format!(
            "{} of another size or runtime after the change, as the model draws others for another machine: the means compare, gains and losses of single jobs do not; a log keeps its jobs",
            counted(others, "job")
        ));
    }
    if let Some(fit) = found.fit() {
        let [recorded, simulated, before] =
            [fit.all.recorded, fit.all.simulated, everybody.before].map(span);
        // The phases differ, and what is said of a log elsewhere is of the first.
        let first = match found.before.len() {
            0 | 1 => String::new(),
            _ => format!(", in the first phase {simulated}"),
        };
        sentences.push(format!(
            "mean wait as the log has it {recorded}, as simulated before the change {before}{first}: {}",
            fit.sentence()
        ));
    }
    if found.before.len() > 1 {
        sentences.push(format!(
            "means over {} phases of the scheduler's passes; how much these differ is in the intervals",
            found.before.len()
        ));
    }
    sentences
}

fn row(name: String, effect: &Effect, measure: Measure, jobs: Option<Filter>) -> Row {
    let as_words = |value: f64| match measure {
        Measure::Slowdown => number(value),
        _ => span(value),
    };
    let none = || "–".to_owned();
    let paired = &effect.paired;
    let change = paired.change.map(change::in_words);
    let words = [
        count(effect.jobs as u64),
        as_words(effect.before),
        as_words(effect.after),
        change.unwrap_or_else(none),
        paired.interval_words(),
        as_words(effect.sum()),
        count(paired.better as u64),
        count(paired.worse as u64),
    ];
    let mut words = words.map(|words| words.replace('-', "−")).into_iter();
    Row {
        cells: std::array::from_fn(|column| match column {
            0 => name.clone(),
            _ => words.next().unwrap_or_default(),
        }),
        change: paired.change,
        interval: paired.interval,
        interval_sentence: paired.interval_sentence(),
        jobs,
    }
}

impl Row {
    /// Returns the sign of the change, where it is significant: 0 where its interval includes 0,
    /// and where there is none.
    pub fn sign(&self) -> f64 {
        match (self.interval, self.change) {
            (Some([low, high]), Some(change)) if low > 0.0 || high < 0.0 => change.signum(),
            _ => 0.0,
        }
    }
}

/// Returns the effects on all jobs as rows for a file, as those of [`rows`].
pub fn rows_of_all(found: &WhatIf) -> Vec<Vec<String>> {
    let of_all = |(measure, of)| values(["everybody", "", of], &found.effect_on_all(measure));
    let heading = std::iter::once(HEADING.map(str::to_owned).to_vec());
    heading.chain(MEASURES.map(of_all)).collect()
}

/// Returns the effects as rows for a file: times in seconds, changes as shares, every group.
pub fn rows(found: &WhatIf, names: &Names) -> Vec<Vec<String>> {
    let mut rows = vec![HEADING.map(str::to_owned).to_vec()];
    for (measure, of) in MEASURES {
        rows.push(values(["everybody", "", of], &found.effect_on_all(measure)));
        for (by, title) in GROUPINGS {
            for effect in found.effects_by(measure, by) {
                let name = names.name(found, by, effect.key);
                rows.push(values([title, &name, of], &effect));
            }
        }
    }
    rows
}

fn values(what: [&str; 3], effect: &Effect) -> Vec<String> {
    let paired = &effect.paired;
    let written = |value: f64| format!("{value:?}");
    let share = |share: Option<f64>| share.map_or_else(String::new, written);
    let [low, high] = [0, 1].map(|end| share(paired.interval.map(|interval| interval[end])));
    let values = [
        effect.jobs.to_string(),
        written(effect.before),
        written(effect.after),
        share(paired.change),
        low,
        high,
        paired.better.to_string(),
        paired.worse.to_string(),
        paired.same.to_string(),
        paired
            .no_interval
            .map_or_else(String::new, NoInterval::sentence),
    ];
    let what = what.map(str::to_owned);
    what.into_iter().chain(values).collect()
}
