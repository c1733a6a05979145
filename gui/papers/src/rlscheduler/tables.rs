//! Mean bounded slowdowns by log and treatment, and changes from heuristics to what was learnt.

use super::super::trials::{Treatment, Trials};
use super::super::{Cell, Page, Quantity, Table, Unit};
use super::heuristic::Heuristic;
use super::reported::reported;
use super::{AGENT, LOGS, Point, SLOWDOWN, Source};

/// Both kinds of machine, without and with backfilling.
const BOTH: [bool; 2] = [false, true];

/// Name of a machine with or without backfilling.
pub(super) fn backfilling(backfills: bool) -> &'static str {
    if backfills {
        "with backfilling"
    } else {
        "without backfilling"
    }
}

/// Sequences of the samples as they are named in titles.
fn sequences(source: Source) -> &'static str {
    match source {
        Source::Artifact => "Table V, the artifact's ten sequences",
        Source::Whole => "sequences of the whole log",
        Source::HeldOut => "held-out sequences",
        Source::HeldOutShort => "short held-out sequences",
    }
}

pub(super) fn tables(trials: &Trials<Point>) -> Vec<Table> {
    let sources = trials.levels(|point| point.source);
    let settings = || {
        let sources = sources.iter().copied();
        sources.flat_map(|source| BOTH.map(|backfills| (source, backfills)))
    };
    let means = settings().map(|setting| means(trials, setting));
    let learnt = settings().filter(|(source, _)| source.is_held_out());
    means
        .chain(learnt.map(|setting| changes(trials, setting)))
        .collect()
}

/// Treatments of a sample, the learnt policy last where it is tested or reported.
fn treatments(source: Source) -> Vec<Treatment> {
    let heuristics = Heuristic::ALL.map(Heuristic::name);
    let agent = (source != Source::Whole).then_some(AGENT);
    heuristics.into_iter().chain(agent).collect()
}

/// Logs that were run, by name.
fn logs(trials: &Trials<Point>) -> impl Iterator<Item = (String, usize)> {
    let logs = trials.levels(|point| point.log).into_iter();
    logs.map(|log| (LOGS[log].1.to_owned(), log))
}

fn means(trials: &Trials<Point>, (source, backfills): (Source, bool)) -> Table {
    let title = format!(
        "Mean bounded slowdown, {}, {}",
        sequences(source),
        backfilling(backfills)
    );
    let columns = treatments(source).into_iter().map(|one| (one, one));
    Table::of([&title, "log"], logs(trials), columns, |log, treatment| {
        let point = Point {
            log,
            backfills,
            source,
        };
        let of_artifact = source == Source::Artifact;
        let said = of_artifact.then(|| reported(log, backfills, treatment));
        Cell::of(said.flatten(), trials.estimate(point, treatment, SLOWDOWN))
    })
}

/// Changes of the means from each heuristic to the learnt policy.
fn changes(trials: &Trials<Point>, (source, backfills): (Source, bool)) -> Table {
    let title = format!(
        "Change of the mean from a heuristic to the learnt policy, %, {}, {}",
        sequences(source),
        backfilling(backfills)
    );
    let columns = Heuristic::ALL.map(|one| (one.name(), one.name()));
    Table::of([&title, "log"], logs(trials), columns, |log, base| {
        let point = Point {
            log,
            backfills,
            source,
        };
        trials.change(point, (AGENT, base), SLOWDOWN).into()
    })
}

/// The learnt policy beside heuristics on held-out sequences, and the artifact's sequences.
pub(super) fn pages(trials: &Trials<Point>) -> Vec<Page> {
    let sources = trials.levels(|point| point.source);
    let held_out = [Source::HeldOut, Source::HeldOutShort];
    let pages = [
        (
            "Bounded slowdown of held-out sequences, by heuristics and the learnt policy",
            &held_out[..],
        ),
        (
            "Table V: bounded slowdown of the artifact's ten sequences, by heuristics",
            &[Source::Artifact],
        ),
    ];
    let pages = pages.into_iter();
    let pages = pages.filter(|(_, shown)| shown.iter().all(|one| sources.contains(one)));
    pages
        .map(|(title, shown)| page(trials, title, shown))
        .collect()
}

/// Charts: a row for each log, a column for each sample without and with backfilling, a bar for each
/// treatment.
fn page(trials: &Trials<Point>, title: &str, sources: &[Source]) -> Page {
    let settings = sources
        .iter()
        .flat_map(|&source| BOTH.map(|backfills| (source, backfills)));
    let columns = settings.map(|(source, backfills)| {
        let short = if source == Source::HeldOutShort {
            "short, "
        } else {
            ""
        };
        let quantity = Quantity {
            name: format!("{short}{}", backfilling(backfills)),
            unit: Unit::Number,
        };
        (quantity, (source, backfills))
    });
    let rows = logs(trials).map(|(name, log)| {
        let count = |&source| {
            let point = Point {
                log,
                backfills: false,
                source,
            };
            trials.at(point).count().to_string()
        };
        let counts: Vec<_> = sources.iter().map(count).collect();
        ([name, format!("n = {}", counts.join(" and "))], log)
    });
    let groups = treatments(sources[0]).into_iter();
    let groups = groups.filter(|one| sources[0] != Source::Artifact || *one != AGENT);
    let groups = groups.map(|one| (one.to_owned(), one));
    Page::of(
        [title, "four logs"],
        rows,
        columns,
        groups,
        |log, (source, backfills), treatment| {
            trials.estimate(
                Point {
                    log,
                    backfills,
                    source,
                },
                treatment,
                SLOWDOWN,
            )
        },
    )
}
