//! The points of a sweep and their order: every combination of values, the last parameter first.

use super::set;
use crate::base::problem::Problem;
use crate::metrics;
use crate::metrics::of_jobs;
use crate::record::choice::{Choice, choices};
use crate::scenario::sweep::Sweep;
use crate::scenario::{PolicyName, Scenario, parse, to_ron};

/// The most points of a sweep.
const MOST_POINTS: u64 = 1_000_000;

/// All points of a sweep.
#[derive(Debug)]
pub struct Grid {
    /// What is swept.
    pub sweep: Sweep,
    /// Each parameter but the policy: its name, and its values as they are written.
    axes: Vec<(String, Vec<String>)>,
    /// What all points have in common, as text.
    text: String,
    points: usize,
}

/// One combination of values, run under each of its policies.
#[derive(Debug)]
pub struct Point {
    /// Its place, from 0.
    pub number: usize,
    /// The value of each parameter, as it is written.
    pub values: Vec<String>,
    /// The scenario with these values.
    pub scenario: Scenario,
    /// What it is run under.
    pub choices: Vec<Choice>,
}

impl Grid {
    /// The points that `scenario` asks for.
    ///
    /// # Errors
    /// It asks for none, or for what cannot be.
    pub fn new(scenario: &Scenario) -> Result<Self, Problem> {
        let Some(sweep) = &scenario.sweep else {
            return Err(Problem::input(
                "the scenario does not say what to sweep: it needs `sweep: (over: [(load: [0.5, 0.9])], seeds: 10)`",
            ));
        };
        check(sweep)?;
        let mut axes = Vec::new();
        let mut text = to_ron(&common(scenario));
        for axis in &sweep.over {
            match axis.name.as_str() {
                "policy" => {
                    let policies = format!("[{}]", axis.values().join(", "));
                    text = set::set(&text, "policies", &policies);
                    text = set::set(&text, "variants", "[]");
                }
                name => axes.push((name.to_owned(), axis.values().to_vec())),
            }
        }
        let sizes = axes.iter().map(|(_, values)| values.len() as u64);
        let points = sizes.fold(1, u64::saturating_mul);
        if points > MOST_POINTS {
            return Err(Problem::input(format!(
                "sweep: there are {points} points; up to {MOST_POINTS} are allowed"
            )));
        }
        Ok(Self {
            sweep: sweep.clone(),
            axes,
            text,
            points: points as usize,
        })
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.points
    }

    /// There always is one.
    pub fn is_empty(&self) -> bool {
        self.points == 0
    }

    /// The parameters but policy and seed, which every run has besides.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.axes.iter().map(|(name, _)| name.as_str());
        names.filter(|name| *name != "seed")
    }

    /// The point at this place.
    ///
    /// # Errors
    /// The scenario cannot have these values.
    pub fn point(&self, number: usize) -> Result<Point, Problem> {
        let mut left = number;
        let mut values = Vec::new();
        // The last parameter changes first.
        for (_, all) in self.axes.iter().rev() {
            values.push(all[left % all.len()].clone());
            left /= all.len();
        }
        values.reverse();
        let mut text = self.text.clone();
        for ((name, _), value) in self.axes.iter().zip(&values) {
            text = set::set(&text, set::path_of(name), value);
        }
        let scenario = parse(&text, None).map_err(|problem| self.refused(&values, &problem))?;
        let choices = choices(&scenario);
        let label = |choice: &Choice| choice.label.clone();
        let labels: Vec<String> = choices.iter().map(label).collect();
        let twice = |(place, label): &(usize, &String)| labels[..*place].contains(label);
        if let Some((_, label)) = labels.iter().enumerate().find(twice) {
            let sentence = format!("two runs of a point are called `{label}`; one is enough");
            return Err(self.refused(&values, &Problem::input(sentence)));
        }
        let named = self.axes.iter().zip(values);
        let values = named.filter_map(|((name, _), value)| (name != "seed").then_some(value));
        Ok(Point {
            number,
            values: values.collect(),
            scenario,
            choices,
        })
    }

    /// What is wrong with these values; the place is none in the person's file.
    fn refused(&self, values: &[String], problem: &Problem) -> Problem {
        let names = self.axes.iter().map(|(name, _)| name.as_str());
        Problem::input(at(names, values, &problem.sentence))
    }

    /// The same of a point that could be read.
    pub(super) fn unsuited(&self, point: &Point, problem: &Problem) -> Problem {
        Problem {
            sentence: at(self.names(), &point.values, &problem.sentence),
            ..problem.clone()
        }
    }
}

