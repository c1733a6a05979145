//! Layout of a page: the window and the vector file draw the same.

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};

use super::scale::{Scale, format};
use crate::picture::Anchor;
use papers::{Page, Quantity};

/// Least room in which everything can be read.
pub const LEAST: Vec2 = vec2(720.0, 420.0);

/// Room around the page.
const MARGIN: f32 = 10.0;
/// Room on the left for the names of rows.
const NAMES: f32 = 92.0;
/// Heights of the lines above the charts: title, groups, names of columns.
const HEAD: [f32; 3] = [24.0, 22.0, 20.0];
/// Height of the strip above a chart in which its axis is explained.
const STRIP: f32 = 15.0;
/// Gap between charts, across and down.
const GAP: Vec2 = vec2(18.0, 14.0);
/// Width of a bar as a share of the room it has.
const BAR: f32 = 0.7;
/// Width of a letter as a share of its height, where none can be measured.
const LETTER: f32 = 0.56;

/// Everything on the page.
pub(crate) struct Layout {
    /// Title, names of rows and columns.
    pub(crate) words: Vec<TextLine>,
    /// Samples of the colours with the names of groups.
    pub(crate) keys: Vec<(Rect, TextLine)>,
    /// Charts, row by row.
    pub(crate) charts: Vec<Chart>,
}

/// A line of text.
pub(crate) struct TextLine {
    /// Position of its start, middle or end; in the middle of its height.
    pub(crate) at: Pos2,
    /// Part of it at that position.
    pub(crate) anchor: Anchor,
    /// Height of its letters.
    pub(crate) size: f32,
    /// Whether it is more than a remark.
    pub(crate) strong: bool,
    /// Text.
    pub(crate) text: String,
}

/// One chart.
pub(crate) struct Chart {
    /// Accessible name.
    pub(crate) name: String,
    /// Rectangle of its bars.
    pub(crate) frame: Rect,
    /// Heights of the lines from side to side, the lowest first.
    pub(crate) lines: Vec<f32>,
    /// Height of the line on which bars stand, or from which they hang.
    pub(crate) base: f32,
    /// Labels of its axis.
    pub(crate) words: Vec<TextLine>,
    /// A bar for each group that has a value.
    pub(crate) bars: Vec<Bar>,
}

/// One bar.
pub(crate) struct Bar {
    /// Index of its group, which selects the colour.
    pub(crate) group: usize,
    /// Name of the group.
    pub(crate) name: String,
    /// Value in words.
    pub(crate) value: String,
    /// Rectangle.
    pub(crate) rect: Rect,
    /// Upper and lower end of its interval, if it has one.
    pub(crate) interval: Option<[f32; 2]>,
}

/// Returns the colour of text and of the frames of charts.
pub(crate) fn ink(strong: bool, dark: bool) -> Color32 {
    Color32::from_gray(match (strong, dark) {
        (true, false) => 20,
        (true, true) => 235,
        (false, false) => 95,
        (false, true) => 165,
    })
}

/// Returns the colour of auxiliary lines.
pub(crate) fn faint(dark: bool) -> Color32 {
    Color32::from_gray(if dark { 60 } else { 221 })
}

impl Layout {
    /// Lays `page` out within `room`; charts with values far apart are logarithmic if `log`.
    pub(crate) fn new(page: &Page, room: Rect, log: bool) -> Self {
        let room = room.shrink(MARGIN);
        let [title, keys, columns] = HEAD;
        let mut layout = Self {
            words: vec![TextLine::new(
                room.left_top() + vec2(0.0, title / 2.0),
                Anchor::Start,
                (14.0, true),
                &page.title,
            )],
            keys: keys_of(page, room.left_top() + vec2(0.0, title + keys / 2.0)),
            charts: Vec::new(),
        };
        let first = room.left_top() + vec2(NAMES, title + keys + columns);
        let counts = vec2(page.columns.len() as f32, page.rows.len() as f32);
        let cell = (room.max - first + GAP) / counts.max(Vec2::splat(1.0)) - GAP;
        let cell = cell.max(vec2(1.0, STRIP + 1.0));
        for (row, names) in page.rows.iter().enumerate() {
            let top = first.y + row as f32 * (cell.y + GAP.y);
            layout.name_row(names, pos2(room.left(), top + (STRIP + cell.y) / 2.0));
            for (column, quantity) in page.columns.iter().enumerate() {
                let left = first.x + column as f32 * (cell.x + GAP.x);
                if row == 0 {
                    let middle = pos2(left + cell.x / 2.0, top - columns / 2.0);
                    let name = TextLine::new(middle, Anchor::Middle, (13.0, true), &quantity.name);
                    layout.words.push(name);
                }
                let whole = Rect::from_min_size(pos2(left, top), cell);
                let chart = Chart::new(page, (row, column), quantity, whole, log);
                layout.charts.push(chart);
            }
        }
        layout
    }

