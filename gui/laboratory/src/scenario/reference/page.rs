//! Page of the guide with all parameters of scenarios.

use std::fmt::Write;

use super::index::all;
use super::*;

const OPENING: &str = "# Everything that a scenario can say

Made from the program's own descriptions. `parameters: (…)` may also stand in a variant. Where
the usual is *needed*, there is none, and a value has to be said; all else may be left out. Most
of it is in the window as well, under Machine, Workload and Policies.
";

impl Field {
    /// Meaning in a cell of a table.
    fn meaning(&self) -> String {
        let mut meaning = self.sentence.to_owned();
        for name in self.names() {
            meaning += &format!("<br>`{}`: {}", name.word(), name.2);
        }
        meaning
    }

    /// Row of a table.
    fn row(&self) -> String {
        let places = self.places.iter().map(|index| {
            let index = self.within.around(&index.0.replace("{}", "…"));
            format!("`{index}`")
        });
        let is_number = matches!(self.allowed, Allowed::Number(_) | Allowed::Whole(_));
        let usual = match ((self.usual)().is_empty(), self.usually()) {
            (true, usual) if usual == "needed" => format!("*{usual}*"),
            (false, usual) if !is_number => format!("`{usual}`"),
            (_, usual) => usual,
        };
        format!(
            "| {} | {} | {} | {usual} | {} | {} |\n",
            self.name,
            places.collect::<Vec<_>>().join("<br>"),
            self.range(|code| format!("`{code}`")),
            self.meaning(),
            self.source
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
            "\n## {heading}\n\n| what | in a scenario | allowed | usual | what it is | source |\n|---|---|---|---|---|---|\n"
        )
        .unwrap();
        page.extend(fields.iter().map(|field| field.row()));
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../guide/parameters.md");
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
}
