//! Where a page of small charts draws what, and what it says.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use papers::Page;

use super::layout::{Bar, Layout, ink};
use crate::picture::Item;
use crate::sample::page;

fn layout(log: bool) -> Layout {
    Layout::new(&page(), vec2(700.0, 500.0), log)
}

/// Texts among `items`, each with its position.
fn labels_of(items: &[Item]) -> Vec<(&str, [f64; 2])> {
    let labels = items.iter().filter_map(|item| match item {
        Item::Label { text, middle, .. } => Some((text.as_str(), *middle)),
        _ => None,
    });
    labels.collect()
}

/// Items of each chart.
fn items_of(layout: &Layout) -> Vec<&[Item]> {
    let charts = layout.picture.items.iter().filter_map(|item| match item {
        Item::Chart(items) => Some(&items[..]),
        _ => None,
    });
    charts.collect()
}

#[test]
fn charts_do_not_overlap_in_the_available_room() {
    let layout = layout(true);
    let room = Rect::from_min_size(Pos2::ZERO, vec2(700.0, 500.0));
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
    let labels = labels_of(&layout.picture.items);
    // Title, groups, and names and remarks of rows, names of columns.
    assert_eq!(labels.len(), 1 + 2 + 4 + 2);
    let is_inside = |[x, y]: [f64; 2]| room.contains(pos2(x as f32, y as f32));
    assert!(labels.iter().all(|&(_, at)| is_inside(at)));
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
    let layout = Layout::new(&page, vec2(700.0, 500.0), true);
    let [hanging, standing] = &layout.charts[0].bars[..] else {
        panic!("two bars");
    };
    let base = hanging.rect.top();
    assert_eq!(standing.rect.bottom(), base);
    assert!((hanging.rect.height() - standing.rect.height()).abs() < 0.01);
    let items = items_of(&layout)[0];
    let is_base = |item: &&Item| match item {
        Item::Rule { ends, inks } => ends[0][1] == f64::from(base) && *inks == ink(false),
        _ => false,
    };
    assert_eq!(items.iter().filter(is_base).count(), 1);
    assert_eq!(labels_of(items)[1].0, "from -20");
}

#[test]
fn a_chart_says_whether_it_is_logarithmic() {
    let notes = |log| {
        let layout = layout(log);
        let charts = items_of(&layout).into_iter();
        let notes = charts.map(|chart| labels_of(chart).len() - 1);
        notes.collect::<Vec<_>>()
    };
    assert_eq!(notes(true), [1, 0, 0, 0]);
    assert_eq!(notes(false), [0; 4]);
    let layout = layout(true);
    let labels = labels_of(items_of(&layout)[0]);
    assert_eq!(labels[0].0, "10000");
    assert_eq!(labels[1].0, "log, from 10");
    assert_eq!(
        layout.charts[0].texts(),
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

/// The writer for paper takes it as it takes every picture.
#[test]
fn a_page_can_be_printed() {
    let layout = layout(true);
    let file = crate::picture::pdf::write(&layout.picture).unwrap();
    assert!(file.starts_with(b"%PDF"));
    // A label is a text.
    let count = |part: &[u8]| file.windows(part.len()).filter(|at| *at == part).count();
    let labels = items_of(&layout)
        .into_iter()
        .map(|chart| labels_of(chart).len());
    assert_eq!(count(b"BT\n"), 9 + labels.sum::<usize>());
}

#[test]
fn layout_survives_no_room_and_no_values() {
    let nothing = Page {
        rows: Vec::new(),
        cells: Vec::new(),
        ..page()
    };
    for page in [page(), nothing] {
        let layout = Layout::new(&page, Vec2::ZERO, true);
        for chart in &layout.charts {
            assert!(chart.frame.is_finite() && chart.frame.width() > 0.0);
            assert!(chart.bars.iter().all(|bar| bar.rect.is_finite()));
        }
    }
}
