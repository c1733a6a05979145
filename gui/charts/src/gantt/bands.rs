//! Bands of a chart: the rows of kinds of nodes and of partitions, and how they are drawn.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Pos2, Rect, Stroke, pos2, vec2};

use super::chart_area::ChartArea;
use crate::colour;
use laboratory::scenario::cluster::Layout;

/// Kind of bands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bands {
    /// No bands.
    None,
    /// Kinds of nodes, where there are several.
    #[default]
    Kinds,
    /// Partitions.
    Partitions,
}

impl Bands {
    /// All, in the order of a menu.
    pub const ALL: [Self; 3] = [Self::None, Self::Kinds, Self::Partitions];

    /// Returns the title in a menu.
    pub const fn title(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Kinds => "kinds",
            Self::Partitions => "partitions",
        }
    }
}

/// A kind or a partition with the rows of its nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Band {
    /// Name.
    pub(super) name: String,
    /// Number of nodes.
    pub(super) nodes: u32,
    /// First and end of its rows, a span for each run of adjacent nodes.
    pub(super) rows: Vec<[u32; 2]>,
    /// Index of its column, chosen so that no band covers another.
    pub(super) column: u32,
}

/// Returns the bands of `layout`.
pub(super) fn bands(layout: &Layout, of: Bands) -> Vec<Band> {
    match of {
        Bands::None => Vec::new(),
        Bands::Kinds => kinds(layout),
        Bands::Partitions => partitions(layout),
    }
}

fn kinds(layout: &Layout) -> Vec<Band> {
    let mut first = 0;
    let each = layout.kinds.iter().enumerate().map(|(index, kind)| {
        let own = first;
        first += kind.node.count;
        let name = kind.name.clone();
        Band {
            name: name.unwrap_or_else(|| format!("kind {}", index + 1)),
            nodes: kind.node.count,
            rows: vec![[own, first].map(|node| layout.rows_before(node))],
            column: 0,
        }
    });
    let all: Vec<Band> = each.collect();
    // A single band separates nothing.
    if all.len() > 1 { all } else { Vec::new() }
}

fn partitions(layout: &Layout) -> Vec<Band> {
    let mut all: Vec<Band> = Vec::new();
    for partition in &layout.partitions {
        let has = |node: &u32| partition.nodes[*node as usize / 64] >> (node % 64) & 1 == 1;
        let nodes: Vec<u32> = (0..layout.nodes()).filter(has).collect();
        let runs = nodes.chunk_by(|before, after| before + 1 == *after);
        let rows: Vec<[u32; 2]> = runs
            .filter_map(|run| Some([*run.first()?, run.last()? + 1]))
            .map(|ends| ends.map(|node| layout.rows_before(node)))
            .collect();
        let reach = |band: &[[u32; 2]]| Some([band.first()?[0], band.last()?[1]]);
        let Some([top, bottom]) = reach(&rows) else {
            continue;
        };
        let is_taken = |column: u32| {
            all.iter().filter(|band| band.column == column).any(|band| {
                reach(&band.rows).is_some_and(|[above, below]| above < bottom && top < below)
            })
        };
        let column = (0..).find(|column| !is_taken(*column)).unwrap_or_default();
        all.push(Band {
            name: partition.name.clone(),
            nodes: nodes.len() as u32,
            rows,
            column,
        });
    }
    all
}

/// Width of the bar of a partition, and distance to the next one.
const BAR: f32 = 4.0;
const COLUMN: f32 = 7.0;
/// Height of a name.
const NAME: f32 = 13.0;
/// Least height of a node that is told apart from its neighbours.
const LEAST_NODE: f32 = 14.0;

/// The name of a band with its position.
pub(super) struct Name {
    words: Arc<Galley>,
    corner: Pos2,
}

impl Name {
    /// Returns its room.
    pub(super) fn room(&self) -> Rect {
        self.words
            .rect
            .translate(self.corner.to_vec2())
            .expand2(vec2(2.0, 0.0))
    }
}

