//! Quantiles of Student's t distribution, for any number of degrees of freedom.

use std::f64::consts::PI;

use libm::{exp, log, log1p};

/// Returns the 97.5 % quantile of Student's t distribution with `degrees` degrees of freedom, 1 or
/// more, for intervals of 95 %.
pub fn quantile(degrees: u64) -> f64 {
    // With one degree it is 12.7.
    let (mut below, mut above) = (0.0, 16.0);
    // The bounds meet at neighbouring numbers: until no number lies between them.
    loop {
        let middle = (below + above) / 2.0;
        if middle <= below || middle >= above {
            return above;
        }
        if beyond(middle, degrees as f64) > 0.05 {
            below = middle
        } else {
            above = middle
        }
    }
}

/// Probability of a variate below `-value` or above `value`: by the incomplete beta function
/// (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.1 with 26.5.27), on the side
/// where its continued fraction converges fast.
fn beyond(value: f64, degrees: f64) -> f64 {
    let square = value * value;
    let (part, rest) = (degrees / (degrees + square), square / (degrees + square));
    let (a, b) = (degrees / 2.0, 0.5);
    // part^a rest^b over the complete function, B(a, 1/2).
    let power = -a * log1p(square / degrees) + b * log(rest);
    let factor = exp(power + log_of_ratio(a) - 0.5 * log(PI));
    if part < (a + 1.0) / (a + b + 2.0) {
        factor / (a * fraction(part, a, b))
    } else {
        1.0 - factor / (b * fraction(rest, b, a))
    }
}

/// Largest number of terms of the fraction.
const TERMS: u32 = 10_000;

/// The continued fraction `1 + d1 / (1 + d2 / (1 + …))` of the incomplete beta function (26.5.8
/// there), by the method of Lentz.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut value, mut c, mut d) = (1.0, 1.0, 0.0);
    for term in 1..=TERMS {
        let m = f64::from(term / 2);
        let numerator = match term % 2 {
            0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        d = 1.0 / not_zero(1.0 + numerator * d);
        c = not_zero(1.0 + numerator / c);
        value *= c * d;
        if (c * d - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

/// The logarithm of Γ(a + 1/2) / Γ(a), for `a` of 1/2 or more: the difference of Stirling's series
/// (6.1.41 there), beyond the point from which it is exact to the last digit.
fn log_of_ratio(a: f64) -> f64 {
    let (mut a, mut product) = (a, 1.0);
    while a < 20.0 {
        product *= a / (a + 0.5);
        a += 1.0;
    }
    let square = 1.0 / (a * a);
    let series =
        -1.0 / 8.0 + square * (1.0 / 192.0 - square * (1.0 / 640.0 - square * 17.0 / 14_336.0));
    0.5 * log(a) + series / a + log(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the tables of Abramowitz and Stegun and of NIST.
    #[test]
    fn quantiles_are_those_of_tables() {
        let tables = [
            (1, 12.7062),
            (2, 4.30265),
            (3, 3.18245),
            (4, 2.77645),
            (5, 2.57058),
            (10, 2.22814),
            (30, 2.04227),
            (100, 1.98397),
            (1_000, 1.96234),
        ];
        for (degrees, expected) in tables {
            let found = quantile(degrees);
            let difference: f64 = found - expected;
            assert!(difference.abs() < 6e-5, "{degrees}: {found}, {expected}");
        }
        // With ever more degrees, the normal distribution's.
        assert!((quantile(1_000_000) - 1.959_964).abs() < 3e-6);
        assert!((quantile(u64::MAX) - 1.959_963_984_540).abs() < 1e-11);
    }

    #[test]
    fn quantiles_of_one_and_two_degrees_are_known_in_closed_form() {
        let one = (0.475 * PI).tan();
        assert!((quantile(1) - one).abs() < 1e-12 * one);
        let two = 0.95 * (2.0_f64 / (1.0 - 0.95_f64 * 0.95)).sqrt();
        assert!((quantile(2) - two).abs() < 1e-12 * two);
    }

    /// The probability of a variate from `-t` to `t`: 26.7.3 and 26.7.4 there, which are finite
    /// sums with a term for every other degree.
    fn within(t: f64, degrees: u32) -> f64 {
        let sine = t / (f64::from(degrees) + t * t).sqrt();
        let squared_cosine = f64::from(degrees) / (f64::from(degrees) + t * t);
        let is_odd = degrees % 2 == 1;
        let mut term = if is_odd { squared_cosine.sqrt() } else { 1.0 };
        let (mut sum, mut power) = (0.0, u32::from(is_odd));
        while power + 2 <= degrees {
            sum += term;
            term *= f64::from(power + 1) / f64::from(power + 2) * squared_cosine;
            power += 2;
        }
        if is_odd {
            ((t / f64::from(degrees).sqrt()).atan() + sine * sum) * 2.0 / PI
        } else {
            sine * sum
        }
    }

    #[test]
    fn the_function_is_the_finite_sum() {
        for degrees in (1..60).chain([999, 1_000, 54_321]) {
            for t in [0.1, 1.0, 1.96, 2.5, 12.0] {
                let (found, sum) = (1.0 - beyond(t, f64::from(degrees)), within(t, degrees));
                assert!((found - sum).abs() < 1e-12, "{degrees} {t}: {found} {sum}");
            }
        }
    }
}
