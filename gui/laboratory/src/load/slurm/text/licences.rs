//! Licences of a job, as Slurm writes them.

use std::collections::BTreeMap;

/// Licences by name, with how many a job holds.
pub(crate) type Licences = BTreeMap<String, u32>;

/// Licences in a list of trackable resources such as `cpu=8,license/matlab=2`; `None` if it is malformed.
pub(crate) fn of_tres(text: &str) -> Option<Licences> {
    // Most lists have none.
    if !text.as_bytes().contains(&b'/') {
        return Some(Licences::new());
    }
    let named = text.split(',').filter_map(|part| {
        let (name, count) = part.split_once('=')?;
        Some((name.strip_prefix("license/")?, count))
    });
    counted(named)
}

/// Licences in a list such as `matlab:2,ansys@server`; `None` if it is malformed.
pub(crate) fn of_list(text: &str) -> Option<Licences> {
    let parts = text.split(',').map(str::trim);
    let named = parts.filter(|part| !part.is_empty());
    // Older versions have an asterisk.
    counted(named.map(|part| part.split_once([':', '*', '=']).unwrap_or((part, "1"))))
}

/// Sums by name, without those of which none is held.
fn counted<'t>(named: impl Iterator<Item = (&'t str, &'t str)>) -> Option<Licences> {
    let mut all = Licences::new();
    for (name, count) in named {
        let count = count.parse().ok().filter(|_| !name.is_empty())?;
        let sum: &mut u32 = all.entry(name.to_owned()).or_default();
        *sum = sum.saturating_add(count);
    }
    all.retain(|_, count| *count > 0);
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn licences<const N: usize>(all: [(&str, u32); N]) -> Option<Licences> {
        Some(all.map(|(name, count)| (name.to_owned(), count)).into())
    }

    #[test]
    fn licences_stand_among_resources_or_in_a_list_of_their_own() {
        let found = of_tres("cpu=8,license/matlab=2,mem=4G,license/ansys@one=1,node=1");
        assert_eq!(found, licences([("ansys@one", 1), ("matlab", 2)]));
        assert_eq!(of_tres("cpu=8,node=1"), licences([]));
        assert_eq!(of_tres("license/matlab=some"), None);
        let found = of_list("matlab:2, ansys,matlab*3,none:0");
        assert_eq!(found, licences([("ansys", 1), ("matlab", 5)]));
        assert_eq!(of_list("matlab:two"), None);
        assert_eq!(of_list(":2"), None);
    }
}
