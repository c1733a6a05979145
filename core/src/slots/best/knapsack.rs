//! Knapsack with a fixed number of items: the greatest value within a capacity.
//!
//! Recurrence (2) of the paper, f_i(c, k) = max(f_{i-1}(c, k), f_{i-1}(c - c_i, k - 1) +
//! z_i), on as few items as can matter: the Lagrangian bound tells beforehand which are in
//! no improving solution, and which are in all.

/// An item to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Item {
    pub(in crate::slots) value: i64,
    pub(in crate::slots) weight: u64,
    // Its index among all, and its node.
    pub(in crate::slots) index: u32,
    pub(in crate::slots) node: u32,
    // Its weight at the multiplier, minus its value.
    key: i128,
}

impl Item {
    /// An unused entry; all zero bytes, for new buffers.
    pub const EMPTY: Self = Self::new(0, 0, 0, 0);

    pub(in crate::slots) const fn new(value: i64, weight: u64, index: u32, node: u32) -> Self {
        Self {
            value,
            weight,
            index,
            node,
            key: 0,
        }
    }
}

/// Below the value of any solution.
pub(in crate::slots) const NO_SOLUTION: i64 = -(1 << 61);
/// Value of unreachable states; values may be added to it.
const UNREACHED: i64 = -(1 << 62);

/// The multiplier `price / per` at which the Lagrangian bound is least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slots) struct Relaxed {
    pub(in crate::slots) price: i128,
    pub(in crate::slots) per: i128,
    // The bound, times `per`.
    bound: i128,
    // Value of a known solution.
    known: i64,
}

/// Total value and weight of some items.
#[derive(Clone, Copy, Default)]
struct Sum {
    value: i128,
    weight: i128,
}

/// Total value and weight of `items`.
fn sum(items: &[Item]) -> Sum {
    items.iter().fold(Sum::default(), |sum, item| Sum {
        value: sum.value + i128::from(item.value),
        weight: sum.weight + i128::from(item.weight),
    })
}

/// Moves the `count` items with the least price * weight - per * value to the front.
fn select(items: &mut [Item], count: usize, price: i128, per: i128) -> Sum {
    for item in &mut *items {
        item.key = price * i128::from(item.weight) - per * i128::from(item.value);
    }
    if 0 < count && count < items.len() {
        items.select_nth_unstable_by_key(count - 1, |item| item.key);
    }
    sum(&items[..count])
}

/// Acts as an infinite multiplier: the lightest, of those the most valuable. Values are
/// within 2^60 either way, and weights within 2^64.
const LIGHTEST: (i128, i128) = (1 << 62, 1);
/// Acts as a multiplier of 0: the most valuable, of those the lightest.
const DEAREST: (i128, i128) = (1, 1 << 64);

/// Least bound over all multipliers on the value of `count` of the items within `capacity`;
/// `None` if they weigh more or it is not above `floor`.
///
/// For any multiplier l >= 0, the value of a solution is at most l * capacity + the sum of
/// the `count` greatest (value - l * weight), as its weight is at most the capacity. The
/// bound is convex and piecewise linear in l. From a multiplier too low (the choice is too
/// heavy) and one too high (it is not) the next is where their two lines meet, until no
/// choice is above that point. Numbers stay within 127 bits: values add up to 2^60, weights
/// to 2^64.
pub(in crate::slots) fn relax(
    items: &mut [Item],
    count: usize,
    capacity: u64,
    floor: i64,
) -> Option<Relaxed> {
    if items.len() < count {
        return None;
    }
    let capacity = i128::from(capacity);
    // Values are whole, so better means at least one more.
    let above = i128::from(floor) + 1;
    let mut low = select(items, count, DEAREST.0, DEAREST.1);
    if low.value < above {
        return None;
    }
    if low.weight <= capacity {
        return Some(Relaxed {
            price: 0,
            per: 1,
            bound: low.value,
            known: low.value as i64,
        });
    }
    let mut high = select(items, count, LIGHTEST.0, LIGHTEST.1);
    if high.weight > capacity {
        return None;
    }
    loop {
        let (price, per) = (low.value - high.value, low.weight - high.weight);
        let middle = select(items, count, price, per);
        let score = |sum: Sum| sum.value * per - sum.weight * price;
        let bound = score(middle) + price * capacity;
        if bound < above * per {
            return None;
        }
        // No choice is above the line through both: this bound is the least.
        if score(middle) == score(high) {
            return Some(Relaxed {
                price,
                per,
                bound,
                known: high.value as i64,
            });
        }
        if middle.weight <= capacity {
            high = middle
        } else {
            low = middle
        }
    }
}

