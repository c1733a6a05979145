//! A page of small charts as a picture.

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};

use super::scale::{Scale, format};
use crate::colour::run_colour;
use crate::picture::{Anchor, Inks, Item, Picture, inks};
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
/// Size of letters that have none of their own.
const FONT: f64 = 12.0;
/// Width of a letter as a share of its height, where none can be measured.
const LETTER: f32 = 0.56;

/// A page: the picture, and the charts in it that answer the pointer.
pub(crate) struct Layout {
    pub(crate) picture: Picture,
    /// Row by row.
    pub(crate) charts: Vec<Chart>,
}

/// One chart.
pub(crate) struct Chart {
    /// Accessible name.
    pub(crate) name: String,
    /// Rectangle of its bars.
    pub(crate) frame: Rect,
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
pub(super) fn ink(is_strong: bool) -> Inks {
    let [light, dark] = if is_strong { [20, 235] } else { [95, 165] };
    [light, dark].map(Color32::from_gray)
}

/// Returns the colour of auxiliary lines.
fn faint() -> Inks {
    [221, 60].map(Color32::from_gray)
}

impl Layout {
    /// Lays `page` out on `size` points; charts with values far apart are logarithmic if `log`.
    pub(crate) fn new(page: &Page, size: Vec2, log: bool) -> Self {
        let room = Rect::from_min_size(Pos2::ZERO, size).shrink(MARGIN);
        let [title, keys, columns] = HEAD;
        let at = room.left_top() + vec2(0.0, title / 2.0);
        let mut items = vec![label(at, Anchor::Start, (14.0, true), &page.title)];
        let mut charts = Vec::new();
        let mut drawn = Vec::new();
        let first = room.left_top() + vec2(NAMES, title + keys + columns);
        let counts = vec2(page.columns.len() as f32, page.rows.len() as f32);
        let cell = (room.max - first + GAP) / counts.max(Vec2::splat(1.0)) - GAP;
        let cell = cell.max(vec2(1.0, STRIP + 1.0));
        for (row, names) in page.rows.iter().enumerate() {
            let top = first.y + row as f32 * (cell.y + GAP.y);
            items.extend(row_name(
                names,
                pos2(room.left(), top + (STRIP + cell.y) / 2.0),
            ));
            for (column, quantity) in page.columns.iter().enumerate() {
                let left = first.x + column as f32 * (cell.x + GAP.x);
                if row == 0 {
                    let middle = pos2(left + cell.x / 2.0, top - columns / 2.0);
                    items.push(label(middle, Anchor::Middle, (13.0, true), &quantity.name));
                }
                let whole = Rect::from_min_size(pos2(left, top), cell);
                let (chart, items) = Chart::new(page, (row, column), quantity, whole, log);
                charts.push(chart);
                drawn.push(Item::Chart(items));
            }
        }
        items.extend(keys_of(
            page,
            room.left_top() + vec2(0.0, title + keys / 2.0),
        ));
        items.extend(drawn);
        let mut picture = Picture::new([size.x, size.y].map(f64::from), FONT);
        picture.items = items;
        Self { picture, charts }
    }
}

/// Returns a name and, below it, a remark.
fn row_name([name, remark]: &[String; 2], at: Pos2) -> [Item; 2] {
    let line = |down, look, text| label(at + vec2(0.0, down), Anchor::Start, look, text);
    [
        line(-8.0, (13.0, true), name),
        line(8.0, (11.0, false), remark),
    ]
}

/// Returns a sample and a name for each group, from left to right.
fn keys_of(page: &Page, mut at: Pos2) -> Vec<Item> {
    const SIZE: f32 = 12.0;
    let groups = page.groups.iter().enumerate();
    let key = |(index, name): (usize, &String)| {
        let sample = Rect::from_center_size(at + vec2(6.0, 0.0), vec2(12.0, 12.0));
        let words = label(at + vec2(17.0, 0.0), Anchor::Start, (SIZE, true), name);
        at.x += 17.0 + width(name, SIZE) + 16.0;
        [filled(sample, index, 2.0, String::new()), words]
    };
    groups.flat_map(key).collect()
}

/// Returns a line of text, whose letters have that size and are more than a remark or not.
fn label(at: Pos2, anchor: Anchor, (size, is_bold): (f32, bool), text: &str) -> Item {
    Item::Label {
        middle: point(at),
        anchor,
        size: f64::from(size),
        is_bold,
        text: text.to_owned(),
        inks: ink(is_bold),
    }
}

/// Returns the approximate width of `text`.
fn width(text: &str, size: f32) -> f32 {
    LETTER * size * text.chars().count() as f32
}

/// Returns a box in the colour of the group at that index.
fn filled(rect: Rect, group: usize, radius: f64, title: String) -> Item {
    Item::Titled {
        corners: [rect.min, rect.max].map(point),
        inks: inks(|dark| run_colour(group, dark)),
        radius,
        title,
    }
}

fn rule(from: Pos2, to: Pos2, inks: Inks) -> Item {
    let ends = [from, to].map(point);
    Item::Rule { ends, inks }
}

fn point(at: Pos2) -> [f64; 2] {
    [at.x, at.y].map(f64::from)
}

impl Chart {
    /// Returns the chart of a row and a column within `whole`, and what is drawn of it.
    fn new(
        page: &Page,
        (row, column): (usize, usize),
        quantity: &Quantity,
        whole: Rect,
        log: bool,
    ) -> (Self, Vec<Item>) {
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
        let [name, remark] = &page.rows[row];
        let chart = Self {
            name: format!("{}: {name}, {remark}", quantity.name),
            frame,
            bars: groups().filter_map(bar).collect(),
        };
        let mut items = Vec::new();
        for tick in &scale.ticks {
            let y = up(*tick);
            let colour = if y == base { ink(false) } else { faint() };
            items.push(rule(pos2(frame.left(), y), pos2(frame.right(), y), colour));
        }
        chart
            .bars
            .iter()
            .for_each(|bar| chart.draw(bar, &mut items));
        items.extend(labels(&scale, frame, whole.top() + STRIP / 2.0));
        (chart, items)
    }

    /// Adds a bar with its interval.
    fn draw(&self, bar: &Bar, items: &mut Vec<Item>) {
        let title = format!("{}: {} {}", self.name, bar.name, bar.value);
        items.push(filled(bar.rect, bar.group, 0.0, title));
        let Some([top, bottom]) = bar.interval else {
            return;
        };
        let (middle, half) = (bar.rect.center().x, bar.rect.width() / 6.0);
        items.push(rule(pos2(middle, top), pos2(middle, bottom), ink(true)));
        items.extend([top, bottom].map(|y| {
            let [left, right] = [middle - half, middle + half];
            rule(pos2(left, y), pos2(right, y), ink(true))
        }));
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

/// Returns the labels of the axis of a chart, at that height: its end, and a note if there is room for it.
fn labels(scale: &Scale, frame: Rect, height: f32) -> impl Iterator<Item = Item> {
    const SIZE: f32 = 10.0;
    let corner = |at: f32, anchor, text: &str| label(pos2(at, height), anchor, (SIZE, false), text);
    let top = scale.top();
    let note = scale.note().map(|note| {
        let has_room = width(&top, SIZE) + width(&note, SIZE) < frame.width();
        let note = if has_room { &*note } else { "log" };
        corner(frame.right(), Anchor::End, note)
    });
    std::iter::once(corner(frame.left(), Anchor::Start, &top)).chain(note)
}
