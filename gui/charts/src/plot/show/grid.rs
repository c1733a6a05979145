//! The grid of a plot and the labels along it.

use std::ops::RangeInclusive;

use egui_plot::{GridInput, GridMark};

use crate::plot::figure::{Axis, Scale};
use crate::plot::ticks;

/// Least room for a mark with text, in the smallest steps offered, which are some eight points
/// wide; and for one of several lines of text.
pub(super) const WORDS: f64 = 10.0;
pub(super) const LINE: f64 = 3.0;
/// Approximate width in points of the smallest steps offered.
const STEP: f64 = 8.0;

/// Returns marks along an axis of whatever division, at least so many of the smallest steps apart.
pub(super) fn marks(axis: &Axis, input: &GridInput, apart: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let most = ((high - low) / input.base_step_size / apart).clamp(2.0, 12.0) as usize;
    let ticks = |most| axis.ticks(axis.value(low), axis.value(high), most);
    // Labels stand side by side along an axis of time; deep in they are long.
    let shown = match axis.scale {
        Scale::Time => ticks::apart(most, STEP / input.base_step_size, ticks),
        _ => ticks(most),
    };
    let places: Vec<_> = shown.iter().map(|tick| axis.even(tick.at)).collect();
    // All of the widest step, so that each has a line and a label.
    let step_size = match places[..] {
        [first, second, ..] => second - first,
        _ => high - low,
    };
    places
        .into_iter()
        .map(|value| GridMark { value, step_size })
        .collect()
}

/// Returns marks along a calendar, on a plot so wide.
pub(super) fn days(axis: &Axis, input: &GridInput, width: f32) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let ticks = axis.ticks_across([low, high], 0, width).into_iter();
    let mark = |value| GridMark {
        value,
        // They are as far apart as their names need: all of them are to be seen.
        step_size: high - low,
    };
    ticks.map(|tick| mark(tick.at)).collect()
}

/// Returns the name of a day.
pub(super) fn day(axis: &Axis, mark: GridMark, range: &RangeInclusive<f64>, width: f32) -> String {
    let (low, high) = (*range.start(), *range.end());
    let mut ticks = axis.ticks_across([low, high], 0, width).into_iter();
    let near = |tick: &ticks::Tick| (tick.at - mark.value).abs() < 1e-3 * (high - low);
    let found = ticks.find(near).map(|tick| tick.label);
    found.unwrap_or_default()
}

/// Returns a label as exact as the distance between marks requires.
pub(super) fn tick(axis: &Axis, mark: GridMark) -> String {
    match axis.scale {
        Scale::Time => ticks::time_label(mark.value, mark.step_size),
        Scale::Linear | Scale::Near => ticks::number(mark.value, mark.step_size),
        Scale::Duration => ticks::duration_label(mark.value, mark.step_size),
        Scale::LogDuration => ticks::factor_label(axis.value(mark.value)),
        Scale::Class => ticks::class_name(mark.value),
        Scale::Log => ticks::power_label(mark.value.round()),
    }
}