/// Sorts items by solutions above `floor`: first those that are in all of them, then those
/// that may be in one. Returns the number of the first kind, and of both.
///
/// Where an item is taken in spite of the multiplier, or left out, the bound falls by the
/// distance of its key from that of the item it changes places with.
fn sort_by_bound(
    items: &mut [Item],
    count: usize,
    relaxed: &Relaxed,
    floor: i64,
) -> (usize, usize) {
    select(items, count, relaxed.price, relaxed.per);
    let (chosen, others) = items.split_at_mut(count);
    let slack = relaxed.bound - (i128::from(floor) + 1) * relaxed.per;
    let worst = chosen.iter().map(|item| item.key).max();
    let next = others.iter().map(|item| item.key).min();
    let certain = |item: &Item| next.is_none_or(|next| next - item.key > slack);
    let possible = |item: &Item| worst.is_some_and(|worst| item.key - worst <= slack);
    let certain = partition(chosen, certain);
    (certain, count + partition(others, possible))
}

/// Moves the items for which `wanted` is true to the front; returns their number.
fn partition(items: &mut [Item], wanted: impl Fn(&Item) -> bool) -> usize {
    let mut found = 0;
    for index in 0..items.len() {
        if wanted(&items[index]) {
            items.swap(found, index);
            found += 1;
        }
    }
    found
}

/// Value of the best `count` items within `capacity`, if above `floor`. The table has
/// [`table_for`] them entries; the items are reordered.
pub(in crate::slots) fn best_above(
    items: &mut [Item],
    count: usize,
    capacity: u64,
    floor: i64,
    table: &mut [i64],
) -> Option<i64> {
    let relaxed = relax(items, count, capacity, floor)?;
    let known = Some(relaxed.known).filter(|known| *known > floor);
    let floor = floor.max(relaxed.known);
    // The relaxed choice may be a solution itself.
    if relaxed.bound < (i128::from(floor) + 1) * relaxed.per {
        return known;
    }
    let (certain, possible) = sort_by_bound(items, count, &relaxed, floor);
    let taken = sum(&items[..certain]);
    let Ok(rest) = u64::try_from(i128::from(capacity) - taken.weight) else {
        return known;
    };
    let core = &items[certain..possible];
    let best = fill(core, count - certain, rest, table, |_, _, _| ());
    let best = best.saturating_add(taken.value as i64);
    Some(best).filter(|best| *best > floor).or(known)
}

/// Moves the best `count` items within `capacity`, of total value `best`, to the front.
///
/// Of several choices of equal value it is the one that back-tracking the recurrence over
/// all items, in the order of their indices, finds: it leaves the last item out if any best
/// choice does, then the one before it if any of those does, and so on. That depends on
/// nothing but the set of best choices, and none of them is lost when items that are in
/// none, or in all, are set aside.
pub(in crate::slots) fn choose(
    items: &mut [Item],
    count: usize,
    capacity: u64,
    best: i64,
    table: &mut [i64],
    taken: &mut [u64],
) {
    let Some(relaxed) = relax(items, count, capacity, best - 1) else {
        return;
    };
    let (certain, possible) = sort_by_bound(items, count, &relaxed, best - 1);
    let heavy = sum(&items[..certain]).weight;
    let rest = i128::from(capacity).saturating_sub(heavy).max(0) as u64;
    let core = &mut items[certain..possible];
    core.sort_unstable_by_key(|item| item.index);
    let (count, row) = (count - certain, rest as usize + 1);
    let words = row.div_ceil(64);
    let start = |item: usize, chosen: usize| (item * count + chosen - 1) * words;
    let len = core.len() * count * words;
    taken[..len].fill(0);
    fill(core, count, rest, table, |item, chosen, weight| {
        taken[start(item, chosen) + weight / 64] |= 1 << (weight % 64);
    });
    let (mut missing, mut weight) = (count, rest as usize);
    // Items behind `end` are behind the chosen ones.
    let mut end = core.len();
    for item in (0..core.len()).rev() {
        let is_taken =
            missing > 0 && taken[start(item, missing) + weight / 64] >> (weight % 64) & 1 == 1;
        if is_taken {
            weight -= core[item].weight as usize;
            missing -= 1;
        } else {
            end -= 1;
            core.swap(item, end);
        }
    }
}

/// Number of table entries for `count` items within `capacity`.
pub(in crate::slots) const fn table_for(count: usize, capacity: u64) -> usize {
    (count + 1).saturating_mul(capacity as usize + 1)
}

/// Number of words of the bitmap of taken items, for each of `items` items, each of `count`
/// numbers and each weight up to the capacity.
pub(in crate::slots) const fn taken_for(items: usize, count: usize, capacity: u64) -> usize {
    let words = (capacity as usize + 1).div_ceil(64);
    items.saturating_mul(count).saturating_mul(words)
}

