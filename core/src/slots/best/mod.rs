//! Windows with the greatest sum of node values.

pub(super) mod knapsack;
pub(super) mod maximum;
pub(super) mod value;
