//! Requests of jobs: `select` of PBS, `nodes` of Torque.

use super::amount::{memory, whole};

/// Nodes or chunks that a job asks for, and what of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Request {
    /// Nodes of Torque, chunks of PBS.
    pub(super) nodes: u32,
    /// Cores of all of them; one where nothing is said.
    pub(super) cores: u32,
    /// Whether cores are said of some of them.
    pub(super) has_cores: bool,
    /// GPUs of all of them, where said.
    pub(super) gpus: Option<u32>,
    /// Memory of all of them, in KiB, where said.
    pub(super) memory: Option<u64>,
}

impl Request {
    /// Parses `select` as in `2:ncpus=8:mem=16gb+ncpus=1`, and `nodes` as in `2:ppn=8+1:bigmem`,
    /// `n7:ppn=4` and `4:ppn=2#shared`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (text, _) = text.split_once('#').unwrap_or((text, ""));
        let mut all = Self::default();
        for chunk in text.split('+') {
            let first = chunk.split(':').next()?;
            if first.is_empty() {
                return None;
            }
            // Without a number it is one, of a property or a node of that name.
            let is_count = first.bytes().all(|byte| byte.is_ascii_digit());
            let count = if is_count { whole(first)? } else { 1 };
            all.add(count, chunk)?;
        }
        Some(all)
    }

    /// Adds `count` chunks of the same kind.
    fn add(&mut self, count: u32, chunk: &str) -> Option<()> {
        let (mut cores, mut gpus, mut kibibytes) = (1_u32, None, None);
        for word in chunk.split(':') {
            match word.split_once('=') {
                Some(("ncpus" | "ppn", value)) => {
                    cores = whole(value)?;
                    self.has_cores = true;
                }
                Some(("ngpus" | "gpus", value)) => gpus = Some(whole::<u32>(value)?),
                Some(("mem", value)) => kibibytes = Some(memory(value)?),
                _ => {}
            }
        }
        self.nodes = self.nodes.saturating_add(count);
        self.cores = (self.cores).saturating_add(cores.saturating_mul(count));
        if let Some(gpus) = gpus {
            let more = gpus.saturating_mul(count);
            self.gpus = Some(self.gpus.unwrap_or(0).saturating_add(more));
        }
        if let Some(each) = kibibytes {
            let more = each.saturating_mul(u64::from(count));
            self.memory = Some(self.memory.unwrap_or(0).saturating_add(more));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_and_nodes_are_added_up() {
        for (text, nodes, cores, has_cores) in [
            ("2:ncpus=8:mem=16gb", 2, 16, true),
            ("2:ncpus=8:mpiprocs=8+1:ncpus=4", 3, 20, true),
            ("ncpus=4", 1, 4, true),
            ("3", 3, 3, false),
            ("2:ppn=8+1:bigmem", 3, 17, true),
            ("n7:ppn=4+n9:ppn=4", 2, 8, true),
            ("4:ppn=2#shared", 4, 8, true),
        ] {
            let request = Request::parse(text).unwrap();
            let found = (request.nodes, request.cores, request.has_cores);
            assert_eq!(found, (nodes, cores, has_cores), "{text}");
        }
        let request = Request::parse("2:ncpus=4:ngpus=2:mem=1gb+1:ncpus=1:mem=512mb").unwrap();
        assert_eq!(request.gpus, Some(4));
        // 2 GiB and a half.
        assert_eq!(request.memory, Some(2_621_440));
        for text in ["", "2+", ":ppn=2", "2:ppn=x", "99999999999:ppn=1"] {
            assert_eq!(Request::parse(text), None, "{text}");
        }
    }
}
