//! Licences of a cluster, and those that jobs ask for.

use std::collections::BTreeMap;

use cosched_core::machine::cluster::{LICENCES, Licences};

use super::{Layout, LayoutError, RefusalReason};
use crate::base::format::listed;

/// Name of the licence of which each task of accounting's array `number` holds one, if there is such: as
/// many tasks run at once as there are of it.
pub fn array_licence(number: u64) -> String {
    format!("array {number}")
}

impl Layout {
    /// Sets how many there are of each licence.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn set_licences(&mut self, all: &BTreeMap<String, u32>) -> Result<(), LayoutError> {
        if all.len() > LICENCES {
            let count = all.len();
            return LayoutError::of(format!(
                "there are {count} different licences; {LICENCES} are allowed"
            ));
        }
        let most = u32::from(u16::MAX);
        if let Some((name, count)) = all.iter().find(|(_, count)| **count > most) {
            return LayoutError::of(format!(
                "there are {count} licences `{name}`; up to {most} are allowed"
            ));
        }
        let all = all.iter().map(|(name, count)| (name.clone(), *count));
        self.licences = all.collect();
        Ok(())
    }

    /// The licences with these names in the core's form.
    ///
    /// # Errors
    /// There is no such licence, or there are fewer.
    pub(super) fn licences_of(
        &self,
        wanted: &BTreeMap<String, u32>,
    ) -> Result<Licences, RefusalReason> {
        let mut found = Licences::NONE;
        for (name, &count) in wanted {
            let index = self.licences.iter().position(|(known, _)| known == name);
            let index = index.ok_or_else(|| RefusalReason::NoSuchLicence(name.clone()))?;
            let (_, all) = self.licences[index];
            let number = u16::try_from(count).ok().filter(|_| count <= all);
            found.0[index] =
                number.ok_or_else(|| RefusalReason::TooManyLicences(name.clone(), count, all))?;
        }
        Ok(found)
    }

    /// Whether there is a licence of this name.
    pub(crate) fn has_licence(&self, name: &str) -> bool {
        self.licences.iter().any(|(known, _)| known == name)
    }

    /// Names of all licences: "matlab and ansys".
    pub(super) fn licence_names(&self) -> String {
        let names = self.licences.iter().map(|(name, _)| format!("`{name}`"));
        listed(&names.collect::<Vec<_>>(), "and")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Cluster;
    use crate::scenario::cluster::{NamedRequest, NodeKind};

    fn layout(licences: &[(&str, u32)]) -> Result<Layout, LayoutError> {
        let named = licences.iter();
        let named = named.map(|(name, count)| ((*name).to_owned(), *count));
        let kinds = vec![NodeKind {
            cores: Some(1),
            ..NodeKind::with_count(1)
        }];
        Layout::new(&Cluster {
            kinds,
            licences: Box::new(named.collect()),
            ..Cluster::default()
        })
    }

    #[test]
    fn jobs_ask_for_licences_that_there_are() {
        let layout = layout(&[("matlab", 10), ("ansys", 1)]).unwrap();
        let resolved = |name: &str, count: u32| {
            let wanted = BTreeMap::from([(name.to_owned(), count)]);
            let request = NamedRequest {
                licences: Some(&wanted),
                ..NamedRequest::of_tasks(1)
            };
            let resolved = layout.resolve(&request);
            resolved
                .map(|request| request.licences.0)
                .map_err(|why| why.sentence(&layout))
        };
        // By their names: ansys is the first.
        assert_eq!(resolved("matlab", 10), Ok([0, 10, 0, 0, 0, 0, 0, 0]));
        assert_eq!(
            resolved("matlab", 11).unwrap_err(),
            "asks for 11 licences `matlab`; there are 10"
        );
        assert_eq!(
            resolved("fluent", 1).unwrap_err(),
            "asks for licence `fluent`; there are `ansys` and `matlab`"
        );
    }

    #[test]
    fn licences_that_cannot_be_counted_are_refused() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        let said = layout(&names.map(|name| (name, 1))).unwrap_err().sentence;
        assert_eq!(said, "there are 9 different licences; 8 are allowed");
        let said = layout(&[("a", 65536)]).unwrap_err().sentence;
        assert_eq!(
            said,
            "there are 65536 licences `a`; up to 65535 are allowed"
        );
    }
}
