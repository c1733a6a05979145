//! Lists of hosts as Slurm writes them: `n[1-3,7],login2`.

use std::collections::HashMap;

/// The most hosts a list may have: a mistyped range is no list.
const MOST: u64 = 1 << 20;

/// The hosts of a list, in its order.
///
/// # Errors
/// What cannot be read, to go on with "the list of hosts".
pub fn expand(list: &str) -> Result<Vec<String>, String> {
    let mut hosts = Vec::new();
    for part in split(list) {
        if part.is_empty() {
            return Err(format!("`{list}` has an empty part"));
        }
        let Some((prefix, rest)) = part.split_once('[') else {
            hosts.push(part.to_owned());
            continue;
        };
        let Some((ranges, suffix)) = rest.split_once(']') else {
            return Err(format!("`{list}` has a `[` without its `]`"));
        };
        if suffix.contains('[') {
            return Err(format!(
                "`{list}` has two ranges in one name; one is allowed"
            ));
        }
        for range in ranges.split(',') {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let number = |text: &str| {
                let number = text
                    .bytes()
                    .all(|byte| byte.is_ascii_digit())
                    .then(|| text.parse::<u64>());
                number.and_then(Result::ok)
            };
            let (Some(from), Some(to)) = (number(first), number(last)) else {
                return Err(format!(
                    "`{list}` has `{range}` where numbers like 3 or 1-16 are allowed"
                ));
            };
            if to < from || to - from >= MOST || hosts.len() as u64 + (to - from) >= MOST {
                return Err(format!(
                    "`{list}` has the range `{range}`; from the lower number to the higher, and {MOST} hosts are allowed"
                ));
            }
            let width = first.len();
            hosts.extend((from..=to).map(|number| format!("{prefix}{number:0width$}{suffix}")));
        }
    }
    Ok(hosts)
}

/// The parts between commas that are not in brackets.
fn split(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    list.split(move |letter| {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}

/// Hosts by their names, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Hosts(HashMap<String, u32>);

impl Hosts {
    /// Numbered in this order.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut hosts = HashMap::new();
        for name in names {
            let next = hosts.len() as u32;
            hosts.entry(name).or_insert(next);
        }
        Self(hosts)
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// The numbers of the hosts of a list, ascending.
    ///
    /// # Errors
    /// What cannot be read, or is not one of them.
    pub fn numbers(&self, list: &str) -> Result<Vec<u32>, String> {
        let named = expand(list)?.into_iter().map(|name| {
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

    #[test]
    fn ranges_keep_their_zeros() {
        assert_eq!(expand("n[08-10],x").unwrap(), ["n08", "n09", "n10", "x"]);
        assert_eq!(expand("a[1,3]b").unwrap(), ["a1b", "a3b"]);
        assert_eq!(expand("one").unwrap(), ["one"]);
    }

    #[test]
    fn what_is_no_list_is_said() {
        for list in [
            "n[1-",
            "n[3-1]",
            "n[a]",
            "a,,b",
            "n[1-99999999]",
            "a[1]b[2]",
            "n[]",
        ] {
            assert!(expand(list).is_err(), "{list}");
        }
        let hosts = Hosts::new(expand("n[1-4]").unwrap());
        assert_eq!(hosts.numbers("n[2,4]").unwrap(), [1, 3]);
        assert!(hosts.numbers("n9").unwrap_err().contains("n9"));
    }
}
