//! Widths of letters: those of Helvetica, by Adobe's metrics of its core fonts.

/// Thousandths of the font's size, from the space to the tilde.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Returns the width of `text` in letters of that size; letters beyond ASCII count as digits do.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let of = |letter: char| {
        let index = (letter as usize).checked_sub(' ' as usize);
        index
            .and_then(|index| WIDTHS.get(index))
            .copied()
            .unwrap_or(556)
    };
    let sum: u32 = text.chars().map(|letter| u32::from(of(letter))).sum();
    f64::from(sum) * size / 1000.0
}
