//! Policies by name: those of the papers, own ones, and other programs.

pub mod external;
pub(crate) mod info;
mod name;
pub(super) mod orders;
pub mod own;
pub mod registry;
mod text;

use super::Machine;
use crate::base::format::listed;
pub use name::PolicyName;
use own::OwnPolicy;
use registry::Registry;

impl PolicyName {
    /// Every policy of this program, in the order of menus: the published ones on nodes, those on
    /// servers, the recorded schedule, then own policies.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Self::all_with(Registry::current().policies())
    }

    /// Every policy, the own ones being these.
    fn all_with(own: &'static [OwnPolicy]) -> impl Iterator<Item = Self> + Clone {
        let published = |on_servers| {
            let all = Self::PUBLISHED.into_iter();
            all.filter(move |policy| policy.is_for_servers() == on_servers)
        };
        let own = own.iter().copied().map(Self::Own);
        let ours = published(false).chain(published(true));
        ours.chain([Self::Recorded]).chain(own)
    }

    /// Every policy that decides by a queue, in the order of menus.
    pub fn queues() -> impl Iterator<Item = Self> + Clone {
        Self::PUBLISHED
            .into_iter()
            .filter(|policy| policy.is_queue())
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
        self.info().map_or(0, |info| info.likeness)
    }

    /// Colour index of its first run.
    pub(crate) fn colour(self) -> usize {
        match self {
            Self::Own(_) => 14,
            Self::External(_) => 15,
            _ => self.info().map_or(0, |info| info.colour),
        }
    }

    /// Name on the command line.
    pub fn kebab(self) -> &'static str {
        match self {
            Self::Own(own) => own.kebab(),
            Self::External(_) => "external",
            _ => self.info().map_or("", |info| info.kebab),
        }
    }

    /// Name in headings.
    pub fn title(self) -> &'static str {
        match self {
            Self::Own(own) => own.title(),
            Self::External(external) => external.title(),
            _ => self.info().map_or("", |info| info.title),
        }
    }

    /// Summary in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Own(own) => own.summary(),
            Self::External(_) => "Another program decides, asked in lines of JSON",
            _ => self.info().map_or("", |info| info.summary),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_on_the_command_line_is_that_in_scenarios() {
        for policy in PolicyName::PUBLISHED {
            let mut expected = String::new();
            for letter in policy.name().chars() {
                if letter.is_uppercase() && !expected.is_empty() {
                    expected.push('-');
                }
                expected.extend(letter.to_lowercase());
            }
            assert_eq!(policy.kebab(), expected);
        }
    }
}
