//! Scenarios: read, changed, run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::export::{make_paths_absolute, make_paths_plain, workload_header, workload_line};
use laboratory::load;
use laboratory::load::model::ModelJobs;
use laboratory::record::Experiment;
use laboratory::record::choice::Choice;
use laboratory::run::whatif::scenario_of;
use laboratory::run::{check, choices, simulate};
use laboratory::scenario::{self as scenarios, PolicyName, takes_a_name, with_parameter};
use pyo3::prelude::*;

use crate::arrow::{ArrowTable, Columns};
use crate::choice::{ConfiguredPolicy, PolicyArgument, RequestedPolicy};
use crate::errors::{input, raised};
use crate::policy::{OwnPolicies, is_of_python};
use crate::run::{Run, label_columns};
use crate::worker::{interruptible, on_this_thread};

/// Text and file of a scenario.
type Parts = (String, Option<PathBuf>);

/// A machine, jobs, policies and their parameters.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct Scenario {
    pub(crate) scenario: scenarios::Scenario,
    source: Option<PathBuf>,
}

#[pymethods]
impl Scenario {
    /// Reads a scenario, a log or accounting.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let source = Some(path.clone());
        let read = interruptible(py, move |_| load::open(&path))?;
        let scenario = read.map_err(|problem| raised(&problem))?;
        Ok(Self { scenario, source })
    }

    /// Reads the text of a scenario.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        let scenario = scenarios::parse(text, None).map_err(|problem| raised(&problem))?;
        Ok(Self {
            scenario,
            source: None,
        })
    }

    /// The scenario with these parameters, each a name and a value as scenarios write it.
    fn with_parameters(&self, parameters: Vec<(String, String)>) -> PyResult<Self> {
        let mut text = scenarios::to_ron(&self.scenario);
        for (name, value) in parameters {
            // Of names, a word in quotes is refused with those that there are.
            let word = value
                .strip_prefix('"')
                .and_then(|rest| rest.strip_suffix('"'));
            let is_name = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
            let word = word.filter(is_name).filter(|_| takes_a_name(&name));
            let changed = with_value(&text, &name, word.unwrap_or(&value));
            text = changed.map_err(|problem| raised(&problem))?;
        }
        let scenario = scenarios::parse(&text, None).map_err(|problem| raised(&problem))?;
        Ok(Self {
            scenario,
            source: self.source.clone(),
        })
    }

    /// Whether it has a parameter of that name.
    fn has_parameter(&self, name: &str) -> bool {
        with_parameter(&self.ron(), name, "0").is_ok()
    }

    /// A policy that has these parameters, with its name in results.
    fn configured(
        &self,
        policy: Py<PyAny>,
        label: String,
        parameters: Vec<(String, String)>,
    ) -> PyResult<ConfiguredPolicy> {
        let setting = self.with_parameters(parameters)?.scenario;
        Ok(ConfiguredPolicy {
            policy,
            label,
            setting,
        })
    }

    /// The jobs as they are submitted, as a table for Arrow: what a log has, or a model draws.
    fn table(&self, py: Python<'_>) -> PyResult<ArrowTable> {
        let experiment = self.prepare(py)?;
        let (jobs, labels) = (&experiment.jobs, &experiment.labels);
        let mut columns = Columns::of(jobs.len());
        columns.whole("job", |job| Some(labels[job].number() as i64));
        columns.instant("submitted", &experiment.clock, |job| Some(jobs[job].submit))?;
        columns.whole("nodes", |job| Some(jobs[job].nodes.into()));
        columns.span("estimate", |job| Some(jobs[job].estimate));
        columns.span("runtime", |job| Some(jobs[job].runtime));
        label_columns(&mut columns, &experiment);
        columns.table()
    }

    /// The jobs that its model draws, as SWF; `note` stands in its head.
    fn swf(&self, py: Python<'_>, note: String) -> PyResult<String> {
        let scenario = self.scenario.clone();
        let nodes = scenario.machine.nodes().and_then(|cluster| cluster.nodes);
        let written = interruptible(py, move |_| {
            let Some(jobs) = ModelJobs::new(&scenario, nodes)? else {
                let sentence = "its jobs are not drawn from a model; those of a run are in `jobs`";
                return Err(Problem::input(sentence));
            };
            let nodes = nodes.unwrap_or_default();
            let head = workload_header(jobs.total, nodes, &note);
            let lines = jobs.map(|(at, job, label)| workload_line(at, &job, &label));
            Ok(std::iter::once(head).chain(lines).collect::<String>())
        })?;
        written.map_err(|problem| raised(&problem))
    }

    /// What makes the same scenario in another process: its text and its file.
    fn parts(&self) -> Parts {
        let file = self.source.as_ref();
        let absolute = |file: &PathBuf| std::path::absolute(file).unwrap_or_else(|_| file.clone());
        (self.ron(), file.map(absolute))
    }

    /// The scenario of these parts.
    #[staticmethod]
    fn of_parts(text: &str, file: Option<PathBuf>) -> PyResult<Self> {
        Ok(Self {
            source: file,
            ..Self::parse(text)?
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        Ok((slf.getattr("of_parts")?, slf.get().parts()))
    }

    /// The scenario whose only run is `run`; a policy in Python is none of a scenario.
    #[staticmethod]
    fn of_run(run: &Run) -> PyResult<Self> {
        let run = run.inner();
        if is_of_python(run.policy) {
            let sentence = "its policy is in Python, and scenarios name published policies";
            return Err(input(format!("{}: {sentence}", run.label)));
        }
        Ok(Self {
            scenario: scenario_of(run),
            source: run.experiment.source.clone(),
        })
    }

    /// The scenario as text that can be read from anywhere: its paths are absolute.
    fn portable(&self) -> String {
        let mut scenario = self.scenario.clone();
        make_paths_absolute(&mut scenario, self.source.as_deref());
        scenarios::to_ron(&scenario)
    }

    /// The scenario as text that can be read where its files lie beside it, and those, each with its
    /// name there.
    fn beside_files(&self) -> (String, Vec<(String, PathBuf)>) {
        let mut scenario = self.scenario.clone();
        let files = make_paths_plain(&mut scenario, self.source.as_deref());
        (scenarios::to_ron(&scenario), files)
    }

    /// The scenario as text.
    fn ron(&self) -> String {
        scenarios::to_ron(&self.scenario)
    }

    /// Runs the published policies of these names, and those of Python, in their order; those of the
    /// scenario if there are none.
    fn run(
        &self,
        py: Python<'_>,
        policies: Vec<PolicyArgument>,
        has_schedule: bool,
    ) -> PyResult<Vec<Run>> {
        let own = Arc::new(OwnPolicies::default());
        let requested: PyResult<Vec<RequestedPolicy>> = policies
            .into_iter()
            .map(|policy| policy.resolve(&self.scenario, &own))
            .collect();
        let (requested, mut scenario) = (requested?, self.scenario.clone());
        if !requested.is_empty() {
            scenario.policies = requested.iter().map(|one| one.policy).collect();
            scenario.variants.clear();
            scenario.branches.clear();
        } else if scenario.policies.is_empty() && scenario.variants.is_empty() {
            scenario.policies = PolicyName::defaults_for(&scenario.machine).to_vec();
        }
        let (source, failure) = (self.source.clone(), own.failure());
        let read = interruptible(py, move |progress| {
            let experiment = Arc::new(load::prepare(&scenario, source.as_deref(), progress)?);
            let parameters = &experiment.scenario.parameters;
            let all: Vec<Choice> = if requested.is_empty() {
                choices(&experiment.scenario)
            } else {
                let requested = requested.into_iter();
                requested.map(|one| one.choice(parameters)).collect()
            };
            all.iter()
                .try_for_each(|choice| check(&experiment, choice))?;
            Ok((experiment, all))
        })?;
        let (experiment, mut all) = read.map_err(|problem| raised(&problem))?;
        own.set_experiment(&experiment);
        tell_apart(&mut all);
        let mut runs = Vec::new();
        for choice in all {
            let (experiment, is_python) = (Arc::clone(&experiment), is_of_python(choice.policy));
            let work = move |progress: &Progress| {
                simulate(&experiment, &choice, has_schedule, progress)?
                    .ok_or_else(|| Problem::output("the run was cancelled"))
            };
            let ran = if is_python {
                on_this_thread(work)?
            } else {
                interruptible(py, work)?
            };
            let run = ran.map_err(|problem| failure.or_raised(&problem))?;
            runs.push(Run::new(run, Arc::clone(&own)));
        }
        Ok(runs)
    }

    /// Reads a scenario in JSON.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let scenario = scenarios::from_json(text).map_err(|problem| raised(&problem))?;
        Ok(Self {
            scenario,
            source: None,
        })
    }

    /// The scenario as JSON.
    fn json(&self) -> String {
        scenarios::to_json(&self.scenario)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.scenario == other.scenario && self.source == other.source
    }

    /// The text, as a file has it.
    fn __str__(&self) -> String {
        scenarios::to_ron(&self.scenario)
    }

    fn __repr__(&self) -> String {
        let file = self.source.as_deref().and_then(Path::file_name);
        let name = match (self.scenario.title.as_str(), file) {
            ("", Some(file)) => file.to_string_lossy().into_owned(),
            ("", None) => "without a title".to_owned(),
            (title, _) => title.to_owned(),
        };
        let policies = self.scenario.policies.iter();
        let policies: Vec<String> = policies.map(|policy| policy.title().to_string()).collect();
        let policies = policies.join(", ");
        format!("<cosched.Scenario {name}: {policies}; its text is str(…)>")
    }
}

