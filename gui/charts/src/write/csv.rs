//! Figures as comma-separated values.

use std::fmt::Display;

use crate::plot::figure::{Figure, Scale};
use laboratory::base::problem::Problem;
use laboratory::base::sanitize::cell;

/// Returns one line per point: the curve, its x, its y.
pub fn figure(figure: &Figure) -> Result<String, Problem> {
    let broken =
        |error: &dyn Display| Problem::output(format!("the values of {}: {error}", figure.title));
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let heading = ["run".to_owned(), figure.x.heading(), figure.y.heading()];
    writer
        .write_record(&heading)
        .map_err(|error| broken(&error))?;
    for series in &figure.series {
        for [x, y] in &series.points {
            let x = match figure.x.scale {
                Scale::Class => figure.x.format(*x),
                _ => x.to_string(),
            };
            let record = [&*cell(&series.label), &x, &y.to_string()];
            writer
                .write_record(record)
                .map_err(|error| broken(&error))?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| broken(&error))?;
    String::from_utf8(bytes).map_err(|error| broken(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::figure::Curve;
    use crate::sample;

    #[test]
    fn values_come_back_as_they_were() {
        let run = sample::ten_jobs();
        let plot = Figure::utilisation(&[Curve {
            run: &run,
            label: "EASY, \"mine\"",
            slot: 0,
        }]);
        let text = figure(&plot).unwrap();
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        assert_eq!(reader.headers().unwrap(), vec!["run", "time", "busy nodes"]);
        let points: Vec<[f64; 2]> = reader
            .records()
            .map(|record| {
                let record = record.unwrap();
                assert_eq!(&record[0], "EASY, \"mine\"");
                [record[1].parse().unwrap(), record[2].parse().unwrap()]
            })
            .collect();
        assert_eq!(points, plot.series[0].points);
    }

    #[test]
    fn classes_have_their_names() {
        let text = figure(&Figure::class_mix(&sample::displacing())).unwrap();
        // Job 1 of 30 s is long, job 2 of 25 s short.
        let work = [25.0 / 55.0, 0.0, 30.0 / 55.0];
        let [short, medium, long] = work.map(|share: f64| share.to_string());
        let expected = format!(
            "run,class,share\nof jobs,short,0.5\nof jobs,medium,0\nof jobs,long,0.5\n\
             of work,short,{short}\nof work,medium,{medium}\nof work,long,{long}\n"
        );
        assert_eq!(text, expected);
    }
}
