//! Numbers, spans of time and lists formatted for reading.

use std::borrow::Borrow;

/// Text for a number that does not exist.
const NO_NUMBER: &str = "–";

/// `value` with as many digits as matter, in groups of thousands.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return NO_NUMBER.to_owned();
    }
    let decimals = match value.abs() {
        magnitude if magnitude >= 1000.0 => 0,
        magnitude if magnitude >= 100.0 => 1,
        magnitude if magnitude >= 10.0 => 2,
        _ => 3,
    };
    let text = format!("{value:.decimals$}");
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = part.trim_end_matches('0');
    match part {
        "" => grouped(whole),
        _ => format!("{}.{part}", grouped(whole)),
    }
}

/// `text` with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.clone()).collect()
}

/// A whole number, in groups of thousands.
pub fn count(value: u64) -> String {
    grouped(&value.to_string())
}

/// `number` with its noun `one`: `1 node`, `28 467 jobs`.
pub fn counted(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{} {one}s", count(number as u64)),
    }
}

/// `items` as a list in a sentence, with `word` before the last: `a, b and c`.
pub fn listed<T: Borrow<str>>(items: &[T], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.borrow().to_owned(),
        [others @ .., last] => format!("{} {word} {}", others.join(", "), last.borrow()),
    }
}

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A span of `seconds` in its two largest units: `12.5 s`, `3 min 18`, `23 h 56`, `11 d 14 h`.
pub fn span(seconds: f64) -> String {
    if !seconds.is_finite() {
        return NO_NUMBER.to_owned();
    }
    let sign = if seconds < 0.0 { "-" } else { "" };
    let size = seconds.abs();
    if size < MINUTE as f64 - 0.05 {
        return format!("{sign}{} s", number(to_three_digits(size)));
    }
    // To the smaller of the two units that are shown, so that 59.9 of it carries.
    let nearest = |unit: u64| (size / unit as f64).round() as u64 * unit;
    if nearest(1) < HOUR {
        let total = nearest(1);
        return format!("{sign}{}", two_units(total, MINUTE, "min", 1));
    }
    if nearest(MINUTE) < DAY {
        let total = nearest(MINUTE);
        return format!("{sign}{}", two_units(total, HOUR, "h", MINUTE));
    }
    let hours = nearest(HOUR) / HOUR;
    let (days, hours) = (count(hours / 24), hours % 24);
    match hours {
        0 => format!("{sign}{days} d"),
        _ => format!("{sign}{days} d {hours} h"),
    }
}

/// Seconds of less than a minute to three digits, below a second to a millisecond: more would
/// promise more than `3 min 18` does beside them.
fn to_three_digits(seconds: f64) -> f64 {
    let parts = match seconds {
        seconds if seconds >= 10.0 => 10.0,
        seconds if seconds >= 1.0 => 100.0,
        _ => 1_000.0,
    };
    (seconds * parts).round() / parts
}

/// A span with its sign, unless it is 0: `+3 min 18`, `−12.5 s`.
pub fn signed_span(seconds: f64) -> String {
    let sign = match seconds {
        more if more > 0.0 => "+",
        less if less < 0.0 => "−",
        _ => "",
    };
    format!("{sign}{}", span(seconds.abs()))
}

/// `total` in `large` units called `name`, and the rest in `small` ones.
fn two_units(total: u64, large: u64, name: &str, small: u64) -> String {
    match total % large / small {
        0 => format!("{} {name}", total / large),
        rest => format!("{} {name} {rest:02}", total / large),
    }
}

/// `text` with every number of seconds in it formatted: by `instant` behind "at", else as a span.
pub fn humanize_seconds(text: &str, instant: impl Fn(f64) -> String) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut shown: Vec<String> = Vec::with_capacity(words.len());
    let mut position = 0;
    while let Some(word) = words.get(position) {
        position += 1;
        let unit = words.get(position).copied().unwrap_or("");
        let stop = unit.strip_prefix('s').filter(|stop| {
            let mut letters = stop.chars();
            letters.all(|letter| ",;.:)".contains(letter))
        });
        let (Some(stop), Ok(value)) = (stop, word.parse::<f64>()) else {
            shown.push((*word).to_owned());
            continue;
        };
        position += 1;
        let before = position.checked_sub(3).map(|before| words[before]);
        let said = match before {
            Some("at") => instant(value),
            _ => span(value),
        };
        shown.push(said + stop);
    }
    shown.join(" ")
}

fn grouped(digits: &str) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits),
    };
    // Four digits read well as they are.
    if digits.len() < 5 {
        return format!("{sign}{digits}");
    }
    let mut text = String::from(sign);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_the_digits_that_matter() {
        assert_eq!(number(0.5), "0.5");
        assert_eq!(number(12.345_6), "12.35");
        assert_eq!(number(640.0), "640");
        assert_eq!(number(2_388_443.76), "2 388 444");
        assert_eq!(number(-97_155.995), "-97 156");
        assert_eq!(number(f64::NAN), "–");
        assert_eq!(counted(1, "node"), "1 node");
        assert_eq!(counted(28_467, "job"), "28 467 jobs");
    }

    #[test]
    fn a_list_has_a_word_before_its_last() {
        assert_eq!(listed::<&str>(&[], "and"), "");
        assert_eq!(listed(&["a"], "and"), "a");
        assert_eq!(listed(&["a", "b"], "or"), "a or b");
        assert_eq!(listed(&["a", "b", "c"], "and"), "a, b and c");
    }

    #[test]
    fn sentences_have_their_seconds_as_people_read_them() {
        let hours = |seconds: f64| format!("<{seconds}>");
        assert_eq!(
            humanize_seconds(
                "it starts at 35924.908978523 s, behind job 40321, for 9000 s",
                hours
            ),
            "it starts at <35924.908978523>, behind job 40321, for 2 h 30"
        );
        // Short numbers keep the digits that matter.
        assert_eq!(
            humanize_seconds("loads for 2.25 s", hours),
            "loads for 2.25 s"
        );
        assert_eq!(
            humanize_seconds("8 started (after 60 s).", hours),
            "8 started (after 1 min)."
        );
    }

    #[test]
    fn spans_say_their_two_largest_units() {
        for (seconds, words) in [
            (0.0, "0 s"),
            (0.0164, "0.016 s"),
            (1.615, "1.62 s"),
            (2.25, "2.25 s"),
            (13.0, "13 s"),
            (26.6667, "26.7 s"),
            (59.97, "1 min"),
            (61.0, "1 min 01"),
            (198.4, "3 min 18"),
            (3599.7, "1 h"),
            (3600.0, "1 h"),
            (86_143.0, "23 h 56"),
            (86_369.0, "23 h 59"),
            (86_399.0, "1 d"),
            // What is more than a day is said in days, as of two beside one another
            // "98 h 23" and "4 d 5 h" could not be compared.
            (354_176.0, "4 d 2 h"),
            (363_600.0, "4 d 5 h"),
            (28_781_494.0, "333 d 3 h"),
            (-90.0, "-1 min 30"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(span(seconds), words, "{seconds}");
        }
    }
}
