//! Meaning of the columns of a table, from its header, a list of fields, or a map.

use super::known_tables::{self, KnownTable, SLURM_UNITS};
use crate::base::problem::Problem;
use crate::load::slurm::text::columns::Columns;
use crate::scenario::{Says, TableWorkload, Units};

/// Columns with their meaning, and units.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Layout {
    /// Columns.
    pub(super) columns: Columns<Says>,
    /// Units of their numbers.
    pub(super) units: Units,
    /// Nodes of each job, where there is no column for them.
    pub(super) nodes: Option<u32>,
    /// Whether jobs have Slurm's numbers.
    pub(super) is_slurm: bool,
    /// Name of the published table, if it is one.
    pub(super) known_table: Option<&'static str>,
}

impl Layout {
    /// Layout of a table of Slurm.
    pub(super) fn slurm(header: Vec<String>) -> Result<Self, Problem> {
        let layout = Self {
            is_slurm: true,
            ..Self::with_columns(Columns::of(header, known_tables::slurm_column), SLURM_UNITS)
        };
        layout.check("accounting of Slurm")
    }

    /// Layout of any table, by the columns that are given, or as a known table.
    pub(super) fn table(header: Vec<String>, options: &TableWorkload) -> Result<Self, Problem> {
        if let Some(columns) = &options.columns {
            for (says, name) in columns.named() {
                if !header.iter().any(|one| one == name) {
                    return Err(Problem::input(format!(
                        "`{}: \"{name}\"`: there is no such column; there are {}",
                        says.name(),
                        header.join(", ")
                    )));
                }
            }
            let named = Columns::of(header, |name| {
                Some((0, known_tables::meaning_of(columns, name)?))
            });
            return Self::with_columns(named, options.units.unwrap_or_default()).check("the table");
        }
        let Some(known) = KnownTable::recognise(&header) else {
            return Err(Problem::input(format!(
                "the columns {} are of no table that is known ({}): say what they mean in a scenario, `Table(path: …, columns: (submit: \"…\", runtime: \"…\", cores: \"…\"))`",
                header.join(", "),
                known_tables::known_table_names()
            )));
        };
        let units = options.units.unwrap_or(known.units);
        Ok(Self {
            nodes: known.nodes,
            known_table: Some(known.name),
            ..Self::with_columns(
                Columns::of(header, |name| Some((0, known.column_meaning(name)?))),
                units,
            )
        })
    }

    const fn with_columns(columns: Columns<Says>, units: Units) -> Self {
        Self {
            columns,
            units,
            nodes: None,
            is_slurm: false,
            known_table: None,
        }
    }

    /// Checks that there are enough columns to make jobs.
    fn check(self, what: &str) -> Result<Self, Problem> {
        let has = |all: &[Says]| all.iter().any(|&says| self.columns.has(says));
        let needed: [(&str, bool); 3] = [
            ("when jobs were submitted (`submit`)", has(&[Says::Submit])),
            (
                "how long they ran (`runtime`, or `start` and `end`)",
                has(&[Says::Runtime]) || (has(&[Says::Start]) && has(&[Says::End])),
            ),
            (
                "how large they are (`cores`, `nodes` or `gpus`)",
                has(&[
                    Says::Cores,
                    Says::RequestedCores,
                    Says::Nodes,
                    Says::RequestedNodes,
                    Says::Gpus,
                    Says::Allocated,
                    Says::Requested,
                ]),
            ),
        ];
        match needed.iter().find(|(_, is_there)| !is_there) {
            None => Ok(self),
            Some((missing, _)) => Err(Problem::input(format!(
                "{what} does not say {missing}; its columns are {}",
                self.columns.names.join(", ")
            ))),
        }
    }
}
