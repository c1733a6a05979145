//! A table as it is shown, to be written as comma-separated values or for LaTeX.

use super::csv_of;
use crate::base::problem::Problem;

/// A table: what its columns are called, and its rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// What it is of.
    pub title: String,
    /// What its columns are called.
    pub heading: Vec<String>,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell: as a person reads it, and as a program does.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// As it is shown.
    pub shown: String,
    /// As it is computed with: times in seconds.
    pub value: String,
}

impl Cell {
    /// Words that are the same for both.
    pub fn words(words: impl Into<String>) -> Self {
        let shown: String = words.into();
        Self {
            value: shown.clone(),
            shown,
        }
    }

    /// A number, which is shown as `shown`; nothing where there is none.
    pub fn number(value: Option<f64>, shown: impl FnOnce(f64) -> String) -> Self {
        match value {
            Some(value) => Self {
                shown: shown(value),
                value: value.to_string(),
            },
            None => Self {
                shown: "–".to_owned(),
                value: String::new(),
            },
        }
    }
}

impl Table {
    /// As comma-separated values, each as a program reads it.
    ///
    /// # Errors
    /// It is not text.
    pub fn csv(&self) -> Result<String, Problem> {
        let rows = self.rows.iter();
        let rows = rows.map(|row| row.iter().map(|cell| cell.value.clone()).collect());
        csv_of(std::iter::once(self.heading.clone()).chain(rows))
    }

    /// As a `tabular` with the rules of `booktabs`, each cell as a person reads it.
    pub fn latex(&self) -> String {
        let columns = match self.heading.len() {
            0 => String::new(),
            count => "l".to_owned() + &"r".repeat(count - 1),
        };
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let cells: Vec<String> = cells.map(escaped).collect();
            cells.join(" & ") + " \\\\\n"
        };
        let mut text = format!(
            "% {}\n% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n",
            self.title.replace('\n', " ")
        );
        text += &line(&mut self.heading.iter().map(String::as_str));
        text += "\\midrule\n";
        for row in &self.rows {
            text += &line(&mut row.iter().map(|cell| cell.shown.as_str()));
        }
        text + "\\bottomrule\n\\end{tabular}\n"
    }
}

/// `text` such that it is text in LaTeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '−' => escaped += "$-$",
            '×' => escaped += "$\\times$",
            '±' => escaped += "$\\pm$",
            '…' => escaped += "\\dots{}",
            '–' => escaped += "--",
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_get_values_and_people_words() {
        let table = Table {
            title: "waits".to_owned(),
            heading: vec!["run".to_owned(), "mean_wait".to_owned()],
            rows: vec![vec![
                Cell::words("A & B_1"),
                Cell::number(Some(6900.0), |_| "1 h 55".to_owned()),
            ]],
        };
        assert_eq!(table.csv().unwrap(), "run,mean_wait\nA & B_1,6900\n");
        let latex = table.latex();
        assert!(latex.contains("\\begin{tabular}{lr}\n"), "{latex}");
        assert!(latex.contains("run & mean\\_wait \\\\\n"), "{latex}");
        assert!(latex.contains("A \\& B\\_1 & 1 h 55 \\\\\n"), "{latex}");
    }
}