/// A sentence about a point.
fn at<'n>(names: impl Iterator<Item = &'n str>, values: &[String], sentence: &str) -> String {
    let named = names.zip(values);
    let named: Vec<_> = named
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    match named.as_slice() {
        [] => format!("sweep: {sentence}"),
        named => format!("sweep at {}: {sentence}", named.join(", ")),
    }
}

/// What of a scenario decides all runs of its points.
fn common(scenario: &Scenario) -> Scenario {
    let mut common = Scenario {
        title: String::new(),
        expect: Vec::new(),
        sweep: None,
        ..scenario.clone()
    };
    if common.policies.is_empty() && common.variants.is_empty() {
        common.policies = PolicyName::usual(&common.machine).to_vec();
    }
    common
}

/// Whether a sweep can be.
fn check(sweep: &Sweep) -> Result<(), Problem> {
    let wrong = |sentence: String| Err(Problem::input(format!("sweep: {sentence}")));
    let paths: Vec<_> = sweep
        .over
        .iter()
        .map(|axis| set::path_of(&axis.name))
        .collect();
    for (place, axis) in sweep.over.iter().enumerate() {
        if paths[..place].contains(&paths[place]) {
            return wrong(format!("`{}` stands in `over` twice", axis.name));
        }
        if [
            "policies", "variants", "branches", "sweep", "title", "expect",
        ]
        .contains(&paths[place])
        {
            return wrong(format!(
                "`{}` is no parameter of a run; policies are `(policy: […])`",
                axis.name
            ));
        }
        if axis.name == "seed" && (sweep.seeds > 1 || sweep.until.is_some()) {
            return wrong(
                "`seed` stands in `over`; then `seeds` and `until` cannot say more".into(),
            );
        }
    }
    if let Some(until) = &sweep.until
        && until.most < sweep.seeds
    {
        return wrong(format!(
            "`most: {}` of `until` is less than `seeds: {}`",
            until.most, sweep.seeds
        ));
    }
    for name in wanted(sweep) {
        if metrics::all().iter().all(|metric| metric.name != name) {
            return wrong(format!(
                "there is no metric `{name}`; summary.csv has them all"
            ));
        }
        if sweep.cut.is_some() && !of_jobs::NAMES.contains(&name) {
            return wrong(format!(
                "`{name}` is not known of a part of the jobs, as `cut` asks; {} are",
                of_jobs::NAMES.join(", ")
            ));
        }
    }
    Ok(())
}

/// What the means are wanted of if nobody says.
const USUAL: [&str; 2] = ["mean_wait", "mean_bounded_slowdown"];

/// The metrics whose means are wanted.
pub(super) fn wanted(sweep: &Sweep) -> Vec<&str> {
    let until = sweep.until.as_ref().map(|until| until.metric.as_str());
    let named = sweep.metrics.iter().map(String::as_str);
    let mut names: Vec<&str> = Vec::new();
    for name in until.into_iter().chain(named) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.is_empty() {
        true => USUAL.to_vec(),
        false => names,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(over: &str) -> Grid {
        let text = format!(
            "(title: \"A\", machine: Cluster(), workload: Lublin(jobs: 9), seed: 4, sweep: (over: [{over}]))"
        );
        Grid::new(&parse(&text, None).unwrap()).unwrap()
    }

    /// As digits of a number, of which the last counts up first; policies are no digit.
    #[test]
    fn the_last_parameter_changes_first() {
        let grid = grid("(policy: [Easy, Fcfs]), (load: Range(0.8, 0.9, 0.05)), (nodes: [8, 64])");
        assert_eq!(grid.len(), 6);
        assert_eq!(grid.names().collect::<Vec<_>>(), ["load", "nodes"]);
        let expected = ["0.8 8", "0.8 64", "0.85 8", "0.85 64", "0.9 8", "0.9 64"];
        for (number, expected) in expected.into_iter().enumerate() {
            let point = grid.point(number).unwrap();
            assert_eq!(point.values.join(" "), expected);
            let labels = point.choices.iter().map(|choice| choice.label.as_str());
            assert_eq!(labels.collect::<Vec<_>>(), ["EASY", "FCFS"]);
        }
        let direct = "(machine: Cluster(nodes: 8), workload: Lublin(jobs: 9, load: 0.85), seed: 4, policies: [Easy, Fcfs])";
        assert_eq!(
            grid.point(2).unwrap().scenario,
            parse(direct, None).unwrap()
        );
    }

    /// A seed that is swept is the one of the runs, and no column besides.
    #[test]
    fn seeds_can_be_named() {
        let grid = grid("(nodes: [8]), (seed: [7, 11])");
        assert_eq!(grid.names().collect::<Vec<_>>(), ["nodes"]);
        let seeds = [0, 1].map(|number| grid.point(number).unwrap().scenario.seed);
        assert_eq!(seeds, [7, 11]);
    }
}