/// The recurrence: value of the best `count` items within `capacity`, below [`NO_SOLUTION`] if
/// there are none. Calls `taken` with each item, number of items and weight where taking it
/// is better than not.
///
/// A row for each number of items, those with more first, as they look at the row before; a
/// weight beside the other, so that the innermost loop is one over two slices.
fn fill(
    items: &[Item],
    count: usize,
    capacity: u64,
    table: &mut [i64],
    mut taken: impl FnMut(usize, usize, usize),
) -> i64 {
    let row = capacity as usize + 1;
    let table = &mut table[..(count + 1) * row];
    table[..row].fill(0);
    table[row..].fill(UNREACHED);
    for (index, item) in items.iter().enumerate() {
        if item.weight > capacity {
            continue;
        }
        let weight = item.weight as usize;
        for chosen in (1..=count.min(index + 1)).rev() {
            let (fewer, these) = table.split_at_mut(chosen * row);
            let fewer = &fewer[(chosen - 1) * row..];
            let cells = these[weight..row].iter_mut().zip(fewer);
            for (cell, (best, without)) in cells.enumerate() {
                let with = without + item.value;
                if with > *best {
                    *best = with;
                    taken(index, chosen, weight + cell);
                }
            }
        }
    }
    table[count * row + row - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn items<const N: usize>(list: [(u64, i64); N]) -> [Item; N] {
        let mut index = 0;
        list.map(|(weight, value)| {
            index += 1;
            Item::new(value, weight, index - 1, index - 1)
        })
    }

    /// By hand, in tens: 3+5 is 8 and worth 5+9. First the recurrence itself and its table,
    /// then the shorter way.
    #[test]
    fn four_items_by_hand() {
        let mut list = items([(3, 5), (4, 8), (5, 9), (2, 3)]);
        let mut table = [0; 27];
        assert_eq!(fill(&list, 2, 8, &mut table, |_, _, _| ()), 14);
        assert_eq!(table[..9], [0; 9]);
        assert_eq!(table[9..11], [UNREACHED; 2]);
        assert_eq!(table[11..18], [3, 5, 8, 9, 9, 9, 9]);
        assert!(table[18..23].iter().all(|value| *value < NO_SOLUTION));
        assert_eq!(table[23..], [8, 11, 13, 14]);
        assert_eq!(best_above(&mut list, 2, 8, 13, &mut table), Some(14));
        assert_eq!(best_above(&mut list, 2, 8, 14, &mut table), None);
        choose(&mut list, 2, 8, 14, &mut table, &mut [0; 8]);
        let mut chosen = [list[0].index, list[1].index];
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 2]);
    }

    /// Best value by exhaustive search, and of equals the choice that leaves out the last
    /// items.
    fn by_looking(list: &[Item], count: usize, capacity: u64) -> Option<(i64, u32)> {
        let worth = |set: u32| {
            let of = list.iter().filter(|item| set >> item.index & 1 == 1);
            of.fold((0, 0), |(value, weight), item| {
                (value + item.value, weight + item.weight)
            })
        };
        let sets = (0u32..1 << list.len()).filter(|set| set.count_ones() as usize == count);
        // The set without the last items is the least number.
        sets.filter(|&set| worth(set).1 <= capacity)
            .map(|set| (worth(set).0, set))
            .min_by_key(|&(value, set)| (-value, set))
    }

    #[test]
    fn is_the_best_of_all_choices() {
        let mut random = Random::new(2018, 3);
        let mut found = 0;
        for _ in 0..20_000 {
            let mut list: [Item; 9] = core::array::from_fn(|index| {
                // Few values, so that many choices have equal value.
                let (value, weight) = (random.below(6) as i64 - 1, random.below(7));
                Item::new(value, weight, index as u32, index as u32)
            });
            let (len, count) = (1 + random.below(9) as usize, random.below(6) as usize);
            let list = &mut list[..len];
            let capacity = random.below(20);
            let (mut table, mut taken) = ([0; 6 * 20], [0; 9 * 5]);
            let best = by_looking(list, count, capacity);
            let ours = best_above(list, count, capacity, NO_SOLUTION, &mut table);
            assert_eq!(ours, best.map(|(value, _)| value));
            let Some((value, set)) = best else {
                continue;
            };
            assert_eq!(best_above(list, count, capacity, value, &mut table), None);
            choose(list, count, capacity, value, &mut table, &mut taken);
            let chosen = list[..count].iter().map(|item| 1 << item.index);
            assert_eq!(chosen.sum::<u32>(), set);
            found += 1;
        }
        assert!(found > 5_000, "{found}");
    }
}
