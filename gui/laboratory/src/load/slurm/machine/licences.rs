//! Licences of a `slurm.conf`.

use std::collections::BTreeMap;

use cosched_core::machine::cluster::LICENCES;

use super::super::conf::{Conf, unknown, whole};
use crate::base::problem::Problem;

/// Licences of `conf` (`Licenses=matlab:10,ansys`); none if there are more than can be told apart.
///
/// # Errors
/// A number is not allowed.
pub(super) fn of(conf: &Conf) -> Result<BTreeMap<String, u32>, Problem> {
    let text = conf.setting("licenses").unwrap_or_default();
    let mut all = BTreeMap::new();
    for part in text.split(',').map(str::trim).filter(|one| !one.is_empty()) {
        // Older files have an asterisk.
        let (name, count) = part.split_once([':', '*']).unwrap_or((part, "1"));
        if name.is_empty() {
            return Err(unknown("Licenses", text, "lists such as matlab:10,ansys"));
        }
        let count = whole("Licenses", count, ..=u32::from(u16::MAX))?;
        all.insert(name.to_owned(), count);
    }
    if all.len() > LICENCES {
        all.clear();
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn licences(text: &str) -> Result<BTreeMap<String, u32>, Problem> {
        of(&Conf::parse(&format!("Licenses={text}\n")).unwrap())
    }

    #[test]
    fn licences_are_counted_by_name() {
        let found = licences("matlab:10,ansys,fluent*3").unwrap();
        let expected = [("ansys", 1), ("fluent", 3), ("matlab", 10)];
        let expected = expected.map(|(name, count)| (name.to_owned(), count));
        assert_eq!(found, expected.into_iter().collect());
        assert!(licences("a,b,c,d,e,f,g,h,i").unwrap().is_empty());
        assert_eq!(licences("a,b,c,d,e,f,g,h").unwrap().len(), 8);
        let said = licences("matlab:many").unwrap_err().to_string();
        assert!(said.contains("Licenses is `many`"), "{said}");
    }
}
