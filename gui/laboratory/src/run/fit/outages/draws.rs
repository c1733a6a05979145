//! Draws of logs that tests simulate.

/// Numbers that are as good as random, always the same.
pub(super) struct Draws(pub(super) u64);

impl Draws {
    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
