//! Choice of free nodes for a job.

use crate::machine::bits;

/// Moves `count` nodes from `from` to `to`: those of the shortest run of consecutive nodes
/// that is long enough, otherwise the longest runs, until the rest fits; of equal runs the
/// one with the lowest numbers, and of a run its lowest nodes. There are as many.
pub(super) fn choose(from: &mut [u64], mut count: u32, to: &mut [u64]) {
    to.fill(0);
    while count > 0 {
        let Some((first, length)) = best_run(from, count) else {
            return;
        };
        let taken = length.min(count);
        for (word, bits) in bits::words(first, taken) {
            from[word] &= !bits;
            to[word] |= bits;
        }
        count -= taken;
    }
}

/// First node and length of the run to take.
fn best_run(nodes: &[u64], count: u32) -> Option<(u32, u32)> {
    let mut best: Option<(u32, u32)> = None;
    let mut at = 0;
    while let Some(first) = next(nodes, at, true) {
        let end = next(nodes, first, false).unwrap_or(64 * nodes.len() as u32);
        let length = end - first;
        if length == count {
            // No run is shorter, and of equal ones it has the lowest numbers.
            return Some((first, length));
        }
        let is_better = best.is_none_or(|(_, other)| match (length >= count, other >= count) {
            (true, true) => length < other,
            (true, false) => true,
            (false, true) => false,
            (false, false) => length > other,
        });
        if is_better {
            best = Some((first, length));
        }
        at = end;
    }
    best
}

/// First node from `at` on that is in the set, or is not.
fn next(nodes: &[u64], at: u32, is_in: bool) -> Option<u32> {
    let mut word = at as usize / 64;
    let flip = |bits: u64| if is_in { bits } else { !bits };
    let mut bits = flip(*nodes.get(word)?) & !bits::ones(at % 64);
    while bits == 0 {
        word += 1;
        bits = flip(*nodes.get(word)?);
    }
    Some(64 * word as u32 + bits.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(nodes: &[u32]) -> [u64; 2] {
        let mut set = [0; 2];
        for node in nodes {
            set[*node as usize / 64] |= 1 << (node % 64);
        }
        set
    }

    fn chosen(free: &[u32], count: u32) -> [u64; 2] {
        let mut to = [0; 2];
        choose(&mut set(free), count, &mut to);
        to
    }

    #[test]
    fn the_shortest_run_that_is_long_enough_is_taken() {
        let free = [1, 2, 3, 4, 7, 8, 11, 12, 13];
        assert_eq!(chosen(&free, 2), set(&[7, 8]));
        assert_eq!(chosen(&free, 3), set(&[11, 12, 13]));
        assert_eq!(chosen(&[62, 63, 64, 65, 70], 4), set(&[62, 63, 64, 65]));
    }

    #[test]
    fn else_the_longest_runs_are() {
        let free = [1, 2, 4, 5, 6, 8];
        assert_eq!(chosen(&free, 5), set(&[1, 2, 4, 5, 6]));
        // Of one node more the lowest that is left.
        assert_eq!(chosen(&free, 4), set(&[4, 5, 6, 8]));
        assert_eq!(chosen(&[0, 127], 2), set(&[0, 127]));
    }
}
