//! Claims of the paper, and its artifact's curves (fixtures/papers/fgd.md, 9.6).

use super::super::trials::{Metric, Treatment, Trials};
use super::super::{Claim, Estimate, Holds};
use super::policy::Policy;
use super::reported::reported;
use super::{ALLOCATED, FRAGMENTED, LEVELS};

const FGD: Treatment = Policy::Fgd.name();

/// Packing-based schedulers of the paper.
const PACKING_BASED: [Treatment; 4] = [
    Policy::DotProduct.name(),
    Policy::Clustering.name(),
    Policy::Packing.name(),
    Policy::BestFit.name(),
];

/// Arrived demand at which allocation is judged, and fragmentation, in per cent.
const FULL: u32 = 130;
const FILLING: u32 = 80;

/// Fewer unallocated GPUs, in per cent, and more allocated ones, of the abstract; and what is enough.
const FEWER: [f64; 2] = [49.0, 44.0];
const MORE: [f64; 2] = [290.0, 261.0];

/// Largest difference to the artifact's means at any level, in points of per cent.
const NEAR: [(Metric, f64); 2] = [(FRAGMENTED, 3.0), (ALLOCATED, 0.5)];

/// Policies whose curves differ from the artifact's (fixtures/papers/fgd.md, 9.7).
const UNLIKE: [Treatment; 2] = [Policy::Clustering.name(), Policy::Packing.name()];

pub(super) fn claims(trials: &Trials<u32>, capacity: u64) -> Vec<Claim> {
    let mut claims = Vec::new();
    claims.extend(is_best(trials, ALLOCATED, FULL));
    claims.extend(is_best(trials, FRAGMENTED, FILLING));
    claims.extend(up_to_fewer(trials));
    claims.extend(up_to_more(trials, capacity));
    let of_artifact = Policy::ALL.map(Policy::name).into_iter();
    let curves = of_artifact.flat_map(|policy| NEAR.map(|(metric, most)| (policy, metric, most)));
    claims.extend(curves.filter_map(|curve| is_near(trials, curve)));
    claims
}

/// Differences of a metric from each of the other policies of the paper to FGD, pair by pair.
fn differences(trials: &Trials<u32>, metric: Metric, level: u32) -> Vec<(Treatment, Estimate)> {
    let others = std::iter::once(Policy::Random.name()).chain(PACKING_BASED);
    let difference = |other| {
        let [before, after] = [other, FGD].map(|one| trials.values(level, one, metric));
        Some((other, Estimate::of_pairs(&before, &after)?))
    };
    others.filter_map(difference).collect()
}

fn in_words(all: &[(Treatment, Estimate)], unit: &str) -> String {
    let each = all.iter();
    let each = each.map(|(other, one)| format!("against {other} {}{unit}", one.words()));
    each.collect::<Vec<_>>().join(", ")
}

/// Claim that FGD is better than each other policy in a metric.
fn is_best(trials: &Trials<u32>, metric: Metric, level: u32) -> Option<Claim> {
    let differences = differences(trials, metric, level);
    let (statement, is_better): (_, fn(&Estimate) -> bool) = if metric == ALLOCATED {
        let statement = "Figure 9: under FGD more GPUs are allocated than under any other policy";
        (statement, Estimate::is_gain)
    } else {
        let statement = "Figure 7: under FGD fewer of the GPUs that are left are of no use than under any other policy";
        (statement, Estimate::is_fall)
    };
    (!differences.is_empty()).then(|| Claim {
        statement: statement.to_owned(),
        setting: format!("{level} % of all GPUs have arrived"),
        reported: "so are the artifact's means, in the tables above".to_owned(),
        measured: in_words(&differences, " points"),
        holds: Holds::among(differences.iter().map(|(_, one)| is_better(one))),
        ..Claim::default()
    })
}

