//! Policies in Python: a method that is called once per instant.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cosched_core::engine::{Context, Policy};
use laboratory::base::problem::Problem;
use laboratory::family::FalliblePolicy;
use laboratory::record::Experiment;
use laboratory::scenario::PolicyName;
use laboratory::scenario::policy::own::{Description, OwnPolicy};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::{input, raised};
use crate::state::State;
use crate::worker::is_ending;

/// The exception that a policy has raised, if one has.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    fn set(&self, error: PyErr) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    /// The exception that a policy has raised in a run that ended with `problem`, or else that.
    pub(crate) fn or_raised(&self, problem: &Problem) -> PyErr {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.take().unwrap_or_else(|| raised(problem))
    }
}

/// A policy whose object changes: descriptions are never freed, so that they are used again once no
/// run is left of the object they had.
struct ReusablePolicy {
    policy: OwnPolicy,
    object: Arc<Mutex<Option<PolicyObject>>>,
}

/// The object of a policy, and where its exception is kept.
#[derive(Clone)]
struct PolicyObject {
    object: Arc<Py<PyAny>>,
    label: Arc<str>,
    failure: Failure,
    experiment: Arc<OnceLock<Arc<Experiment>>>,
}

/// Whether it is a policy in Python.
pub(crate) fn is_of_python(policy: PolicyName) -> bool {
    matches!(policy, PolicyName::Own(_))
}

static FREE: Mutex<Vec<ReusablePolicy>> = Mutex::new(Vec::new());
static MADE: AtomicU64 = AtomicU64::new(0);

impl ReusablePolicy {
    /// One that has no object.
    fn free() -> Self {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(one) = free.pop() {
            return one;
        }
        let object = Arc::new(Mutex::new(None::<PolicyObject>));
        let kept = Arc::clone(&object);
        let name = format!("Python{}", MADE.fetch_add(1, Ordering::Relaxed));
        let summary = "A policy in Python";
        let description = Description::fallible(name, summary, summary, move |_| {
            let object = kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let object = object.ok_or_else(|| "the policy is gone".to_owned())?;
            Ok(Box::new(PythonPolicy {
                object,
                own: None,
                problem: None,
            }))
        });
        let policy = OwnPolicy::new(description);
        Self { policy, object }
    }

    fn set(&self, object: Option<PolicyObject>) {
        *self.object.lock().unwrap_or_else(PoisonError::into_inner) = object;
    }
}

/// The policies of Python in some runs, which keep them for explanations.
#[derive(Default)]
pub(crate) struct OwnPolicies {
    policies: Mutex<Vec<ReusablePolicy>>,
    failure: Failure,
    experiment: Arc<OnceLock<Arc<Experiment>>>,
}

impl OwnPolicies {
    /// Where the exceptions of these policies are.
    pub(crate) fn failure(&self) -> Failure {
        self.failure.clone()
    }

    /// Says whose jobs they will schedule.
    pub(crate) fn set_experiment(&self, experiment: &Arc<Experiment>) {
        self.experiment.get_or_init(|| Arc::clone(experiment));
    }

    /// Adds a class, of which each run makes an object, or an object, of which each run has a copy;
    /// returns its name for the laboratory, and the one that is shown.
    pub(crate) fn add(&self, object: Py<PyAny>) -> PyResult<(PolicyName, String)> {
        let label = Python::attach(|py| label_of(object.bind(py)))?;
        if PolicyName::PUBLISHED
            .iter()
            .any(|policy| policy.title() == label)
        {
            return Err(input(format!(
                "`{label}` is the name of a published policy: a policy in Python needs another `name`"
            )));
        }
        let one = ReusablePolicy::free();
        one.set(Some(PolicyObject {
            object: Arc::new(object),
            label: label.as_str().into(),
            failure: self.failure.clone(),
            experiment: Arc::clone(&self.experiment),
        }));
        let policy = PolicyName::Own(one.policy);
        let mut policies = self.policies.lock().unwrap_or_else(PoisonError::into_inner);
        policies.push(one);
        Ok((policy, label))
    }
}

impl Drop for OwnPolicies {
    fn drop(&mut self) {
        let policies = self.policies.get_mut();
        let policies = policies.unwrap_or_else(PoisonError::into_inner);
        policies.iter().for_each(|one| one.set(None));
        FREE.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .append(policies);
    }
}

/// Name of a policy in results: its attribute `name`, or the name of its class.
fn label_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let class = match object.cast::<PyType>() {
        Ok(class) => class.clone(),
        Err(_) => object.get_type(),
    };
    if !object.hasattr("schedule")? {
        return Err(PyTypeError::new_err(format!(
            "{} is no policy: it has no method `schedule(self, state)`; names of published ones and classes with that method are allowed",
            object.repr()?
        )));
    }
    if !object.hasattr("name")? {
        return class.name()?.extract();
    }
    let name = object.getattr("name")?;
    match name.extract::<String>() {
        Ok(label) if !label.trim().is_empty() => Ok(label),
        // A property of a class has its value in objects.
        _ if object.is_instance_of::<PyType>() && name.hasattr("fget")? => class.name()?.extract(),
        _ => Err(PyTypeError::new_err(format!(
            "the name of the policy {} is {}: a text is allowed",
            class.name()?,
            name.repr()?
        ))),
    }
}

struct PythonPolicy {
    object: PolicyObject,
    own: Option<Py<PyAny>>,
    problem: Option<Problem>,
}

impl PythonPolicy {
    fn call(&mut self, py: Python<'_>, context: &mut Context<'_, '_>) -> PyResult<()> {
        let policy = match &self.own {
            Some(own) => own.bind(py).clone(),
            None => {
                let own = self.made(py)?;
                self.own = Some(own.clone().unbind());
                own
            }
        };
        let call = |state| policy.call_method1("schedule", (state,));
        let experiment = self.object.experiment.get();
        let labels = experiment.map_or(&[][..], |experiment| &experiment.labels);
        let returned = State::during(context, labels, call)?;
        if returned.is_none() {
            return Ok(());
        }
        Err(PyTypeError::new_err(format!(
            "schedule returned {}: jobs are started by `state.start(job)`, and nothing is to be returned",
            returned.repr()?
        )))
    }

    /// An object of the class, or a copy of the object.
    fn made<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let object = self.object.object.bind(py);
        if object.is_instance_of::<PyType>() {
            return object.call0();
        }
        py.import("copy")?.call_method1("deepcopy", (object,))
    }
}

impl Policy for PythonPolicy {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if self.problem.is_some() {
            return;
        }
        if is_ending() {
            self.problem = Some(Problem::output("the interpreter ends"));
            return;
        }
        let at = context.now();
        let called = Python::attach(|py| {
            let called = self.call(py, context);
            called.inspect_err(|error| {
                // Python 3.10 has no notes.
                let note = format!("in the policy {}, called at {at} s", self.object.label);
                let _ = error.value(py).call_method1("add_note", (note,));
            })
        });
        if let Err(error) = called {
            self.problem = Some(Problem::output(format!(
                "the policy raised an exception at {at} s"
            )));
            self.object.failure.set(error);
        }
    }
}

impl FalliblePolicy for PythonPolicy {
    fn failure(&self) -> Option<Problem> {
        self.problem.clone()
    }
}
