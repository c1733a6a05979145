//! Random numbers for the model: the published program's, or streams of our own.

use super::gamma::{marsaglia_tsang, sum_of_logarithms};
use super::{Class, Draws, Gamma, LONGEST_RUNTIME};
use crate::random::Random;

/// Purpose of a random number. Each has a stream of its own in free mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Size,
    Runtime,
    FirstArrivals,
    SecondArrivals,
}

/// A generator of uniform and gamma distributed numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Free([Random; 4]),
    Published(Drand48),
}

impl Source {
    pub(super) fn new(draws: Draws, seed: u64) -> Self {
        match draws {
            Draws::Free => Self::Free([0, 1, 2, 3].map(|purpose| Random::new(seed, purpose))),
            Draws::BitExact => Self::Published(Drand48::new(seed)),
        }
    }

    pub(super) const fn drops_fractions(&self) -> bool {
        matches!(self, Self::Published(_))
    }

    pub(super) fn unit(&mut self, purpose: Purpose) -> f64 {
        match self {
            Self::Free(streams) => streams[purpose as usize].uniform(),
            Self::Published(generator) => generator.unit(),
        }
    }

    /// A number from `distribution`, not above `limit`.
    pub(super) fn gamma(&mut self, distribution: Gamma, limit: f64, purpose: Purpose) -> f64 {
        loop {
            let value = self.any_gamma(distribution, purpose);
            if value <= limit {
                return value;
            }
        }
    }

    fn any_gamma(&mut self, Gamma { shape, scale }: Gamma, purpose: Purpose) -> f64 {
        match self {
            Self::Free(streams) => {
                let stream = &mut streams[purpose as usize];
                scale * marsaglia_tsang(shape, || stream.uniform())
            }
            Self::Published(generator) => sum_of_logarithms(shape, scale, || generator.unit()),
        }
    }

    /// A size in nodes.
    pub(super) fn size(&mut self, class: &Class) -> u32 {
        let kind = self.unit(Purpose::Size);
        if kind <= class.serial {
            return 1;
        }
        let (from, to) = if self.unit(Purpose::Size) <= class.to_medium {
            (class.low, class.medium)
        } else {
            (class.medium, class.high)
        };
        let mut logarithm = self.unit(Purpose::Size) * (to - from) + from;
        if kind <= class.serial + class.power_of_two {
            logarithm = libm::floor(logarithm + 0.5);
        }
        libm::floor(libm::pow(2.0, logarithm) + 0.5) as u32
    }

    /// A runtime in whole seconds for a job of `nodes` nodes.
    pub(super) fn runtime(&mut self, class: &Class, nodes: u32) -> u64 {
        let short = class.short_slope * f64::from(nodes) + class.short_offset;
        let short = short.clamp(0.0, 1.0);
        // The branch is drawn again together with the value.
        loop {
            let branch = if self.unit(Purpose::Runtime) <= short {
                class.short
            } else {
                class.long
            };
            let logarithm = self.any_gamma(branch, Purpose::Runtime);
            if logarithm <= LONGEST_RUNTIME {
                return libm::exp(logarithm) as u64;
            }
        }
    }
}

/// The generator `drand48` of the C library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drand48 {
    state: u64,
}

impl Drand48 {
    fn new(seed: u64) -> Self {
        Self {
            state: (seed & 0xffff_ffff) << 16 | 0x330e,
        }
    }

    fn unit(&mut self) -> f64 {
        const MODULUS: u64 = 1 << 48;
        self.state = self.state.wrapping_mul(0x5_deec_e66d).wrapping_add(11) % MODULUS;
        self.state as f64 / MODULUS as f64
    }
}
