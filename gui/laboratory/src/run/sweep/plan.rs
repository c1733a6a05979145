//! The plan of a sweep: its points in order, the seeds of each, and what is measured.

use std::path::{Path, PathBuf};

use super::hash::{self, Hash};
use super::stopping::StoppingRule;
use super::varied::{Source, VariedParameter};
use crate::base::input_file::STANDARD_INPUT;
use crate::base::problem::Problem;
use crate::load::cases;
use crate::record::choices::choices;
use crate::scenario::sweep::{Axis, Cut, Sweep};
use crate::scenario::{PolicyName, Scenario, Variant, Workload, parse, to_ron};

/// Largest number of samples in a sweep.
const MOST_SAMPLES: usize = 200_000;

/// A planned sweep.
#[derive(Debug)]
pub struct Plan {
    /// The scenario's file.
    pub file: PathBuf,
    /// Names of the varied parameters, without policies and seeds, as columns of tables.
    pub names: Vec<String>,
    /// The points, in order: the last parameter varies fastest.
    pub points: Vec<Point>,
    /// The seeds of each point, at most.
    pub seeds: Vec<u64>,
    /// When a point has enough seeds; only after the last, if absent.
    pub(super) stopping_rule: Option<StoppingRule>,
    /// Which jobs do not count.
    pub(super) cut: Option<Cut>,
    /// Hash of the program that runs it.
    pub(super) program: Hash,
    /// The input files, with their hashes.
    pub(super) inputs: Vec<(PathBuf, Hash)>,
}

/// A combination of values.
#[derive(Debug)]
pub struct Point {
    /// Value of each varied parameter.
    pub values: Vec<String>,
    /// The scenario; its variants are the policies.
    pub scenario: Scenario,
    pub(super) hash: Hash,
}

/// A point with a seed, as indices into the plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sample {
    /// Index of the point.
    pub point: usize,
    /// Index of the seed.
    pub seed: usize,
}

