//! Bitmaps of nodes, 64 to a word.

/// Indices of the words that `count` nodes from `first` on touch, with their bits in them.
#[inline]
pub(crate) fn words(first: u32, count: u32) -> impl Iterator<Item = (usize, u64)> {
    let end = first + count;
    let mut node = first;
    core::iter::from_fn(move || {
        let run = (64 - node % 64).min(end - node);
        let bits = (run > 0).then(|| (node as usize / 64, mask(node % 64, run)));
        node += run;
        bits
    })
}

/// Bits in the word of index `word` of `count` nodes from `first` on.
pub(crate) fn bits_of(first: u32, count: u32, word: usize) -> u64 {
    let start = 64 * word as u64;
    let below = |end: u64| ones((end.clamp(start, start + 64) - start) as u32);
    let first = u64::from(first);
    below(first + u64::from(count)) & !below(first)
}

/// Lowest `count` ones in `bits`.
pub(crate) fn lowest(mut bits: u64, count: u32) -> u64 {
    if bits.count_ones() <= count {
        return bits;
    }
    let all = bits;
    for _ in 0..count {
        bits &= bits - 1;
    }
    all & !bits
}

/// `count` ones from bit 0; `count` is 0 to 64.
pub(crate) const fn ones(count: u32) -> u64 {
    if count == 0 {
        0
    } else {
        u64::MAX >> (64 - count)
    }
}

/// `run` ones from bit `start`; `run` is 1 to 64.
pub(crate) const fn mask(start: u32, run: u32) -> u64 {
    ones(run) << start
}

/// Whether `node` is in a set.
#[inline]
pub(crate) fn is_member(nodes: &[u64], node: u32) -> bool {
    let word = nodes.get(node as usize / 64);
    word.is_some_and(|word| word >> (node % 64) & 1 == 1)
}

/// Nodes of a set, ascending.
#[cfg(feature = "slurm")]
pub(crate) fn members(nodes: &[u64]) -> impl Iterator<Item = u32> + Clone + '_ {
    let words = (0..).zip(nodes);
    words.flat_map(|(word, &bits)| bits_in(bits).map(move |bit| 64 * word + bit))
}

/// Bits that are set in a word, ascending.
#[cfg(feature = "slurm")]
#[inline]
pub(crate) fn bits_in(word: u64) -> impl Iterator<Item = u32> + Clone {
    core::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(u64::trailing_zeros)
}
