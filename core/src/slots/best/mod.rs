//! Windows that are the best by the sum of what their nodes are worth: a choice among many.

pub(super) mod knapsack;
pub(super) mod maximum;
pub(super) mod value;
