//! How a change is said: in percent, and from a doubling on as a factor, with its interval in the same.

use super::format::count;

/// A change of `share` of what was before: `+6.0 %`, `−52 %`, `× 8.9`.
pub fn in_words(share: f64) -> String {
    if is_factor(share) {
        return format!("× {}", factor(share));
    }
    match 100.0 * share {
        percent if percent.abs() >= 0.05 => signed(percent) + " %",
        percent if percent < 0.0 => "< 0.1 % less".to_owned(),
        percent if percent > 0.0 => "< 0.1 % more".to_owned(),
        _ => "same".to_owned(),
    }
}

/// Where a change of `share` may lie, in what the change itself is said in: `+3.0 … +9.0 %`,
/// `× 5.6 … 44`.
pub fn interval(share: Option<f64>, [low, high]: [f64; 2]) -> String {
    if share.is_some_and(is_factor) {
        format!("× {} … {}", factor(low), factor(high))
    } else {
        format!("{} … {} %", signed(100.0 * low), signed(100.0 * high))
    }
}

/// Whether so much more is said as a factor: from twice as much on, as `+792 %` is soon read
/// for 7.92 times as much.
fn is_factor(share: f64) -> bool {
    share >= 1.0
}

fn factor(share: f64) -> String {
    match 1.0 + share {
        factor if factor < 9.95 => format!("{factor:.1}"),
        factor => count(factor.round() as u64),
    }
}

fn signed(percent: f64) -> String {
    let text = match percent.abs() {
        size if size < 0.05 => "0".to_owned(),
        size if size < 9.95 => format!("{percent:+.1}"),
        _ => format!("{percent:+.0}"),
    };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One change stood as "× 8.9" in the answer and as "+792 %" in the table below it.
    #[test]
    fn from_a_doubling_on_a_change_is_a_factor() {
        for (share, words) in [
            (-1.0, "−100 %"),
            (-0.522, "−52 %"),
            (0.0321, "+3.2 %"),
            (0.999, "+100 %"),
            (1.0, "× 2.0"),
            (7.92, "× 8.9"),
            (49.0, "× 50"),
            (1_151_259.0, "× 1 151 260"),
        ] {
            assert_eq!(in_words(share), words);
        }
    }

    /// "−< 0.1 %" and "> −0.1 %" were said of 0.04 % less.
    #[test]
    fn a_small_change_is_said_in_words() {
        let words = [-0.0004, 0.0004, -0.0012, 0.0].map(in_words);
        assert_eq!(words, ["< 0.1 % less", "< 0.1 % more", "−0.1 %", "same"]);
    }

    #[test]
    fn an_interval_is_in_what_its_change_is_in() {
        assert_eq!(interval(Some(20.5), [4.5, 42.0]), "× 5.5 … 43");
        assert_eq!(interval(Some(0.06), [0.0302, 0.123]), "+3.0 … +12 %");
        assert_eq!(interval(Some(0.04), [0.0001, 1.5]), "0 … +150 %");
        assert_eq!(interval(None, [-0.25, 0.0]), "−25 … 0 %");
    }
}
