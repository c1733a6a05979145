//! Rewards of an episode.

use crate::base::problem::Problem;
use crate::metrics;
use crate::run::session::Session;

/// The metric of its run that is an episode's reward.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reward {
    /// The mean bounded slowdown, of at least 10 s, negative.
    #[default]
    BoundedSlowdown,
    /// The mean wait in seconds, negative.
    Wait,
    /// The mean response in seconds, negative.
    Response,
    /// The utilisation, 0 to 1.
    Utilisation,
}

impl Reward {
    /// All, by their names.
    pub const ALL: [(&str, Self); 4] = [
        ("bounded_slowdown", Self::BoundedSlowdown),
        ("wait", Self::Wait),
        ("response", Self::Response),
        ("utilisation", Self::Utilisation),
    ];

    /// The one called `name`.
    ///
    /// # Errors
    /// None is.
    pub fn named(name: &str) -> Result<Self, Problem> {
        let found = Self::ALL.iter().find(|(one, _)| *one == name);
        found.map(|(_, reward)| *reward).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name).join(", ");
            Problem::input(format!("reward '{name}': {names} are allowed"))
        })
    }

    /// The reward of `session`, all jobs of which have ended.
    pub(super) fn of(self, session: &Session) -> Result<f64, Problem> {
        let sums = session.metrics();
        Ok(match self {
            Self::BoundedSlowdown => -sums.mean_bounded_slowdown(),
            Self::Wait => -sums.mean_wait(),
            Self::Response => -sums.mean_response(),
            Self::Utilisation if session.experiment().has_equal_nodes() => {
                sums.utilisation(session.experiment().nodes)
            }
            // What a machine can do depends on more than its nodes: its run says.
            Self::Utilisation => {
                let values = metrics::values(&session.finish("Agent")?).values;
                let named = metrics::all().iter().zip(values);
                let mut found = named.filter(|(metric, _)| metric.name == "utilisation");
                found.find_map(|(_, value)| value).unwrap_or_default()
            }
        })
    }
}
