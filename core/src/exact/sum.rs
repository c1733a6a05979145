//! Sums of spans with a larger range than spans.

use super::Exact;

/// A sum of spans, each perhaps many times, with a larger range than spans.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    whole: u128,
    // Less than a nanosecond.
    rest: Exact,
}

impl Sum {
    /// The empty sum.
    pub const ZERO: Self = Self {
        whole: 0,
        rest: Exact::ZERO,
    };

    /// Adds `span` multiplied by `times`.
    #[inline(never)]
    pub fn add(&mut self, span: Exact, times: u32) {
        self.whole += u128::from(span.round_down().0) * u128::from(times);
        if !span.is_whole() && times > 0 {
            self.rest = self.rest + Self::rest_of(span).scaled(times, 1);
            let full = self.rest.round_down();
            self.whole += u128::from(full.0);
            self.rest = self.rest - full.into();
        }
    }

    /// Subtracts `span` multiplied by `times`, which was added before.
    #[inline(never)]
    pub fn take(&mut self, span: Exact, times: u32) {
        self.whole -= u128::from(span.round_down().0) * u128::from(times);
        if !span.is_whole() && times > 0 {
            let rest = Self::rest_of(span).scaled(times, 1);
            let borrowed = (rest - self.rest).round_up();
            self.whole -= u128::from(borrowed.0);
            self.rest = self.rest + borrowed.into() - rest;
        }
    }

    /// In nanoseconds, rounded up.
    pub fn nanoseconds(&self) -> u128 {
        self.whole + u128::from(self.rest.round_up().0)
    }

    fn rest_of(span: Exact) -> Exact {
        span - span.round_down().into()
    }
}