    /// Adds a name and, below it, a remark.
    fn name_row(&mut self, [name, remark]: &[String; 2], at: Pos2) {
        let line =
            |down, look, text| TextLine::new(at + vec2(0.0, down), Anchor::Start, look, text);
        self.words.push(line(-8.0, (13.0, true), name));
        self.words.push(line(8.0, (11.0, false), remark));
    }
}

/// Returns a sample and a name for each group, from left to right.
fn keys_of(page: &Page, mut at: Pos2) -> Vec<(Rect, TextLine)> {
    const SIZE: f32 = 12.0;
    let groups = page.groups.iter();
    let key = |name: &String| {
        let sample = Rect::from_center_size(at + vec2(6.0, 0.0), vec2(12.0, 12.0));
        let words = TextLine::new(at + vec2(17.0, 0.0), Anchor::Start, (SIZE, true), name);
        at.x += 17.0 + words.width() + 16.0;
        (sample, words)
    };
    groups.map(key).collect()
}

impl TextLine {
    fn new(at: Pos2, anchor: Anchor, (size, strong): (f32, bool), text: &str) -> Self {
        Self {
            at,
            anchor,
            size,
            strong,
            text: text.to_owned(),
        }
    }

    /// Returns its approximate width.
    fn width(&self) -> f32 {
        LETTER * self.size * self.text.chars().count() as f32
    }
}

impl Chart {
    fn new(
        page: &Page,
        (row, column): (usize, usize),
        quantity: &Quantity,
        whole: Rect,
        log: bool,
    ) -> Self {
        let frame = whole.with_min_y(whole.top() + STRIP);
        let groups = || page.groups.iter().enumerate();
        // A value that is not a number counts as missing.
        let value = |group| {
            let value = page.value(row, column, group);
            value.filter(|value| value.mean.is_finite())
        };
        let values = groups().filter_map(|(group, _)| value(group));
        let scale = Scale::new(quantity.unit, &values.collect::<Vec<_>>(), log);
        let up = |value: f64| frame.bottom() - scale.share(value) * frame.height();
        let base = up(0.0);
        let width = frame.width() / page.groups.len().max(1) as f32;
        let bar = |(group, name): (usize, &String)| {
            let value = value(group)?;
            let middle = frame.left() + (group as f32 + 0.5) * width;
            let half = width * BAR / 2.0;
            let ends = |half: f64| [up(value.mean + half), up(value.mean - half)];
            Some(Bar {
                group,
                name: name.clone(),
                value: format(quantity.unit, value),
                rect: Rect::from_two_pos(
                    pos2(middle - half, up(value.mean)),
                    pos2(middle + half, base),
                ),
                interval: value.half_width.map(ends),
            })
        };
        let strip = whole.top() + STRIP / 2.0;
        let corner = |at: f32, anchor, text: &str| {
            TextLine::new(pos2(at, strip), anchor, (10.0, false), text)
        };
        let top = corner(frame.left(), Anchor::Start, &scale.top());
        let note = scale.note().map(|note| {
            let whole = corner(frame.right(), Anchor::End, &note);
            if top.width() + whole.width() < frame.width() {
                whole
            } else {
                corner(frame.right(), Anchor::End, "log")
            }
        });
        let [name, remark] = &page.rows[row];
        Self {
            name: format!("{}: {name}, {remark}", quantity.name),
            frame,
            lines: scale.ticks.iter().map(|tick| up(*tick)).collect(),
            base,
            words: std::iter::once(top).chain(note).collect(),
            bars: groups().filter_map(bar).collect(),
        }
    }

    /// Returns the bar whose share of the width has `x` in it.
    pub(crate) fn at(&self, x: f32) -> Option<&Bar> {
        let distance = |bar: &&Bar| (bar.rect.center().x - x).abs();
        let nearest = self
            .bars
            .iter()
            .min_by(|one, other| distance(one).total_cmp(&distance(other)));
        nearest.filter(|bar| distance(bar) * 2.0 * BAR <= bar.rect.width())
    }

