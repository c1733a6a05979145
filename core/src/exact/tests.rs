//! Exact numbers against fractions over a common denominator.

extern crate std;
use super::residue::{PRIME, inverse, modulo_wide, times};
use super::*;
use crate::random::Random;

#[test]
fn residues_are_a_field() {
    let mut random = Random::new(61, 1);
    for _ in 0..10_000 {
        let value = 1 + random.below(PRIME - 1);
        assert_eq!(times(value, inverse(value)), 1);
        let wide = u128::from(value) * u128::from(random.below(u64::MAX));
        assert_eq!(u128::from(modulo_wide(wide)), wide % u128::from(PRIME));
    }
}

/// Sums of fractions in any order against 128-bit fractions over a common denominator.
#[test]
fn sums_and_differences_are_those_of_fractions() {
    const COMMON: u64 = 2 * 2 * 3 * 3 * 5 * 7 * 11 * 13 * 17 * 19;
    let denominators = [3, 7, 11, 13, 17, 19, 36, 35];
    let mut random = Random::new(61, 2);
    for _ in 0..10_000 {
        let (mut sum, mut exact) = (0u128, Exact::ZERO);
        for _ in 0..12 {
            let below = denominators[random.below(8) as usize];
            let above = random.below(1 << 40);
            let (term, number) = (
                u128::from(above) * u128::from(COMMON / below),
                Exact::ratio(u128::from(above), below),
            );
            if random.below(3) == 0 && sum >= term {
                (sum, exact) = (sum - term, exact - number);
            } else {
                (sum, exact) = (sum + term, exact + number);
            }
            let expected = Exact::ratio(sum, COMMON);
            assert_eq!(exact, expected);
            assert_eq!(exact.is_whole(), sum % u128::from(COMMON) == 0);
            assert_eq!(
                u128::from(exact.round_up().0),
                sum.div_ceil(u128::from(COMMON))
            );
        }
    }
}

/// At a rate and back again, hundreds of times: denominators of thousands of digits.
#[test]
fn rates_are_undone_exactly() {
    let mut random = Random::new(61, 3);
    for _ in 0..200 {
        let start = Exact::ratio(u128::from(1 + random.below(1 << 45)), 1 + random.below(50));
        let mut rates = [(1, 1); 40];
        let mut number = start;
        for rate in &mut rates {
            let work = 1 + random.below(20) as u32;
            *rate = (work, work + random.below(5) as u32);
            number = number.work_at(Rate::new(rate.0, rate.1));
        }
        for (work, per) in rates {
            number = number.time_at(Rate::new(work, per));
        }
        assert_eq!(number, start);
    }
}

/// Thirds and sevenths of parts that are not whole nanoseconds.
#[test]
fn parts_of_all_are_whole_where_they_are() {
    let of = |above, below| Amount::ratio(above, below).unwrap();
    let thirds = [of(10, 9), of(20, 9), of(40, 9), of(10, 21), of(40, 21)];
    let all = thirds.into_iter().fold(Amount::ZERO, Amount::plus);
    // 10/9 of 640/63 is 7/64.
    for (parts, expected) in [(64, 7), (63, 6), (128, 14), (127, 13), (640, 70)] {
        assert_eq!(thirds[0].parts_of(all, parts), expected);
    }
}

#[test]
fn different_numbers_are_ordered() {
    let (third, half) = (Exact::ratio(1, 3), Exact::ratio(1, 2));
    assert!(Exact::ZERO < third && third < half && half < Exact::whole(1));
    assert_eq!(half - third, Exact::ratio(1, 6));
    assert_eq!(third - half, Exact::ZERO);
    assert_eq!(Exact::MAX + third, Exact::MAX);
    assert_eq!(
        (third.round_up(), third.round_down()),
        (Duration(1), Duration(0))
    );
}