impl ChartArea<'_> {
    /// Draws bands over the left edge of the chart, and lines between nodes where these are tall
    /// enough.
    pub(super) fn bands(&self, layout: &Layout, of: Bands) {
        self.node_lines(layout);
        let ink = colour::text_on(colour::ground(self.dark));
        for (index, band) in bands(layout, of).iter().enumerate() {
            let spans = band.rows.iter().filter_map(|rows| self.visible(*rows));
            let spans: Vec<[f32; 2]> = spans.collect();
            let Some(&[top, _]) = spans.first() else {
                continue;
            };
            match of {
                Bands::Partitions => {
                    let x = self.chart.left() + 2.0 + COLUMN * band.column as f32;
                    for [from, until] in &spans {
                        let bar =
                            Rect::from_min_max(pos2(x, from + 1.0), pos2(x + BAR, until - 1.0));
                        let own = colour::run_colour(index, self.dark);
                        self.painter.rect_filled(bar, 1.0, own);
                    }
                }
                _ => {
                    let line = Stroke::new(1.5, ink.gamma_multiply(0.7));
                    if top > self.chart.top() + 1.0 {
                        self.painter.hline(self.chart.x_range(), top, line);
                    }
                }
            }
        }
        for Name { words, corner } in self.names(layout, of) {
            self.text(words, corner);
        }
    }

    /// Returns the names of bands with their positions over the bars.
    pub(super) fn names(&self, layout: &Layout, of: Bands) -> Vec<Name> {
        let all = bands(layout, of);
        let columns = all.iter().map(|band| band.column + 1).max().unwrap_or(0);
        let ink = colour::text_on(colour::ground(self.dark));
        let left = self.chart.left()
            + match of {
                Bands::Partitions => 4.0 + COLUMN * columns as f32,
                _ => 4.0,
            };
        let mut names: Vec<Name> = Vec::new();
        for band in &all {
            let spans = band.rows.iter().filter_map(|rows| self.visible(*rows));
            let spans: Vec<[f32; 2]> = spans.collect();
            let (Some(&[top, _]), Some(&[_, bottom])) = (spans.first(), spans.last()) else {
                continue;
            };
            // Names of bands that begin together stand below one another.
            let mut y = top + 1.0;
            while names.iter().any(|other| (other.corner.y - y).abs() < NAME) {
                y += NAME;
            }
            if y + NAME <= bottom.max(top + NAME) && y + NAME <= self.chart.bottom() {
                let nodes = laboratory::base::format::counted(band.nodes as usize, "node");
                let words = format!("{}: {nodes}", band.name);
                let font = FontId::proportional(11.0);
                names.push(Name {
                    words: self.painter.layout_no_wrap(words, font, ink),
                    corner: pos2(left, y),
                });
            }
        }
        names
    }

    /// Returns the part of these rows that is in sight, in points.
    fn visible(&self, rows: [u32; 2]) -> Option<[f32; 2]> {
        let [top, bottom] = rows.map(|row| {
            let y = self.view.y(self.chart, f64::from(row));
            y.clamp(self.chart.top(), self.chart.bottom())
        });
        (bottom > top + 2.0).then_some([top, bottom])
    }

    fn name(&self, words: &str, [left, top]: [f32; 2], ink: Color32) {
        let font = FontId::proportional(11.0);
        let words = self.painter.layout_no_wrap(words.to_owned(), font, ink);
        self.text(words, pos2(left, top));
    }

    /// Draws a text on a ground of its own.
    fn text(&self, words: Arc<Galley>, corner: Pos2) {
        let ink = colour::text_on(colour::ground(self.dark));
        let room = words.rect.translate(corner.to_vec2());
        let ground = colour::ground(self.dark).gamma_multiply(0.85);
        self.painter
            .rect_filled(room.expand2(vec2(2.0, 0.0)), 2.0, ground);
        self.painter.galley(corner, words, ink);
    }

    /// Draws faint lines between nodes and their numbers at the right, where they are tall enough.
    fn node_lines(&self, layout: &Layout) {
        let ink = colour::text_on(colour::ground(self.dark));
        let rows = [self.view.row0, self.view.row1].map(|row| row.max(0.0) as u32);
        let [first, last] = rows.map(|row| layout.node_of_row(row));
        for node in first..=last {
            let ends = [node, node + 1].map(|node| layout.rows_before(node));
            let [top, bottom] = ends.map(|row| self.view.y(self.chart, f64::from(row)));
            if bottom - top < LEAST_NODE {
                continue;
            }
            if self.chart.y_range().contains(top) && node > 0 {
                self.painter.hline(
                    self.chart.x_range(),
                    top,
                    Stroke::new(1.0, ink.gamma_multiply(0.35)),
                );
            }
            self.gpu_rows(layout, node, ink);
            let y = top.max(self.chart.top()) + 1.0;
            if y + NAME <= bottom.min(self.chart.bottom()) {
                let font = FontId::proportional(10.0);
                let words = format!("node {node}");
                let words = self.painter.layout_no_wrap(words, font, ink);
                let corner = pos2(self.chart.right() - words.size().x - 4.0, y);
                self.text(words, corner);
            }
        }
    }
}

