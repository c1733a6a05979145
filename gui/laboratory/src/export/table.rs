//! A displayed table, to be written as comma-separated values or for LaTeX.

use super::csv_of;
use crate::base::problem::Problem;

/// A table with the names of its columns.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// Title.
    pub title: String,
    /// Names of the columns.
    pub heading: Vec<String>,
    /// Rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell, as displayed to a person and as written for a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Displayed text.
    pub display: String,
    /// Value for computations: times in seconds.
    pub value: String,
}

impl Cell {
    /// Returns a text that is both displayed and written.
    pub fn text(words: impl Into<String>) -> Self {
        let shown: String = words.into();
        Self {
            value: shown.clone(),
            display: shown,
        }
    }

    /// Returns a number, displayed as `shown`; an empty cell without one.
    pub fn number(value: Option<f64>, shown: impl FnOnce(f64) -> String) -> Self {
        match value {
            Some(value) => Self {
                display: shown(value),
                value: value.to_string(),
            },
            None => Self {
                display: "–".to_owned(),
                value: String::new(),
            },
        }
    }
}

impl Table {
    /// Returns the table as comma-separated values, each as written for a program.
    ///
    /// # Errors
    /// It is not text.
    pub fn csv(&self) -> Result<String, Problem> {
        let rows = self.rows.iter();
        let rows = rows.map(|row| row.iter().map(|cell| cell.value.clone()).collect());
        csv_of(std::iter::once(self.heading.clone()).chain(rows))
    }

    /// Returns a `tabular` with the rules of `booktabs`, each cell as displayed.
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
            text += &line(&mut row.iter().map(|cell| cell.display.as_str()));
        }
        text + "\\bottomrule\n\\end{tabular}\n"
    }
}

/// Returns `text` escaped for LaTeX.
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
    fn csv_has_values_and_latex_displayed_text() {
        let table = Table {
            title: "waits".to_owned(),
            heading: vec!["run".to_owned(), "mean_wait".to_owned()],
            rows: vec![vec![
                Cell::text("A & B_1"),
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
