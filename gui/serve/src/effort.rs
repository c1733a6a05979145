//! How much is simulated for an answer.

use laboratory::run::predict::Settings;

/// How it predicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Draws of the future, and their seed.
    pub settings: Settings,
    /// Earlier instants at which the positions of quantiles are learned.
    pub instants: u32,
    /// Whether users are named.
    pub with_names: bool,
}
