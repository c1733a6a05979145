//! A workload written out by a formula, in integers.

use cosched_core::{Duration, JobSpec, Time};

/// Jobs about 20 s apart that run for up to 200 s on up to `widest` nodes.
/// Most are estimated at one to three times their runtime; one in eight outruns
/// its estimate.
pub(crate) const fn workload<const JOBS: usize>(widest: u32) -> [JobSpec; JOBS] {
    let mut jobs = [JobSpec::exact(Time::ZERO, Duration::ZERO, 0); JOBS];
    let (mut state, mut at, mut index) = (42u64, 0, 0);
    while index < JOBS {
        // The linear congruential generator of Knuth's MMIX.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let random = state >> 33;
        at += random * 4_099 % 40_000_000_007;
        let runtime = 1_000_000_000 + (random >> 3) * 8_191 % 200_000_000_003;
        let estimate = match random % 8 {
            0 => runtime / 2,
            _ => runtime * (1 + random % 3),
        };
        jobs[index] = JobSpec::exact(
            Time(at),
            Duration(runtime),
            1 + (random >> 7) as u32 % widest,
        )
        .with_estimate(Duration(estimate));
        index += 1;
    }
    jobs
}
