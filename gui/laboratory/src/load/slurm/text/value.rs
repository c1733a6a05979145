//! Values of cells that a table has as numbers or instants, so that none is read from a text.

use super::number::Number;
use super::time::Stamp;

/// Value of a cell.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) enum CellValue {
    /// That of its text.
    #[default]
    Text,
    /// Likewise: all cells of a column with these two numbers have the same text.
    Repeated {
        /// Number of the dictionary, among those of the column.
        dictionary: u32,
        /// Index in it.
        index: u32,
    },
    /// A number; the text of the cell is empty.
    Number(Number),
    /// An instant of the calendar, likewise.
    Instant(Stamp),
}

/// Translations of the texts of a dictionary, each made once.
#[derive(Clone, Debug)]
pub(crate) struct Translations<T> {
    /// Number of the dictionary.
    dictionary: u32,
    /// Translations by the index of the text.
    made: Vec<Option<T>>,
}

impl<T> Default for Translations<T> {
    fn default() -> Self {
        Self {
            dictionary: 0,
            made: Vec::new(),
        }
    }
}

impl<T: Copy> Translations<T> {
    /// Translation of a cell's text, which `translate` makes.
    #[inline]
    pub(crate) fn of(&mut self, value: CellValue, translate: impl FnOnce() -> T) -> T {
        let CellValue::Repeated { dictionary, index } = value else {
            return translate();
        };
        if self.dictionary != dictionary {
            self.made.clear();
            self.dictionary = dictionary;
        }
        let index = index as usize;
        if index >= self.made.len() {
            self.made.resize(index + 1, None);
        }
        *self.made[index].get_or_insert_with(translate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_translated_once_for_each_dictionary() {
        let mut translations = Translations::default();
        let mut calls = 0;
        let cell = |dictionary, index| CellValue::Repeated { dictionary, index };
        for value in [cell(0, 3), cell(0, 1), cell(0, 3), cell(1, 3), cell(1, 3)] {
            translations.of(value, || calls += 1);
        }
        assert_eq!(calls, 3);
        translations.of(CellValue::Text, || calls += 1);
        translations.of(CellValue::Text, || calls += 1);
        assert_eq!(calls, 5);
    }
}
