//! Trackable and generic resources.

use super::amount::memory;
use super::parts;
use crate::scenario::{MemoryFor, MemoryUnit};

/// Trackable resources in a list such as `cpu=8,mem=4G,node=1,gres/gpu=2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tres {
    pub(crate) nodes: Option<u32>,
    pub(crate) cores: Option<u32>,
    pub(crate) gpus: Option<u32>,
    /// KiB of the whole job.
    pub(crate) memory: Option<u64>,
}

impl Tres {
    /// Parses a list; `None` if it is malformed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut tres = Self::default();
        let mut typed = 0;
        let mut left = text;
        while !left.is_empty() {
            // Parts are a few letters long.
            let end = left.bytes().position(|byte| byte == b',');
            let end = end.unwrap_or(left.len());
            let (part, rest) = left.split_at(end);
            left = rest.get(1..).unwrap_or_default();
            if part.is_empty() {
                continue;
            }
            let equals = part.bytes().position(|byte| byte == b'=')?;
            let (name, value) = (&part[..equals], &part[equals + 1..]);
            match name {
                "node" => tres.nodes = Some(value.parse().ok()?),
                "cpu" => tres.cores = Some(value.parse().ok()?),
                "mem" => {
                    tres.memory = Some(memory(value, MemoryUnit::MiB, MemoryFor::Job)?.0);
                }
                "gres/gpu" => tres.gpus = Some(value.parse().ok()?),
                _ if name.starts_with("gres/gpu:") => typed += value.parse::<u32>().ok()?,
                _ => {}
            }
        }
        tres.gpus = tres.gpus.or((typed > 0).then_some(typed));
        Some(tres)
    }
}

/// Generic resource of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gres<'t> {
    /// Name, without its type.
    pub(crate) name: &'t str,
    /// Number of them.
    pub(crate) count: u32,
    /// Whether jobs use it up.
    pub(crate) is_consumed: bool,
}

impl<'t> Gres<'t> {
    /// Splits a list such as `gpu:a100:4(S:0-1),nvme:2`.
    pub(crate) fn list(text: &str) -> impl Iterator<Item = &str> {
        parts(text, ['(', ')']).filter(|part| !part.is_empty())
    }

    /// Parses `gpu`, `gpu:4`, `gpu:a100` or `gpu:a100:4(S:0-1)`.
    pub(crate) fn parse(text: &'t str) -> Option<Self> {
        let (name_and_count, _) = text.split_once('(').unwrap_or((text, ""));
        let words: Vec<&str> = name_and_count.split(':').collect();
        let count = match words[..] {
            [_] => 1,
            // `gpu:a100` is one of that type.
            [_, last] if !last.starts_with(|digit: char| digit.is_ascii_digit()) => 1,
            [.., last] => last.parse().ok()?,
            [] => return None,
        };
        Some(Self {
            name: words[0],
            count,
            is_consumed: !words.contains(&"no_consume"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_resources() {
        let tres = Tres::parse("billing=12,cpu=12,gres/gpu=2,mem=31000M,node=1").unwrap();
        assert_eq!(
            (tres.cores, tres.gpus, tres.nodes),
            (Some(12), Some(2), Some(1))
        );
        assert_eq!(Tres::parse("cpu=1,gres/gpu:a100=3").unwrap().gpus, Some(3));
        assert_eq!(Tres::parse("cpu 1"), None);
    }

    #[test]
    fn resources_of_nodes() {
        let list = "gpu:a100:4(S:0-1,2),nvme:2,,gpu,mps:no_consume:8";
        let found: Vec<_> = Gres::list(list)
            .map(|part| Gres::parse(part).unwrap())
            .map(|gres| (gres.name, gres.count, gres.is_consumed))
            .collect();
        let expected = [
            ("gpu", 4, true),
            ("nvme", 2, true),
            ("gpu", 1, true),
            ("mps", 8, false),
        ];
        assert_eq!(found, expected);
        assert_eq!(Gres::parse("gpu:a100").unwrap().count, 1);
        assert_eq!(Gres::parse("gpu:x:y"), None);
    }
}
