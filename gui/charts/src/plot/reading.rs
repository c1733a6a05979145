//! Values of a figure at the pointer: of curves their values there, of points the nearest one.

use super::figure::{Figure, Mark, Scale, Series};
use super::series::Point;

/// Most curves that are read at once.
const MOST: usize = 16;

impl Series {
    /// Returns its value at `x`, where it has one.
    pub fn at(&self, figure: &Figure, x: f64) -> Option<f64> {
        let after = self.points.partition_point(|point| point[0] <= x);
        let before = *self.points.get(after.checked_sub(1)?)?;
        match self.mark {
            Mark::Step | Mark::Dashes => {
                let last = self.points.last().is_none_or(|last| x <= last[0]);
                last.then_some(before[1])
            }
            Mark::Line => match self.points.get(after) {
                Some(next) => {
                    let even = |point: Point| figure.x.even(point[0]);
                    let share = (figure.x.even(x) - even(before)) / (even(*next) - even(before));
                    let [low, high] = [before[1], next[1]].map(|value| figure.y.even(value));
                    Some(figure.y.value(low + share * (high - low)))
                }
                None => (before[0] == x).then_some(before[1]),
            },
            Mark::Dots | Mark::Path | Mark::Points | Mark::Rings | Mark::Bars(_) => None,
        }
    }
}

impl Figure {
    /// Returns the values of the curves at `x`, a line for each; `None` without any.
    pub fn reading(&self, x: f64) -> Option<String> {
        let values = self.series.iter().filter_map(|series| {
            let value = series.at(self, x)?;
            Some(format!("{}: {}", series.label, self.y.format(value)))
        });
        let lines: Vec<String> = values.take(MOST).collect();
        let heading = match self.x.scale {
            Scale::Class => return None,
            _ => format!("{}: {}", self.x.name(), self.x.format(x)),
        };
        (!lines.is_empty()).then(|| format!("{heading}\n{}\n{}", self.y.name(), lines.join("\n")))
    }

    /// Returns the text of one point of the series `name`; `None` if its mark has no points.
    pub fn reading_of(&self, name: &str, [x, y]: Point) -> Option<String> {
        let mut found = self.series.iter().filter(|series| series.label == name);
        let series = found.find(|series| {
            let marks = [Mark::Dots, Mark::Path, Mark::Points, Mark::Rings];
            marks.contains(&series.mark)
        })?;
        Some(format!(
            "{}\n{}: {}\n{}: {}",
            series.label,
            self.x.name(),
            self.x.format(x),
            self.y.name(),
            self.y.format(y)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::figure::Axis;

    fn figure(marks: &[Mark]) -> Figure {
        let series = marks.iter().zip(["a", "b"]).map(|(mark, label)| Series {
            label: label.into(),
            slot: 0,
            mark: *mark,
            points: vec![[0.0, 4.0], [10.0, 8.0], [20.0, 0.0]],
        });
        Figure {
            title: "Busy".into(),
            x: Axis::new("time", Scale::Time),
            y: Axis::new("busy nodes", Scale::Linear),
            series: series.collect(),
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }

    #[test]
    fn a_curve_is_read_at_the_instant_of_the_pointer() {
        let figure = figure(&[Mark::Step, Mark::Line]);
        let said = figure.reading(15.0).unwrap();
        // The step holds 8 from 10 s on; the line is half-way from 8 to 0.
        assert_eq!(said, "time: 15 s\nbusy nodes\na: 8\nb: 4");
        assert_eq!(figure.reading(-1.0), None);
        assert_eq!(figure.reading(21.0), None);
    }

    #[test]
    fn points_are_read_one_by_one() {
        let figure = figure(&[Mark::Points]);
        assert_eq!(figure.reading(10.0), None);
        let said = figure.reading_of("a", [10.0, 8.5]).unwrap();
        assert_eq!(said, "a\ntime: 10 s\nbusy nodes: 8.5");
    }
}
