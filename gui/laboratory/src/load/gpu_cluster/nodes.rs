//! Table of the nodes of a GPU cluster.

use std::path::Path;

use super::table::{self, whole};
use crate::base::problem::Problem;
use crate::load::slurm::text::columns::{Cells, columns};
use crate::scenario::cluster::check_name;
use crate::scenario::fields::MOST_CORES;

/// Node of a GPU cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GpuNode {
    /// Name.
    pub name: String,
    /// Thousandths of cores, 1000 at least.
    pub cpu: u32,
    /// Memory in MiB.
    pub memory: u32,
    /// Number of its GPUs.
    pub gpus: u32,
    /// Their model; `None` where it has none.
    pub model: Option<String>,
}

columns! {
    /// Columns of `openb_node_list`: Weng and others, 2023.
    COLUMNS of Meaning {
        Name: "sn";
        Cpu: "cpu_milli";
        Memory: "memory_mib";
        Gpus: "gpu";
        Model: "model";
    }
}

/// Noun for such a table.
const WHAT: &str = "a list of nodes";

/// Largest number of GPUs of a node.
pub(super) const MOST_GPUS: u32 = 1024;

/// Reads the nodes in the table at `path`, in the order of the file.
///
/// # Errors
/// It cannot be read, or a cell is not allowed, with line and column.
pub fn read_nodes(path: &Path) -> Result<Vec<GpuNode>, Problem> {
    table::read(path, WHAT, COLUMNS, node)
}

/// Parses the nodes in `text`.
#[cfg(test)]
pub(super) fn parse(text: &str) -> Result<Vec<GpuNode>, Problem> {
    table::parse(text, WHAT, COLUMNS, node)
}

/// The node of a row.
fn node(cells: Cells<'_, Meaning>) -> Result<GpuNode, Problem> {
    let model = cells.cell(Meaning::Model);
    if let Some(Err(sentence)) = model.map(check_name) {
        return Err(cells.problem(Meaning::Model, sentence));
    }
    Ok(GpuNode {
        name: cells.text(Meaning::Name).unwrap_or_default().to_owned(),
        // One core at least.
        cpu: whole(cells, Meaning::Cpu, 1000..=MOST_CORES * 1000)?,
        memory: whole(cells, Meaning::Memory, 0..=u32::MAX)?,
        gpus: whole(cells, Meaning::Gpus, 0..=MOST_GPUS)?,
        model: model.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_cell_is_refused_with_its_place() {
        let header = "sn,cpu_milli,memory_mib,gpu,model\n";
        for (text, sentence) in [
            (
                "sn,cpu_milli,memory_mib,gpu\n",
                "1:1: a list of nodes has the columns sn, cpu_milli, memory_mib, gpu, model; there is no `model`",
            ),
            (header, "1:1: a list of nodes has no rows"),
            (
                &format!("{header}a,8000,1024,2.5,P100\n"),
                "2:13: `gpu` is `2.5`: a whole number from 0 to 1024 is allowed",
            ),
            (
                &format!("{header}a,8000,,2,P100\n"),
                "2:8: `memory_mib` is ``: a whole number from 0",
            ),
            (
                &format!("{header}a,999,1024,2,P100\n"),
                "2:3: `cpu_milli` is `999`: a whole number from 1000 to",
            ),
            (&format!("{header}a,8000,1024,2\n"), "2:1: not a table"),
            (
                &format!("{header}a,8000,1024,2,P[1]\n"),
                "2:15: \"P[1]\" is not a name",
            ),
        ] {
            let problem = parse(text).unwrap_err();
            let said = problem.in_file(Path::new("n.csv")).to_string();
            assert!(said.contains(sentence), "{said}\n{sentence}");
        }
    }
}
