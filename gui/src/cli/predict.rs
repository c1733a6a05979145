//! `cosched predict`: when waiting jobs will start, and how often such predictions hold.

use std::path::Path;

use cosched_core::Time;

use super::arguments::Predict;
use super::explain::instant;
use super::run::{chosen, simulate_with_bar};
use crate::base::problem::Problem;
use crate::base::words;
use crate::cli::show::bar::follow;
use crate::cli::show::output::print;
use crate::export::{write_rows, write_whole};
use crate::record::Run;
use crate::run::explain::moment::{moment, reason};
use crate::run::predict::calibrate::{Calibration, NINETY, calibrate, learned};
use crate::run::predict::widen::{LEVELS, Widening};
use crate::run::predict::{self, Settings, Start};

/// As many columns.
type Row = Vec<String>;

/// What is said of each job; in files with times in seconds.
const COLUMNS: [&str; 10] = [
    "policy", "job", "user", "nodes", "estimate", "median", "from", "until", "samples", "whose",
];

/// What is said of each level.
const LEVEL_COLUMNS: [&str; 7] = [
    "policy",
    "nominal",
    "held",
    "standard_error",
    "median_length",
    "predictions",
    "instants",
];

/// Answers what is asked of every run.
pub(super) fn predict(asked: &Predict) -> Result<(), Problem> {
    if let Some(out) = &asked.out {
        ending(out, "--out", &["csv", "json"])?;
    }
    if let Some(figure) = &asked.figure {
        ending(figure, "--figure", &["svg"])?;
    }
    let subject = &asked.subject;
    let (experiment, choices) = chosen(subject)?;
    let at = match &asked.at {
        Some(text) => Some(instant::parse(text, &experiment.clock)?),
        None => None,
    };
    let settings = Settings {
        draws: asked.draws,
        seed: experiment.scenario.seed,
    };
    let (mut rows, mut calibrations) = (Vec::new(), Vec::new());
    for choice in &choices {
        let run = simulate_with_bar(&experiment, choice, false, subject.quiet)?;
        predict::check(&run).map_err(|problem| problem.in_file(&subject.file))?;
        match at {
            Some(at) => rows.extend(starts(&run, at, settings, asked)?),
            None => {
                let found = follow(&run.label, subject.quiet, |progress| {
                    calibrate(&run, asked.instants, settings, progress)
                })?;
                let found = found.ok_or_else(cancelled)?;
                print(&table_of(&run, &found))?;
                rows.extend(cells_of(&run, &found));
                calibrations.push((run.label.clone(), found));
            }
        }
    }
    if let Some(out) = &asked.out {
        let columns: &[&str] = match at {
            Some(_) => &REASONED,
            None => &LEVEL_COLUMNS,
        };
        write(out, columns, rows)?;
    }
    match &asked.figure {
        Some(figure) => write_whole(figure, drawn(&calibrations)?.as_bytes()),
        None => Ok(()),
    }
}

/// The same, with the reason last.
const REASONED: [&str; COLUMNS.len() + 1] = {
    let mut all = ["reason"; COLUMNS.len() + 1];
    let mut place = 0;
    while place < COLUMNS.len() {
        all[place] = COLUMNS[place];
        place += 1;
    }
    all
};

fn cancelled() -> Problem {
    Problem::output("the run was cancelled")
}

/// Whether the name of a file ends as it may.
fn ending(path: &Path, option: &str, allowed: &[&str]) -> Result<(), Problem> {
    let seen = path.extension().and_then(|ending| ending.to_str());
    match seen.is_some_and(|seen| allowed.contains(&seen)) {
        true => Ok(()),
        false => {
            let allowed = allowed.join(" or .");
            Err(Problem::input(format!("{option}: the name must end in .{allowed}")).in_file(path))
        }
    }
}

