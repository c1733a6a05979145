//! Power of nodes, from a scenario and the files it names.

use std::path::Path;

use cosched_core::{Duration, Time};
use jiff::Timestamp;

use super::resolve;
use crate::base::problem::Problem;
use crate::base::{format, text_file};
use crate::record::power::{Period, PowerData, Steps};
use crate::scenario::cluster::NodeKind;
use crate::scenario::power::{CAP_TEXT, CARBON, COST_TEXT, Every, Power, Series};
use crate::scenario::reference::Kind;
use crate::scenario::{LONGEST, Scenario, Seen, nanoseconds};

/// Context in which a scenario's series are read.
pub(super) struct Context<'c> {
    /// File of the scenario.
    pub(super) source: Option<&'c Path>,
    /// Unix time of time zero, in seconds, if known.
    pub(super) unix_start: Option<i64>,
    /// Submission of the first job.
    pub(super) first: Time,
    /// Nodes of the machine.
    pub(super) nodes: u32,
}

/// Quantity of a series, and how it is stored.
struct Quantity {
    field: &'static str,
    kind: Kind,
    units: f64,
}

/// Power where only kinds of nodes have it: all of them, or none.
fn from_kinds(kinds: &[NodeKind]) -> Result<Option<Power>, Problem> {
    let silent = kinds.iter().position(|kind| kind.power.is_none());
    match silent {
        _ if kinds.iter().all(|kind| kind.power.is_none()) => Ok(None),
        None => Ok(Some(Power::default())),
        Some(index) => Err(Problem::input(format!(
            "the kind of nodes in place {} does not say what they draw, and others do: give it `power: (idle: …, busy: …)`, or the machine one for all that have none",
            index + 1
        ))),
    }
}

/// Power of the nodes of `scenario`, if it has any.
///
/// # Errors
/// The scenario or a file it names is wrong.
pub(super) fn read(
    scenario: &Scenario,
    context: &Context<'_>,
) -> Result<Option<PowerData>, Problem> {
    let cluster = scenario.machine.nodes();
    let kinds = cluster.filter(|cluster| cluster.is_shared());
    let kinds = kinds.map_or(&[][..], |cluster| &cluster.kinds);
    let of_all = cluster.and_then(|cluster| cluster.power.as_deref());
    let Some(described) = of_all
        .cloned()
        .map_or_else(|| from_kinds(kinds), |all| Ok(Some(all)))?
    else {
        return Ok(None);
    };
    let described = &described;
    let mut power = PowerData::new(described, context.nodes, kinds)?;
    check_every(described)?;
    let again = described.every.map(|every| period_of(every, context));
    let Power {
        cost, carbon, cap, ..
    } = described;
    let of_cost = Quantity {
        field: "cost",
        kind: COST_TEXT,
        units: 1e6,
    };
    power.cost = steps(cost.as_ref(), &of_cost, context, again)?;
    let of_carbon = Quantity {
        field: "carbon",
        kind: CARBON,
        units: 1e6,
    };
    power.carbon = steps(carbon.as_ref(), &of_carbon, context, again)?;
    let of_cap = Quantity {
        field: "cap",
        kind: CAP_TEXT,
        units: 1e3,
    };
    power.cap = steps(cap.as_ref(), &of_cap, context, None)?;
    let begins = |steps: &Option<Steps>| steps.as_ref().and_then(|steps| steps.at(context.first));
    for (field, steps) in [("cost", &power.cost), ("carbon", &power.carbon)] {
        if steps.is_some() && begins(steps).is_none() {
            return Err(Problem::input(format!(
                "`power`: nothing says what `{field}` is at {} s, when the first job is submitted; the first step must begin by then",
                context.first
            )));
        }
    }
    power.bound(context.nodes)?;
    Ok(Some(power))
}

/// Period of steps: days or weeks, from Monday on, in UTC where the workload's date is known, else
/// from time zero.
fn period_of(every: Every, context: &Context<'_>) -> Period {
    let length = every.seconds();
    let since = context.unix_start.map_or(0, |start| match every {
        Every::Day => start.rem_euclid(length as i64),
        // 1 January 1970 was a Thursday.
        Every::Week => (start + 3 * Every::Day.seconds() as i64).rem_euclid(length as i64),
    });
    Period {
        every: Duration::from_seconds(length),
        since: Duration::from_seconds(since.unsigned_abs()),
    }
}

/// Checks that periodic steps fill their period.
fn check_every(described: &Power) -> Result<(), Problem> {
    let Some(every) = described.every else {
        return Ok(());
    };
    let series = [("cost", &described.cost), ("carbon", &described.carbon)];
    let steps = series.map(|(field, series)| match series {
        Some(Series::Steps(steps)) => Some((field, steps)),
        _ => None,
    });
    if steps.iter().all(Option::is_none) {
        return Err(Problem::input(
            "`power`: `every` is of the steps of `cost` and `carbon`, such as [(0, 0.2), (25200, 0.3)], and there are none",
        ));
    }
    let most = every.seconds() as f64;
    for (field, steps) in steps.into_iter().flatten() {
        let wrong = steps.iter().find(|(from, _)| *from >= most);
        let wrong = match steps.first() {
            Some((first, _)) if *first > 0.0 => Some(first),
            _ => wrong.map(|(from, _)| from),
        };
        if let Some(from) = wrong {
            return Err(Problem::input(format!(
                "`power`: a step of `{field}` begins at {} s; where they begin again every {}, the first begins at 0 and all before {most} s",
                Seen(*from),
                match every {
                    Every::Day => "day",
                    Every::Week => "week",
                }
            )));
        }
    }
    Ok(())
}

