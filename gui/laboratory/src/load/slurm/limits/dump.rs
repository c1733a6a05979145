//! Files that `sacctmgr dump` writes: `Account - 'physics':Fairshare=1:GrpTRES=cpu=100`.

use super::parents::PARENT;
use super::{Owner, Setting};
use crate::base::problem::Problem;
use crate::load::slurm::text::rows::lines;

/// Beginnings of the lines.
const KINDS: [&str; 4] = ["Cluster", "Parent", "Account", "User"];

/// Whether `text` is such a file, by its first line that is no comment.
pub(super) fn is_one(text: &str) -> bool {
    let first = lines(text).find(|line| !line.text.trim_start().starts_with('#'));
    first.is_some_and(|line| parts(line.text).is_some())
}

/// Kind of a line, the name, and the rest.
fn parts(line: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = line.trim().split_once(" - ")?;
    let rest = rest.strip_prefix('\'')?;
    let (name, rest) = rest.split_once('\'')?;
    KINDS.contains(&kind).then_some((kind, name, rest))
}

/// Values of a dump, with their owners.
pub(super) fn settings(text: &str) -> Result<Vec<Setting>, Problem> {
    let (mut settings, mut parent) = (Vec::new(), String::new());
    let all = lines(text).filter(|line| !line.text.trim_start().starts_with('#'));
    for line in all {
        let Some((kind, name, rest)) = parts(line.text) else {
            let sentence = format!(
                "`{}` is no line of a dump: {} - 'name':… is allowed",
                line.text.trim(),
                KINDS.join(", ")
            );
            return Err(Problem::input(sentence).at(line.number, 1));
        };
        let owner = match kind {
            "Parent" => {
                name.clone_into(&mut parent);
                continue;
            }
            // What the whole cluster may have is that of its root.
            "Cluster" => Owner::Account("root".to_owned()),
            "Account" => Owner::Account(name.to_owned()),
            _ => Owner::User {
                user: name.to_owned(),
                account: parent.clone(),
                partition: value(rest, "Partition"),
            },
        };
        if kind == "Account" {
            settings.push(Setting {
                owner: owner.clone(),
                name: PARENT.to_owned(),
                value: parent.clone(),
                line: line.number,
                column: 1,
            });
        }
        let begin = line.text.len() - rest.len();
        settings.extend(fields(rest).map(|(at, name, value)| Setting {
            owner: owner.clone(),
            name: name.to_owned(),
            value: value.trim_matches('\'').to_owned(),
            line: line.number,
            column: begin + at + 1,
        }));
    }
    Ok(settings)
}

/// Fields of the rest of a line, each with where it begins: they begin with a colon, which values in
/// quotes may have as well.
fn fields(rest: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let mut is_quoted = false;
    let cuts = rest.char_indices().filter(move |&(_, letter)| {
        is_quoted ^= letter == '\'';
        letter == ':' && !is_quoted
    });
    let begins: Vec<usize> = cuts.map(|(at, _)| at + 1).collect();
    let ends: Vec<usize> = begins
        .iter()
        .skip(1)
        .map(|next| next - 1)
        .chain([rest.len()])
        .collect();
    let all = begins.into_iter().zip(ends);
    all.filter_map(move |(begin, end)| {
        let (name, value) = rest[begin..end].split_once('=')?;
        Some((begin, name, value))
    })
}

fn value(rest: &str, wanted: &str) -> Option<String> {
    let found = fields(rest).find(|(_, name, _)| *name == wanted)?;
    Some(found.2.trim_matches('\'').to_owned())
}
