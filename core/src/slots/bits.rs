//! Sets of small numbers with fast search for neighbours: a bit each, and a bit for each
//! word of those.

/// Number of words with a bit for each of `count` numbers.
pub(super) const fn words_for(count: usize) -> usize {
    count.div_ceil(64)
}

/// Number of words of a set of numbers below `count`.
pub(super) const fn set_words_for(count: usize) -> usize {
    words_for(count) + words_for(words_for(count))
}

/// A set of numbers.
#[derive(Debug)]
pub(super) struct Bits<'a> {
    words: &'a mut [u64],
    // Bitmap of the words that are not 0.
    above: &'a mut [u64],
}

impl<'a> Bits<'a> {
    /// An empty set of numbers below `count`; there must be [`set_words_for`] words.
    pub(super) fn new(count: usize, words: &'a mut [u64]) -> Self {
        let words = &mut words[..set_words_for(count)];
        words.fill(0);
        let (words, above) = words.split_at_mut(words_for(count));
        Self { words, above }
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(0);
        self.above.fill(0);
    }

    #[inline]
    pub(super) fn insert(&mut self, number: usize) {
        let word = number / 64;
        self.words[word] |= 1 << (number % 64);
        self.above[word / 64] |= 1 << (word % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, number: usize) {
        let word = number / 64;
        self.words[word] &= !(1 << (number % 64));
        if self.words[word] == 0 {
            self.above[word / 64] &= !(1 << (word % 64));
        }
    }

    /// Least member that is at least `from`.
    #[inline]
    pub(super) fn next(&self, from: usize) -> Option<usize> {
        first(self.words, from, from / 64 + 1).or_else(|| {
            let word = first(self.above, from / 64 + 1, usize::MAX)?;
            Some(64 * word + self.words[word].trailing_zeros() as usize)
        })
    }

    /// Greatest member below `end`.
    #[inline]
    pub(super) fn last(&self, end: usize) -> Option<usize> {
        last(self.words, end, end / 64).or_else(|| {
            let word = last(self.above, end / 64, 0)?;
            Some(64 * word + 63 - self.words[word].leading_zeros() as usize)
        })
    }

    /// Members, in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        core::iter::successors(self.next(0), |number| self.next(number + 1))
    }
}

/// Least bit from `from` on, in words below `end`.
#[inline]
fn first(words: &[u64], from: usize, end: usize) -> Option<usize> {
    let mut mask = !0 << (from % 64);
    for (index, word) in words.iter().enumerate().take(end).skip(from / 64) {
        if word & mask != 0 {
            return Some(64 * index + (word & mask).trailing_zeros() as usize);
        }
        mask = !0;
    }
    None
}

/// Greatest bit below `end`, in words from `from` on.
#[inline]
fn last(words: &[u64], end: usize, from: usize) -> Option<usize> {
    let mut mask = !(!0 << (end % 64));
    let reach = words.len().min(end / 64 + 1);
    // `end` is beyond the last word: all bits of that count.
    if end / 64 >= words.len() {
        mask = !0;
    }
    for index in (from..reach).rev() {
        let word = words[index] & mask;
        if word != 0 {
            return Some(64 * index + 63 - word.leading_zeros() as usize);
        }
        mask = !0;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Against a list, on all sizes up to three words of words.
    #[test]
    fn neighbours_are_found() {
        let mut random = Random::new(7, 0);
        for count in [1, 63, 64, 65, 4_096, 4_097, 12_000] {
            let mut words = [0; 200];
            let mut list = [false; 12_000];
            let mut bits = Bits::new(count, &mut words);
            for _ in 0..2_000 {
                let number = random.below(count as u64) as usize;
                list[number] = random.below(3) == 0;
                if list[number] {
                    bits.insert(number)
                } else {
                    bits.remove(number)
                }
                let from = random.below(count as u64 + 1) as usize;
                let next = (from..count).find(|&number| list[number]);
                assert_eq!(bits.next(from), next, "from {from} of {count}");
                let last = (0..from).rev().find(|&number| list[number]);
                assert_eq!(bits.last(from), last, "below {from} of {count}");
            }
        }
    }
}
