//! Amounts of memory, and counts.

use super::number::Number;
use crate::scenario::{CountUnit, MemoryFor, MemoryUnit};

/// Parses memory into KiB, with what it is counted for and whether it had Slurm's mark: `4000M`,
/// `4Gn` per node, `2Gc` per core, or a number of `unit`.
pub(crate) fn memory(
    text: &str,
    unit: MemoryUnit,
    usual: MemoryFor,
) -> Option<(u64, MemoryFor, bool)> {
    let (text, is_for) = match text.as_bytes().last()? {
        b'n' => (&text[..text.len() - 1], MemoryFor::Node),
        b'c' => (&text[..text.len() - 1], MemoryFor::Core),
        _ => (text, usual),
    };
    let (digits, kibibytes) = match text.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => (&text[..text.len() - 1], 1.0),
        b'M' => (&text[..text.len() - 1], 1024.0),
        b'G' => (&text[..text.len() - 1], 1024.0 * 1024.0),
        b'T' => (&text[..text.len() - 1], 1024.0 * 1024.0 * 1024.0),
        _ => (text, kibibytes_of(unit)),
    };
    let number = digits.parse().ok().filter(|number| *number >= 0.0)?;
    amount(number, kibibytes, is_for)
}

/// KiB of a unit.
const fn kibibytes_of(unit: MemoryUnit) -> f64 {
    match unit {
        MemoryUnit::Bytes => 1.0 / 1024.0,
        MemoryUnit::KiB => 1.0,
        MemoryUnit::MiB => 1024.0,
        MemoryUnit::GiB => 1024.0 * 1024.0,
    }
}

/// As [`memory`], of a number of `unit`.
pub(crate) fn memory_of(
    number: Number,
    unit: MemoryUnit,
    usual: MemoryFor,
) -> Option<(u64, MemoryFor, bool)> {
    amount(number.to_f64(), kibibytes_of(unit), usual)
}

/// Amount of `number` times so many `kibibytes`.
fn amount(
    mut number: f64,
    kibibytes: f64,
    mut is_for: MemoryFor,
) -> Option<(u64, MemoryFor, bool)> {
    // Slurm stores memory per core as a number of MB with the highest bit of 32 set.
    const MARK: f64 = 2_147_483_648.0;
    let is_marked = kibibytes == 1024.0 && number >= MARK;
    if is_marked {
        (number, is_for) = (number - MARK, MemoryFor::Core);
    }
    let kibibytes = (number * kibibytes).ceil();
    (kibibytes < 9e18).then_some((kibibytes as u64, is_for, is_marked))
}

/// Parses a count, with whether it was rounded up: also `4K`, which is 4096, the fewest of `8-12`,
/// and `64+`.
pub(crate) fn column_count(text: &str, unit: CountUnit) -> Option<(u32, bool)> {
    if let (CountUnit::Ones, Ok(count)) = (unit, text.parse()) {
        return Some((count, false));
    }
    // Columns with gaps are often written as decimals.
    rounded_up(text.parse().ok().or_else(|| abbreviated(text))?, unit)
}

/// As [`column_count`], of a number.
pub(crate) fn count_of(number: Number, unit: CountUnit) -> Option<(u32, bool)> {
    rounded_up(number.to_f64(), unit)
}

/// Count of so many `unit`, rounded up, and whether it was.
fn rounded_up(number: f64, unit: CountUnit) -> Option<(u32, bool)> {
    let number = match unit {
        CountUnit::Ones => number,
        CountUnit::Thousandths => number / 1000.0,
    };
    let up = number.ceil();
    (0.0..=f64::from(u32::MAX))
        .contains(&up)
        .then_some((up as u32, up != number))
}

/// Parses a count that Slurm has shortened.
fn abbreviated(text: &str) -> Option<f64> {
    let least = text.trim_end_matches('+').split('-').next()?;
    let (digits, scale) = match least.strip_suffix('K') {
        Some(digits) => (digits, 1024.0),
        None => (least, 1.0),
    };
    // `0.00K` is what some versions write for 0.
    let count = digits.parse::<f64>().ok().filter(|count| *count >= 0.0)?;
    Some(scale * count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_with_its_unit_and_what_it_is_for() {
        let read = |text: &str| memory(text, MemoryUnit::MiB, MemoryFor::Job);
        assert_eq!(
            read("31000Mn"),
            Some((31_000 * 1024, MemoryFor::Node, false))
        );
        assert_eq!(read("62.50G"), Some((65_536_000, MemoryFor::Job, false)));
        // 2 147 483 648 more than 3000, as `mem=24000M` of 8 cores in the same line shows.
        assert_eq!(
            read("2147486648Mn"),
            Some((3000 * 1024, MemoryFor::Core, true))
        );
        assert_eq!(read("1,5G"), None);
    }

    #[test]
    fn counts_as_any_command_writes_them() {
        assert_eq!(
            column_count("11908", CountUnit::Thousandths),
            Some((12, true))
        );
        assert_eq!(column_count("4.0", CountUnit::Ones), Some((4, false)));
        assert_eq!(column_count("-2", CountUnit::Ones), None);
        // Only squeue's reader knew these.
        assert_eq!(column_count("4K", CountUnit::Ones), Some((4096, false)));
        assert_eq!(column_count("8-12", CountUnit::Ones), Some((8, false)));
        assert_eq!(column_count("64+", CountUnit::Ones), Some((64, false)));
        for text in ["", "K", "x", "nan", "inf", "+-", "4294967296", "9999999K"] {
            assert_eq!(column_count(text, CountUnit::Ones), None, "{text}");
        }
    }
}
