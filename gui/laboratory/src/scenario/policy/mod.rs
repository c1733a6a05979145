//! Policies by name: those of the papers, own ones, and other programs.

pub mod external;
pub(crate) mod info;
mod name;
pub(super) mod orders;
pub mod own;
pub mod register;
mod text;

use super::Machine;
use crate::base::format::listed;
use info::PolicyInfo;
pub use name::PolicyName;

impl PolicyName {
    /// Every policy of this program, in the order of menus: the published ones on nodes, those on
    /// servers, the recorded schedule, then own policies.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let published = |on_servers| {
            let all = Self::PUBLISHED.into_iter();
            all.filter(move |policy| policy.is_for_servers() == on_servers)
        };
        let own = own::registered().iter().copied().map(Self::Own);
        let ours = published(false).chain(published(true));
        ours.chain([Self::Recorded]).chain(own)
    }

    /// Every policy that decides by a queue, in the order of menus.
    pub fn queues() -> impl Iterator<Item = Self> + Clone {
        Self::PUBLISHED.into_iter().filter(|policy| policy.is_queue())
    }

    /// Titles of [`Self::queues`], as a list in a sentence with `word` before the last.
    pub(crate) fn queue_titles(word: &str) -> String {
        let titles: Vec<_> = Self::queues().map(Self::title).collect();
        listed(&titles, word)
    }

    /// Default policies of a workflow.
    pub const PLACEMENT: [Self; 3] = [Self::Slf, Self::Let, Self::Mom];

    /// Default policies on such a machine.
    pub fn defaults_for(machine: &Machine) -> &'static [Self] {
        match machine {
            Machine::Cluster(cluster) if cluster.is_shared() => &[Self::Fcfs, Self::Easy],
            Machine::Cluster(cluster) if !cluster.kinds.is_empty() => &[Self::Slots],
            Machine::Cluster(_) => &[Self::Fcfs, Self::Easy, Self::Conservative],
            Machine::Servers(_) => &Self::PLACEMENT,
        }
    }

    fn row(self) -> Option<&'static PolicyInfo> {
        let published = info::ALL.iter().flat_map(|terms| terms.policies);
        let mut rows = published.chain([&info::RECORDED]);
        rows.find(|row| row.policy == self)
    }

    /// Whether it is not part of this program: built in by others, or another program.
    pub fn is_of_others(self) -> bool {
        matches!(self, Self::Own(_) | Self::External(_))
    }

    /// Whether it heeds a cap on busy nodes.
    pub fn heeds_cap(self) -> bool {
        let has_nodes = !self.is_for_servers() && !self.shares_nodes();
        has_nodes && !self.knows_runtimes() && !self.replays()
    }

    /// How near it is to how machines are run: the nearest stands beside a log.
    pub fn likeness(self) -> u8 {
        self.row().map_or(0, |row| row.likeness)
    }

    /// Colour index of its first run.
    pub(crate) fn colour(self) -> usize {
        match self {
            Self::Own(_) => 14,
            Self::External(_) => 15,
            _ => self.row().map_or(0, |row| row.colour),
        }
    }

    /// Name on the command line.
    pub fn kebab(self) -> &'static str {
        match self {
            Self::Own(own) => own.kebab(),
            Self::External(_) => "external",
            // A test makes sure that each of the others has a row.
            _ => self.row().map_or("", |row| row.kebab),
        }
    }

    /// Name in headings.
    pub fn title(self) -> &'static str {
        match self {
            Self::Own(own) => own.title(),
            Self::External(external) => external.title(),
            _ => self.row().map_or("", |row| row.title),
        }
    }

    /// Summary in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Own(own) => own.summary(),
            Self::External(_) => "Another program decides, asked in lines of JSON",
            _ => self.row().map_or("", |row| row.summary),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_policy_has_a_row_of_its_own() {
        for policy in PolicyName::PUBLISHED {
            let rows = info::ALL.iter().flat_map(|terms| terms.policies);
            let own = rows.filter(|row| row.policy == policy);
            assert_eq!(own.count(), 1, "{policy:?}");
        }
    }
}