impl ChartArea<'_> {
    /// Draws a faint line between the cores and the GPUs of a node, with a label below it.
    fn gpu_rows(&self, layout: &Layout, node: u32, ink: Color32) {
        let end = layout.rows_before(node + 1);
        let Some([top, bottom]) = self.visible([end - layout.gpus_of(node), end]) else {
            return;
        };
        let line = Stroke::new(1.0, ink.gamma_multiply(0.2));
        self.painter.hline(self.chart.x_range(), top, line);
        if bottom - top >= NAME {
            self.name("GPUs", [self.chart.left() + 4.0, top + 1.0], ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bands, bands};
    use laboratory::scenario::{Machine, parse};

    fn bands_of(machine: &str, of: Bands) -> Vec<(String, u32, Vec<[u32; 2]>, u32)> {
        let text = format!(
            "(machine: Cluster({machine}), workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]), policies: [Easy])"
        );
        let scenario = parse(&text, None).unwrap();
        let Machine::Cluster(cluster) = &scenario.machine else {
            unreachable!("it is one");
        };
        let layout = cluster.layout().unwrap().unwrap();
        let each = bands(&layout, of).into_iter();
        each.map(|band| (band.name, band.nodes, band.rows, band.column))
            .collect()
    }

    #[test]
    fn kinds_follow_one_another_core_by_core() {
        let machine = "kinds: [(name: \"thin\", count: 3, cores: 2), (count: 2, cores: 4), (name: \"gpu\", count: 1, cores: 8)]";
        let expected = [
            ("thin", 3, [0, 6]),
            ("kind 2", 2, [6, 14]),
            ("gpu", 1, [14, 22]),
        ];
        let expected = expected.map(|(name, nodes, rows)| (name.to_owned(), nodes, vec![rows], 0));
        assert_eq!(bands_of(machine, Bands::Kinds), expected);
        assert!(bands_of("kinds: [(count: 3, cores: 2)]", Bands::Kinds).is_empty());
        assert!(bands_of(machine, Bands::None).is_empty());
    }

    /// `ends` has the first and the last of four nodes of two cores and reaches over all; the
    /// next two, which do not meet, stand beside it; the last one covers both of these.
    #[test]
    fn partitions_that_overlap_stand_side_by_side() {
        let machine = "kinds: [(name: \"n\", count: 4, cores: 2)], partitions: [
            (name: \"ends\", nodes: [\"n[0,3]\"], default: true), (name: \"first\", nodes: [\"n[0-1]\"]),
            (name: \"second\", nodes: [\"n[2-3]\"]), (name: \"middle\", nodes: [\"n[1-2]\"])]";
        let expected = [
            ("ends", 2, vec![[0, 2], [6, 8]], 0),
            ("first", 2, vec![[0, 4]], 1),
            ("second", 2, vec![[4, 8]], 1),
            ("middle", 2, vec![[2, 6]], 2),
        ];
        let expected =
            expected.map(|(name, nodes, rows, column)| (name.to_owned(), nodes, rows, column));
        assert_eq!(bands_of(machine, Bands::Partitions), expected);
    }
}
