//! Residues modulo a prime: equal for equal fractions, however they were computed.

/// The prime 2^61 - 1: above every 32-bit denominator, and a remainder by it is a shift and a sum.
pub(super) const PRIME: u64 = (1 << 61) - 1;

/// Remainder modulo the prime.
pub(super) const fn modulo(value: u64) -> u64 {
    let folded = (value & PRIME) + (value >> 61);
    if folded >= PRIME {
        folded - PRIME
    } else {
        folded
    }
}

pub(super) fn modulo_wide(value: u128) -> u64 {
    let high = (value >> 122) as u64;
    let middle = modulo((value >> 61) as u64 & PRIME);
    plus(plus(modulo(value as u64 & PRIME), middle), high)
}

pub(super) const fn plus(one: u64, other: u64) -> u64 {
    modulo(one + other)
}

pub(super) fn times(one: u64, other: u64) -> u64 {
    modulo_wide(u128::from(one) * u128::from(other))
}

/// Inverse of `value`, by Euclid's algorithm: the number of steps grows with the digits of
/// `value`.
pub(super) fn inverse(value: u64) -> u64 {
    let (mut old, mut new) = ((PRIME as i64, 0), (value as i64, 1));
    while new.0 != 0 {
        let times = old.0 / new.0;
        (old, new) = (new, (old.0 - times * new.0, old.1 - times * new.1));
    }
    modulo((old.1 + if old.1 < 0 { PRIME as i64 } else { 0 }) as u64)
}