/// Prints when who waits in `run` at `at` may start; the same for files.
fn starts(run: &Run, at: Time, settings: Settings, asked: &Predict) -> Result<Vec<Row>, Problem> {
    let quiet = asked.subject.quiet;
    let widening = follow("learning", quiet, |progress| {
        learned(run, at, asked.instants, settings, progress)
    })?;
    let found = follow(&run.label, quiet, |progress| {
        predict::starts(run, at, settings, progress)
    })?;
    let found = found.ok_or_else(cancelled)?;
    let now = follow(&run.label, quiet, |progress| moment(run, at, progress))?;
    let now = now.ok_or_else(cancelled)?;
    let heading = format!(
        "{} at {}: {} running, {} waiting, {} free; {} draws, intervals as {} of before had to be\n",
        run.label,
        run.instant(at),
        words::counted(now.running as usize, "job"),
        words::count(found.len() as u64),
        words::counted(now.free as usize, "node"),
        words::count(u64::from(settings.draws)),
        words::counted(widening.predictions, "prediction"),
    );
    let mut shown =
        vec![["job", "nodes", "estimate", "median", "90 % within", "by"].map(str::to_owned)];
    let (mut rows, mut reasons) = (Vec::new(), Vec::new());
    for start in &found {
        let why = now.queue.iter().find(|waiting| waiting.job == start.job);
        let why = why.and_then(|waiting| reason(run, &now, waiting));
        let clock = |at: f64| run.experiment.clock.instant(at);
        let why = why.map_or_else(String::new, |why| words::sentence(&why, clock));
        shown.push(in_words(run, start, &widening));
        rows.push(in_seconds(run, at, (start, &widening), &why));
        reasons.push(why);
    }
    let mut text = heading;
    let lines = aligned(&shown);
    for (place, line) in lines.iter().enumerate() {
        let why = place.checked_sub(1).map_or("", |place| &*reasons[place]);
        text += format!("  {line}  {why}").trim_end();
        text += "\n";
    }
    if found.is_empty() {
        text += "  nobody waits\n";
    }
    print(&text)?;
    Ok(rows)
}

fn in_words(run: &Run, start: &Start, widening: &Widening) -> [String; 6] {
    let spec = run.experiment.jobs[start.job];
    let [from, until] = widening.interval(start, NINETY);
    [
        run.experiment.labels[start.job].number.to_string(),
        words::count(u64::from(spec.nodes)),
        words::span(spec.estimate.seconds()),
        format!("in {}", words::span(start.quantile(0.5))),
        format!("{} to {}", words::span(from), words::span(until)),
        match start.samples {
            0 => "no runtimes yet".to_owned(),
            samples => format!("{samples} of {}", start.whose.words()),
        },
    ]
}

/// The same for files: instants in seconds.
fn in_seconds(run: &Run, at: Time, (start, widening): (&Start, &Widening), why: &str) -> Row {
    let (spec, label) = (
        run.experiment.jobs[start.job],
        &run.experiment.labels[start.job],
    );
    let [from, until] = widening.interval(start, NINETY);
    let instant = |wait: f64| format!("{:.0}", at.seconds() + wait);
    vec![
        run.label.clone(),
        label.number.to_string(),
        label.user.map_or_else(String::new, |user| user.to_string()),
        spec.nodes.to_string(),
        format!("{:.0}", spec.estimate.seconds()),
        instant(start.quantile(0.5)),
        instant(from),
        instant(until),
        start.samples.to_string(),
        start.whose.words().to_owned(),
        why.to_owned(),
    ]
}

/// Columns as wide as their widest cells.
fn aligned<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect();
        cells.join("  ")
    };
    rows.iter().map(line).collect()
}

