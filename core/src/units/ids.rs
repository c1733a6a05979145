//! Typed indices: 32 bits, the same on a desktop and on a microcontroller.

use core::num::NonZeroU32;

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// Stored as index + 1, so that an absent one is all zero bytes and
        /// costs nothing.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// The id for `index`, which is at most 4 294 967 294; a greater
            /// one gives the greatest id. No storage is that large:
            /// [`crate::Simulation::new`] has checked it.
            #[inline]
            pub const fn new(index: usize) -> Self {
                let last = u32::MAX as usize - 1;
                let raw = if index < last { index } else { last } as u32;
                Self(NonZeroU32::MIN.saturating_add(raw))
            }

            /// The position this id stands for.
            #[inline]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    };
}

index_type! {
    /// A job: its position in the workload, which is ordered by submit time.
    JobId
}
index_type! {
    /// A server: its position in the machine.
    ServerId
}
