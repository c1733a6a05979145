//! Size of a job: what it had, and what it asked for.

use super::amount::memory;
use super::attributes::{Attributes, BadValue};
use super::place::Place;
use super::request::Request;

/// Size of a job.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::load) struct JobSize {
    /// Names of its nodes, each once; empty if it has none.
    pub(in crate::load) hosts: Vec<String>,
    /// Cores that it has on them.
    pub(in crate::load) cores: Option<u32>,
    /// Nodes and cores that it asks for.
    pub(in crate::load) requested: (Option<u32>, Option<u32>),
    /// Memory of the whole job, in KiB.
    pub(in crate::load) memory: Option<u64>,
    /// GPUs of the whole job.
    pub(in crate::load) gpus: Option<u32>,
    /// Whether it has its nodes to itself.
    pub(in crate::load) is_alone: bool,
}

impl JobSize {
    /// Reads the size of the job with `attributes`.
    ///
    /// # Errors
    /// A value cannot be read.
    pub(in crate::load) fn of(attributes: &Attributes<'_>) -> Result<Self, BadValue> {
        // On some machines `exec_host` has the node of the daemon alone.
        let vnodes = "a list such as (n1:ncpus=4)+(n2:ncpus=4)";
        let had = attributes.value("exec_vnode", vnodes, Place::of_vnodes)?;
        let hosts = "a list such as n1/0*4+n2/0*4 or n1/0+n1/1";
        let had = match had {
            Some(place) => Some(place),
            None => attributes.value("exec_host", hosts, Place::of_hosts)?,
        };
        let allowed = "chunks such as 2:ncpus=8+1:ncpus=4";
        let select = attributes.value("Resource_List.select", allowed, Request::parse)?;
        let allowed = "nodes such as 2:ppn=8";
        let nodes = attributes.value("Resource_List.nodes", allowed, Request::parse)?;
        let requested = (
            match nodes {
                Some(nodes) => Some(nodes.nodes),
                None => attributes.count("Resource_List.nodect")?,
            }
            .or(select.map(|select| select.nodes)),
            requested_cores(attributes, nodes)?.or(select.map(|select| select.cores)),
        );
        let kibibytes = "an amount such as 4gb or 4194304kb";
        let said = attributes.value("Resource_List.mem", kibibytes, memory)?;
        let each = attributes.value("Resource_List.pmem", kibibytes, memory)?;
        let cores = had.as_ref().map(|had| had.cores).filter(|cores| *cores > 0);
        let of_processes = each
            .zip(cores.or(requested.1))
            .map(|(each, cores)| each.saturating_mul(u64::from(cores)));
        let (had_memory, had_gpus) = had
            .as_ref()
            .map_or((None, None), |had| (had.memory, had.gpus));
        Ok(Self {
            cores,
            requested,
            memory: said
                .or(had_memory)
                .or(select.and_then(|select| select.memory))
                .or(of_processes),
            gpus: (attributes.count("Resource_List.ngpus")?)
                .or(had_gpus)
                .or(select.and_then(|select| select.gpus))
                .or(nodes.and_then(|nodes| nodes.gpus)),
            is_alone: is_alone(attributes),
            hosts: had.map_or_else(Vec::new, |had| had.hosts),
        })
    }

    /// Number of nodes that it has, or asks for.
    pub(in crate::load) fn nodes(&self) -> Option<u32> {
        let had = u32::try_from(self.hosts.len()).ok().filter(|had| *had > 0);
        had.or(self.requested.0)
    }
}

/// Cores that a job asks for beside `select`. Torque writes `ncpus=1` of jobs with `nodes=2:ppn=8`.
fn requested_cores(
    attributes: &Attributes<'_>,
    nodes: Option<Request>,
) -> Result<Option<u32>, BadValue> {
    if let Some(nodes) = nodes.filter(|nodes| nodes.has_cores) {
        return Ok(Some(nodes.cores));
    }
    if let Some(processes) = attributes.count("Resource_List.procs")? {
        return Ok(Some(processes));
    }
    let said = attributes.count("Resource_List.ncpus")?;
    Ok(said.max(nodes.map(|nodes| nodes.cores)))
}

/// Whether a job shares its nodes with no other.
fn is_alone(attributes: &Attributes<'_>) -> bool {
    let place = attributes.get("Resource_List.place").unwrap_or_default();
    let is_exclusive = place
        .split(':')
        .any(|word| matches!(word, "excl" | "exclhost"));
    let access = attributes.get("Resource_List.naccesspolicy");
    is_exclusive || access.is_some_and(|access| access.eq_ignore_ascii_case("singlejob"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(all: &[(&'static str, &'static str)]) -> JobSize {
        let mut attributes = Attributes::default();
        for (name, value) in all {
            attributes.add(*name, *value);
        }
        JobSize::of(&attributes).unwrap()
    }

    #[test]
    fn vnodes_go_before_hosts() {
        let size = size(&[
            ("exec_host", "login2/177*24"),
            ("exec_vnode", "(c1:ncpus=24)+(c2:ncpus=24)"),
            ("Resource_List.ncpus", "48"),
            ("Resource_List.nodect", "2"),
            ("Resource_List.place", "scatter:excl"),
        ]);
        assert_eq!(size.hosts, ["c1", "c2"]);
        assert_eq!((size.cores, size.nodes()), (Some(48), Some(2)));
        assert_eq!(size.requested, (Some(2), Some(48)));
        assert!(size.is_alone);
    }

    #[test]
    fn nodes_of_torque_go_before_its_cores() {
        let torque = size(&[
            ("Resource_List.ncpus", "1"),
            ("Resource_List.nodes", "2:ppn=8:gpus=2"),
            ("Resource_List.pmem", "1gb"),
        ]);
        assert_eq!(torque.requested, (Some(2), Some(16)));
        assert_eq!((torque.gpus, torque.memory), (Some(4), Some(16 << 20)));
        let processes = size(&[("Resource_List.nodes", "1"), ("Resource_List.procs", "12")]);
        assert_eq!(processes.requested, (Some(1), Some(12)));
        let threads = size(&[("Resource_List.nodes", "1"), ("Resource_List.ncpus", "4")]);
        assert_eq!(threads.requested, (Some(1), Some(4)));
    }
}
