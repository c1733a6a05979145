//! Numbers and spans of time as a person reads them.

/// `value` with as many digits as matter, thousands apart.
pub(in crate::desktop) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
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

/// A whole number, thousands apart.
pub(in crate::desktop) fn count(value: u64) -> String {
    grouped(&value.to_string())
}

/// `seconds` with its unit.
pub(in crate::desktop) fn seconds(seconds: f64) -> String {
    format!("{} s", number(seconds))
}

/// `seconds`, followed by days, hours and minutes where that says more.
pub(in crate::desktop) fn span(value: f64) -> String {
    if value.abs() < 120.0 || !value.is_finite() {
        return seconds(value);
    }
    format!("{} ({})", seconds(value), clock(value))
}

/// `seconds` in days, hours, minutes: the two largest parts that are not zero.
pub(in crate::desktop) fn clock(seconds: f64) -> String {
    let total = seconds.round().max(0.0) as u64;
    let parts = [
        (total / 86_400, "d"),
        (total / 3600 % 24, "h"),
        (total / 60 % 60, "min"),
        (total % 60, "s"),
    ];
    let shown: Vec<String> = parts
        .iter()
        .skip_while(|(amount, _)| *amount == 0)
        .take(2)
        .filter(|(amount, _)| *amount > 0)
        .map(|(amount, unit)| format!("{amount} {unit}"))
        .collect();
    match shown.is_empty() {
        true => "0 s".to_owned(),
        false => shown.join(" "),
    }
}

/// `text` with every number of seconds in it as [`seconds`] shows it.
pub(in crate::desktop) fn sentence(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let shown = words.iter().enumerate().map(|(position, word)| {
        let unit = words.get(position + 1).unwrap_or(&"");
        let is_seconds = unit.trim_end_matches([',', ';', '.', ':']) == "s";
        match word.parse::<f64>().ok().filter(|_| is_seconds) {
            Some(value) => number(value),
            None => (*word).to_owned(),
        }
    });
    shown.collect::<Vec<_>>().join(" ")
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
    }

    #[test]
    fn sentences_have_their_seconds_as_people_read_them() {
        assert_eq!(
            sentence("it starts at 35924.908978523 s, behind job 40321, for 9000 s"),
            "it starts at 35 925 s, behind job 40321, for 9000 s"
        );
        // What is short keeps the digits that matter.
        assert_eq!(sentence("loads for 2.25 s"), "loads for 2.25 s");
    }

    #[test]
    fn spans_say_their_two_largest_parts() {
        assert_eq!(clock(0.0), "0 s");
        assert_eq!(clock(61.0), "1 min 1 s");
        assert_eq!(clock(3600.0), "1 h");
        assert_eq!(clock(90_061.0), "1 d 1 h");
        assert_eq!(span(7200.0), "7200 s (2 h)");
    }
}
