//! Order of the points of each layer, such that few lines cross.

use super::layers::Layers;

/// Points and lines looked at in all sweeps together, which bounds the time they take.
const WORK: usize = 3_000_000;
/// Most sweeps, and sweeps without gain before they end.
const SWEEPS: usize = 24;
const PATIENCE: usize = 6;
/// Most lines with which single neighbours are exchanged.
const MOST_EXCHANGED: usize = 4_000;

/// Points of each layer from left to right.
pub(super) type Rows = Vec<Vec<u32>>;

/// Returns the best order found, equal for equal graphs.
pub(super) fn rows(layers: &Layers) -> Rows {
    let lines: usize = layers.below.iter().map(Vec::len).sum();
    let sweeps = (WORK / (layers.layer_of.len() + lines).max(1)).clamp(4, SWEEPS);
    let mut best = (usize::MAX, Rows::new());
    for downwards in [true, false] {
        let mut rows = walk(layers, downwards);
        let mut since = 0;
        keep(layers, &rows, &mut best);
        for sweep in 0..sweeps {
            if best.0 == 0 || since == PATIENCE {
                break;
            }
            self::sweep(layers, &mut rows, sweep % 2 == 0);
            if lines <= MOST_EXCHANGED {
                exchange(layers, &mut rows);
            }
            since = if keep(layers, &rows, &mut best) {
                0
            } else {
                since + 1
            };
        }
    }
    best.1
}

/// Keeps `rows` if they are better than `best`; returns whether they are.
fn keep(layers: &Layers, rows: &Rows, best: &mut (usize, Rows)) -> bool {
    let crossings = crossings(layers, rows);
    let better = crossings < best.0;
    if better {
        *best = (crossings, rows.clone());
    }
    better
}

/// Returns the points in the order of a walk, depth first: a tree walked from its root has no
/// crossings.
fn walk(layers: &Layers, downwards: bool) -> Rows {
    let (next, before) = if downwards {
        (&layers.below, &layers.above)
    } else {
        (&layers.above, &layers.below)
    };
    let mut rows = vec![Vec::new(); layers.count];
    let mut seen = vec![false; layers.layer_of.len()];
    let ends = (0..layers.layer_of.len()).filter(|point| before[*point].is_empty());
    let mut stack: Vec<_> = ends.map(|point| point as u32).collect();
    stack.reverse();
    while let Some(point) = stack.pop() {
        if std::mem::replace(&mut seen[point as usize], true) {
            continue;
        }
        rows[layers.layer_of[point as usize] as usize].push(point);
        stack.extend(next[point as usize].iter().rev());
    }
    rows
}

/// Returns the index of each point in its row.
fn indices(layers: &Layers, rows: &Rows) -> Vec<u32> {
    let mut indices = vec![0; layers.layer_of.len()];
    for row in rows {
        for (index, point) in row.iter().enumerate() {
            indices[*point as usize] = index as u32;
        }
    }
    indices
}

/// Sorts each row by the mean index of the neighbours in the row before it.
fn sweep(layers: &Layers, rows: &mut Rows, downwards: bool) {
    let mut indices = indices(layers, rows);
    let neighbours = if downwards {
        &layers.above
    } else {
        &layers.below
    };
    let count = rows.len();
    for step in 1..count {
        let layer = if downwards { step } else { count - 1 - step };
        let mean = |point: &u32| {
            let near = &neighbours[*point as usize];
            let sum: f64 = near
                .iter()
                .map(|one| f64::from(indices[*one as usize]))
                .sum();
            match near.len() {
                0 => f64::from(indices[*point as usize]),
                several => sum / several as f64,
            }
        };
        let mut keyed: Vec<_> = rows[layer]
            .iter()
            .map(|point| (mean(point), *point))
            .collect();
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (index, (_, point)) in keyed.iter().enumerate() {
            indices[*point as usize] = index as u32;
        }
        rows[layer] = keyed.into_iter().map(|(_, point)| point).collect();
    }
}

/// Exchanges neighbours in a row where fewer lines cross then.
fn exchange(layers: &Layers, rows: &mut Rows) {
    let mut indices = indices(layers, rows);
    for row in rows {
        for left in 1..row.len() {
            let (one, other) = (row[left - 1], row[left]);
            let between = |first: u32, second: u32| {
                pairs(&layers.above, first, second, &indices)
                    + pairs(&layers.below, first, second, &indices)
            };
            if between(other, one) < between(one, other) {
                row.swap(left - 1, left);
                indices.swap(one as usize, other as usize);
            }
        }
    }
}

/// Returns how many lines of `left` cross lines of `right`, its neighbour to the right.
fn pairs(neighbours: &[Vec<u32>], left: u32, right: u32, indices: &[u32]) -> usize {
    let of = |point: u32| {
        neighbours[point as usize]
            .iter()
            .map(|one| indices[*one as usize])
    };
    of(left)
        .map(|one| of(right).filter(|other| *other < one).count())
        .sum()
}

/// Returns the number of pairs of lines that cross.
pub(super) fn crossings(layers: &Layers, rows: &Rows) -> usize {
    let indices = indices(layers, rows);
    let mut crossings = 0;
    for (layer, row) in rows.iter().enumerate().skip(1) {
        let mut counts = Counts(vec![0; rows[layer - 1].len() + 1]);
        let mut lines = 0;
        for point in row {
            let above = layers.above[*point as usize]
                .iter()
                .map(|one| indices[*one as usize] as usize);
            // Lines already there that end further to the right are crossed.
            crossings += above
                .clone()
                .map(|index| lines - counts.until(index))
                .sum::<usize>();
            for index in above {
                counts.add(index);
                lines += 1;
            }
        }
    }
    crossings
}

/// Sums of counts up to an index, by Fenwick.
struct Counts(Vec<usize>);

impl Counts {
    fn add(&mut self, index: usize) {
        let mut at = index + 1;
        while let Some(count) = self.0.get_mut(at) {
            *count += 1;
            at += at & at.wrapping_neg();
        }
    }

    /// Returns the sum up to `index`, inclusive.
    fn until(&self, index: usize) -> usize {
        let (mut at, mut sum) = (index + 1, 0);
        while at > 0 {
            sum += self.0[at];
            at &= at - 1;
        }
        sum
    }
}
