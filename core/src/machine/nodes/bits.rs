//! Bitmap of free nodes, 64 to a word, with fast paths for whole words.

use core::ops::Range;

use super::Nodes;
use crate::machine::bits::words;

/// Number of nodes from which searching for whole words pays off.
pub(super) const MANY: u32 = 256;

impl Nodes<'_> {
    /// Number of words from `word` on equal to it.
    #[inline]
    pub(super) fn equal_words(&self, word: usize) -> usize {
        let words = self.free_words.get(word..).unwrap_or_default();
        let [first, ..] = words else {
            return 0;
        };
        if words.get(1) != Some(first) {
            return 1;
        }
        // Eight at a time: a machine may have thousands of them.
        let differs = |many: &&[u64; 8]| many.iter().fold(0, |bits, other| bits | (other ^ first));
        let (many, _) = words.as_chunks();
        let many = many.iter().take_while(|many| differs(many) == 0).count();
        let rest = words.get(8 * many..).unwrap_or_default();
        let unequal = rest.iter().position(|other| other != first);
        8 * many + unequal.unwrap_or(rest.len())
    }

    /// Marks `count` nodes from `first` on as free or not: whole words at once.
    #[inline]
    pub(super) fn set_free(&mut self, first: u32, count: u32, free: bool) {
        if count < MANY {
            return self.set_bits(first, count, free);
        }
        let (start, end) = (first.next_multiple_of(64), first + count);
        self.set_bits(first, start - first, free);
        self.fill(start as usize / 64..end as usize / 64, free);
        self.set_bits(end - end % 64, end % 64, free);
    }

    pub(super) fn fill(&mut self, words: Range<usize>, free: bool) {
        let words = self.free_words.get_mut(words).unwrap_or_default();
        words.fill(if free { u64::MAX } else { 0 });
    }

    /// Marks nodes word by word.
    #[inline]
    fn set_bits(&mut self, first: u32, count: u32, free: bool) {
        for (word, mask) in words(first, count) {
            if free {
                self.free_words[word] |= mask
            } else {
                self.free_words[word] &= !mask
            }
        }
    }
}
