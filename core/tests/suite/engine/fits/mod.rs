//! Policies made for another setup: refused by name, and nothing runs.

mod molds;
mod queue;
mod rows;
mod servers;

use cosched_core::engine::{Policy, Setup};
use cosched_core::exact::Fraction;
use cosched_core::machine::profile::points_for;
use cosched_core::{
    Digest, Duration, Exact, JobSpec, PolicyError, Profile, ScenarioError, Simulation, Storage,
    Time,
};

use crate::common::{Boxed, job};

const NODES: u32 = 8;

const SECOND: Duration = Duration::from_seconds(1);

/// Six jobs that fill the machine more than once.
fn jobs() -> Vec<JobSpec> {
    (0..6).map(|index| job(index, 5, 10, 10)).collect()
}

/// Reason why `policy` is not applicable to `setup`; checks that nothing runs under it.
fn refusal<P: Policy>(setup: Setup<'_>, policy: &mut P) -> PolicyError {
    let mut storage = Boxed::of(&setup);
    let processes = setup.processes.map_or(0, |table| table.len());
    let storage = Storage {
        progress: &mut vec![Duration::ZERO; processes],
        molded: &mut vec![Exact::ZERO; setup.molds.len()],
        ..storage.as_storage()
    };
    let mut simulation = Simulation::new(setup, storage).unwrap();
    let error = simulation.check(policy).unwrap_err();
    let mut digest = Digest::default();
    assert_eq!(simulation.run(policy, &mut digest), Time::ZERO);
    assert_eq!(digest, Digest::default(), "something ran");
    match error {
        ScenarioError::Policy(error) => error,
        other => panic!("{other:?}"),
    }
}

/// The buffer that is too small, with the size needed.
fn too_small<P: Policy>(setup: Setup<'_>, policy: &mut P) -> (&'static str, usize) {
    match refusal(setup, policy) {
        PolicyError::Capacity(error) => (error.buffer, error.needed),
        other => panic!("{other:?}"),
    }
}

/// Room for a profile.
type Points = (Vec<Time>, Vec<u32>, Vec<Fraction>);

fn points(jobs: usize) -> Points {
    let points = points_for(jobs);
    (
        vec![Time::ZERO; points],
        vec![0; points],
        vec![Fraction::NONE; points],
    )
}

fn profile((times, free, parts): &mut Points) -> Profile<'_> {
    Profile::new(times, free).with_parts(parts)
}
