//! Nodes of different performance and price, and parameters of the policy that buys windows on
//! them.

use std::ops::RangeInclusive;

use cosched_core::slots::Criterion;
use cosched_parameters::parameters;
use serde::de::Error;

use crate::scenario::cluster::NodeKind;
use crate::scenario::fields::{MOST_NODES, Seen};
use crate::scenario::policy::info::{FamilyInfo, FamilyParameters};
use crate::scenario::reference::kind::{SPAN, up_to};
use crate::scenario::reference::sources::SLOTS;
use crate::scenario::reference::{Kind, fields_of};

/// Name of the family, and its parameters.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Slots under a budget",
    fields: fields_of::<Buying>,
};

/// Largest performance, price, quality or budget.
pub const MOST: f64 = 1e9;

/// Least performance: a billionth, the unit in which it is counted.
pub const LEAST: f64 = 1e-9;

/// Prices, qualities and budgets.
pub(crate) const AMOUNTS: RangeInclusive<f64> = 0.0..=MOST;

/// Performance of a node: above 0.
pub(crate) const PERFORMANCE: Kind = Kind::number(
    LEAST..=MOST,
    "{} is not a performance: more than 0 and up to {most} is allowed",
);

/// Price of a node.
pub(crate) const PRICE: Kind =
    Kind::number(AMOUNTS, "{} is not a price: {least} to {most} is allowed");

/// Quality of a node.
pub(crate) const QUALITY: Kind =
    Kind::number(AMOUNTS, "{} is not a quality: {least} to {most} is allowed");

/// `value` if it is allowed for a `what`, which is at least `least`.
pub(crate) fn amount<E: Error>(value: f64, what: &str, least: f64) -> Result<f64, E> {
    allowed(value, what, least).map_err(E::custom)
}

/// `value` if it is allowed for a `what`; an error is a sentence with the range.
pub(crate) fn allowed(value: f64, what: &str, least: f64) -> Result<f64, String> {
    if (least..=MOST).contains(&value) {
        return Ok(value);
    }
    let from = if least > 0.0 {
        "more than 0 and up"
    } else {
        "0"
    };
    let seen = Seen(value);
    Err(format!(
        "{seen} is not a {what}: {from} to {MOST} is allowed"
    ))
}

/// Checks that nodes of these kinds make a machine of `nodes` nodes, if given.
///
/// # Errors
/// They do not; a sentence says why.
pub(in crate::scenario) fn check(kinds: &[NodeKind], nodes: Option<u32>) -> Result<(), String> {
    let count: u64 = kinds.iter().map(|kind| u64::from(kind.count)).sum();
    if count > u64::from(MOST_NODES) {
        return Err(format!(
            "the kinds have {count} nodes together; {MOST_NODES} are allowed"
        ));
    }
    match nodes {
        Some(nodes) if !kinds.is_empty() && u64::from(nodes) != count => Err(format!(
            "`nodes: {nodes}` does not go with kinds that have {count} nodes together: leave one of them out"
        )),
        _ => Ok(()),
    }
}

/// Parameters of the policy that buys windows, for jobs without their own.
#[parameters(within = Parameters, path = "slots: ({})")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Buying {
    /// What makes a window the best, for jobs that name no criterion.
    #[parameter(name = "Criterion", usual = Criterion::MinCost, source = SLOTS)]
    pub criterion: Criterion,
    /// The most a job pays for all its nodes together, if it does not say it.
    #[parameter(name = "Budget", kind = BUDGET, absent = "any price", first = 1_000.0,
        source = SLOTS)]
    pub budget: Option<f64>,
    /// Parts into which a unit of the budget is divided where the greatest quality is asked for.
    #[parameter(name = "Scale", kind = up_to(MOST_SCALE), usual = 1)]
    pub scale: u32,
    /// When all windows must have ended, counted from time 0.
    #[parameter(name = "Horizon", kind = SPAN, absent = "no end", first = 86_400.0,
        source = SLOTS)]
    pub horizon: Option<f64>,
}

impl FamilyParameters for Buying {}

/// Largest number of parts of a unit of the budget.
pub const MOST_SCALE: u32 = 1_000_000;

/// Budget of a job.
pub(in crate::scenario) const BUDGET: Kind =
    Kind::number(AMOUNTS, "{} is not a budget: {least} to {most} is allowed");

/// Least performance of a job's nodes.
pub(in crate::scenario) const LEAST_PERFORMANCE: Kind = Kind::number(
    AMOUNTS,
    "{} is not a least performance: {least} to {most} is allowed",
);

/// [`Criterion`] in a scenario.
#[parameters(remote = Criterion)]
enum CriterionName {
    /// The earliest start.
    #[parameter(name = "FirstFit")]
    FirstFit,
    /// The earliest start on the fastest nodes on which there is a window at all.
    #[parameter(name = "FirstFit by group")]
    GroupFirst,
    /// The earliest end.
    #[parameter(name = "MinFinish")]
    MinFinish,
    /// The shortest.
    #[parameter(name = "MinRuntime")]
    MinRuntime,
    /// The cheapest.
    #[parameter(name = "MinCost")]
    MinCost,
    /// The greatest sum of the nodes' qualities within the budget.
    #[parameter(name = "MaxQ")]
    MaxQ,
}
