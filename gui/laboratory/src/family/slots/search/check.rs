//! Comparison of a search with its expected results.

use super::lines::{best_values, ids, values};
use super::run::SearchResults;
use super::scenario::{ExpectedPart, ExpectedWindow, SlotSearch};
use super::{Answer, DomainData, FoundWindow};
use crate::base::problem::Problem;

/// Relative tolerance of values.
const TOLERANCE: f64 = 1e-9;

/// Returns the differences, each a sentence.
///
/// # Errors
/// Something is expected of a criterion that is not searched for.
pub fn differences(
    search: &SlotSearch,
    data: &DomainData,
    found: &SearchResults,
) -> Result<Vec<String>, Problem> {
    let mut all = Vec::new();
    for expected in &search.expect {
        let (name, answer) = answer(search, found, expected)?;
        check_expected(expected, answer)
            .map_err(|what| Problem::input(format!("{name}: {what}")))?;
        let mut found = difference(data, expected, answer);
        found.extend(sum(search, data, expected, answer));
        all.extend(found.into_iter().map(|what| format!("{name}: {what}")));
    }
    Ok(all)
}

/// The answer that `expected` is about.
fn answer<'f>(
    search: &SlotSearch,
    found: &'f SearchResults,
    expected: &ExpectedWindow,
) -> Result<(String, &'f Answer), Problem> {
    let of_batch = |index: usize| {
        let answers = &found.batch.as_ref()?.answers;
        answers.get(index.checked_sub(1)?)
    };
    let of_value = |name: &String| {
        let mut values = search.values.iter().zip(&found.values);
        let value = values.find(|(value, _)| value.name == *name);
        value.map(|(value, answer)| (value.name.clone(), answer))
    };
    let answer = match (expected.criterion, expected.batch) {
        (None, None) => expected.value.as_ref().and_then(of_value),
        _ if expected.value.is_some() => None,
        (Some(name), None) => {
            let mut answers = found.answers.iter();
            let answer = answers.find(|(criterion, _)| *criterion == name);
            answer.map(|(_, answer)| (name.title().to_owned(), answer))
        }
        (None, Some(index)) => of_batch(index).map(|answer| (format!("batch {index}"), answer)),
        _ => None,
    };
    answer.ok_or_else(|| {
        Problem::input(
            "each of `expect` names a `criterion` that is searched by, one of the `values`, or the place in the `batch` of a request, from 1",
        )
    })
}

/// Checks that such an answer has all that is expected.
fn check_expected(expected: &ExpectedWindow, answer: &Answer) -> Result<(), &'static str> {
    let values = [
        expected.start,
        expected.runtime,
        expected.finish,
        expected.cost,
        expected.quality,
        expected.sum,
    ];
    let of_window = values.iter().any(Option::is_some)
        || expected.nodes.is_some()
        || expected.windows.is_some();
    let is_multiple = matches!(answer, Answer::Multiple(_));
    let of_none = expected.none || expected.why.is_some();
    if of_none && of_window {
        Err("`none` or `why` and values of a window are expected together")
    } else if !of_none && !of_window {
        Err("nothing is expected of it")
    } else if expected.sum.is_some() && expected.value.is_none() {
        Err("only a `value` has a `sum`")
    } else if is_multiple && expected.nodes.is_some() {
        Err("of MultipleBest `windows` have nodes, not all of them together")
    } else if matches!(answer, Answer::Window(_)) && expected.windows.is_some() {
        Err("only MultipleBest has `windows`")
    } else {
        Ok(())
    }
}

fn difference(data: &DomainData, expected: &ExpectedWindow, answer: &Answer) -> Vec<String> {
    let mut all = Vec::new();
    let mut differ = |what: &str, expected: String, found: String| {
        all.push(format!("{what} is {found}, expected {expected}"));
    };
    let none = expected.none || expected.why.is_some();
    if let Answer::None(why) = answer {
        if !none {
            differ("the answer", "a window".to_owned(), format!("none ({why})"));
        }
        if let Some(words) = expected.why.as_ref().filter(|words| !why.contains(*words)) {
            differ("the reason", words.clone(), why.clone());
        }
        return all;
    }
    if none {
        differ("the answer", "none".to_owned(), "a window".to_owned());
        return all;
    }
    let found = match answer {
        Answer::Window(window) => values(window),
        Answer::Multiple(multiple) => best_values(&multiple.best),
        Answer::None(_) => return all,
    };
    let wanted = [
        ("the start", expected.start),
        ("the runtime", expected.runtime),
        ("the finish", expected.finish),
        ("the cost", expected.cost),
        ("the quality", expected.quality),
    ];
    for ((what, wanted), found) in wanted.into_iter().zip(found) {
        if let Some(wanted) = wanted.filter(|wanted| !is_near(*wanted, found)) {
            differ(what, wanted.to_string(), found.to_string());
        }
    }
    if let (Answer::Window(window), Some(nodes)) = (answer, &expected.nodes) {
        let found = ids(data, window);
        if found != *nodes {
            differ("the nodes", format!("{nodes:?}"), format!("{found:?}"));
        }
    }
    if let (Answer::Multiple(multiple), Some(windows)) = (answer, &expected.windows) {
        let found: Vec<_> = multiple.windows.iter().map(|one| part(data, one)).collect();
        let same = found.len() == windows.len()
            && found
                .iter()
                .zip(windows)
                .all(|(one, other)| is_same(one, other));
        if !same {
            differ("the windows", format!("{windows:?}"), format!("{found:?}"));
        }
    }
    all
}

/// Deviation of the sum of a value, if it deviates.
fn sum(
    search: &SlotSearch,
    data: &DomainData,
    expected: &ExpectedWindow,
    answer: &Answer,
) -> Option<String> {
    let (wanted, name) = (expected.sum?, expected.value.as_ref()?);
    let value = search.values.iter().find(|value| value.name == *name)?;
    let Answer::Window(window) = answer else {
        return None;
    };
    let found = value.sum(data, window);
    (!is_near(wanted, found)).then(|| format!("the sum is {found}, expected {wanted}"))
}

fn part(data: &DomainData, window: &FoundWindow) -> ExpectedPart {
    let [start, _, finish, cost, quality] = values(window);
    ExpectedPart {
        start,
        finish,
        cost,
        quality,
        nodes: ids(data, window),
    }
}

fn is_same(one: &ExpectedPart, other: &ExpectedPart) -> bool {
    let of = |part: &ExpectedPart| [part.start, part.finish, part.cost, part.quality];
    let values = of(one).into_iter().zip(of(other));
    one.nodes == other.nodes && values.into_iter().all(|(one, other)| is_near(one, other))
}

fn is_near(wanted: f64, found: f64) -> bool {
    (wanted - found).abs() <= TOLERANCE * wanted.abs().max(1.0)
}
