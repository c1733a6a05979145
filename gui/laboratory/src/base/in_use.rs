//! Amount in use over time, of spans that each take some of it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Amounts in use right after the start of each of `spans`, in the order of their starts. A span has
/// its start, its end, at which it no longer counts, and its amount.
pub(crate) fn after_each_start<T: Ord + Copy>(
    spans: impl IntoIterator<Item = (T, T, u32)>,
) -> impl Iterator<Item = u64> {
    let mut spans: Vec<(T, T, u32)> = spans.into_iter().collect();
    spans.sort_by_key(|&(start, ..)| start);
    let (mut ends, mut taken) = (BinaryHeap::new(), 0_u64);
    spans.into_iter().map(move |(start, end, amount)| {
        while let Some(&Reverse((end, freed))) = ends.peek()
            && end <= start
        {
            ends.pop();
            taken -= u64::from(freed);
        }
        taken += u64::from(amount);
        ends.push(Reverse((end, amount)));
        taken
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From 0 to 10 two are taken, from 5 to 20 three, from 10 on one, and one for no time.
    #[test]
    fn what_has_ended_counts_no_longer() {
        let spans = [
            (10, 30, 1),
            (0, 10, 2),
            (5, 20, 3),
            (12, 12, 7),
            (12, 13, 1),
        ];
        let found: Vec<u64> = after_each_start(spans).collect();
        assert_eq!(found, [2, 5, 4, 11, 5]);
    }
}
