//! Horizontal positions of the points of a row: near those they are joined to, without overlap.

use super::layers::Layers;
use super::order::Rows;
use super::size::{GAP, LANE, WIDTH};

/// Points and lines looked at in all sweeps together.
const WORK: usize = 4_000_000;
const SWEEPS: usize = 80;

/// Returns the middle of each point, the leftmost edge at 0.
pub(super) fn across(layers: &Layers, rows: &Rows) -> Vec<f64> {
    let mut across = vec![0.0; layers.layer_of.len()];
    for row in rows {
        let steps = steps(layers, row);
        let middle = steps.last().copied().unwrap_or(0.0) / 2.0;
        for (point, step) in row.iter().zip(steps) {
            across[*point as usize] = step - middle;
        }
    }
    let lines: usize = layers.below.iter().map(Vec::len).sum();
    let sweeps = (WORK / (layers.layer_of.len() + lines).max(1)).clamp(6, SWEEPS);
    for sweep in 0..sweeps {
        let (up, down) = match sweep {
            last if last + 3 >= sweeps => (1.0, 1.0),
            even if even % 2 == 0 => (1.0, 0.1),
            _ => (0.1, 1.0),
        };
        for step in 0..rows.len() {
            let layer = if sweep % 2 == 0 {
                step
            } else {
                rows.len() - 1 - step
            };
            let wishes: Vec<_> = rows[layer]
                .iter()
                .map(|point| preferred_position(layers, *point, &across, (up, down)))
                .collect();
            place_row(
                &rows[layer],
                &wishes,
                &steps(layers, &rows[layer]),
                &mut across,
            );
        }
    }
    let edge = |point: usize| across[point] - width(layers, point as u32) / 2.0;
    let left = (0..across.len()).map(edge).fold(f64::INFINITY, f64::min);
    across.iter_mut().for_each(|middle| *middle -= left);
    across
}

/// Returns the width of a point.
fn width(layers: &Layers, point: u32) -> f64 {
    if layers.is_bend(point) { LANE } else { WIDTH }
}

/// Returns the least distance of each point of `row` from the first.
fn steps(layers: &Layers, row: &[u32]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut steps = Vec::with_capacity(row.len());
    for (index, point) in row.iter().enumerate() {
        if let Some(left) = index.checked_sub(1).map(|left| row[left]) {
            let lanes = layers.is_bend(left) && layers.is_bend(*point);
            let gap = if lanes { 0.0 } else { GAP };
            sum += (width(layers, left) + width(layers, *point)) / 2.0 + gap;
        }
        steps.push(sum);
    }
    steps
}

/// Returns the preferred position of `point` and its weight: bends have the most, so that long
/// edges are straight.
fn preferred_position(
    layers: &Layers,
    point: u32,
    across: &[f64],
    (up, down): (f64, f64),
) -> (f64, f64) {
    let ends = |other: u32| match (layers.is_bend(point), layers.is_bend(other)) {
        (false, false) => 1.0,
        (true, true) => 8.0,
        _ => 2.0,
    };
    // Staying has a faint weight, and is the only preference of a point without neighbours.
    let (mut sum, mut weight) = (1e-3 * across[point as usize], 1e-3);
    for (neighbours, share) in [(&layers.above, up), (&layers.below, down)] {
        for other in &neighbours[point as usize] {
            let pull = share * ends(*other);
            sum += pull * across[*other as usize];
            weight += pull;
        }
    }
    (sum / weight, weight)
}

/// Moves each point of `row` as close to its preferred position, by weighted squares, as the
/// distances in `steps` allow: less the steps, positions must not fall, and neighbours that would
/// are pooled.
fn place_row(row: &[u32], wishes: &[(f64, f64)], steps: &[f64], across: &mut [f64]) {
    let mut pools: Vec<(f64, f64, usize)> = Vec::with_capacity(row.len());
    for ((wish, weight), step) in wishes.iter().zip(steps) {
        let mut pool = (wish - step, *weight, 1);
        while let Some(last) = pools.pop_if(|last| last.0 > pool.0) {
            let weight = last.1 + pool.1;
            pool = (
                (last.0 * last.1 + pool.0 * pool.1) / weight,
                weight,
                last.2 + pool.2,
            );
        }
        pools.push(pool);
    }
    let bases = pools
        .iter()
        .flat_map(|(base, _, count)| std::iter::repeat_n(*base, *count));
    for ((point, step), base) in row.iter().zip(steps).zip(bases) {
        across[*point as usize] = base + step;
    }
}
