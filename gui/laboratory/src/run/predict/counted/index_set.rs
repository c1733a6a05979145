//! A set of indices, of which the first behind any is found in a few steps.

/// Number of indices in a word.
pub(super) const BITS: usize = u64::BITS as usize;

/// Indices below some number.
#[derive(Debug)]
pub(super) struct IndexSet {
    /// A bit for each index.
    indices: Vec<u64>,
    /// A bit for each word of these that is not 0.
    words: Vec<u64>,
}

impl IndexSet {
    /// None of `number` indices.
    pub(super) fn none(number: usize) -> Self {
        let words = number.div_ceil(BITS);
        Self {
            indices: vec![0; words],
            words: vec![0; words.div_ceil(BITS)],
        }
    }

    pub(super) fn add(&mut self, index: usize) {
        let word = index / BITS;
        self.indices[word] |= 1 << (index % BITS);
        self.words[word / BITS] |= 1 << (word % BITS);
    }

    pub(super) fn remove(&mut self, index: usize) {
        let word = index / BITS;
        self.indices[word] &= !(1 << (index % BITS));
        if self.indices[word] == 0 {
            self.words[word / BITS] &= !(1 << (word % BITS));
        }
    }

    /// Those of the word at that index, whose first index is 64 times as much, as bits.
    pub(super) fn word(&self, word: usize) -> u64 {
        self.indices.get(word).copied().unwrap_or(0)
    }

    /// The first from `from` on.
    pub(super) fn first(&self, from: usize) -> Option<usize> {
        let word = from / BITS;
        let here = self.indices.get(word)? & (u64::MAX << (from % BITS));
        if here != 0 {
            return Some(word * BITS + here.trailing_zeros() as usize);
        }
        let next = first_bit(&self.words, word + 1)?;
        Some(next * BITS + self.indices[next].trailing_zeros() as usize)
    }
}

/// The first bit from `from` on that is set.
fn first_bit(words: &[u64], from: usize) -> Option<usize> {
    let mut mask = u64::MAX << (from % BITS);
    for (index, word) in words.iter().enumerate().skip(from / BITS) {
        if word & mask != 0 {
            return Some(index * BITS + (word & mask).trailing_zeros() as usize);
        }
        mask = u64::MAX;
    }
    None
}