impl Plan {
    /// Reads the sweep of the scenario in `file`.
    ///
    /// # Errors
    /// The sweep is invalid, with its position in the text where there is one.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        if file == Path::new(STANDARD_INPUT) {
            return Err(Problem::input(
                "a sweep names its scenario, and standard input has no name: save it to a file first",
            ));
        }
        Self::of(&cases::text(file)?, file)
    }

    /// Makes the plan of the sweep in the scenario `text`, whose file is called `file`; its input
    /// files are relative to that.
    ///
    /// # Errors
    /// Errors of [`Plan::read`].
    pub fn of(text: &str, file: &Path) -> Result<Self, Problem> {
        let source = Source { text, file };
        let scenario = parse(text, Some(file))?;
        let wrong = |sentence: &str| Problem::input(sentence).in_file(file);
        let Some(sweep) = scenario.sweep.clone() else {
            return Err(wrong(
                "the scenario says nothing of a sweep, as in `sweep: (over: [(load: [0.5, 0.9])], seeds: 10)`",
            ));
        };
        let axes = Axes::of(&source, &sweep)?;
        let seeds = seeds(&scenario, &sweep, axes.seed).map_err(|sentence| wrong(&sentence))?;
        let stop = sweep
            .until
            .as_ref()
            .map(|until| StoppingRule::new(until, sweep.seeds, sweep.cut.is_some()));
        let stop = stop.transpose().map_err(|sentence| wrong(&sentence))?;
        let mut plan = Self {
            file: file.to_path_buf(),
            names: axes.varied.iter().map(VariedParameter::column).collect(),
            points: Vec::new(),
            seeds,
            stopping_rule: stop,
            cut: sweep.cut,
            program: Hash::default(),
            inputs: Vec::new(),
        };
        let count = axes.varied.iter().try_fold(1_usize, |count, varied| {
            count.checked_mul(varied.values.len())
        });
        let samples = count.and_then(|count| count.checked_mul(plan.seeds.len()));
        if samples.is_none_or(|samples| samples > MOST_SAMPLES) {
            return Err(wrong(&format!(
                "the sweep asks for more than {MOST_SAMPLES} points with seeds, which are too many"
            )));
        }
        for number in 0..count.unwrap_or(0) {
            plan.points.push(axes.point(&source, &scenario, number)?);
        }
        plan.hash_points()?;
        Ok(plan)
    }

    /// Gives each point a hash of everything its results depend on, except the seed.
    fn hash_points(&mut self) -> Result<(), Problem> {
        self.program = Hash::of_program()?;
        let cut = format!("{:?}", self.cut);
        for point in &mut self.points {
            let inputs = hash::of_inputs(&point.scenario, &self.file, &mut self.inputs)?;
            let own = [&self.program, &point.hash];
            point.hash = Hash::of_hashes(own.into_iter().chain(&inputs), cut.as_bytes());
        }
        Ok(())
    }

    /// Returns the hash of everything the result of `sample` depends on.
    pub(super) fn sample_hash(&self, sample: Sample) -> Hash {
        let seed = self.seeds[sample.seed].to_le_bytes();
        Hash::of_hashes([&self.points[sample.point].hash], &seed)
    }

    /// Whether each point ends early, so that its seeds are computed one after the other.
    pub fn stops(&self) -> bool {
        self.stopping_rule.is_some()
    }

    /// Returns all samples that may be needed, in order.
    pub fn samples(&self) -> impl Iterator<Item = Sample> + '_ {
        (0..self.points.len())
            .flat_map(|point| (0..self.seeds.len()).map(move |seed| Sample { point, seed }))
    }

    /// Returns the index of the piece of work that `sample` belongs to. Samples on which the end of
    /// a point depends are one piece.
    pub fn piece(&self, sample: Sample) -> usize {
        if self.stops() {
            sample.point
        } else {
            sample.point * self.seeds.len() + sample.seed
        }
    }

    /// Returns the number of pieces of work.
    pub fn pieces(&self) -> usize {
        if self.stops() {
            self.points.len()
        } else {
            self.points.len() * self.seeds.len()
        }
    }

    /// Returns the least number of samples in a piece of work.
    pub fn samples_of_piece(&self) -> usize {
        self.stopping_rule.as_ref().map_or(1, |stop| stop.least)
    }

    /// Returns the metric that decides when a point has enough seeds, if one does.
    pub fn deciding(&self) -> Option<&'static str> {
        self.stopping_rule.as_ref().map(|stop| stop.metric)
    }

    /// Returns the name of `sample`: `load=0.5 seed=1`.
    pub fn name(&self, sample: Sample) -> String {
        let values = self.names.iter().zip(&self.points[sample.point].values);
        let mut words: Vec<_> = values
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        words.push(format!("seed={}", self.seeds[sample.seed]));
        words.join(" ")
    }

    /// Returns the scenario of `sample`, whose variants are the policies.
    pub fn scenario(&self, sample: Sample) -> Scenario {
        Scenario {
            seed: self.seeds[sample.seed],
            ..self.points[sample.point].scenario.clone()
        }
    }

    /// Returns the number of jobs of `point` if its scenario says it, or else 1.
    pub(super) fn jobs(&self, point: usize) -> u32 {
        match &self.points[point].scenario.workload {
            Workload::Jobs(jobs) => jobs.len() as u32,
            Workload::Lublin(model) => model.jobs,
            Workload::Jann(model) => model.jobs,
            Workload::Swf(log) => log.jobs.unwrap_or(1),
            Workload::Table(_) | Workload::Workflow(_) => 1,
        }
    }

    /// Whether another seed gives another run of any point.
    pub fn depends_on_seed(&self) -> bool {
        let mut points = self.points.iter();
        points.any(|point| point.scenario.depends_on_seed())
    }

    /// Returns the names of the policies of a point, in order.
    pub fn policies(&self, point: usize) -> impl Iterator<Item = &str> {
        let variants = self.points[point].scenario.variants.iter();
        variants.map(|variant| variant.label.as_deref().unwrap_or_default())
    }
}

/// The axes of a sweep.
struct Axes<'s> {
    policy: Option<(usize, &'s Axis)>,
    seed: Option<&'s Axis>,
    varied: Vec<VariedParameter>,
}

