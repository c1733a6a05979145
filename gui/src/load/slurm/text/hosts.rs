//! Lists of hosts: `n[1-3,7],login2`, `cpn-[24,27]-[01]`.

use std::collections::HashMap;

use super::parts;

/// Bound on the hosts expanded from short lists: a mistyped range is no list, and some lines of
/// ranges have more hosts together than there is memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Bound on the number of hosts.
    most: u64,
    hosts: u64,
    letters: u64,
}

/// Largest number of hosts of a cluster: four times Slurm's own limit of 65 533, and more than any
/// machine has.
const MOST: u64 = 1 << 18;

/// Bound on the average length of a host's name.
const LETTERS: u64 = 32;

/// Largest number of digits in a number: beyond it, leading digits can only be zeros.
const DIGITS: usize = 32;

impl Default for Room {
    /// Bound for the hosts of a cluster.
    fn default() -> Self {
        Self::of(1)
    }
}

/// Numbers of a range, with as many digits as the first one.
struct Range<'t> {
    from: u64,
    to: u64,
    digits: usize,
    last: &'t str,
}

impl Range<'_> {
    fn count(&self) -> u64 {
        (self.to - self.from).saturating_add(1)
    }
}

impl Room {
    /// Bound for the hosts of a cluster, each named `times` times.
    pub fn of(times: u32) -> Self {
        let most = MOST * u64::from(times);
        Self {
            most,
            hosts: most,
            letters: most * LETTERS,
        }
    }

    /// Expands a list into hosts, in its order.
    ///
    /// # Errors
    /// A part is malformed, or exceeds the bound; the text continues "the list of hosts".
    pub fn expand(&mut self, list: &str) -> Result<Vec<String>, String> {
        let mut hosts = Vec::new();
        for part in parts(list, ['[', ']']) {
            if part.is_empty() {
                return Err(format!("`{list}` has an empty part"));
            }
            let names = pieces(part).map_err(|wrong| format!("`{list}` has {wrong}"))?;
            self.take(&names)?;
            names.write("", &mut hosts);
        }
        Ok(hosts)
    }

    /// Subtracts `names` from the bound, before they are expanded.
    fn take(&mut self, names: &Pieces<'_>) -> Result<(), String> {
        let count = names.count();
        let letters = count.saturating_mul(names.longest());
        match (
            self.hosts.checked_sub(count),
            self.letters.checked_sub(letters),
        ) {
            (Some(hosts), Some(letters)) => {
                (self.hosts, self.letters) = (hosts, letters);
                Ok(())
            }
            (None, _) => Err(format!(
                "`{}` makes more than {} hosts together with those before it; as many are allowed",
                names.text, self.most
            )),
            (_, None) => Err(format!(
                "`{}` makes names of more than {} letters together with those before it; as many are allowed",
                names.text,
                self.most * LETTERS
            )),
        }
    }
}

/// Part of a list: the text before its first range, the range's numbers, and what follows.
struct Pieces<'t> {
    text: &'t str,
    before: &'t str,
    ranges: Vec<Range<'t>>,
    behind: Option<Box<Pieces<'t>>>,
}

impl Pieces<'_> {
    fn count(&self) -> u64 {
        let own = self.ranges.iter().map(Range::count);
        let own = own.fold(0, u64::saturating_add);
        match &self.behind {
            Some(behind) => own.saturating_mul(behind.count()),
            None => 1,
        }
    }

    /// Length of the longest name.
    fn longest(&self) -> u64 {
        let own = self
            .ranges
            .iter()
            .map(|range| range.digits.max(range.last.len()));
        let own = (self.before.len() + own.max().unwrap_or(0)) as u64;
        own + self.behind.as_ref().map_or(0, |behind| behind.longest())
    }

    fn write(&self, begin: &str, hosts: &mut Vec<String>) {
        let Some(behind) = &self.behind else {
            hosts.push(format!("{begin}{}", self.before));
            return;
        };
        for range in &self.ranges {
            let digits = range.digits;
            for number in range.from..=range.to {
                let begin = format!("{begin}{}{number:0digits$}", self.before);
                behind.write(&begin, hosts);
            }
        }
    }
}

/// Splits a part of a list at its ranges.
fn pieces(text: &str) -> Result<Pieces<'_>, String> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        if all.len() == MOST_RANGES {
            return Err(format!("more than {MOST_RANGES} ranges in one name"));
        }
        if before.contains(']') {
            return Err(UNOPENED.to_owned());
        }
        let (list, after) = behind.split_once(']').ok_or("a `[` without its `]`")?;
        let ranges = list.split(',').map(range).collect::<Result<Vec<_>, _>>()?;
        all.push((rest, before, ranges));
        rest = after;
    }
    if rest.contains(']') {
        return Err(UNOPENED.to_owned());
    }
    let last = Pieces {
        text,
        before: rest,
        ranges: Vec::new(),
        behind: None,
    };
    Ok(all
        .into_iter()
        .rev()
        .fold(last, |behind, (_, before, ranges)| Pieces {
            text,
            before,
            ranges,
            behind: Some(Box::new(behind)),
        }))
}

