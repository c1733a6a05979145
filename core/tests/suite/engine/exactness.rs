//! Events that coincide in exact arithmetic happen at one instant.

use cosched_core::workload::{MoldSpec, Speedup, Work};
use cosched_core::{Duration, Exact, Rate, Time};

const SECOND: u64 = 1_000_000_000;

fn moldable<'t>(work: Work, speedup: Speedup<'t>) -> MoldSpec<'t> {
    MoldSpec {
        work,
        speedup,
        size: 1,
        deadline: Time::MAX,
        utilisation: None,
    }
}

/// 24/13 and 36/13 have no finite decimals, but the `f64` identifies the fraction: 36 s of
/// work take 13 s on three processors, 24 s on two.
#[test]
fn fractions_in_a_table_are_those_that_are_meant() {
    let table = [1.0, 24.0 / 13.0, 36.0 / 13.0];
    let job = moldable(
        Work::alone(Duration::from_seconds(36)),
        Speedup::Table(&table),
    );
    assert_eq!(job.time(3), Duration::from_seconds(13).into());
    assert_eq!(job.time(2), Exact::ratio(39 * u128::from(SECOND), 2));
}

/// Downey's model by hand: A = 8, sigma = 1, S(4) = 32 / 9.5, S(10) = 80 / 12.5, and 8
/// from 15 on. A job of 19 s on four takes 10 s on ten and 8 s on fifteen.
#[test]
fn downeys_model_is_exact_for_decimals() {
    let downey = Speedup::Downey {
        parallelism: 8.0,
        variance: 1.0,
    };
    let job = moldable(Work::on(4, Duration::from_seconds(19), &downey), downey);
    assert_eq!(job.time(4), Duration::from_seconds(19).into());
    assert_eq!(job.time(10), Duration::from_seconds(10).into());
    assert_eq!(job.time(15), Duration::from_seconds(8).into());
    assert_eq!(job.time(1), Duration::from_seconds(64).into());
}

/// Beyond 64 bits of nanoseconds: 5.12 million hours of processor time.
#[test]
fn work_may_be_more_than_any_time() {
    let linear = Speedup::Downey {
        parallelism: 158_976.0,
        variance: 0.0,
    };
    let two_days = Duration::from_seconds(172_800);
    let job = moldable(Work::on(158_976, two_days, &linear), linear);
    assert_eq!(job.time(158_976), two_days.into());
    assert_eq!(job.time(79_488), Duration::from_seconds(345_600).into());
    let all = 172_800 * 158_976 * u128::from(SECOND);
    assert_eq!(job.amount().nanoseconds(), all);
    assert_eq!(job.time(1), Exact::MAX);
    let tenth = Work::on(158_976, two_days, &linear).with_available(Rate::new(1, 10));
    let job = moldable(tenth, linear);
    assert_eq!(job.time(158_976), Duration::from_seconds(1_728_000).into());
}