/// Claim that up to 49 % fewer GPUs are left unallocated.
fn up_to_fewer(trials: &Trials<u32>) -> Option<Claim> {
    let unallocated = |policy| {
        let allocated = trials.values(FULL, policy, ALLOCATED).into_iter();
        allocated.map(|percent| 100.0 - percent).collect::<Vec<_>>()
    };
    let change = |other| {
        let change = Estimate::of_change(&unallocated(other), &unallocated(FGD))?;
        Some((other, change))
    };
    let changes: Vec<_> = PACKING_BASED.into_iter().filter_map(change).collect();
    let [said, enough] = FEWER;
    (!changes.is_empty()).then(|| Claim {
        statement: format!(
            "Abstract: FGD leaves up to {said} % fewer GPUs unallocated than packing-based schedulers (here: {enough} % fewer than one of them)"
        ),
        setting: format!("{FULL} % of all GPUs have arrived"),
        reported: format!("up to {said} %"),
        measured: in_words(&changes, " %"),
        holds: Holds::of(
            changes.iter().any(|(_, one)| one.mean <= -enough),
            changes.iter().any(|(_, one)| one.is_fall()),
        ),
        choices: "which scheduler the abstract means is not said there; the artifact's means make 50 % of it against DotProd, the worst".to_owned(),
        ..Claim::default()
    })
}

/// Claim that up to 290 more GPUs are used.
fn up_to_more(trials: &Trials<u32>, capacity: u64) -> Option<Claim> {
    let gpus = capacity as f64 / 1000.0;
    let in_gpus = |(other, one): (Treatment, Estimate)| {
        let scaled = Estimate {
            mean: one.mean * gpus / 100.0,
            half_width: one.half_width.map(|half| half * gpus / 100.0),
        };
        PACKING_BASED.contains(&other).then_some((other, scaled))
    };
    let all = differences(trials, ALLOCATED, FULL).into_iter();
    let all: Vec<_> = all.filter_map(in_gpus).collect();
    let [said, enough] = MORE;
    (!all.is_empty()).then(|| Claim {
        statement: format!(
            "Abstract: {said} more GPUs are used under FGD than under packing-based schedulers (here: {enough} more than under one of them)"
        ),
        setting: format!("{FULL} % of all GPUs have arrived"),
        reported: format!("{said} GPUs; the artifact's means make 282 of it against DotProd"),
        measured: in_words(&all, " GPUs"),
        holds: Holds::of(
            all.iter().any(|(_, one)| one.mean >= enough),
            all.iter().any(|(_, one)| one.is_gain()),
        ),
        ..Claim::default()
    })
}

/// Claim that a curve is that of the artifact.
fn is_near(
    trials: &Trials<u32>,
    (policy, metric, most): (Treatment, Metric, f64),
) -> Option<Claim> {
    let difference = |level: u32| {
        let reported = reported(policy, metric, level)?;
        let measured = trials.estimate(level, policy, metric)?;
        Some((level, measured.mean - reported))
    };
    let all: Vec<_> = LEVELS.into_iter().filter_map(difference).collect();
    let size = |(_, difference): &&(u32, f64)| difference.abs();
    let farthest = all
        .iter()
        .max_by(|one, other| size(one).total_cmp(&size(other)))?;
    let near = all.iter().filter(|one| size(one) <= most).count();
    Some(Claim {
        statement: format!(
            "Artifact: under {policy}, {} is within {most} points at every level",
            metric.name
        ),
        setting: format!(
            "{} levels from {} to {} % arrived",
            all.len(),
            LEVELS[0],
            FULL
        ),
        reported: "means over ten seeds of the artifact, in the tables above".to_owned(),
        measured: format!(
            "{near} of {} are; the farthest is {:+.2} points off, at {} % arrived",
            all.len(),
            farthest.1,
            farthest.0
        ),
        holds: Holds::of(near == all.len(), 2 * near > all.len()),
        explanation: if UNLIKE.contains(&policy) {
            "a program in another language that follows the same rules agrees with this one; what the artifact does otherwise was not found, and it shows only where pods without GPUs all have a score of 0".to_owned()
        } else {
            String::new()
        },
        ..Claim::default()
    })
}
