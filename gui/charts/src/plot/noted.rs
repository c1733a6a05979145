//! Notes on instants and spans, as lines of a figure over time.

use super::figure::{Figure, Mark, Scale, Series};
use crate::time::notes::Note;
use laboratory::record::colour::{AS_RECORDED, POLICIES};

impl Figure {
    /// Adds a line at each noted instant and one around each noted span, which the legend names; a
    /// figure that is not over time stays as it is.
    #[must_use]
    pub fn noted(mut self, notes: &[Note]) -> Self {
        if self.x.scale != Scale::Time {
            return self;
        }
        let points = self.series.iter().flat_map(|series| &series.points);
        let top = points.map(|point| point[1]).fold(0.0, f64::max);
        let lines = notes.iter().enumerate().map(|(index, note)| {
            let [from, until] = note.span.map(|at| at.seconds());
            let mut points = vec![[from, 0.0], [from, top]];
            if !note.is_instant() {
                points.extend([[until, top], [until, 0.0]]);
            }
            Series {
                label: note.text.clone(),
                // A slot of no run.
                slot: AS_RECORDED + POLICIES * (1 + index),
                mark: Mark::Path,
                points,
            }
        });
        self.series.extend(lines);
        self
    }
}

#[cfg(test)]
mod tests {
    use cosched_core::Time;

    use super::*;
    use crate::plot::figure::Curve;
    use crate::sample;

    #[test]
    fn notes_are_lines_of_figures_over_time_alone() {
        let run = sample::ten_jobs();
        let curves = [Curve {
            run: &run,
            label: "ten",
            slot: 0,
        }];
        let notes = [20, 60].map(|end| Note {
            span: [Time::from_seconds(20), Time::from_seconds(end)],
            text: format!("until {end}"),
        });
        let figure = Figure::queue_length(&curves);
        let noted = figure.clone().noted(&notes);
        assert_eq!(noted.series.len(), figure.series.len() + 2);
        let lengths = noted.series.iter().rev().take(2);
        let lengths: Vec<usize> = lengths.map(|series| series.points.len()).collect();
        assert_eq!(lengths, [4, 2], "a span, and an instant");
        let svg = crate::write::svg::figure(&noted, [600, 300], false);
        assert!(svg.contains("until 60"));
        let other = Figure::slowdown_by_size(&curves);
        assert_eq!(other.clone().noted(&notes), other);
    }
}
