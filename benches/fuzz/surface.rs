//! Parts of the program that an execution reaches, and their frequencies.

use clap::ValueEnum;

use crate::draw::Draw;

/// Part of the program that an execution reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Surface {
    /// Scenarios, logs and workflow files
    #[default]
    Files,
    /// Tables in Parquet, by their structure
    Parquet,
    /// Lists of hosts
    Hosts,
    /// Queues and nodes as Slurm prints them
    Queues,
    /// Configurations of Slurm
    Confs,
    /// Conditions on jobs
    Filters,
    /// Answers of policies that are other programs
    Answers,
    /// Parameters of Slurm's scheduler
    Slurm,
}

/// Percentage of executions that reach each part that was added to the files.
const OFTEN: [(Surface, usize); 7] = [
    (Surface::Parquet, 8),
    (Surface::Hosts, 5),
    (Surface::Queues, 8),
    (Surface::Confs, 6),
    (Surface::Filters, 5),
    (Surface::Answers, 1),
    (Surface::Slurm, 4),
];

impl Surface {
    /// One of `among`; of all, by their frequencies, if none are named.
    pub(crate) fn drawn(draw: &mut Draw, among: &[Self]) -> Self {
        if !among.is_empty() {
            return among[draw.below(among.len())];
        }
        let mut left = draw.below(100);
        for (surface, often) in OFTEN {
            match left.checked_sub(often) {
                None => return surface,
                Some(rest) => left = rest,
            }
        }
        Self::Files
    }
}
