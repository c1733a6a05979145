//! Profiles of Batsim: what jobs execute, and how long that takes.

use serde::Deserialize;

use super::platform::Platform;
use super::value::{RUNTIMES, Raw, Source, quoted};
use crate::base::problem::Problem;
use crate::scenario::LONGEST;

/// Execution of a job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Profile {
    /// Runtime in seconds.
    pub(super) runtime: f64,
    /// Whether its processes communicate, which takes no time here.
    pub(super) communicates: bool,
    /// Whether it ends in failure, which is not modelled.
    pub(super) fails: bool,
}

#[derive(Deserialize)]
struct WrittenProfile<'t> {
    #[serde(borrow, rename = "type")]
    kind: Raw<'t>,
    #[serde(borrow)]
    delay: Raw<'t>,
    #[serde(borrow)]
    cpu: Raw<'t>,
    #[serde(borrow)]
    com: Raw<'t>,
    #[serde(borrow)]
    ret: Raw<'t>,
}

impl Profile {
    /// Parses the profile called `name`, written as `raw`.
    pub(super) fn parse<'t>(
        source: Source<'t>,
        name: &str,
        raw: &'t serde_json::value::RawValue,
        platform: Option<&Platform>,
    ) -> Result<Self, Problem> {
        let called = format!("profile {}", quoted(name));
        let written: WrittenProfile<'_> = source.object(raw, &called)?;
        let needed = |value: Raw<'t>, field: &str| {
            value.ok_or_else(|| source.problem_at(format!("{called} has no `{field}`"), raw))
        };
        let kind = needed(written.kind, "type")?;
        let (runtime, talks) = match &*source.text(kind, "the type of a profile")? {
            "delay" => {
                let what = format!("the delay of {called}");
                let delay = needed(written.delay, "delay")?;
                (source.number(delay, &what, RUNTIMES, "seconds")?, false)
            }
            "parallel_homogeneous" => {
                let what = |field: &str| format!("`{field}` of {called}");
                let cpu = needed(written.cpu, "cpu")?;
                let work = source.number(cpu, &what("cpu"), 0.0..=MOST, "operations")?;
                let com = needed(written.com, "com")?;
                let talk = source.number(com, &what("com"), 0.0..=MOST, "bytes")?;
                let runtime = runtime_of(work, platform);
                let refused = |sentence| source.problem_at(format!("{called} {sentence}"), raw);
                (runtime.map_err(refused)?, talk > 0.0)
            }
            other => {
                let sentence = format!(
                    "{called} is of the type {}; `delay` and `parallel_homogeneous` are read",
                    quoted(other)
                );
                return Err(source.problem_at(sentence, kind));
            }
        };
        let fails = match written.ret {
            Some(raw) => source.number(raw, "`ret`", -2e9..=2e9, "a return code")? != 0.0,
            None => false,
        };
        Ok(Self {
            runtime,
            communicates: talks,
            fails,
        })
    }
}

/// Bound on operations or bytes, beyond any job.
const MOST: f64 = 1e30;

/// Runtime in seconds of `work` operations per host, or why it is unknown.
fn runtime_of(work: f64, platform: Option<&Platform>) -> Result<f64, String> {
    let Some(platform) = platform else {
        return Err(
            "computes, and how fast hosts do is not known: `cosched run --platform FILE` reads that"
                .to_owned(),
        );
    };
    let speed = platform.speed().map_err(|(slowest, fastest)| {
        format!(
            "computes, and how long depends on where: hosts do from {slowest} to {fastest} operations a second"
        )
    })?;
    let runtime = work / speed;
    if RUNTIMES.contains(&runtime) {
        Ok(runtime)
    } else {
        Err(format!(
            "takes {runtime} s at {speed} operations a second; more than 0 and up to {LONGEST} s are allowed"
        ))
    }
}
