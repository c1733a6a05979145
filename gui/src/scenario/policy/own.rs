//! Policies that somebody else has built into the program, and their parameters.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use cosched_core::Profile;
use cosched_core::engine::Policy;

use super::{EXTERNAL, PolicyName, RECORDED};

/// A policy of one's own: its names, its parameters, and how it is made.
pub struct Description {
    name: &'static str,
    kebab: String,
    title: &'static str,
    summary: &'static str,
    parameters: Vec<Parameter>,
    make: Make,
}

/// Makes a policy; a sentence says why it cannot be made.
pub type Make = for<'b> fn(Making<'b>) -> Result<Box<dyn Policy + 'b>, String>;

impl Description {
    /// A policy called `name` in scenarios, in letters and digits with each word's first
    /// one large (on the command line the same in small letters with `-` between words),
    /// and `title` in headings; `summary` says in one line what it does.
    pub fn new(name: &'static str, title: &'static str, summary: &'static str, make: Make) -> Self {
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

    /// The same with one more parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }
}

/// A number that a policy of one's own can be told.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name in scenarios and on the command line.
    pub name: &'static str,
    /// Its unit, or nothing.
    pub unit: &'static str,
    /// What it is if nothing is said.
    pub usual: f64,
    /// What it can be.
    pub range: RangeInclusive<f64>,
    /// What it means.
    pub sentence: &'static str,
}

/// What a policy of one's own is made of.
#[derive(Debug)]
pub struct Making<'b> {
    /// An empty profile with room for all jobs that may be in the system.
    pub profile: Profile<'b>,
    /// How many those are.
    pub jobs: usize,
    /// Nodes of the machine.
    pub nodes: u32,
    /// The parameters, in the order of their description.
    pub values: Vec<f64>,
}

/// A policy of one's own that is registered. Two are the same if they have one name.
#[derive(Clone, Copy)]
pub struct OwnPolicy(&'static Description);

impl OwnPolicy {
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    pub(crate) fn kebab(self) -> &'static str {
        &self.0.kebab
    }

    pub(crate) fn title(self) -> &'static str {
        self.0.title
    }

    pub(crate) fn summary(self) -> &'static str {
        self.0.summary
    }

    /// Its parameters.
    pub fn parameters(self) -> &'static [Parameter] {
        &self.0.parameters
    }

    pub(crate) fn make(self, making: Making<'_>) -> Result<Box<dyn Policy + '_>, String> {
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
        f.write_str(self.0.name)
    }
}

static REGISTERED: OnceLock<Vec<OwnPolicy>> = OnceLock::new();

/// Those of this program.
pub(crate) fn registered() -> &'static [OwnPolicy] {
    REGISTERED.get().map_or(&[], Vec::as_slice)
}

/// Makes `descriptions` the policies of one's own of this program.
///
/// # Errors
/// That was done before, or a name is not allowed: a sentence says which.
pub(crate) fn register(descriptions: Vec<Description>) -> Result<(), String> {
    let taken = PolicyName::PUBLISHED.map(PolicyName::name);
    for (place, one) in descriptions.iter().enumerate() {
        let is_word = one
            .name
            .starts_with(|first: char| first.is_ascii_uppercase())
            && one
                .name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric());
        if !is_word {
            return Err(format!(
                "a policy cannot be called `{}`: letters and digits are allowed, the first a large letter",
                one.name
            ));
        }
        let earlier = descriptions[..place].iter().map(|other| other.name);
        let mut taken = taken.into_iter().chain([RECORDED, EXTERNAL]).chain(earlier);
        if taken.any(|other| other == one.name) {
            return Err(format!("two policies are called `{}`", one.name));
        }
        for parameter in &one.parameters {
            if !parameter.range.contains(&parameter.usual) {
                return Err(format!(
                    "the parameter `{}` of {} is usually {}, which is not in {} to {}",
                    parameter.name,
                    one.name,
                    parameter.usual,
                    parameter.range.start(),
                    parameter.range.end()
                ));
            }
        }
    }
    // They live as long as the program.
    let registered = descriptions
        .into_iter()
        .map(|one| OwnPolicy(Box::leak(Box::new(one))));
    let done = REGISTERED.set(registered.collect());
    done.map_err(|_| "the policies of a program are registered once".to_owned())
}