    /// Returns all values in words.
    pub(crate) fn texts(&self) -> String {
        let bars = self.bars.iter();
        let bars: Vec<_> = bars
            .map(|bar| format!("{} {}", bar.name, bar.value))
            .collect();
        format!("{}: {}", self.name, bars.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::page;

    fn layout(log: bool) -> Layout {
        let room = Rect::from_min_size(pos2(30.0, 40.0), vec2(700.0, 500.0));
        Layout::new(&page(), room, log)
    }

    #[test]
    fn charts_do_not_overlap_in_the_available_room() {
        let layout = layout(true);
        let room = Rect::from_min_size(pos2(30.0, 40.0), vec2(700.0, 500.0));
        assert_eq!(layout.charts.len(), 4);
        for (index, chart) in layout.charts.iter().enumerate() {
            assert!(room.contains_rect(chart.frame));
            for other in &layout.charts[..index] {
                assert!(!chart.frame.intersects(other.frame));
            }
            for bar in &chart.bars {
                assert!(
                    chart.frame.expand(0.01).contains_rect(bar.rect),
                    "{}",
                    chart.name
                );
            }
        }
        assert!(layout.words.iter().all(|words| room.contains(words.at)));
    }

    #[test]
    fn bars_are_as_long_as_their_values() {
        let layout = layout(false);
        let [slowdown, shares, coarse, _] = &layout.charts[..] else {
            panic!("four charts");
        };
        let length = |bar: &Bar| bar.rect.height();
        let ratio = length(&slowdown.bars[0]) / length(&slowdown.bars[1]);
        assert!((ratio - 250.0).abs() < 1.0, "{ratio}");
        let half = &shares.bars[0];
        assert!((length(half) - shares.frame.height() / 2.0).abs() < 0.01);
        // From a quarter to three; above 1 there is nothing.
        let [top, bottom] = half.interval.unwrap();
        assert!((bottom - top - shares.frame.height() / 2.0).abs() < 0.01);
        assert_eq!(coarse.bars.len(), 1, "what is missing has no bar");
    }

    #[test]
    fn a_bar_below_zero_hangs_from_the_line_of_zero() {
        let mut page = page();
        page.cells[0].as_mut().unwrap().mean = -20.0;
        let room = Rect::from_min_size(Pos2::ZERO, vec2(700.0, 500.0));
        let layout = Layout::new(&page, room, true);
        let chart = &layout.charts[0];
        let [hanging, standing] = &chart.bars[..] else {
            panic!("two bars");
        };
        assert_eq!(hanging.rect.top(), chart.base);
        assert_eq!(standing.rect.bottom(), chart.base);
        assert!((hanging.rect.height() - standing.rect.height()).abs() < 0.01);
        assert!(chart.lines.contains(&chart.base));
        assert_eq!(chart.words[1].text, "from -20");
    }

    #[test]
    fn a_chart_says_whether_it_is_logarithmic() {
        let notes = |log| {
            let charts = layout(log).charts.into_iter();
            let notes = charts.map(|chart| chart.words.len() - 1);
            notes.collect::<Vec<_>>()
        };
        assert_eq!(notes(true), [1, 0, 0, 0]);
        assert_eq!(notes(false), [0; 4]);
        let chart = &layout(true).charts[0];
        assert_eq!(chart.words[0].text, "10000");
        assert_eq!(chart.words[1].text, "log, from 10");
        assert_eq!(
            chart.texts(),
            "slowdown: fine, a & b: FCFS 5000, Gang 20.00"
        );
    }

    #[test]
    fn the_pointer_finds_a_bar_above_and_beside_it() {
        let layout = layout(true);
        let chart = &layout.charts[2];
        assert_eq!(chart.at(chart.frame.left() + 1.0).unwrap().name, "FCFS");
        assert!(chart.at(chart.frame.right() - 1.0).is_none(), "no Gang");
    }

    #[test]
    fn layout_survives_no_room_and_no_values() {
        let nothing = Page {
            rows: Vec::new(),
            cells: Vec::new(),
            ..page()
        };
        for page in [page(), nothing] {
            let layout = Layout::new(&page, Rect::from_min_size(Pos2::ZERO, Vec2::ZERO), true);
            for chart in &layout.charts {
                assert!(chart.frame.is_finite() && chart.frame.width() > 0.0);
                assert!(chart.bars.iter().all(|bar| bar.rect.is_finite()));
            }
        }
    }
}
