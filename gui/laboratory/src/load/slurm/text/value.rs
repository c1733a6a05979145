//! Values of cells that a table has as numbers or instants, so that none is read from a text.

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

/// Number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    /// A whole one, from 0 on.
    Whole(u64),
    /// Any other.
    Fraction(f64),
}

impl Number {
    /// Parses a number.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let whole = text.parse().map(Self::Whole);
        whole.or_else(|_| text.parse().map(Self::Fraction)).ok()
    }

    /// It times `scale`, rounded to a whole one from 0 on; exact if it is whole.
    pub(super) fn times(self, scale: f64) -> Option<u64> {
        match self {
            Self::Whole(whole) => whole.checked_mul(scale as u64),
            Self::Fraction(number) => {
                let number = (number * scale).round();
                (0.0..9e18).contains(&number).then_some(number as u64)
            }
        }
    }

    /// It to the nearest number of 64 bits.
    pub(super) const fn to_f64(self) -> f64 {
        match self {
            Self::Whole(whole) => whole as f64,
            Self::Fraction(number) => number,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(whole) => whole.fmt(out),
            Self::Fraction(number) => number.fmt(out),
        }
    }
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
    fn numbers_are_those_of_their_texts() {
        let wholes = [0, 1, 4_294_967_296, 9_007_199_254_740_993, u64::MAX];
        let wholes = wholes.map(Number::Whole);
        let fractions = [0.5, 1e-9, 12.345, 86_399.999_5, 4e9 + 0.5].map(Number::Fraction);
        for number in wholes.into_iter().chain(fractions) {
            let text = number.to_string();
            assert_eq!(Number::parse(&text), Some(number));
            assert_eq!(text.parse(), Ok(number.to_f64()));
        }
        assert_eq!(Number::Whole(u64::MAX).times(2.0), None);
        assert_eq!(Number::Fraction(0.000_6).times(1000.0), Some(1));
        assert_eq!(Number::Fraction(-3.0).times(1000.0), None);
    }

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
