//! Parts of each paper that are implemented by the letter, by a reading, or not, with reasons.

use super::Study;

/// Name of the table on the command line, beside the studies.
pub const PAPERS: &str = "papers";

/// Summary of the table in one line.
pub const PAPERS_SUMMARY: &str =
    "what of each paper is implemented by the letter, by a reading, or not, and why";

/// Way in which a part of a paper is implemented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implementation {
    /// As written.
    Letter,
    /// In one of several possible readings, or with an invention where the paper gives nothing.
    Reading,
    /// Not at all.
    Not,
}

impl Implementation {
    /// Name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            Self::Reading => "reading",
            Self::Not => "not",
        }
    }
}

/// Part of a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Subject.
    pub name: &'static str,
    /// Way in which it is implemented.
    pub implementation: Implementation,
    /// Reason, and the parameter that changes it.
    pub reason: &'static str,
}

pub(super) const fn letter(name: &'static str, why: &'static str) -> Part {
    let how = Implementation::Letter;
    Part {
        name,
        implementation: how,
        reason: why,
    }
}

pub(super) const fn reading(name: &'static str, why: &'static str) -> Part {
    let how = Implementation::Reading;
    Part {
        name,
        implementation: how,
        reason: why,
    }
}

pub(super) const fn not(name: &'static str, why: &'static str) -> Part {
    let how = Implementation::Not;
    Part {
        name,
        implementation: how,
        reason: why,
    }
}

/// Largest length of a line for a terminal, in characters.
const WIDTH: usize = 100;
/// Indentation of a part's further lines.
const INDENT: usize = 10;

/// All papers as lines for a terminal.
pub fn papers_lines() -> Vec<String> {
    let mut lines = Vec::new();
    for study in Study::ALL {
        lines.extend(wrapped("", study.paper));
        for part in study.parts {
            let how = format!("  {:7} ", part.implementation.name());
            lines.extend(wrapped(&how, &format!("{}: {}", part.name, part.reason)));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

/// Wraps `text` into lines of at most [`WIDTH`], the first of which begins with `head`.
fn wrapped(head: &str, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = head.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(line);
            line = " ".repeat(INDENT);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line += word;
        is_empty = false;
    }
    lines.push(line);
    lines
}

/// All papers as rows for a file: paper, part, how, why.
pub fn papers_csv() -> Vec<Vec<String>> {
    let heading = ["paper", "part", "how", "why"];
    let rows = Study::ALL.iter().flat_map(|study| {
        let row = move |part: &Part| {
            [
                study.paper,
                part.name,
                part.implementation.name(),
                part.reason,
            ]
        };
        study.parts.iter().map(row)
    });
    let rows = std::iter::once(heading).chain(rows);
    rows.map(|row| row.map(str::to_owned).to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every paper has parts of each kind, and every part has a reason.
    #[test]
    fn each_paper_is_there() {
        for study in Study::ALL {
            let parts = study.parts;
            for how in [
                Implementation::Letter,
                Implementation::Reading,
                Implementation::Not,
            ] {
                assert!(
                    parts.iter().any(|part| part.implementation == how),
                    "{} {how:?}",
                    study.name
                );
            }
            for (index, part) in parts.iter().enumerate() {
                assert!(part.reason.len() > 20, "{}", part.name);
                let earlier = &parts[..index];
                assert!(
                    earlier.iter().all(|other| other.name != part.name),
                    "{} twice",
                    part.name
                );
            }
        }
        assert_eq!(papers_csv().len(), 1 + papers().count());
    }

    fn papers() -> impl Iterator<Item = &'static Part> {
        Study::ALL.iter().flat_map(|study| study.parts)
    }

    /// A name is a few words, the reason a sentence or two.
    #[test]
    fn text_fits() {
        for part in papers() {
            assert!(part.name.chars().count() <= 44, "{}", part.name);
            assert!(
                part.reason.chars().count() <= 330,
                "{}: {}",
                part.name,
                part.reason
            );
            assert!(
                !part.reason.contains("  ") && !part.reason.ends_with('.'),
                "{}",
                part.reason
            );
        }
        for line in papers_lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }
}
