//! Speed-ups against published and tabulated values.

use super::*;
use cosched_core::SpeedupError;

/// `models.md`, section 3a: A = 64, to the digits given there.
#[test]
fn downey_gives_the_tabulated_values() {
    const SIZES: [u32; 6] = [2, 16, 32, 64, 100, 127];
    for (variance, expected) in [
        (0.0, [2.0, 16.0, 32.0, 64.0, 64.0, 64.0]),
        (0.5, [1.9922, 15.1144, 28.5436, 51.3605, 59.9532, 64.0]),
        (1.0, [1.9845, 14.3217, 25.7610, 42.8901, 56.3877, 64.0]),
        (2.0, [1.9794, 13.8378, 24.1890, 38.6415, 49.2308, 54.9189]),
    ] {
        let speedup = Speedup::Downey {
            parallelism: 64.0,
            variance,
        };
        for (size, expected) in SIZES.into_iter().zip(expected) {
            let found = speedup.at(size);
            assert!((found - expected).abs() < 5e-5, "{variance} {size} {found}");
        }
    }
    let wide = Speedup::Downey {
        parallelism: 64.0,
        variance: 2.0,
    };
    assert_eq!((wide.at(190), wide.at(1000)), (64.0, 64.0));
    assert_eq!(wide.saturation(1000), 190);
    assert_eq!(wide.saturation(100), 100);
}

/// The values of an independent program on 1 to 20 processors.
#[test]
fn downey_gives_the_golden_values() {
    for (parallelism, variance, expected) in [
        (
            8.0,
            0.0,
            [
                1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0,
                8.0, 8.0, 8.0, 8.0,
            ],
        ),
        (
            8.0,
            0.5,
            [
                1.0,
                1.9393939393939394,
                2.823529411764706,
                3.657142857142857,
                4.444444444444445,
                5.1891891891891895,
                5.894736842105263,
                6.564102564102564,
                6.857142857142857,
                7.111111111111111,
                7.333333333333333,
                7.529411764705882,
                7.703703703703703,
                7.859649122807017,
                8.0,
                8.0,
                8.0,
                8.0,
                8.0,
                8.0,
            ],
        ),
        (
            8.0,
            1.0,
            [
                1.0,
                1.8823529411764706,
                2.6666666666666665,
                3.3684210526315788,
                4.0,
                4.571428571428571,
                5.090909090909091,
                5.565217391304348,
                6.0,
                6.4,
                6.769230769230769,
                7.111111111111111,
                7.428571428571429,
                7.724137931034483,
                8.0,
                8.0,
                8.0,
                8.0,
                8.0,
                8.0,
            ],
        ),
        (
            8.0,
            2.0,
            [
                1.0,
                1.8461538461538463,
                2.5714285714285716,
                3.2,
                3.75,
                4.235294117647059,
                4.666666666666667,
                5.052631578947368,
                5.4,
                5.714285714285714,
                6.0,
                6.260869565217392,
                6.5,
                6.72,
                6.923076923076923,
                7.111111111111111,
                7.285714285714286,
                7.448275862068965,
                7.6,
                7.741935483870968,
            ],
        ),
        (
            1.0,
            0.0,
            [
                1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
                1.0, 1.0, 1.0, 1.0,
            ],
        ),
        (
            3.0,
            1.5,
            [
                1.0,
                1.6666666666666667,
                2.142857142857143,
                2.5,
                2.7777777777777777,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
                3.0,
            ],
        ),
    ] {
        let speedup = Speedup::Downey {
            parallelism,
            variance,
        };
        for (size, expected) in (1..).zip(expected) {
            let found: f64 = speedup.at(size);
            let off: f64 = found - expected;
            assert!(off.abs() < 1e-12 * found, "{parallelism} {variance} {size}");
        }
    }
}

/// fixtures/papers/adasa.md, 5.1: A = 8, exactly.
#[test]
fn small_values_are_exact() {
    let of = |variance, size| {
        let speedup = Speedup::Downey {
            parallelism: 8.0,
            variance,
        };
        speedup.at(size)
    };
    assert_eq!((of(0.0, 4), of(0.0, 8), of(0.0, 20)), (4.0, 8.0, 8.0));
    assert_eq!(of(1.0, 8), 64.0 / 11.5);
    assert_eq!(of(2.0, 22), 8.0);
}

/// The two formulas meet where the variance is one, and the parts of each where
/// they join; nothing falls.
#[test]
fn the_parts_of_the_model_meet() {
    for parallelism in [1.0, 2.5, 17.0, 150.0] {
        for index in 0..=40 {
            let variance = f64::from(index) / 20.0;
            let speedup = Speedup::Downey {
                parallelism,
                variance,
            };
            assert_eq!(speedup.check(), Ok(()));
            let mut before = 0.0;
            for size in 1..500 {
                let now = speedup.at(size);
                assert!(now >= before - 1e-12, "{parallelism} {variance} {size}");
                assert!(now <= f64::from(size) * (1.0 + 1e-12));
                before = now;
            }
            let saturation = speedup.saturation(500);
            assert_eq!(speedup.at(saturation), speedup.at(500));
            assert!(saturation == 1 || speedup.at(saturation - 1) < speedup.at(500));
        }
    }
}

/// Times are rounded up once; an excess over a whole number by floating point is not work.
#[test]
fn times_are_rounded_up_once() {
    let table = Speedup::Table(&[1.0, 1.6, 2.0, 2.2]);
    let seconds = Duration::from_seconds;
    let time = |work, processors| {
        let job = MoldSpec {
            work: Work::alone(seconds(work)),
            speedup: table,
            size: 1,
            deadline: Time::MAX,
            utilisation: None,
        };
        job.time(processors)
    };
    assert_eq!(time(22, 4), seconds(10).into());
    assert_eq!(time(16, 4).round_up(), Duration(7_272_727_273));
    assert_eq!(time(16, 9).round_up(), Duration(7_272_727_273));
    assert_eq!(table.saturation(9), 4);
    assert_eq!(table.utilisation(4), Share::of(0.55));
}

#[test]
fn invalid_speedups_are_refused() {
    for (speedup, error, sentence) in [
        (
            Speedup::Downey {
                parallelism: 0.5,
                variance: 1.0,
            },
            SpeedupError::Parallelism(0.5),
            "an average parallelism of 0.5 is not allowed: it is 1 to 1000000000",
        ),
        (
            Speedup::Downey {
                parallelism: 4.0,
                variance: -1.0,
            },
            SpeedupError::Variance(-1.0),
            "a variance of parallelism of -1 is not allowed: it is 0 to 1000000000",
        ),
        (
            Speedup::Table(&[]),
            SpeedupError::Empty,
            "a table of speed-ups has at least one entry",
        ),
        (
            Speedup::Table(&[1.0, 1.5, 1.4]),
            SpeedupError::Falls(3),
            "the speed-up on 3 processors must be above 0 and not below that on fewer",
        ),
    ] {
        assert_eq!(speedup.check(), Err(error));
        assert_eq!(error.to_string(), sentence);
    }
}
