//! Policies in Python: a method that is called once per instant.

use std::sync::{Arc, Mutex, PoisonError};

use cosched_core::engine::{Context, Policy};
use laboratory::base::problem::Problem;
use laboratory::family::FalliblePolicy;
use laboratory::scenario::PolicyName;
use laboratory::scenario::policy::own::{Description, OwnPolicy};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::state::State;
use crate::worker::is_ending;

/// The exception that a policy has raised, if one has.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    fn set(&self, error: PyErr) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A policy that is known by its names, whose object changes: descriptions are never freed, so that
/// they are used again once no run is left of the object they had.
struct Seat {
    names: Names,
    policy: OwnPolicy,
    taken: Arc<Mutex<Option<Taken>>>,
}

/// The object that a policy has, and where its exception is kept.
#[derive(Clone)]
struct Taken {
    object: Arc<Py<PyAny>>,
    label: Arc<str>,
    failure: Failure,
}

/// Whether it is a policy in Python.
pub(crate) fn is_of_python(policy: PolicyName) -> bool {
    matches!(policy, PolicyName::Own(_))
}

/// Name of a policy in scenarios, and as it is shown.
#[derive(Clone, PartialEq, Eq)]
struct Names {
    name: String,
    label: String,
}

static FREE: Mutex<Vec<Seat>> = Mutex::new(Vec::new());

impl Seat {
    /// A seat with these names that nobody has.
    fn free(names: Names) -> Self {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = free.iter().position(|seat| seat.names == names) {
            return free.swap_remove(index);
        }
        let taken = Arc::new(Mutex::new(None::<Taken>));
        let kept = Arc::clone(&taken);
        let (name, label) = (names.name.clone(), names.label.clone());
        let description = Description::fallible(name, label, "A policy in Python", move |_| {
            let taken = kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let gone = || "the policy is gone".to_owned();
            let taken = taken.ok_or_else(gone)?;
            Ok(Box::new(PythonPolicy {
                taken,
                own: None,
                problem: None,
            }))
        });
        Self {
            names,
            policy: OwnPolicy::new(description),
            taken,
        }
    }
}

/// The policies of Python in some runs, which keep them for explanations.
#[derive(Default)]
pub(crate) struct OwnPolicies {
    seats: Mutex<Vec<Seat>>,
    failure: Failure,
}

impl OwnPolicies {
    /// Where the exceptions of these policies are.
    pub(crate) fn failure(&self) -> Failure {
        self.failure.clone()
    }

    /// Adds a class, of which each run makes an object, or an object, of which each run has a copy.
    pub(crate) fn add(&self, object: Py<PyAny>) -> PyResult<(PolicyName, String)> {
        let names = Python::attach(|py| names(object.bind(py)))?;
        let label = names.label.clone();
        let seat = Seat::free(names);
        let taken = Taken {
            object: Arc::new(object),
            label: label.as_str().into(),
            failure: self.failure.clone(),
        };
        *seat.taken.lock().unwrap_or_else(PoisonError::into_inner) = Some(taken);
        let policy = PolicyName::Own(seat.policy);
        self.seats
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(seat);
        Ok((policy, label))
    }
}

impl Drop for OwnPolicies {
    fn drop(&mut self) {
        let seats = self.seats.get_mut().unwrap_or_else(PoisonError::into_inner);
        for seat in &*seats {
            *seat.taken.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        FREE.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .append(seats);
    }
}

/// Names of a policy: those of its class, or its attribute `name`.
fn names(object: &Bound<'_, PyAny>) -> PyResult<Names> {
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
    let title: String = class.name()?.extract()?;
    let label = match object.getattr("name") {
        Ok(name) => name.extract().unwrap_or_else(|_| title.clone()),
        Err(_) => title.clone(),
    };
    let letters: String = title.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = format!("Python{letters}");
    Ok(Names { name, label })
}

struct PythonPolicy {
    taken: Taken,
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
        let state = State::of(context);
        let returned = State::during(context, || policy.call_method1("schedule", (state,)))?;
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
        let object = self.taken.object.bind(py);
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
                let note = format!("in the policy {}, called at {at} s", self.taken.label);
                let _ = error.value(py).call_method1("add_note", (note,));
            })
        });
        if let Err(error) = called {
            self.problem = Some(Problem::output(format!(
                "the policy raised an exception at {at} s"
            )));
            self.taken.failure.set(error);
        }
    }
}

impl FalliblePolicy for PythonPolicy {
    fn failure(&self) -> Option<Problem> {
        self.problem.clone()
    }
}
