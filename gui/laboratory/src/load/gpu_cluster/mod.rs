//! Tables of GPU clusters: nodes with their GPUs, and pods that may have a part of one.

mod kinds;
mod nodes;
mod pods;
mod table;

use std::path::{Path, PathBuf};

pub(super) use kinds::kinds_for;
pub use nodes::{GpuNode, read_nodes};
pub use pods::{Pod, read_pods};

use crate::base::system::files;

/// Thousandths of a GPU that make a whole one.
pub const WHOLE_GPU: u32 = 1000;

/// Part of the name of a table of pods, and that of the table of their nodes in its place.
const NAMES: [&str; 2] = ["pod_list", "node_list"];

/// Table of nodes in the folder of the table of pods at `path`, by name: `openb_node_list….csv`
/// beside `openb_pod_list….csv`; of several, the first in the order of the alphabet.
pub(super) fn nodes_beside(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let [pods, nodes] = NAMES;
    let (stem, _) = name.split_once(pods)?;
    table_in(path.parent()?, &format!("{stem}{nodes}"))
}

/// Table, packed or not, in `folder` whose name begins so; of several, the first in the order of the
/// alphabet.
pub fn table_in(folder: &Path, beginning: &str) -> Option<PathBuf> {
    let entries = files::entries(folder).ok()?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_it = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| {
            let is_table = name.ends_with(".csv") || name.ends_with(".csv.gz");
            name.starts_with(beginning) && is_table
        })
    };
    paths.filter(is_it).min()
}
