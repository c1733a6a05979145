//! Lists kept from pass to pass, against lists made anew in every pass.

use super::{Job, mold, simulate_setup};
use cosched_core::engine::Setup;
use cosched_core::machine::Outages;
use cosched_core::policy::moldable::Rule;
use cosched_core::random::Random;
use cosched_core::workload::MoldSpec;
use cosched_core::{Digest, JobSpec, Time};

const RULES: [Rule; 6] = [
    Rule::Kceasy,
    Rule::Parallel,
    Rule::Fair,
    Rule::FairWeighted,
    Rule::Adasa { expand: false },
    Rule::Adasa { expand: true },
];
const LINEAR: &[f64] = &[1., 2., 3., 4., 5., 6., 7., 8.];
const CURVE: &[f64] = &[1., 1.7, 2.2, 2.6, 2.9, 3.];

/// Jobs at once or over time, with ties; deadlines for none, some or all of them.
fn draw(random: &mut Random) -> Vec<Job> {
    let (gap, with_deadline) = (random.below(3) * 12, random.below(5));
    let mut submit = 0;
    let jobs = 1 + random.below(60);
    let job = |_| {
        submit += random.below(gap + 1);
        let (work, slack) = (1 + random.below(60), 1 + random.below(120));
        let is_urgent = random.below(4) < with_deadline;
        let deadline = if is_urgent { submit + slack } else { u64::MAX };
        let curve = [LINEAR, CURVE][random.below(2) as usize];
        let size = 1 + random.below(8) as u32;
        (submit, work, size, deadline, curve, None)
    };
    (0..jobs).map(job).collect()
}

/// Where nodes may go out of service, policies list everything anew in every pass; here
/// none ever does, so that decisions have to be the same.
#[test]
fn kept_lists_are_those_made_anew() {
    let mut random = Random::new(35, 1);
    let lost = Outages {
        is_external: true,
        ..Outages::NONE
    };
    for round in 0..300 {
        let list = draw(&mut random);
        let molds: Vec<MoldSpec<'_>> = list.iter().map(mold).collect();
        let jobs = list.iter().zip(&molds);
        let specs: Vec<JobSpec> = jobs
            .map(|(job, mold)| JobSpec::exact(Time(job.0), mold.time(job.2).round_up(), job.2))
            .collect();
        let setup = Setup::cluster(&specs, 8)
            .with_molds(&molds)
            .with_kill_at_estimate(false);
        for rule in RULES {
            let [kept, anew] = [setup, setup.with_outages(lost)].map(|setup| {
                let mut digest = Digest::default();
                let ran = simulate_setup(setup, rule, false, &mut digest);
                (ran, digest)
            });
            assert_eq!(kept, anew, "{rule:?}, round {round}");
        }
    }
}
