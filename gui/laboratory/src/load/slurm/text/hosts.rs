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
            let names = Names::parse(part).map_err(|wrong| format!("`{list}` has {wrong}"))?;
            self.take(&names).map_err(|amount| {
                format!(
                    "`{part}` makes {amount} together with those before it; as many are allowed"
                )
            })?;
            hosts.extend(names.expand());
        }
        Ok(hosts)
    }

    /// Subtracts `names` from the bound, before they are expanded; the error is the amount that
    /// exceeds it.
    fn take(&mut self, names: &Names<'_>) -> Result<(), String> {
        let count = names.count();
        let letters = count.saturating_mul(names.longest());
        let hosts = self.hosts.checked_sub(count);
        self.hosts = hosts.ok_or_else(|| format!("more than {} hosts", self.most))?;
        let letters = self.letters.checked_sub(letters);
        let most = self.most * LETTERS;
        self.letters = letters.ok_or_else(|| format!("names of more than {most} letters"))?;
        Ok(())
    }
}

/// Part of a list.
struct Names<'t> {
    /// Text before each pair of brackets, and the ranges between them.
    brackets: Vec<(&'t str, Vec<Range>)>,
    /// Text behind the last one.
    end: &'t str,
}

/// Largest number of pairs of brackets in a name.
const MOST_RANGES: usize = 8;

impl<'t> Names<'t> {
    fn parse(text: &'t str) -> Result<Self, String> {
        let (mut brackets, mut end) = (Vec::new(), text);
        while let Some(at) = end.find(['[', ']']) {
            let (before, behind) = end.split_at(at);
            let behind = behind.strip_prefix('[').ok_or("a `]` without its `[`")?;
            if brackets.len() == MOST_RANGES {
                return Err(format!("more than {MOST_RANGES} ranges in one name"));
            }
            let (list, after) = behind.split_once(']').ok_or("a `[` without its `]`")?;
            let ranges = list.split(',').map(Range::parse);
            brackets.push((before, ranges.collect::<Result<_, _>>()?));
            end = after;
        }
        Ok(Self { brackets, end })
    }

    fn count(&self) -> u64 {
        let brackets = self.brackets.iter();
        brackets.fold(1, |count, (_, ranges)| {
            let own = ranges.iter().map(Range::count);
            own.fold(0, u64::saturating_add).saturating_mul(count)
        })
    }

    /// Length of the longest name.
    fn longest(&self) -> u64 {
        let brackets = self.brackets.iter().map(|(before, ranges)| {
            let own = ranges.iter().map(|range| range.longest).max();
            before.len() + own.unwrap_or(0)
        });
        (brackets.sum::<usize>() + self.end.len()) as u64
    }

    /// All names, those with the first number of the first brackets first.
    fn expand(&self) -> Vec<String> {
        let mut names = vec![String::new()];
        for (before, ranges) in &self.brackets {
            let longer = names.iter().flat_map(|begin| {
                ranges.iter().flat_map(move |range| {
                    let digits = range.digits;
                    let numbers = range.from..=range.to;
                    numbers.map(move |number| format!("{begin}{before}{number:0digits$}"))
                })
            });
            names = longer.collect();
        }
        names.iter_mut().for_each(|name| name.push_str(self.end));
        names
    }
}

/// Numbers between brackets, with as many digits as the first one.
struct Range {
    from: u64,
    to: u64,
    digits: usize,
    /// Digits of the longest number.
    longest: usize,
}

impl Range {
    fn parse(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| {
            let is_number = text.len() <= DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<u64>().ok()).flatten()
        };
        match (number(first), number(last)) {
            (Some(from), Some(to)) if from <= to => Ok(Self {
                from,
                to,
                digits: first.len(),
                longest: first.len().max(last.len()),
            }),
            (Some(_), Some(_)) => Err(format!(
                "the range `{text}`; from the lower number to the higher is allowed"
            )),
            _ => Err(format!(
                "`{text}` where numbers like 3 or 1-16 are allowed, of up to {DIGITS} digits"
            )),
        }
    }

    fn count(&self) -> u64 {
        (self.to - self.from).saturating_add(1)
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
