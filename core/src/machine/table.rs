//! A buffer of the caller's that never panics: an index out of range gives a spare entry.

use core::ops::{Deref, DerefMut, Index, IndexMut};

/// Entries by index.
///
/// The size is checked before a run, so no other index occurs; the compiler cannot know
/// that. With a spare entry for all others nothing here can panic, and the panic messages
/// need not be linked. Where debug assertions are on, an index out of range panics all the
/// same.
#[derive(Debug)]
pub(crate) struct Table<'a, T> {
    entries: &'a mut [T],
    spare: T,
}

impl<'a, T> Table<'a, T> {
    /// A table of `entries` with a spare one.
    pub(crate) const fn new(entries: &'a mut [T], spare: T) -> Self {
        Self { entries, spare }
    }
}

impl<'a, T: Copy> Table<'a, T> {
    /// Splits into as many entries from the first on, and the others.
    pub(crate) fn split_at(self, count: usize) -> (Self, &'a mut [T]) {
        let count = count.min(self.entries.len());
        let (entries, rest) = self.entries.split_at_mut(count);
        (Self::new(entries, self.spare), rest)
    }
}

impl<T> Index<usize> for Table<'_, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, position: usize) -> &T {
        debug_assert!(
            position < self.entries.len(),
            "there is no place {position}"
        );
        self.entries.get(position).unwrap_or(&self.spare)
    }
}

impl<T> IndexMut<usize> for Table<'_, T> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        debug_assert!(index < self.entries.len(), "there is no place {index}");
        self.entries.get_mut(index).unwrap_or(&mut self.spare)
    }
}

impl<T> Deref for Table<'_, T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.entries
    }
}

impl<T> DerefMut for Table<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        self.entries
    }
}