/// How often intervals held, as a table.
fn table_of(run: &Run, found: &Calibration) -> String {
    let mut text = format!(
        "{}: {} of jobs that waited at {} of the later half; intervals as {} of the quarter before had to be\n",
        run.label,
        words::counted(found.predictions, "prediction"),
        words::counted(found.instants, "instant"),
        words::counted(found.widening.predictions, "prediction"),
    );
    if found.predictions == 0 {
        return text;
    }
    let heading = ["nominal", "held", "± error", "median length"].map(str::to_owned);
    let mut rows = vec![heading];
    rows.extend((0..LEVELS.len()).map(|place| {
        [
            format!("{} %", LEVELS[place]),
            format!("{:.1} %", 100.0 * found.held[place]),
            format!("{:.1}", 100.0 * found.error[place]),
            words::span(found.length[place]),
        ]
    }));
    for line in aligned(&rows) {
        text += &format!("  {line}\n");
    }
    text + &format!(
        "  of the 90 %: {:.1} % started earlier, {:.1} % later\n",
        100.0 * found.earlier,
        100.0 * found.later
    )
}

fn cells_of(run: &Run, found: &Calibration) -> Vec<Row> {
    let row = |place: usize| {
        vec![
            run.label.clone(),
            format!("{:.2}", f64::from(LEVELS[place]) / 100.0),
            format!("{:.4}", found.held[place]),
            format!("{:.4}", found.error[place]),
            format!("{:.0}", found.length[place]),
            found.predictions.to_string(),
            found.instants.to_string(),
        ]
    };
    (0..LEVELS.len()).map(row).collect()
}

/// Writes rows under the names of their columns.
fn write(out: &Path, columns: &[&str], rows: Vec<Row>) -> Result<(), Problem> {
    if out.extension().is_some_and(|ending| ending == "csv") {
        let heading = columns.iter().map(|&name| name.to_owned()).collect();
        let all = std::iter::once(heading).chain(rows).collect();
        return write_rows(out, all);
    }
    let value = |text: String| match (text.parse::<u64>(), text.parse::<f64>()) {
        (Ok(whole), _) => serde_json::Value::from(whole),
        (_, Ok(number)) if number.is_finite() => serde_json::Value::from(number),
        _ => serde_json::Value::from(text),
    };
    let objects = rows.into_iter().map(|row| {
        let cells = columns.iter().zip(row);
        let cells = cells.map(|(name, cell)| ((*name).to_owned(), value(cell)));
        serde_json::Value::Object(cells.collect())
    });
    let all = serde_json::Value::Array(objects.collect());
    write_whole(out, format!("{all:#}\n").as_bytes())
}

/// The picture: how many held against how many were to.
#[cfg(feature = "window")]
fn drawn(calibrations: &[(String, Calibration)]) -> Result<String, Problem> {
    use crate::draw::plot::figure::{Axis, Figure, Mark, Scale, Series};
    use crate::draw::write::svg;

    let axis = |label: &str| Axis {
        label: label.to_owned(),
        scale: Scale::Linear,
    };
    let even = Series {
        label: "as many as were to".to_owned(),
        slot: 0,
        mark: Mark::Line,
        points: vec![[0.0, 0.0], [100.0, 100.0]],
    };
    let of_runs = (1..).zip(calibrations).map(|(slot, (label, found))| {
        let points = LEVELS.iter().zip(found.held);
        Series {
            label: label.clone(),
            slot,
            mark: Mark::Dots,
            points: points
                .map(|(level, held)| [f64::from(*level), 100.0 * held])
                .collect(),
        }
    });
    let figure = Figure {
        title: "Predicted starts within their intervals".to_owned(),
        x: axis("nominal part of the intervals (%)"),
        y: axis("held (%)"),
        series: std::iter::once(even).chain(of_runs).collect(),
        notes: Vec::new(),
        bands: Vec::new(),
    };
    Ok(svg::figure(&figure, [720, 560], false))
}

/// What draws is part of the window.
#[cfg(not(feature = "window"))]
fn drawn(_: &[(String, Calibration)]) -> Result<String, Problem> {
    Err(Problem::input(
        "--figure: this program was built without the window, which draws",
    ))
}
