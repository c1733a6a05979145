//! Tables that `sacctmgr -P show assoc` and `sacctmgr -P show qos` print.

use super::parents::{PARENT, is_parent};
use super::{Owner, Setting};
use crate::base::problem::Problem;
use crate::load::slurm::text::rows::{Cut, Row, lines};

/// Values of a table, with their owners.
pub(super) fn settings(text: &str) -> Result<Vec<Setting>, Problem> {
    let wrong = || {
        Problem::input(
            "no limits: what `sacctmgr -P show assoc` or `sacctmgr -P show qos` prints, with its header, or a `sacctmgr dump` is wanted",
        )
        .at(1, 1)
    };
    let mut lines = lines(text);
    let header = lines.next().ok_or_else(wrong)?;
    let (cut, names) = Cut::of(header.text);
    let index = |name: &str| names.iter().position(|one| one.eq_ignore_ascii_case(name));
    let (account, user, qos) = (index("Account"), index("User"), index("Name"));
    let partition = index("Partition");
    if !header.text.contains('|') || (account.is_none() && qos.is_none()) {
        return Err(wrong());
    }
    let has_parents = names.iter().any(|name| is_parent(name));
    let (mut settings, mut row, mut above) = (Vec::new(), Row::default(), Above::default());
    for line in lines {
        cut.cut(line, &mut row);
        if row.cells.len() != names.len() {
            let sentence = format!(
                "{} fields where the header has {}",
                row.cells.len(),
                names.len()
            );
            let column = row.odd_column(names.len());
            return Err(Problem::input(sentence).at(line.number, column));
        }
        let cell = |at: Option<usize>| {
            let text = &*row.cells[at?].1;
            (!text.is_empty()).then(|| text.to_owned())
        };
        let owner = match (cell(account), cell(user)) {
            (Some(account), Some(user)) => Owner::User {
                user,
                account,
                partition: cell(partition),
            },
            (Some(account), None) => Owner::Account(account),
            (None, _) => Owner::Qos(cell(qos).unwrap_or_default()),
        };
        if let (Owner::Account(name), Some(at), false) = (&owner, account, has_parents) {
            let column = row.cells[at].0;
            let begin = line.text.get(column - 1..).unwrap_or_default();
            let indentation = begin.len() - begin.trim_start_matches(' ').len();
            settings.extend(above.push(indentation, name).map(|parent| Setting {
                owner: owner.clone(),
                name: PARENT.to_owned(),
                value: parent,
                line: line.number,
                column,
            }));
        }
        settings.extend(
            names
                .iter()
                .zip(&row.cells)
                .map(|(name, (column, value))| Setting {
                    owner: owner.clone(),
                    name: name.clone(),
                    value: value.to_string(),
                    line: line.number,
                    column: *column,
                }),
        );
    }
    Ok(settings)
}

/// Accounts above the next row of a tree, each with how far it is indented.
#[derive(Default)]
struct Above(Vec<(usize, String)>);

impl Above {
    /// Adds an account that is indented so far; returns the one it is directly below, if any.
    fn push(&mut self, indentation: usize, account: &str) -> Option<String> {
        self.0.retain(|(other, _)| *other < indentation);
        let parent = self.0.last().map(|(_, name)| name.clone());
        self.0.push((indentation, account.to_owned()));
        parent
    }
}
