//! Moldable jobs with deadlines on two tiers, with the same results on every machine.

use cosched_core::engine::storage::{JobFractions, timers_for, words_for};
use cosched_core::machine::profile::points_for;
use cosched_core::policy::moldable::{Moldable, Rule, StaticMoldable};
use cosched_core::random::Random;
use cosched_core::workload::{MoldSpec, Speedup, Work};
use cosched_core::{
    Digest, Duration, Exact, JobSpec, Setup, Simulation, StaticStorage, Storage, Time,
};

const JOBS: usize = 40;
const PROCESSORS: usize = 30;
const WORDS: usize = words_for(PROCESSORS);
const POINTS: usize = points_for(JOBS);
const TIMERS: usize = timers_for(JOBS, 0);

/// Memory of the runs, all zero bytes when new.
pub(crate) struct MoldableMemory {
    storage: StaticStorage<JOBS, TIMERS, PROCESSORS, WORDS>,
    molded: [Exact; JOBS],
    job_parts: [JobFractions; JOBS],
    buffers: StaticMoldable<JOBS, PROCESSORS, WORDS, POINTS>,
}

impl MoldableMemory {
    /// Empty buffers.
    pub(crate) const fn new() -> Self {
        Self {
            storage: StaticStorage::new(),
            molded: [Exact::ZERO; JOBS],
            job_parts: [JobFractions::NONE; JOBS],
            buffers: StaticMoldable::new(),
        }
    }

    /// Digest of all policies, on jobs whose speed-ups are by Downey's model.
    pub(crate) fn digest(&mut self) -> (&'static str, u64) {
        let molds = molds();
        let mut submit = 0;
        let mut random = Random::new(2017, 2);
        let specs: [JobSpec; JOBS] = core::array::from_fn(|job| {
            submit += random.below(40);
            let mold = &molds[job];
            JobSpec::exact(
                Time::from_seconds(submit),
                mold.time(mold.size).round_up(),
                mold.size,
            )
        });
        // Two to six runtimes from submission on.
        let molds: [MoldSpec<'_>; JOBS] = core::array::from_fn(|job| {
            let run = specs[job].runtime.0;
            MoldSpec {
                deadline: specs[job]
                    .submit
                    .after(Duration(run * (2 + random.below(5)))),
                ..molds[job]
            }
        });
        let mut digest = Digest::default();
        for rule in [
            Rule::Kceasy,
            Rule::Parallel,
            Rule::Fair,
            Rule::FairWeighted,
            Rule::Adasa { expand: false },
            Rule::Adasa { expand: true },
        ] {
            self.run(&specs, &molds, rule, &mut digest);
        }
        ("moldable", digest.0)
    }

    fn run(&mut self, specs: &[JobSpec], molds: &[MoldSpec<'_>], rule: Rule, digest: &mut Digest) {
        let setup = Setup::cluster(specs, PROCESSORS as u32)
            .with_molds(molds)
            .with_kill_at_estimate(false);
        let storage = Storage {
            molded: &mut self.molded,
            parts: &mut self.job_parts,
            ..self.storage.as_storage()
        };
        let buffers = self.buffers.as_buffers();
        let mut policy = Moldable::new(rule, PROCESSORS as u32, JOBS, buffers)
            .expect("the buffers were made for these jobs");
        Simulation::new(setup, storage)
            .expect("the buffers were made for these jobs")
            .run(&mut policy, digest);
    }
}

/// Jobs without deadlines.
fn molds() -> [MoldSpec<'static>; JOBS] {
    let mut random = Random::new(2017, 1);
    core::array::from_fn(|_| {
        let parallelism = 1.0 + random.uniform() * 14.0;
        MoldSpec {
            work: Work::alone(Duration(1_000_000_000 + random.below(900_000_000_000))),
            speedup: Speedup::Downey {
                parallelism,
                variance: 2.0 * random.uniform(),
            },
            size: 1 + random.below(PROCESSORS as u64) as u32,
            deadline: Time::MAX,
            utilisation: None,
        }
    })
}
