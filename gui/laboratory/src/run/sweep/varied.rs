//! The varied parameters, located in the scenario's text and set there, so that each point is read
//! by the same reader, and refused with the same sentences, as any scenario.

use std::path::Path;

use crate::base::problem::Problem;
use crate::base::ron_text::read_ron;
use crate::base::text_file::position_of;
use crate::metrics::all;
use crate::scenario::edit::{ValueParts, set, split_value, trimmed};
use crate::scenario::param_path::full_path;
use crate::scenario::reference::nearest::nearest_parameter;
use crate::scenario::sweep::{Axis, Values, values_text};
use crate::scenario::{PolicyName, Scenario, Variant, parse};

/// A scenario's text and its file.
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
    pub(super) file: &'t Path,
}

/// A varied parameter.
pub(super) struct VariedParameter {
    /// Its name in the scenario.
    pub(super) name: String,
    /// Index of its axis.
    axis: usize,
    /// Its full path.
    path: Vec<String>,
    /// Its values, one after the other.
    pub(super) values: Vec<String>,
}

impl Source<'_> {
    /// A problem with a value of an axis, at its position in the text.
    pub(super) fn problem(&self, axis: usize, value: Option<usize>, sentence: &str) -> Problem {
        let problem = Problem::input(sentence).in_file(self.file);
        let Some(values) = values_text(self.text, axis) else {
            return problem;
        };
        let part = match (split_value(values), value) {
            (ValueParts::Listed(listed), Some(value)) if values.starts_with('[') => {
                listed.get(value).map_or(values, |part| trimmed(part))
            }
            _ => values,
        };
        let (line, column) = position_of(part, self.text);
        problem.at(line, column)
    }

    /// Finds the parameter of an axis in the text.
    pub(super) fn varied(&self, number: usize, axis: &Axis) -> Result<VariedParameter, Problem> {
        let values = axis.values.value_texts();
        let unknown = || {
            let sentence = format!(
                "there is no parameter `{}` to vary{}: policy, seed, load, depth, machine.nodes and whatever else this scenario can say, by its path, is allowed",
                axis.path,
                nearest_parameter(&axis.path)
            );
            self.problem(number, None, &sentence)
        };
        let first = values.first().ok_or_else(unknown)?;
        let path = full_path(self.text, &axis.path, first).ok_or_else(unknown)?;
        Ok(VariedParameter {
            name: axis.path.clone(),
            axis: number,
            path,
            values,
        })
    }

    /// Returns the scenario in which each of `varied` has its chosen value.
    pub(super) fn scenario(
        &self,
        varied: &[VariedParameter],
        chosen: &[usize],
        variants: usize,
    ) -> Result<Scenario, Problem> {
        let mut text = self.text.to_owned();
        let mut last = parse(&text, None);
        for (varied, &value) in varied.iter().zip(chosen) {
            for before in varied.prefixes(variants) {
                text = varied.set(&text, &before, value).ok_or_else(|| {
                    let sentence = format!("`{}` has no place in this scenario", varied.name);
                    self.problem(varied.axis, Some(value), &sentence)
                })?;
            }
            // One by one, to know which value is refused.
            last = parse(&text, None).map_err(|problem| {
                let sentence = format!("`{}`: {}", varied.name, problem.sentence);
                self.problem(varied.axis, Some(value), &sentence)
            });
            if last.is_err() {
                break;
            }
        }
        last.map_err(|problem| problem.in_file(self.file))
    }

    /// Returns the runs of an axis of policies: names, with the parameters of the scenario, or
    /// variants with their own.
    pub(super) fn policies(
        &self,
        (number, axis): (usize, &Axis),
        scenario: &Scenario,
        varied: &[VariedParameter],
        chosen: &[usize],
    ) -> Result<Vec<Variant>, Problem> {
        let Values::List(texts) = &axis.values else {
            return Err(self.problem(number, None, "policies have names: a list is allowed"));
        };
        let variant = |(index, text): (usize, &String)| {
            let read = if text.starts_with('(') {
                let pairs = varied.iter().zip(chosen);
                let pairs = pairs.filter(|(varied, _)| varied.is_policy_parameter());
                let text = pairs.fold(text.clone(), |text, (varied, value)| {
                    varied.set(&text, &[], *value).unwrap_or(text)
                });
                read_ron::<Variant>(&text)
            } else {
                read_ron::<PolicyName>(text).map(|policy| Variant {
                    policy,
                    label: None,
                    parameters: scenario.parameters.clone(),
                })
            };
            let variant =
                read.map_err(|problem| self.problem(number, Some(index), &problem.sentence))?;
            let label = variant.label.clone();
            let label = label.unwrap_or_else(|| variant.policy.title().to_owned());
            Ok(Variant {
                label: Some(label),
                ..variant
            })
        };
        texts.iter().enumerate().map(variant).collect()
    }
}

impl VariedParameter {
    /// Name of its column: as in the sweep, or its full path where a metric has the same name.
    pub(super) fn column(&self) -> String {
        if all().iter().any(|metric| metric.name == self.name) {
            self.path.join(".")
        } else {
            self.name.clone()
        }
    }

    /// Whether it is a parameter of policies, which each variant has for itself.
    fn is_policy_parameter(&self) -> bool {
        self.path[0] == "parameters"
    }

    /// Returns the prefixes of its path: a policy's parameter is set in every variant.
    fn prefixes(&self, variants: usize) -> Vec<Vec<String>> {
        let variants = if self.is_policy_parameter() {
            variants
        } else {
            0
        };
        let variants = (0..variants).map(|index| vec!["variants".to_owned(), index.to_string()]);
        std::iter::once(Vec::new()).chain(variants).collect()
    }

    fn set(&self, text: &str, before: &[String], value: usize) -> Option<String> {
        let path = before.iter().chain(&self.path).map(String::as_str);
        set(text, &path.collect::<Vec<_>>(), &self.values[value])
    }
}
