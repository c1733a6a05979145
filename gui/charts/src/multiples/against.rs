//! Two quantities of a page against each other: a path for each group, a point for each row.

use crate::plot::figure::{Axis, Figure, Mark, Note, Scale, Series};
use crate::plot::molds::{is_best, rings};
use crate::plot::series::Point;
use papers::{Page, Unit};

/// Returns the figure of `page`, if it has such quantities: less is better in both, and a ring is
/// around the best of each row.
pub fn against(page: &Page) -> Option<Figure> {
    let [x, y] = page.compared_columns?;
    let rows = || 0..page.rows.len();
    let at = |row: usize, group: usize| -> Option<Point> {
        let mean = |column| Some(page.value(row, column, group)?.mean);
        Some([mean(x)?, mean(y)?])
    };
    let mut series = Vec::new();
    let mut notes = Vec::new();
    for (group, label) in page.groups.iter().enumerate() {
        let points: Vec<_> = rows().filter_map(|row| at(row, group)).collect();
        // Both ends of a path are named, which shows its direction.
        let ends = [0, page.rows.len().saturating_sub(1)];
        let ends = ends.map(|row| Some((at(row, group)?, &page.rows[row][0])));
        notes.extend(ends.into_iter().flatten().map(|(at, name)| Note {
            at,
            words: name.clone(),
        }));
        series.push(Series {
            label: label.clone(),
            slot: group,
            mark: Mark::Path,
            points,
        });
    }
    let best = rows().flat_map(|row| {
        let groups = 0..page.groups.len();
        let all: Vec<_> = groups.filter_map(|group| at(row, group)).collect();
        let best = all.clone().into_iter();
        best.filter(move |&point| is_best(point, &all))
    });
    series.push(rings(best.collect()));
    let axis = |column: usize| {
        let quantity = &page.columns[column];
        match quantity.unit {
            Unit::Seconds | Unit::Instant => Axis::new(&quantity.name, Scale::LogDuration),
            Unit::Share | Unit::Number => Axis::new(&quantity.name, Scale::Near),
        }
    };
    Some(Figure {
        title: page.title.clone(),
        x: axis(x),
        y: axis(y),
        series,
        notes,
        bands: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use papers::{Estimate, Quantity};

    /// Two groups at two loads: the second is better in both at the first load,
    /// and each is better in one at the second.
    #[test]
    fn a_path_leads_from_row_to_row() {
        let value = |mean| {
            Some(Estimate {
                mean,
                half_width: None,
            })
        };
        let values = [0.2, 0.1, 9.0, 8.0, 0.3, 0.4, 20.0, 10.0];
        let column = |name: &str, unit| Quantity {
            name: name.to_owned(),
            unit,
        };
        let page = Page {
            title: "t".to_owned(),
            source: "s".to_owned(),
            rows: ["load 1", "load 2"]
                .map(|row| [row.to_owned(), String::new()])
                .to_vec(),
            columns: vec![
                column("missed", Unit::Share),
                column("response", Unit::Seconds),
            ],
            groups: vec!["a".to_owned(), "b".to_owned()],
            cells: values.map(value).to_vec(),
            compared_columns: Some([0, 1]),
        };
        let figure = against(&page).unwrap();
        let points: Vec<_> = figure.series.iter().map(|one| &one.points[..]).collect();
        assert_eq!(points[0], [[0.2, 9.0], [0.3, 20.0]]);
        assert_eq!(points[1], [[0.1, 8.0], [0.4, 10.0]]);
        assert_eq!(points[2], [[0.1, 8.0], [0.3, 20.0], [0.4, 10.0]]);
        assert_eq!(figure.notes.len(), 4);
        assert!(
            against(&Page {
                compared_columns: None,
                ..page
            })
            .is_none()
        );
    }
}
