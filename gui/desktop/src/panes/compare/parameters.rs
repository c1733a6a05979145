//! Parameters of the runs, a line each: all of them, or only those that differ.

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};
use egui_extras::{Column, TableBuilder};

use crate::documents::session::scenario_of_run;
use crate::shared::Shared;
use crate::shared::runs::{Entry, RunId};
use crate::widgets::run::run_swatch;
use crate::widgets::wide;
use charts::look::strong;
use laboratory::record::Run;
use laboratory::scenario::{Scenario, Workload, to_ron};

/// Height of a row, and widths of the names and of a run.
const ROW: f32 = 22.0;
const NAMES: f32 = 260.0;
const VALUES: f32 = 150.0;

/// A parameter with its value in each run; absent where a run has none.
#[derive(Clone, PartialEq, Debug)]
struct Line {
    name: String,
    values: Vec<Option<String>>,
}

impl Line {
    /// Whether runs have different values.
    fn differs(&self) -> bool {
        self.values.windows(2).any(|pair| pair[0] != pair[1])
    }
}

/// Inputs of the table.
type Key = Vec<(RunId, *const Run, String)>;

/// State of the table between frames.
pub(super) struct State {
    only_differences: bool,
    made: Option<(Key, Vec<Line>)>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            only_differences: true,
            made: None,
        }
    }
}

impl State {
    /// Shows the table of the runs in sight.
    pub(super) fn show(&mut self, ui: &mut Ui, shared: &Shared) {
        let runs: Vec<&Entry> = shared.runs.visible().collect();
        let key = runs.iter().map(|entry| {
            let run = std::sync::Arc::as_ptr(&entry.run);
            (entry.id, run, entry.label.clone())
        });
        let key: Key = key.collect();
        if self.made.as_ref().is_none_or(|(made, _)| *made != key) {
            let parameters: Vec<_> = runs.iter().map(|entry| policy_parameters(entry)).collect();
            self.made = Some((key, lines(&parameters)));
        }
        let Some((_, lines)) = &self.made else { return };
        ui.checkbox(&mut self.only_differences, "Only differences")
            .on_hover_text("Leave out parameters that are alike in all runs in sight");
        let only = self.only_differences;
        let shown: Vec<&Line> = lines
            .iter()
            .filter(|line| !only || line.differs())
            .collect();
        if shown.is_empty() {
            ui.weak(match runs.len() {
                0 | 1 => "Tick a second run on the left to see in what they differ",
                _ => "The runs in sight have the same parameters",
            });
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            wide::show(ui, |ui| table(ui, &runs, &shown));
        });
    }
}

fn table(ui: &mut Ui, runs: &[&Entry], lines: &[&Line]) {
    TableBuilder::new(ui)
        .id_salt("parameters")
        .vscroll(false)
        .striped(true)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(NAMES).clip(true))
        .columns(Column::exact(VALUES).clip(true), runs.len())
        .header(ROW, |mut row| {
            row.col(|ui| {
                ui.label(strong("parameter"));
            });
            for entry in runs {
                row.col(|ui| {
                    run_swatch(ui, entry.slot);
                    ui.add(Label::new(strong(&entry.label)).truncate());
                });
            }
        })
        .body(|body| {
            body.rows(ROW, lines.len(), |mut row| {
                let line = lines[row.index()];
                row.col(|ui| {
                    ui.add(Label::new(&line.name).truncate());
                });
                for value in &line.values {
                    row.col(|ui| {
                        let text = match value {
                            Some(value) => RichText::new(value),
                            None => RichText::new("–").weak(),
                        };
                        ui.add(Label::new(text).truncate());
                    });
                }
            });
        });
}

/// Returns the parameters of the run of `entry`, by their names in scenarios.
fn policy_parameters(entry: &Entry) -> Vec<(String, String)> {
    let mut scenario = Scenario {
        title: String::new(),
        ..scenario_of_run(entry)
    };
    // Jobs that are written one by one are no parameters.
    if let Workload::Jobs(jobs) = &mut scenario.workload {
        jobs.clear();
    }
    scenario.variants.clear();
    scenario.branches.clear();
    let mut all = vec![("policy".to_owned(), entry.run.policy.title().to_owned())];
    let parameters = &entry.run.parameters;
    scenario.parameters = parameters.clone();
    let skipped = [
        "title", "policies", "variants", "branches", "expect", "sweep",
    ];
    let found = flat(&to_ron(&scenario)).into_iter();
    all.extend(found.filter(|(name, _)| !skipped.contains(&name.as_str())));
    all
}

/// Returns the values in the text of a scenario, which has a field on each line, by their names.
fn flat(text: &str) -> Vec<(String, String)> {
    let mut path: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_end_matches(',');
        if line.is_empty() {
            continue;
        }
        if line.starts_with([')', ']', '}']) {
            path.pop();
            continue;
        }
        let (name, value) = match line.split_once(": ") {
            Some((name, value)) if !name.contains(['(', '"']) => (name, value),
            _ => ("", line),
        };
        let whole = |path: &[String]| {
            let parts = path.iter().map(String::as_str).chain([name]);
            let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
            parts.join(" · ").replace('_', " ")
        };
        if let Some(kind) = value.strip_suffix(['(', '[', '{']) {
            let name_of = whole(&path);
            if !kind.is_empty() && !name_of.is_empty() {
                all.push((name_of, kind.trim_end_matches("Some(").to_owned()));
            }
            path.push(name.to_owned());
            continue;
        }
        let some = value
            .strip_prefix("Some(")
            .and_then(|rest| rest.strip_suffix(')'));
        let value = match (some, value) {
            (Some(inner), _) => inner.to_owned(),
            // A field that is `None` is absent.
            (None, "None") => continue,
            _ => value.to_owned(),
        };
        let name_of = whole(&path);
        match all.iter_mut().find(|(known, _)| *known == name_of) {
            // Entries of a list.
            Some((_, known)) => *known = format!("{known}, {value}"),
            None => all.push((name_of, value)),
        }
    }
    all
}

/// Returns a line for each name that any run has, in the order of their first occurrence.
fn lines(parameters: &[Vec<(String, String)>]) -> Vec<Line> {
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in parameters.iter().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let value = |parameters: &[(String, String)], name: &String| {
        let found = parameters.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
    };
    let line = |name: &String| Line {
        name: name.clone(),
        values: parameters
            .iter()
            .map(|parameters| value(parameters, name))
            .collect(),
    };
    names.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_names_and_values() {
        let text = "(\n    machine: Cluster(\n        nodes: Some(64),\n        memory: None,\n    ),\n    seed: 3,\n    list: [\n        1,\n        2,\n    ],\n)";
        let found = flat(text);
        let found: Vec<_> = found
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("machine", "Cluster"),
                ("machine · nodes", "64"),
                ("seed", "3"),
                ("list", "1, 2"),
            ]
        );
    }

    #[test]
    fn lines_show_differing_and_absent_values() {
        let of = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter();
            pairs
                .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
                .collect()
        };
        let parameters: [Vec<_>; 2] = [of(&[("seed", "1"), ("load", "0.9")]), of(&[("seed", "1")])];
        let lines = lines(&parameters);
        assert!(!lines[0].differs() && lines[1].differs());
        assert_eq!(lines[1].values, [Some("0.9".to_owned()), None]);
    }
}
