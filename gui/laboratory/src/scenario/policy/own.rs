//! Own policies, which users of the library have built into the program, and their parameters.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use cosched_core::Profile;
use cosched_core::engine::Policy;

use crate::base::problem::Problem;

/// A policy whose decisions may fail, as those of another program or of an interpreter do.
pub trait FalliblePolicy: Policy {
    /// Returns the error that has occurred, after which it decides nothing.
    fn failure(&self) -> Option<Problem>;
}

/// Description of an own policy: its names, its parameters, and its constructor.
pub struct Description {
    pub(super) name: String,
    kebab: String,
    title: String,
    summary: String,
    pub(super) parameters: Vec<Parameter>,
    make: Box<Make>,
}

/// A policy as its constructor returns it.
pub enum PolicyInstance<'b> {
    /// Its decisions cannot fail.
    Sure(Box<dyn Policy + 'b>),
    /// Its decisions may fail.
    Fallible(Box<dyn FalliblePolicy + 'b>),
}

/// Constructor of a policy; an error is a sentence. Sweeps call it from several threads.
type Make = dyn for<'b> Fn(Making<'b>) -> Result<PolicyInstance<'b>, String> + Send + Sync;

fn boxed(
    make: impl for<'b> Fn(Making<'b>) -> Result<PolicyInstance<'b>, String> + Send + Sync + 'static,
) -> Box<Make> {
    Box::new(make)
}

impl Description {
    /// Describes a policy called `name` in scenarios, in letters and digits with each word's first
    /// letter a capital (on the command line in small letters with `-` between words), and `title`
    /// in headings; `summary` is one line.
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        summary: impl Into<String>,
        make: impl for<'b> Fn(Making<'b>) -> Result<Box<dyn Policy + 'b>, String>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let make = boxed(move |making| make(making).map(PolicyInstance::Sure));
        Self::described(name.into(), title.into(), summary.into(), make)
    }

    /// Describes likewise a policy whose decisions may fail.
    pub fn fallible(
        name: impl Into<String>,
        title: impl Into<String>,
        summary: impl Into<String>,
        make: impl for<'b> Fn(Making<'b>) -> Result<Box<dyn FalliblePolicy + 'b>, String>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let make = boxed(move |making| make(making).map(PolicyInstance::Fallible));
        Self::described(name.into(), title.into(), summary.into(), make)
    }

    fn described(name: String, title: String, summary: String, make: Box<Make>) -> Self {
        let mut kebab = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !kebab.is_empty() {
                kebab.push('-');
            }
            kebab.extend(letter.to_lowercase());
        }
        Self {
            name,
            kebab,
            title,
            summary,
            parameters: Vec::new(),
            make,
        }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }
}

/// Parameter of an own policy, a number.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Name in scenarios and on the command line.
    pub name: &'static str,
    /// Unit, or nothing.
    pub unit: &'static str,
    /// Default.
    pub usual: f64,
    /// Range.
    pub range: RangeInclusive<f64>,
    /// Meaning.
    pub sentence: &'static str,
}

/// Arguments of a policy's constructor.
#[derive(Debug)]
pub struct Making<'b> {
    /// Empty profile with room for all jobs that may be in the system.
    pub profile: Profile<'b>,
    /// Number of those jobs.
    pub jobs: usize,
    /// Nodes of the machine.
    pub nodes: u32,
    /// Values of the parameters, in the order of the description.
    pub values: Vec<f64>,
}

/// Own policy, registered or made in code. Policies with the same name are equal.
#[derive(Clone, Copy)]
pub struct OwnPolicy(&'static Description);

impl OwnPolicy {
    /// Makes a policy of `description` that no scenario names: for a choice that is made in code.
    /// Its description lives as long as the program.
    pub fn new(description: Description) -> Self {
        Self(Box::leak(Box::new(description)))
    }

    pub(crate) fn name(self) -> &'static str {
        &self.0.name
    }

    pub(crate) fn kebab(self) -> &'static str {
        &self.0.kebab
    }

    pub(crate) fn title(self) -> &'static str {
        &self.0.title
    }

    pub(crate) fn summary(self) -> &'static str {
        &self.0.summary
    }

    /// Parameters.
    pub fn parameters(self) -> &'static [Parameter] {
        &self.0.parameters
    }

    pub(crate) fn make(self, making: Making<'_>) -> Result<PolicyInstance<'_>, String> {
        (self.0.make)(making)
    }
}

impl PartialEq for OwnPolicy {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for OwnPolicy {}

impl Hash for OwnPolicy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Debug for OwnPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}
