//! Table of the pods of a GPU cluster, with what each asks for, to the thousandth.

use std::path::Path;

use super::WHOLE_GPU;
use super::nodes::MOST_GPUS;
use super::table::{self, whole};
use crate::base::problem::Problem;
use crate::load::slurm::text::columns::{Cells, columns};

/// Pod of a GPU cluster: all of it is on one node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pod {
    /// Thousandths of cores.
    pub cpu: u32,
    /// Memory in MiB.
    pub memory: u32,
    /// Number of GPUs.
    pub gpus: u32,
    /// Thousandths of each of its GPUs, 1 to 1000; less than 1000 of one GPU only, 0 without any.
    pub share: u32,
    /// Models of GPUs that it may have; any if there is none.
    pub models: Vec<String>,
}

columns! {
    /// Columns of `openb_pod_list`: Weng and others, 2023.
    COLUMNS of Meaning {
        Cpu: "cpu_milli";
        Memory: "memory_mib";
        Gpus: "num_gpu";
        Share: "gpu_milli";
        Models: "gpu_spec";
    }
}

/// Noun for such a table.
const WHAT: &str = "a list of pods";

/// Reads the pods in the table at `path`, in the order of the file.
///
/// # Errors
/// It cannot be read, or a cell is not allowed, with line and column.
pub fn read_pods(path: &Path) -> Result<Vec<Pod>, Problem> {
    table::read(path, WHAT, COLUMNS, pod)
}

/// The pod of a row.
fn pod(cells: Cells<'_, Meaning>) -> Result<Pod, Problem> {
    let gpus = whole(cells, Meaning::Gpus, 0..=MOST_GPUS)?;
    let share = match gpus {
        0 => 0,
        1 => whole(cells, Meaning::Share, 1..=WHOLE_GPU)?,
        _ => whole(cells, Meaning::Share, WHOLE_GPU..=WHOLE_GPU)?,
    };
    let models = cells.cell(Meaning::Models).filter(|_| gpus > 0);
    let models = models.unwrap_or_default().split('|').map(str::trim);
    Ok(Pod {
        cpu: whole(cells, Meaning::Cpu, 0..=u32::MAX)?,
        memory: whole(cells, Meaning::Memory, 0..=u32::MAX)?,
        gpus,
        share,
        models: models
            .filter(|one| !one.is_empty())
            .map(str::to_owned)
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(rows: &str) -> Result<Vec<Pod>, Problem> {
        let text = format!("name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n{rows}");
        table::parse(&text, WHAT, COLUMNS, pod)
    }

    #[test]
    fn pods_keep_thousandths_and_models() {
        let pods = parse("a,3152,1024,1,810,T4|P100\nb,4000,0,0,0,\nc,96000,5,8,1000,\n").unwrap();
        let [part, none, whole] = &pods[..] else {
            panic!("{pods:?}");
        };
        assert_eq!((part.cpu, part.gpus, part.share), (3152, 1, 810));
        assert_eq!(part.models, ["T4", "P100"]);
        assert_eq!((none.gpus, none.share, none.models.len()), (0, 0, 0));
        assert_eq!((whole.gpus, whole.share), (8, 1000));
    }

    #[test]
    fn parts_of_several_gpus_are_refused() {
        for (row, sentence) in [
            (
                "a,1,1,2,500,\n",
                "2:9: `gpu_milli` is `500`: a whole number from 1000 to 1000 is allowed",
            ),
            (
                "a,1,1,1,0,\n",
                "2:9: `gpu_milli` is `0`: a whole number from 1 to 1000 is allowed",
            ),
        ] {
            let said = parse(row)
                .unwrap_err()
                .in_file(Path::new("p.csv"))
                .to_string();
            assert!(said.contains(sentence), "{said}\n{sentence}");
        }
    }
}
