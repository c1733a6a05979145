//! Numbers in workflow files: allowed ranges, and messages for other values.

use std::ops::RangeInclusive;

use crate::scenario::LONGEST;

/// More cores than any machine has; a larger number is a mistake.
const MOST_CORES: f64 = 1_048_576.0;

/// Bound on memory in MiB, just below 4 TiB, as for the memory of a machine.
const MOST_MEMORY: f64 = 4.0 * 1024.0 * 1024.0 - 1.0;

/// Bound on utilisation: 100 % of all these cores.
const MOST_PERCENT: f64 = 100.0 * MOST_CORES;

/// A name or value as it is quoted in a sentence.
pub(super) fn quoted(seen: &str) -> String {
    format!("`{}`", one_line(seen, 60))
}

/// Text from a file or about it, in one line of at most `most` letters.
pub(super) fn one_line(text: &str, most: usize) -> String {
    let mut shown: String = text
        .chars()
        .take(most)
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

/// Parses a runtime in seconds.
pub(super) fn runtime(field: &str, seen: &str) -> Result<f64, String> {
    number(field, seen, 0.0..=LONGEST, "seconds")
}

/// Parses a number of cores.
pub(super) fn cores(field: &str, seen: &str) -> Result<u32, String> {
    match number(field, seen, 1.0..=MOST_CORES, "cores") {
        Ok(cores) if cores.fract() == 0.0 => Ok(cores as u32),
        Ok(_) => Err(format!(
            "{field} is {}; a whole number of cores is needed",
            quoted(seen)
        )),
        Err(sentence) => Err(sentence),
    }
}

/// Parses percent of one core; several cores can give more than 100.
pub(super) fn percent(field: &str, seen: &str) -> Result<f64, String> {
    number(field, seen, 0.0..=MOST_PERCENT, "percent")
}

/// Parses memory into MiB, of which the unit of the file has `each`.
pub(super) fn memory(field: &str, seen: &str, each: f64, unit: &str) -> Result<f64, String> {
    let most = (MOST_MEMORY / each).floor();
    Ok(number(field, seen, 0.0..=most, unit)? * each)
}

fn number(
    field: &str,
    seen: &str,
    allowed: RangeInclusive<f64>,
    unit: &str,
) -> Result<f64, String> {
    match seen.trim_ascii().parse::<f64>() {
        // Adding 0 makes a 0 of a -0.
        Ok(value) if allowed.contains(&value) => Ok(value + 0.0),
        _ => Err(format!(
            "{field} is {}; {} to {} {unit} are allowed",
            quoted(seen),
            allowed.start(),
            allowed.end()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_runtimes_are_refused_with_their_value() {
        for seen in ["-5", "NaN", "inf", "1e300", "9000000001", "5s", "", "\"5\""] {
            assert_eq!(
                runtime("runtime", seen).unwrap_err(),
                format!("runtime is `{seen}`; 0 to 9000000000 seconds are allowed")
            );
        }
        assert_eq!(runtime("runtime", " 1.5e2 "), Ok(150.0));
        assert!(runtime("runtime", "-0").unwrap().is_sign_positive());
    }

    #[test]
    fn cores_are_whole_and_at_least_one() {
        assert_eq!(cores("cores", "4"), Ok(4));
        assert_eq!(cores("cores", "4.0"), Ok(4));
        for seen in ["0", "-1", "2.5", "1e9", "many"] {
            let sentence = cores("cores", seen).unwrap_err();
            assert!(sentence.starts_with(&format!("cores is `{seen}`;")));
        }
    }

    #[test]
    fn memory_becomes_mebibytes() {
        let bytes = 1.0 / 1_048_576.0;
        assert_eq!(memory("memory", "3145728", bytes, "bytes"), Ok(3.0));
        assert!(memory("memory", "1e20", bytes, "bytes").is_err());
    }

    #[test]
    fn a_long_value_is_cut_and_stays_in_its_line() {
        assert_eq!(quoted("a\nb"), "`a b`");
        assert_eq!(quoted(&"x".repeat(61)), format!("`{}…`", "x".repeat(60)));
        assert_eq!(quoted(&"x".repeat(60)), format!("`{}`", "x".repeat(60)));
    }
}
