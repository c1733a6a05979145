//! The page of the guide that has everything a scenario can say.

use std::fmt::Write;

use super::*;
use crate::scenario::policy::published;

/// A heading and what stands under it.
type Section = (&'static str, &'static [&'static Field]);

/// What is not of a family, under the headings of the page.
const COMMON: [Section; 11] = [
    (
        "Machine: nodes",
        &[
            &NODES,
            &MEMORY,
            &TRANSFER,
            &KIND_COUNT,
            &PERFORMANCE,
            &PRICE,
            &QUALITY,
        ],
    ),
    (
        "Machine: servers",
        &[
            &SERVERS,
            &CORES,
            &BANDWIDTH,
            &DIVIDED_BY.field,
            &UNUSED.field,
            &BINDING,
            &LATENCY,
            &REMOTE.field,
            &ENGINE.field,
            &CYCLE,
        ],
    ),
    (
        "Machine: servers of several kinds",
        &[&SERVERS_OF_KIND, &CORES_OF_KIND, &BANDWIDTH_OF_KIND],
    ),
    (
        "Machine: nodes out of service",
        &[
            &MAINTENANCE_FROM,
            &MAINTENANCE_UNTIL,
            &NODES_IN_MAINTENANCE,
            &EVENT_AT,
            &EVENT_WHAT,
            &NODES_OF_EVENT,
            &FIRST_NODE,
            &LIFETIME,
            &MEAN,
            &SHAPE,
            &SCALE_OF_LIFETIME,
            &INTERRUPTED,
            &MOST_REQUEUES,
            &CHECKPOINT_INTERVAL,
            &CHECKPOINT_COST,
        ],
    ),
    (
        "Workload: models",
        &[
            &JOBS,
            &LOAD,
            &SEED,
            &JOB_CLASSES.field,
            &BIT_EXACT,
            &JOB_SIZES.field,
            &ESTIMATES.field,
            &ESTIMATE_FACTOR,
            &JOB_MEMORY.field,
            &USERS,
            &THINK,
            &BREAK,
        ],
    ),
    (
        "Workload: logs",
        &[
            &FIRST_JOBS,
            &KEEP_ZERO_RUNTIMES,
            &PREFER_REQUESTED,
            &CLIP_WIDE,
            &REBASE,
            &RAISE_ESTIMATES,
            &EXACT_ESTIMATES,
            &FEEDBACK,
        ],
    ),
    (
        "Workload: jobs written out",
        &[
            &SUBMIT,
            &RUNTIME,
            &WIDTH,
            &ESTIMATE,
            &MEMORY_OF_JOB,
            &CLASS.field,
            &GRAIN_OF_JOB,
            &BARRIER,
            &UTILISATION_OF_JOB,
            &SPEEDUP,
            &PARALLELISM,
            &VARIANCE,
            &WORK,
            &DEADLINE,
            &BUDGET_OF_JOB,
            &CRITERION_OF_JOB,
            &LEAST_PERFORMANCE,
        ],
    ),
    (
        "Workload: workflows",
        &[
            &WORKFLOW_SHAPE,
            &WORKFLOW_JOBS,
            &WORKFLOW_WINDOW,
            &WORKFLOW_WIDTH,
            &STREAM.field,
            &DEVIATION,
            &THREADS,
            &UTILISATION,
            &THREAD_BANDWIDTH,
            &TASK_RUNTIME,
            &TASK_SUBMIT,
            &THREAD_COUNT,
            &DEMAND,
            &BUSY,
            &ASKED_BANDWIDTH,
        ],
    ),
    ("All policies", &[&ORDER, &BACKFILL_ORDER, &KILL]),
    (
        "Branches in time",
        &[
            &BRANCH_AT,
            &BRANCH_CHANGES,
            &DRAINED_NODES,
            &ADDED_NODES,
            &SUBMITTED_NODES,
            &SUBMITTED_RUNTIME,
        ],
    ),
    (
        "Sweeps",
        &[
            &SWEPT_SEEDS,
            &UNTIL_WIDTH,
            &UNTIL_MOST,
            &WARM_UP,
            &COOL_DOWN,
        ],
    ),
];

/// Everything, under the headings of the page: what the policies of a family can be told stands
/// in its room.
pub(super) fn all() -> impl Iterator<Item = Section> {
    let families = published::ALL.iter().filter(|terms| !terms.told.is_empty());
    let told = families.map(|terms| (terms.title, terms.told));
    COMMON.into_iter().chain(told)
}

const OPENING: &str = "# Everything that a scenario can say

Made from the program's own descriptions. `parameters: (…)` may also stand in a variant. Where
the usual is *needed*, there is none, and a value has to be said; all else may be left out. Most
of it is in the window as well, under Machine, Workload and Policies.
";

impl Field {
    /// What it may be, in a cell of a table.
    fn allowed(&self) -> String {
        let unit = match self.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        match &self.allowed {
            Allowed::Number(range) => format!("{} to {}{unit}", range.start(), range.end()),
            Allowed::Whole(range) => {
                let most = (*range.end() as i128).min(i128::from(u64::MAX));
                format!("{} to {most}{unit}, whole", range.start())
            }
            Allowed::Names(names) => {
                let written = |name: &Name| match name.0 == name.word() {
                    true => format!("`{}`", name.0),
                    false => format!("`{}(…)`", name.word()),
                };
                names.iter().map(written).collect::<Vec<_>>().join(", ")
            }
            Allowed::Switch => "`true`, `false`".to_owned(),
        }
    }

    /// What it means, in a cell of a table.
    fn meaning(&self) -> String {
        let mut meaning = self.sentence.to_owned();
        if !self.source.is_empty() {
            meaning += &format!(" ({})", self.source);
        }
        for name in self.names() {
            meaning += &format!("<br>`{}`: {}", name.word(), name.2);
        }
        meaning
    }

    /// Its row of a table.
    fn row(&self) -> String {
        let places = self.places.iter().map(|place| {
            let place = self.within.around(&place.0.replace("{}", "…"));
            format!("`{place}`")
        });
        let is_number = matches!(self.allowed, Allowed::Number(_) | Allowed::Whole(_));
        let usual = match ((self.usual)().is_empty(), self.usually()) {
            (true, usual) if usual == "needed" => format!("*{usual}*"),
            (false, usual) if !is_number => format!("`{usual}`"),
            (_, usual) => usual,
        };
        format!(
            "| {} | {} | {} | {usual} | {} |\n",
            self.name,
            places.collect::<Vec<_>>().join("<br>"),
            self.allowed(),
            self.meaning()
        )
    }
}

/// `UPDATE_GUIDE=1` writes the page.
#[test]
fn the_guide_has_the_same() {
    let mut page = OPENING.to_owned();
    for (heading, fields) in all() {
        write!(
            page,
            "\n## {heading}\n\n| what | in a scenario | allowed | usual | what it is |\n|---|---|---|---|---|\n"
        )
        .unwrap();
        page.extend(fields.iter().map(|field| field.row()));
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("guide/parameters.md");
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
}
