//! Bars to one scale, of which one may be far longer than all others: it is cut off, with a mark.

use egui::{Color32, Painter, Rect, Stroke, pos2};

/// Ratio to the next bar from which a bar is cut off.
const FAR: f64 = 4.0;
/// Share that the others may take of a scale on which one is cut off.
const ROOM: f64 = 0.9;

/// Returns where to cut off bars of these sizes so that the others can be told apart; `None` if
/// none is far longer than the next. At most half of them are cut.
pub(crate) fn cut_off(sizes: impl IntoIterator<Item = f64>) -> Option<f64> {
    let sizes = sizes
        .into_iter()
        .filter(|size| *size > 0.0 && size.is_finite());
    let mut sizes: Vec<f64> = sizes.collect();
    sizes.sort_by(|one, other| other.total_cmp(one));
    let upper = (sizes.len() / 2).max(1);
    let mut pairs = sizes.windows(2).take(upper);
    let found = pairs.rfind(|pair| pair[0] > FAR * pair[1]);
    found.map(|pair| pair[1] / ROOM)
}

/// Marks at the right end of `bar` that it goes on: two slanted strokes in `ground`.
pub(crate) fn cut_mark(painter: &Painter, bar: Rect, ground: Color32) {
    let right = bar.right() - 6.0;
    for x in [right - 4.0, right] {
        let ends = [
            pos2(x - 2.0, bar.bottom() + 1.0),
            pos2(x + 2.0, bar.top() - 1.0),
        ];
        painter.line_segment(ends, Stroke::new(2.0, ground));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_far_longer_than_the_next_is_cut_off() {
        // KTH-SP2, job 11295, in hours: FCFS has it wait for 248.
        let cut = cut_off([48.4, 49.2, 56.6, 248.2]).unwrap();
        assert!(cut > 56.6 && cut < 70.0, "{cut}");
        assert_eq!(cut_off([48.4, 49.2, 56.6, 61.0]), None);
        // Two that are alike are cut off together, and none of an empty list.
        let cut = cut_off([1.0, 2.0, 3000.0, 4000.0]).unwrap();
        assert!(cut < 3.0, "{cut}");
        assert_eq!(cut_off([0.0, 7.0]), None);
        assert_eq!(cut_off([]), None);
    }
}
