//! The gamma distribution: two samplers and the distribution function.

/// The published program's sampler: exponentials for the whole part of the
/// shape, then a beta variate times an exponential for the rest.
pub(super) fn sum_of_logarithms(shape: f64, scale: f64, mut unit: impl FnMut() -> f64) -> f64 {
    let whole = libm::floor(shape);
    let rest = shape - whole;
    let mut sum = 0.0;
    for _ in 0..whole as u32 {
        sum += libm::log(unit());
    }
    let mut value = -scale * sum;
    if rest > 0.0 {
        let (mut x, mut y);
        loop {
            x = libm::pow(unit(), 1.0 / rest);
            y = libm::pow(unit(), 1.0 / (1.0 - rest));
            if x + y <= 1.0 {
                break;
            }
        }
        value += scale * (x / (x + y)) * -libm::log(unit());
    }
    value
}

/// A gamma variate of scale 1 and a shape of at least 1. Marsaglia and Tsang,
/// "A simple method for generating gamma variables", 2000.
pub(super) fn marsaglia_tsang(shape: f64, mut unit: impl FnMut() -> f64) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / libm::sqrt(9.0 * d);
    loop {
        let x = normal(&mut unit);
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        // A draw of exactly 0 has no logarithm; 1 - u is above 0.
        let u = 1.0 - unit();
        if libm::log(u) < 0.5 * x * x + d - d * v + d * libm::log(v) {
            return d * v;
        }
    }
}

/// A normal variate by the polar method of Marsaglia; the second one of the method is not
/// kept, so that a draw depends on the stream alone.
fn normal(unit: &mut impl FnMut() -> f64) -> f64 {
    loop {
        let (x, y) = (2.0 * unit() - 1.0, 2.0 * unit() - 1.0);
        let s = x * x + y * y;
        if s > 0.0 && s < 1.0 {
            return x * libm::sqrt(-2.0 * libm::log(s) / s);
        }
    }
}

/// The share of a gamma distribution below `x`, to some 1e-14: the regularised
/// incomplete gamma function by its series or its continued fraction,
/// whichever converges (Abramowitz and Stegun, 6.5.29 and 6.5.31).
pub(super) fn share_below(shape: f64, scale: f64, x: f64) -> f64 {
    let x = x / scale;
    if x <= 0.0 {
        return 0.0;
    }
    let front = libm::exp(shape * libm::log(x) - x - libm::lgamma(shape));
    if x < shape + 1.0 {
        front * series(shape, x)
    } else {
        1.0 - front * fraction(shape, x)
    }
}

/// Number of terms after which neither changes any more for the shapes of the model.
const TERMS: u32 = 500;

fn series(shape: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0 / shape, 1.0 / shape);
    for n in 1..TERMS {
        term *= x / (shape + f64::from(n));
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

/// By the method of Lentz.
fn fraction(shape: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - shape;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut value = d;
    for n in 1..TERMS {
        let n = f64::from(n);
        let a = -n * (n - shape);
        b += 2.0;
        d = 1.0 / (a * d + b);
        c = b + a / c;
        let change = d * c;
        value *= change;
        if (change - 1.0).abs() < 1e-16 {
            break;
        }
    }
    value
}