fn steps(
    series: Option<&Series>,
    kept: &Quantity,
    context: &Context<'_>,
    again: Option<Period>,
) -> Result<Option<Steps>, Problem> {
    let whole = |value: f64| (value * kept.units).round() as i64;
    let steps = match series {
        None => return Ok(None),
        Some(Series::Constant(value)) => vec![(Time::ZERO, whole(*value))],
        Some(Series::Steps(steps)) => {
            let steps = steps.iter();
            steps
                .map(|(from, value)| (Time(nanoseconds(*from)), whole(*value)))
                .collect()
        }
        Some(Series::File(path)) => {
            let path = resolve(path, context.source);
            let text = text_file::read(&path, "a series over time is a text file in CSV")?;
            let rows = rows(&text, kept, context).map_err(|problem| problem.in_file(&path))?;
            let rows = rows.into_iter();
            rows.map(|(from, value)| (from, whole(value))).collect()
        }
    };
    let again = again.filter(|_| matches!(series, Some(Series::Steps(_))));
    Ok(Steps::new(steps, again))
}

/// Kind of instants in a file.
#[derive(Clone, Copy)]
enum Instants {
    /// Seconds of the scenario's time.
    Own,
    /// Unix time in seconds.
    Unix,
    /// Dates with a time of day and an offset.
    Dates,
}

/// Rows of a file: an instant and a number each. Of those before time zero only the last counts.
fn rows(text: &str, kept: &Quantity, context: &Context<'_>) -> Result<Vec<(Time, f64)>, Problem> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .flexible(true)
        .from_reader(text.as_bytes());
    let said = |sentence: String, line: u64| Problem::input(sentence).at(line as usize, 1);
    let failed = |error: &csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        said(format!("is no table: {error}"), line)
    };
    let heading = reader.headers().map_err(|error| failed(&error))?.clone();
    let instants = match heading.get(0).unwrap_or_default() {
        _ if heading.len() != 2 => None,
        "time" => Some(Instants::Own),
        "unix" => Some(Instants::Unix),
        "date" => Some(Instants::Dates),
        _ => None,
    };
    let Some(instants) = instants else {
        let seen = heading.iter().collect::<Vec<_>>().join(",");
        return Err(said(
            format!(
                "begins with `{seen}`; the first line must name two columns, `time`, `unix` or `date` and what it is then, such as `time,{}`",
                kept.field
            ),
            1,
        ));
    };
    let mut rows: Vec<(f64, f64)> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| failed(&error))?;
        let line = record.position().map_or(1, csv::Position::line);
        let cell = |index: usize| record.get(index).unwrap_or_default();
        let wrong = |sentence| said(sentence, line);
        if record.len() != 2 {
            let seen = format::counted(record.len(), "cell");
            return Err(wrong(format!(
                "has {seen}; an instant and a number are needed"
            )));
        }
        let from = instant(cell(0), instants, context).map_err(wrong)?;
        let value: Option<f64> = cell(1).parse().ok();
        let value = value.filter(|value| kept.kind.check(*value).is_ok());
        let value = value.ok_or_else(|| wrong(kept.kind.refuse(&format!("`{}`", cell(1)))))?;
        if let Some((before, _)) = rows.last().filter(|(before, _)| *before >= from) {
            return Err(wrong(format!(
                "a row of {} s stands behind one of {} s; each must be later than the one ahead of it",
                Seen(from),
                Seen(*before)
            )));
        }
        rows.push((from, value));
    }
    if rows.is_empty() {
        return Err(said(
            "has no row below its heading; at least one is needed".to_owned(),
            1,
        ));
    }
    let past = rows.partition_point(|(from, _)| *from <= 0.0);
    rows.drain(..past.saturating_sub(1));
    let rows = rows.into_iter();
    Ok(rows
        .map(|(from, value)| (Time(nanoseconds(from.max(0.0))), value))
        .collect())
}

/// Parses an instant into seconds of the scenario's time; negative before time zero.
fn instant(text: &str, instants: Instants, context: &Context<'_>) -> Result<f64, String> {
    let start = || {
        context.unix_start.ok_or_else(|| {
            "nothing says on which date time zero is, as the workload is no log with its dates; a column `time` in seconds is needed instead".to_owned()
        })
    };
    let seconds = match instants {
        Instants::Own | Instants::Unix => {
            let seconds: Option<f64> = text.parse().ok().filter(|value: &f64| value.is_finite());
            let seconds = seconds.ok_or_else(|| format!("`{text}` is no time in seconds"))?;
            match instants {
                Instants::Unix => seconds - start()? as f64,
                _ => seconds,
            }
        }
        Instants::Dates => {
            let stamp: Timestamp = text.parse().map_err(|_| {
                format!("`{text}` is no date with an offset, such as 2024-05-01T14:00:00Z or 2024-05-01T16:00:00+02:00")
            })?;
            (stamp.as_second() - start()?) as f64
        }
    };
    if seconds <= LONGEST {
        Ok(seconds)
    } else {
        Err(format!(
            "`{text}` is beyond the {LONGEST} s that are counted"
        ))
    }
}
