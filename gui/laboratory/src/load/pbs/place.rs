//! Where a job runs: `exec_vnode` and `exec_host`.

use std::collections::HashSet;

use super::amount::{memory, whole};

/// Nodes of a job and what it has of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    /// Names of the nodes, each once.
    pub(super) hosts: Vec<String>,
    /// Cores on all of them.
    pub(super) cores: u32,
    /// GPUs on all of them, where said.
    pub(super) gpus: Option<u32>,
    /// Memory on all of them, in KiB, where said.
    pub(super) memory: Option<u64>,
}

impl Place {
    /// Parses `exec_vnode`: `(n1:ncpus=4:mem=8388608kb)+(n2[0]:ncpus=2+n2[1]:ncpus=2)`. Parts of a
    /// node (`n2[0]`) are one with it.
    pub(super) fn of_vnodes(text: &str) -> Option<Self> {
        let mut place = Self::default();
        let mut seen = HashSet::new();
        for part in text.split('+') {
            let part = part.trim_matches(['(', ')', ' ']);
            let mut words = part.split(':');
            let name = words.next()?;
            place.add_host(name.split('[').next()?, &mut seen)?;
            // Resources of a site may hold anything.
            for (name, value) in words.filter_map(|word| word.split_once('=')) {
                match name {
                    "ncpus" => place.cores = place.cores.saturating_add(whole(value)?),
                    "ngpus" => {
                        let more = whole(value)?;
                        place.gpus = Some(place.gpus.unwrap_or(0).saturating_add(more));
                    }
                    "mem" => {
                        let more = memory(value)?;
                        place.memory = Some(place.memory.unwrap_or(0).saturating_add(more));
                    }
                    _ => {}
                }
            }
        }
        Some(place)
    }

    /// Parses `exec_host`: `n1/0*4+n2/1*4` of PBS, with the cores of each part, and `n1/3+n1/2` or
    /// `n1/0-3,5+n2/0` of Torque, with the numbers of the cores.
    pub(super) fn of_hosts(text: &str) -> Option<Self> {
        let mut place = Self::default();
        let mut seen = HashSet::new();
        for part in text.split('+') {
            let (name, slots) = part.trim().split_once('/').unwrap_or((part.trim(), "0"));
            place.add_host(name, &mut seen)?;
            let cores = match slots.split_once('*') {
                Some((_, cores)) => whole(cores)?,
                None => slots.split(',').try_fold(0_u32, |sum, slots| {
                    let (first, last) = slots.split_once('-').unwrap_or((slots, slots));
                    let (first, last): (u32, u32) = (whole(first)?, whole(last)?);
                    Some(sum.saturating_add(last.checked_sub(first)?.saturating_add(1)))
                })?,
            };
            place.cores = place.cores.saturating_add(cores);
        }
        Some(place)
    }

    fn add_host<'t>(&mut self, name: &'t str, seen: &mut HashSet<&'t str>) -> Option<()> {
        if name.is_empty() || name.contains(['[', ']', ',']) {
            return None;
        }
        if seen.insert(name) {
            self.hosts.push(name.to_owned());
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vnodes_of_a_node_are_one() {
        let place = Place::of_vnodes(
            "(n1:ncpus=4:mem=8388608kb:ngpus=1)+(n2[0]:ncpus=2+n2[1]:ncpus=2:mem=1gb)+(n1:ncpus=1)",
        )
        .unwrap();
        assert_eq!(place.hosts, ["n1", "n2"]);
        // 4 + 2 + 2 + 1; 8 GiB and 1 GiB.
        assert_eq!((place.cores, place.gpus), (9, Some(1)));
        assert_eq!(place.memory, Some(9 << 20));
        for text in ["", "()", "(n1:ncpus=x)", "(n1:ncpus=1)+"] {
            assert_eq!(Place::of_vnodes(text), None, "{text}");
        }
    }

    #[test]
    fn hosts_of_pbs_and_of_torque() {
        for (text, hosts, cores) in [
            ("n1/0", &["n1"][..], 1),
            ("n1/0*4+n2/1*4", &["n1", "n2"], 8),
            ("n1/0*4+n1/1*2", &["n1"], 6),
            ("n1/3+n1/2+n2/0", &["n1", "n2"], 3),
            ("n1.site/0-3,5+n2.site/0-1", &["n1.site", "n2.site"], 7),
        ] {
            let place = Place::of_hosts(text).unwrap();
            assert_eq!(
                (&*place.hosts, place.cores),
                (
                    &*hosts.iter().map(|&one| one.to_owned()).collect::<Vec<_>>(),
                    cores
                ),
                "{text}"
            );
        }
        for text in ["", "/0", "n1/x", "n1/3-1", "n[1-2]/0", "n1/0+"] {
            assert_eq!(Place::of_hosts(text), None, "{text}");
        }
    }
}
