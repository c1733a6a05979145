//! Results of a search as rows, for the terminal and for a file.

use cosched_core::slots::Alternatives;

use super::run::SearchResults;
use super::scenario::SlotSearch;
use super::searcher::MOST_ALTERNATIVES;
use super::{Answer, DomainData, FoundWindow};
use crate::base::format::counted;

/// The values of a row: start, runtime, finish, cost, quality.
pub const VALUES: [&str; 5] = ["start", "runtime", "finish", "cost", "quality"];

/// Returns the values of a window.
pub fn values(window: &FoundWindow) -> [f64; 5] {
    [
        window.start.seconds(),
        window.length.seconds(),
        window.finish().seconds(),
        window.cost.units(),
        window.quality.units(),
    ]
}

/// Returns the best values among several windows, each of another window.
pub fn best_values(best: &Alternatives) -> [f64; 5] {
    [
        best.earliest.start.seconds(),
        best.shortest.length.seconds(),
        best.first_done.finish().seconds(),
        best.cheapest.cost.units(),
        best.finest.quality.units(),
    ]
}

/// Returns the numbers of the nodes of `window`.
pub fn ids(data: &DomainData, window: &FoundWindow) -> Vec<u64> {
    let nodes = window.nodes.iter();
    nodes.map(|&node| data.ids[node as usize]).collect()
}

/// A row: a name, values if there are any, and words.
struct Row {
    name: String,
    values: Option<[f64; 5]>,
    words: String,
}

fn row(data: &DomainData, name: String, answer: &Answer) -> Row {
    match answer {
        Answer::Window(window) => {
            let ids = ids(data, window).into_iter().map(|id| id.to_string());
            Row {
                name,
                values: Some(values(window)),
                words: ids.collect::<Vec<_>>().join(" "),
            }
        }
        Answer::Multiple(multiple) => Row {
            name,
            values: Some(best_values(&multiple.best)),
            words: if multiple.best.count < MOST_ALTERNATIVES {
                format!(
                    "the best of {} windows in each respect",
                    multiple.best.count
                )
            } else {
                format!("the best of the first {MOST_ALTERNATIVES} windows in each respect")
            },
        },
        Answer::None(why) => Row {
            name,
            values: None,
            words: format!("no window: {why}"),
        },
    }
}

fn rows(search: &SlotSearch, data: &DomainData, found: &SearchResults) -> Vec<Row> {
    let answers = found.answers.iter();
    let mut rows: Vec<_> = answers
        .map(|(criterion, answer)| row(data, criterion.title().to_owned(), answer))
        .collect();
    let values = search.values.iter().zip(&found.values);
    rows.extend(values.map(|(value, answer)| {
        let mut row = row(data, format!("least {}", value.name), answer);
        if let Answer::Window(window) = answer {
            row.words += &format!("  ({} {})", value.name, value.sum(data, window));
        }
        row
    }));
    let Some(batch) = &found.batch else {
        return rows;
    };
    let requests = search.batch.iter().zip(&batch.answers);
    rows.extend((1..).zip(requests).map(|(index, (batched, answer))| {
        let name = format!("batch {index}, {}", batched.criterion.title());
        row(data, name, answer)
    }));
    rows
}

/// Returns lines for a terminal.
pub fn lines(search: &SlotSearch, data: &DomainData, found: &SearchResults) -> Vec<String> {
    let request = &search.request;
    let mut lines = vec![format!(
        "{} with {}; asked for: {} at once, a volume of {} on each, a budget of {}{}",
        counted(data.nodes.len(), "node"),
        counted(data.idle.len(), "slot"),
        counted(request.nodes as usize, "node"),
        request.volume,
        request.budget,
        match request.deadline {
            Some(end) => format!(", to end by {end} s"),
            None => String::new(),
        }
    )];
    let rows = rows(search, data, found);
    let name = rows.iter().map(|row| row.name.chars().count()).max();
    let name = name.unwrap_or(0).max(17);
    let heading = VALUES.map(|value| format!("{value:>12}"));
    lines.push(format!("{:name$}{}  nodes", "criterion", heading.concat()));
    for Row {
        name: title,
        values,
        words,
    } in rows
    {
        let values = match values {
            Some(values) => values.map(|value| format!("{value:>12.3}")).concat(),
            None => String::new(),
        };
        lines.push(format!("{title:name$}{values}  {words}"));
    }
    if let Some(batch) = &found.batch {
        let placed = batch.placed;
        lines.push(format!(
            "batch: {} placed, {} passed over, cost {}, the last ends at {} s, quality {}",
            placed.found, placed.skipped, placed.cost, placed.finish, placed.quality
        ));
    }
    lines
}

/// Returns rows for a file: criterion, values, nodes, and why there is none.
pub fn table(search: &SlotSearch, data: &DomainData, found: &SearchResults) -> Vec<Vec<String>> {
    let heading = ["criterion"].into_iter().chain(VALUES).chain(["nodes"]);
    let mut table = vec![heading.map(str::to_owned).collect::<Vec<_>>()];
    table.extend(rows(search, data, found).into_iter().map(|row| {
        let values = row
            .values
            .map(|values| values.map(|value| value.to_string()));
        let values = values.unwrap_or_default();
        let cells = [row.name].into_iter().chain(values).chain([row.words]);
        cells.collect()
    }));
    table
}
