//! Texts beside points of a plot, so that they are whole and none is over another.

use egui::{Ui, vec2};

use crate::colour::GREY;
use crate::plot::figure::Figure;
use crate::plot::series::Point;

/// Returns the width of the axis with which texts beside points are whole.
pub(super) fn room_for_notes(ui: &Ui, figure: &Figure, [left, right]: [f64; 2]) -> f64 {
    // Width of the axis on the left, and a space on either side of the text.
    const BESIDE: f32 = 60.0;
    let room = ui.available_width() - BESIDE;
    let font = egui::TextStyle::Small.resolve(ui.style());
    let needed = figure.notes.iter().map(|note| {
        let words = note.words.clone();
        let words = ui.painter().layout_no_wrap(words, font.clone(), GREY);
        // Where there is next to no room, points go before texts.
        let rest = (room - words.size().x - 24.0).max(room / 2.0);
        (figure.x.even(note.at[0]) - left) * f64::from(room / rest)
    });
    needed.fold(right - left, f64::max)
}

/// Returns the positions of texts beside points, on axes divided evenly from `left` to `right` and
/// from `bottom` to `top`: at their points, but none over another.
pub(super) fn notes_apart(
    ui: &Ui,
    figure: &Figure,
    [left, right]: [f64; 2],
    [bottom, top]: [f64; 2],
) -> Vec<Point> {
    // Height of the axes around the plot, and of a line of text.
    const AROUND: f32 = 60.0;
    let line = ui.text_style_height(&egui::TextStyle::Body) + 2.0;
    let font = egui::TextStyle::Body.resolve(ui.style());
    let room = (ui.available_size() - vec2(AROUND, AROUND)).max(vec2(1.0, 1.0));
    let apart = f64::from(line / room.y) * (top - bottom);
    let width = |words: &str| {
        let words = format!("  {words}");
        let words = ui.painter().layout_no_wrap(words, font.clone(), GREY);
        f64::from(words.size().x / room.x) * (right - left)
    };
    let places = figure.notes.iter().map(|note| {
        let [x, y] = note.at;
        let left = figure.x.even(x);
        ([left, figure.y.even(y)], left + width(&note.words))
    });
    let mut places: Vec<(Point, f64)> = places.collect();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|one, other| places[*one].0[1].total_cmp(&places[*other].0[1]));
    for (number, &index) in order.iter().enumerate() {
        for &below in &order[..number] {
            let ([other, under], end) = places[below];
            let ([x, y], own_end) = places[index];
            if x < end && other < own_end && y < under + apart {
                places[index].0[1] = under + apart;
            }
        }
    }
    places.into_iter().map(|(at, _)| at).collect()
}