const UNOPENED: &str = "a `]` without its `[`";

/// Largest number of ranges in a name.
const MOST_RANGES: usize = 8;

fn range(text: &str) -> Result<Range<'_>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| {
        let is_number = text.len() <= DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<u64>().ok()).flatten()
    };
    match (number(first), number(last)) {
        (Some(from), Some(to)) if from <= to => Ok(Range {
            from,
            to,
            digits: first.len(),
            last,
        }),
        (Some(_), Some(_)) => Err(format!(
            "the range `{text}`; from the lower number to the higher is allowed"
        )),
        _ => Err(format!(
            "`{text}` where numbers like 3 or 1-16 are allowed, of up to {DIGITS} digits"
        )),
    }
}

/// Hosts by name, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Hosts(HashMap<String, u32>);

impl Hosts {
    /// Numbers hosts in the given order.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut hosts = HashMap::new();
        for name in names {
            let next = hosts.len() as u32;
            hosts.entry(name).or_insert(next);
        }
        Self(hosts)
    }

    /// Number of hosts.
    pub fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// Numbers of the hosts of a list, ascending.
    ///
    /// # Errors
    /// A part is malformed, or no known host.
    pub fn numbers(&self, list: &str) -> Result<Vec<u32>, String> {
        let named = Room::default().expand(list)?.into_iter().map(|name| {
            let number = self.0.get(&name).copied();
            number.ok_or_else(|| {
                format!("`{list}` has the host {name}, which slurm.conf does not name")
            })
        });
        let mut numbers = named.collect::<Result<Vec<_>, _>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(list: &str) -> Result<Vec<String>, String> {
        Room::default().expand(list)
    }

    #[test]
    fn ranges_keep_their_zeros() {
        assert_eq!(expand("n[08-10],x").unwrap(), ["n08", "n09", "n10", "x"]);
        assert_eq!(expand("a[1,3]b").unwrap(), ["a1b", "a3b"]);
        assert_eq!(expand("one").unwrap(), ["one"]);
        assert_eq!(
            expand("r[1-2]c[09-10]").unwrap(),
            ["r1c09", "r1c10", "r2c09", "r2c10"]
        );
        assert_eq!(
            expand("cpn-[24,27]-[01],r[1-2]n[1]-ib").unwrap(),
            ["cpn-24-01", "cpn-27-01", "r1n1-ib", "r2n1-ib"]
        );
    }

    #[test]
    fn what_is_no_list_is_said() {
        for list in [
            "",
            "n[1-",
            "n]1",
            "n,][0]c",
            "n[3-1]",
            "n[a]",
            "a,,b",
            "n[1-99999999]",
            "n[]",
            "n[0-18446744073709551615]",
            "a[0-999][0-999][0-999]",
        ] {
            assert!(expand(list).is_err(), "{list}");
        }
        let hosts = Hosts::new(expand("n[1-4]").unwrap());
        assert_eq!(hosts.numbers("n[2,4]").unwrap(), [1, 3]);
        assert!(hosts.numbers("n9").unwrap_err().contains("n9"));
    }

    #[test]
    fn a_number_of_very_many_digits_is_no_number() {
        let list = format!("n[{}1]", "0".repeat(65_536));
        assert!(expand(&list).unwrap_err().contains("up to 32 digits"));
        assert_eq!(expand(&format!("n[{:032}]", 1)).unwrap().len(), 1);
    }

    #[test]
    fn many_lists_have_no_more_hosts_together_than_one() {
        let mut room = Room::default();
        assert_eq!(room.expand("a[1-200000]").unwrap().len(), 200_000);
        let sentence = "`b[1-200000]` makes more than 262144 hosts together with those before it; as many are allowed";
        assert_eq!(room.expand("b[1-200000]").unwrap_err(), sentence);
        let ranges = ["1-999999"; 500].join(",");
        assert!(expand(&format!("n[{ranges}]")).is_err());
    }

    #[test]
    fn long_names_have_no_more_letters_together_than_short_ones() {
        let list = format!("{}[1-200000]", "n".repeat(60_000));
        assert!(
            expand(&list)
                .unwrap_err()
                .contains("more than 8388608 letters")
        );
    }
}
