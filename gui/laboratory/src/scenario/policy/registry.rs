//! Own policies by the names that scenarios and the command line have for them.

use std::cell::Cell;
use std::sync::{LazyLock, PoisonError, RwLock};

use super::name::{EXTERNAL, PolicyName, RECORDED};
use super::own::{Description, OwnPolicy};

/// Own policies beside the published ones, and whether scenarios may start programs. It holds where
/// it is entered, or as the program's own on all threads that have entered none.
///
/// ```
/// use cosched_core::Context;
/// use cosched_core::engine::StartReason;
/// use cosched_laboratory::scenario::parse;
/// use cosched_laboratory::scenario::policy::own::Description;
/// use cosched_laboratory::scenario::policy::registry::Registry;
///
/// fn last_first(context: &mut Context<'_, '_>) {
///     if let Some(job) = context.queue().last() {
///         let why = "it was submitted last".into();
///         let _ = context.start(job, StartReason::Other { why, passed: None });
///     }
/// }
///
/// let summary = "The last submitted first";
/// let described = Description::new("LastFirst", "Last first", summary, |_| Ok(Box::new(last_first)));
/// let registry = Registry::new(vec![described])?;
/// let text = "(machine: Cluster(nodes: 8), workload: Lublin(jobs: 9), policies: [LastFirst])";
/// assert!(parse(text, None).is_err());
/// assert!(registry.enter(|| parse(text, None)).is_ok());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    policies: &'static [OwnPolicy],
    names: &'static [&'static str],
    may_start_programs: bool,
}

/// The published policies alone.
static PUBLISHED: LazyLock<Registry> = LazyLock::new(|| Registry::of(Vec::new()));

/// The program's own, if there is one.
static OF_PROGRAM: RwLock<Option<Registry>> = RwLock::new(None);

thread_local! {
    /// The one that this thread has entered.
    static ENTERED: Cell<Option<Registry>> = const { Cell::new(None) };
}

impl Default for Registry {
    fn default() -> Self {
        *PUBLISHED
    }
}

impl Registry {
    /// Makes the registry of policies with these `descriptions`, which lives as long as the program.
    ///
    /// # Errors
    /// A name is not allowed or there twice, or a usual value of a parameter is not in its range.
    pub fn new(descriptions: Vec<Description>) -> Result<Self, String> {
        for (index, one) in descriptions.iter().enumerate() {
            check(one, &descriptions[..index])?;
        }
        Ok(Self::of(descriptions))
    }

    fn of(descriptions: Vec<Description>) -> Self {
        let policies: Vec<OwnPolicy> = descriptions.into_iter().map(OwnPolicy::new).collect();
        let policies = policies.leak();
        let names = PolicyName::all_with(policies).map(PolicyName::name);
        Self {
            policies,
            names: names.chain([EXTERNAL]).collect::<Vec<_>>().leak(),
            may_start_programs: false,
        }
    }

    /// Permits scenarios to start the programs that they name: one from elsewhere must not suffice.
    #[must_use]
    pub const fn starting_programs(self) -> Self {
        Self {
            may_start_programs: true,
            ..self
        }
    }

    /// Does `work` where names mean these policies. Threads that it starts do not inherit it.
    pub fn enter<T>(self, work: impl FnOnce() -> T) -> T {
        /// Leaves on drop: after a panic, too.
        struct Entered(Option<Registry>);
        impl Drop for Entered {
            fn drop(&mut self) {
                ENTERED.set(self.0);
            }
        }
        let _entered = Entered(ENTERED.replace(Some(self)));
        work()
    }

    /// Makes it the program's own, in place of the one before.
    pub fn make_usual(self) {
        *OF_PROGRAM.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// The registry that holds here.
    pub fn current() -> Self {
        let of_program = || *OF_PROGRAM.read().unwrap_or_else(PoisonError::into_inner);
        ENTERED.get().or_else(of_program).unwrap_or_default()
    }

    /// Its policies.
    pub const fn policies(self) -> &'static [OwnPolicy] {
        self.policies
    }

    /// Names of all policies in scenarios.
    pub(super) const fn names(self) -> &'static [&'static str] {
        self.names
    }

    /// Whether scenarios may start the programs that they name.
    pub(crate) const fn may_start_programs(self) -> bool {
        self.may_start_programs
    }
}

/// Checks a description beside those `before` it.
fn check(one: &Description, before: &[Description]) -> Result<(), String> {
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
    let published = PolicyName::PUBLISHED.map(PolicyName::name).into_iter();
    let before = before.iter().map(|other| other.name.as_str());
    let mut taken = published.chain([RECORDED, EXTERNAL]).chain(before);
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
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(name: &str) -> Description {
        Description::new(
            name,
            name,
            "Nothing",
            |_| Err("it is never made".to_owned()),
        )
    }

    fn is_known(name: &str) -> bool {
        PolicyName::all().any(|policy| policy.name() == name)
    }

    #[test]
    fn a_registry_holds_where_it_is_entered() {
        let one = Registry::new(vec![described("One")]).unwrap();
        let other = Registry::new(vec![described("Other")]).unwrap();
        assert!(!is_known("One"));
        one.enter(|| {
            assert!(is_known("One") && !is_known("Other"));
            other.enter(|| assert!(is_known("Other") && !is_known("One")));
            assert!(is_known("One") && !Registry::current().may_start_programs());
            let elsewhere = std::thread::spawn(|| is_known("One")).join();
            assert!(!elsewhere.unwrap());
        });
        assert!(!is_known("One"));
        let left = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            one.enter(|| panic!("on purpose"))
        }));
        assert!(left.is_err() && !is_known("One"));
        let starting = one.starting_programs();
        starting.enter(|| assert!(Registry::current().may_start_programs()));
    }

    #[test]
    fn names_are_checked() {
        for (name, said) in [
            ("easy", "the first a large letter"),
            ("Two words", "letters and digits"),
            ("Easy", "two policies are called `Easy`"),
            ("External", "two policies are called `External`"),
        ] {
            let refused = Registry::new(vec![described(name)]).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
        assert!(Registry::new(vec![described("Twice"), described("Twice")]).is_err());
    }
}
