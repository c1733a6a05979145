//! Predictions as printed, written and drawn.

use std::path::Path;

use crate::cli::show::output::aligned;
use laboratory::base::format;
use laboratory::base::problem::Problem;
use laboratory::export::write_rows;
use laboratory::export::write_whole;
use laboratory::run::predict::calibrate::Calibration;
use laboratory::run::predict::recalibrate::LEVELS;
use laboratory::scenario::PolicyName;

/// Cells of a row, as many as there are columns.
pub(super) type Row = Vec<String>;

/// Rows of a file, and how often predictions held in which run.
pub(super) type Answers = (Vec<Row>, Vec<Calibrated>);

/// A run by its name, its policy, and how often its predictions held.
pub(super) type Calibrated = (String, PolicyName, Calibration);

/// Checks that a file has one of the allowed extensions.
pub(super) fn ending(path: &Path, option: &str, allowed: &[&str]) -> Result<(), Problem> {
    let seen = path.extension().and_then(|ending| ending.to_str());
    if seen.is_some_and(|seen| allowed.contains(&seen)) {
        Ok(())
    } else {
        let allowed = allowed.join(" or .");
        Err(Problem::input(format!("{option}: the name must end in .{allowed}")).in_file(path))
    }
}

/// Returns how often intervals held, as a table.
pub(super) fn table_of(label: &str, found: &Calibration) -> String {
    let mut text = format!(
        "{label}: {} of jobs that waited at {} of the later half; intervals calibrated on {} to {}\n",
        format::counted(found.predictions, "prediction"),
        format::counted(found.instants, "instant"),
        format::count(found.learned[0] as u64),
        format::counted(found.learned[1], "earlier prediction"),
    );
    if found.predictions == 0 {
        return text;
    }
    let heading = ["nominal", "held", "± error", "median length"].map(str::to_owned);
    let mut rows = vec![heading];
    rows.extend((0..LEVELS.len()).map(|index| {
        [
            format!("{} %", LEVELS[index]),
            format!("{:.1} %", 100.0 * found.coverage[index]),
            format!("{:.1}", 100.0 * found.error[index]),
            format::span(found.length[index]),
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

/// Writes rows under the names of their columns.
pub(super) fn write(out: &Path, columns: &[&str], rows: Vec<Row>) -> Result<(), Problem> {
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

/// Returns the picture: how many predictions held against how many were expected to.
pub(super) fn drawn(calibrations: &[Calibrated]) -> Result<String, Problem> {
    use charts::plot::figure::{Axis, Figure, Mark, Scale, Series};
    use charts::write::svg;
    use laboratory::record::colour::{AS_RECORDED, colours_of};

    let axis = |label: &str| Axis::new(label, Scale::Linear);
    // The line to compare with is no policy's.
    let even = Series {
        label: "as many as were to".to_owned(),
        slot: AS_RECORDED,
        mark: Mark::Line,
        points: vec![[0.0, 0.0], [100.0, 100.0]],
    };
    let slots = colours_of(calibrations.iter().map(|(_, policy, _)| *policy));
    let of_runs = slots.into_iter().zip(calibrations);
    let of_runs = of_runs.map(|(slot, (label, _, found))| {
        let points = LEVELS.iter().zip(found.coverage);
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

#[cfg(test)]
mod tests {
    use super::*;
    use charts::colour::run_colour;
    use laboratory::record::colour::colours_of;

    /// Alone in a figure, Conservative had the colour of EASY.
    #[test]
    fn a_policy_has_its_own_colour_in_the_figure() {
        let conservative = PolicyName::Conservative;
        let found = ("C".to_owned(), conservative, Calibration::default());
        let drawn = drawn(&[found]).unwrap().to_lowercase();
        let has = |policy: PolicyName| {
            let [red, green, blue, _] = run_colour(colours_of([policy])[0], false).to_array();
            drawn.contains(&format!("#{red:02x}{green:02x}{blue:02x}"))
        };
        assert!(has(conservative));
        assert!(!has(PolicyName::Easy) && !has(PolicyName::Fcfs));
    }
}