impl<'s> Axes<'s> {
    fn of(source: &Source<'_>, sweep: &'s Sweep) -> Result<Self, Problem> {
        let mut axes = Self {
            policy: None,
            seed: None,
            varied: Vec::new(),
        };
        for (number, axis) in sweep.over.iter().enumerate() {
            if sweep.over[..number]
                .iter()
                .any(|other| other.path == axis.path)
            {
                let sentence = format!("`{}` is varied twice; once is allowed", axis.path);
                return Err(source.problem(number, None, &sentence));
            }
            match &*axis.path {
                "policy" => axes.policy = Some((number, axis)),
                "seed" => axes.seed = Some(axis),
                _ => axes.varied.push(source.varied(number, axis)?),
            }
        }
        Ok(axes)
    }

    /// Makes the point with index `number`: the last parameter varies fastest.
    fn point(&self, source: &Source<'_>, base: &Scenario, number: usize) -> Result<Point, Problem> {
        let (mut chosen, mut rest) = (vec![0; self.varied.len()], number);
        for (chosen, varied) in chosen.iter_mut().zip(&self.varied).rev() {
            (*chosen, rest) = (rest % varied.values.len(), rest / varied.values.len());
        }
        let mut scenario = source.scenario(&self.varied, &chosen, base.variants.len())?;
        if scenario.policies.is_empty() && scenario.variants.is_empty() {
            scenario.policies = PolicyName::defaults_for(&scenario.machine).to_vec();
        }
        scenario.variants = match self.policy {
            Some(axis) => source.policies(axis, &scenario, &self.varied, &chosen)?,
            None => own_policies(&scenario),
        };
        (scenario.policies, scenario.sweep) = (Vec::new(), None);
        scenario.expect = Vec::new();
        let labels: Vec<_> = scenario
            .variants
            .iter()
            .map(|variant| &variant.label)
            .collect();
        let twice = (1..labels.len()).find(|index| labels[..*index].contains(&labels[*index]));
        if let Some(label) = twice.and_then(|index| labels[index].clone()) {
            let sentence =
                format!("two policies are called `{label}`: one of them needs another `label`");
            return Err(match self.policy {
                Some((axis, _)) => source.problem(axis, twice, &sentence),
                None => Problem::input(sentence).in_file(source.file),
            });
        }
        // As the runs are: see `choices`.
        (scenario.variants).sort_by_key(|variant| !variant.policy.replays());
        let values = self.varied.iter().zip(&chosen);
        Ok(Point {
            values: values
                .map(|(varied, value)| varied.values[*value].clone())
                .collect(),
            hash: Hash::of(&[to_ron(&Scenario {
                title: String::new(),
                ..scenario.clone()
            })
            .as_bytes()]),
            scenario,
        })
    }
}

/// The policies of a scenario without an axis of policies.
fn own_policies(scenario: &Scenario) -> Vec<Variant> {
    let choices = choices(scenario).into_iter();
    let variants = choices.map(|choice| Variant {
        policy: choice.policy,
        label: Some(choice.label),
        parameters: choice.parameters,
    });
    variants.collect()
}

/// The seeds of each point: consecutive ones from the scenario's own on, or a list.
fn seeds(scenario: &Scenario, sweep: &Sweep, listed: Option<&Axis>) -> Result<Vec<u64>, String> {
    let Some(axis) = listed else {
        let count = match &sweep.until {
            Some(until) => until.most,
            None => sweep.seeds.unwrap_or(1),
        };
        if sweep.seeds.is_some_and(|seeds| seeds > count) {
            return Err(format!(
                "`seeds` is the least number of seeds, which is above the most, {count}"
            ));
        }
        let last = scenario.seed.checked_add(u64::from(count) - 1);
        let last = last.ok_or("the seeds go beyond the greatest number there is")?;
        return Ok((scenario.seed..=last).collect());
    };
    if sweep.seeds.is_some() || sweep.until.is_some() {
        return Err(
            "the seeds are varied by themselves: neither `seeds` nor `until` is allowed besides"
                .to_owned(),
        );
    }
    let seed = |text: &String| {
        let seed = text.parse();
        seed.map_err(|_| format!("`{text}` is not a seed: a whole number from 0 on is"))
    };
    let seeds: Vec<u64> = axis
        .values
        .value_texts()
        .iter()
        .map(seed)
        .collect::<Result<_, _>>()?;
    match (1..seeds.len()).find(|index| seeds[..*index].contains(&seeds[*index])) {
        Some(index) => Err(format!("the seed {} is there twice", seeds[index])),
        None => Ok(seeds),
    }
}
