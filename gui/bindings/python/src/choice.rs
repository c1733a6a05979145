//! The policies that are asked for: by name, with parameters of their own, or in Python.

use std::sync::Arc;

use laboratory::record::choice::Choice;
use laboratory::record::choices::choices;
use laboratory::scenario::{Parameters, PolicyName, Scenario as Setting, policy_of};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::{input, raised};
use crate::policy::OwnPolicies;

/// A policy, its name in results, and what the scenario is with its parameters.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct ConfiguredPolicy {
    pub(crate) policy: Py<PyAny>,
    pub(crate) label: String,
    pub(crate) setting: Setting,
}

/// A policy that is asked for.
#[derive(FromPyObject)]
pub(crate) enum PolicyArgument {
    /// Name of a published policy, or the label of a variant of the scenario.
    #[pyo3(transparent)]
    Name(String),
    /// A policy with parameters of its own.
    #[pyo3(transparent)]
    Configured(Py<ConfiguredPolicy>),
    /// A policy of Python, its name and whether a class.
    #[pyo3(transparent)]
    Object(Py<PyAny>),
}

/// A policy that is asked for, as the laboratory knows it.
pub(crate) struct RequestedPolicy {
    pub(crate) policy: PolicyName,
    label: String,
    // Those of the scenario, if there are none.
    parameters: Option<Parameters>,
}

impl RequestedPolicy {
    /// The choice of it, where the scenario has `parameters`.
    pub(crate) fn choice(self, parameters: &Parameters) -> Choice {
        Choice {
            label: self.label,
            ..Choice::plain(self.policy, self.parameters.as_ref().unwrap_or(parameters))
        }
    }
}

impl PolicyArgument {
    /// What it is in `setting`; policies of Python are added to `own`.
    pub(crate) fn resolve(
        self,
        setting: &Setting,
        own: &Arc<OwnPolicies>,
    ) -> PyResult<RequestedPolicy> {
        let plain = |(policy, label)| RequestedPolicy {
            policy,
            label,
            parameters: None,
        };
        match self {
            Self::Object(object) => own.add(object).map(plain),
            Self::Name(name) => named(setting, &name),
            Self::Configured(configured) => {
                let configured = configured.get();
                let policy = Python::attach(|py| configured.policy.extract::<Self>(py))?;
                let (label, parameters) = (
                    configured.label.clone(),
                    configured.setting.parameters.clone(),
                );
                let others = Setting {
                    parameters: parameters.clone(),
                    ..setting.clone()
                };
                if others != configured.setting {
                    return Err(input(format!(
                        "{label}: these are no parameters of a policy; what else a scenario says is the same for all policies, and is given to `run` itself"
                    )));
                }
                Ok(RequestedPolicy {
                    label,
                    parameters: Some(parameters),
                    ..policy.resolve(setting, own)?
                })
            }
        }
    }

    /// The published policy of this name; one of Python is refused.
    pub(crate) fn published(self) -> PyResult<PolicyName> {
        match self {
            Self::Name(name) => policy_of(&name).map_err(|problem| raised(&problem)),
            Self::Configured(configured) => Err(PyTypeError::new_err(format!(
                "{}: here names of policies without parameters are allowed",
                configured.get().label
            ))),
            Self::Object(object) => Err(PyTypeError::new_err(format!(
                "{object}: here names of published policies are allowed; `cosched.run` takes policies in Python"
            ))),
        }
    }
}

/// The variant of that label, or the published policy of that name, however it is written.
fn named(setting: &Setting, name: &str) -> PyResult<RequestedPolicy> {
    let plain = setting.policies.len();
    let mut variants = choices(setting).into_iter().skip(plain);
    if let Some(variant) = variants.find(|choice| choice.label == name && choice.branch.is_none()) {
        return Ok(RequestedPolicy {
            policy: variant.policy,
            label: variant.label,
            parameters: Some(variant.parameters),
        });
    }
    let policy = policy_of(name).map_err(|problem| raised(&problem))?;
    Ok(RequestedPolicy {
        policy,
        label: policy.title().to_owned(),
        parameters: None,
    })
}
