//! Random numbers that are the same everywhere: SplitMix64, one stream per purpose.

/// The increment of SplitMix64, the golden ratio in 64 bits.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// One SplitMix64 step of `state`. Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014.
#[inline]
const fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The top 53 bits as a number from 0 to just under 1.
#[inline]
const fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// A draw that depends only on its name (`seed` and four numbers), not on the number of
/// draws before it. From 0 to just under 1.
///
/// ```
/// use cosched_core::random::draw;
/// assert_eq!(draw(1, [2, 3, 4, 5]), draw(1, [2, 3, 4, 5]));
/// assert_ne!(draw(1, [2, 3, 4, 5]), draw(1, [2, 3, 5, 4]));
/// ```
pub const fn draw(seed: u64, name: [u64; 4]) -> f64 {
    let [a, b, c, d] = name;
    unit(mix(mix(mix(mix(mix(seed) ^ a) ^ b) ^ c) ^ d))
}

/// A stream of random numbers. Each purpose has a stream of its own, so that
/// another draw in one model does not change another model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream `purpose` under `seed`.
    pub const fn new(seed: u64, purpose: u64) -> Self {
        Self {
            state: mix(mix(seed) ^ purpose),
        }
    }

    /// The next 64 bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        let bits = mix(self.state);
        self.state = self.state.wrapping_add(GOLDEN);
        bits
    }

    /// The next number, 0 to just under 1.
    #[inline]
    pub const fn uniform(&mut self) -> f64 {
        unit(self.bits())
    }

    /// The next whole number below `bound`; 0 if `bound` is 0.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        // The bias of the multiplication is below bound / 2^64.
        ((self.bits() as u128 * bound as u128) >> 64) as u64
    }
}