/// The scenario `text` with the parameter `name` at `value`.
fn with_value(text: &str, name: &str, value: &str) -> Result<String, Problem> {
    let changed = with_parameter(text, name, value)?;
    // Positions in a text that nobody wrote say nothing.
    let wrong =
        |problem: Problem| Problem::input(format!("{name} = {value}: {}", problem.sentence));
    scenarios::parse(&changed, None).map_err(wrong)?;
    Ok(changed)
}

impl Scenario {
    /// The file it was read from.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.source.as_deref()
    }

    /// Reads its files and draws from its models.
    pub(crate) fn prepare(&self, py: Python<'_>) -> PyResult<Arc<Experiment>> {
        let (mut scenario, source) = (self.scenario.clone(), self.source.clone());
        if scenario.policies.is_empty() && scenario.variants.is_empty() {
            scenario.policies = PolicyName::defaults_for(&scenario.machine).to_vec();
        }
        let prepared = interruptible(py, move |progress| {
            load::prepare(&scenario, source.as_deref(), progress)
        })?;
        prepared.map(Arc::new).map_err(|problem| raised(&problem))
    }
}

/// Numbers the labels that several runs have, so that each is found by its own.
fn tell_apart(all: &mut [Choice]) {
    for index in 1..all.len() {
        let (before, rest) = all.split_at_mut(index);
        let (label, mut number) = (rest[0].label.clone(), 1);
        while before.iter().any(|one| one.label == rest[0].label) {
            number += 1;
            rest[0].label = format!("{label} {number}");
        }
    }
}
