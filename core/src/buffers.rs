//! Declarations of buffers: from one list, their sizes, and borrowed, boxed and static forms.

/// Declares the buffers of a part of the engine or of a policy, each once:
///
/// ```text
/// buffers! {
///     /// Borrowed buffers of a queue.
///     pub struct QueueBuffers, QueueSizes, BoxedQueue::as_buffers, StaticQueue<JOBS>, "queue." {
///         /// One for each job.
///         waiting: [u32; jobs; JOBS] = 0,
///     }
///     with {
///         /// Buffers of the tiers.
///         tiers: TierBuffers, TierSizes, BoxedTiers, StaticTiers<NODES> = TierSizes::of(nodes),
///     }
///     /// Computes the sizes for `jobs` jobs.
///     sizes of(jobs: usize, nodes: usize) {}
/// }
/// ```
///
/// The sizes are computed by the statements and expressions from the arguments. The prefix
/// stands before the name of a buffer in errors. The static form may be left out, with the
/// constant of each buffer.
macro_rules! buffers {
    (
        $(#[$doc:meta])*
        pub struct $Buffers:ident, $Sizes:ident, $Boxed:ident::$lend:ident, $Static:ident<$($P:ident),*>,
        $prefix:literal {
            $($(#[$row_doc:meta])* $row:ident: [$Entry:ty; $size:expr; $LEN:ident] = $empty:expr,)*
        }
        with {
            $(
                $(#[$part_doc:meta])*
                $part:ident: $Part:ident, $PartSizes:ident, $PartBoxed:ident, $PartStatic:ty
                    = $part_size:expr,
            )*
        }
        $($of:tt)*
    ) => {
        $crate::buffers::buffers! {
            $(#[$doc])*
            pub struct $Buffers, $Sizes, $Boxed::$lend, $prefix {
                $($(#[$row_doc])* $row: [$Entry; $size] = $empty,)*
            }
            with {
                $($(#[$part_doc])* $part: $Part, $PartSizes, $PartBoxed = $part_size,)*
            }
            $($of)*
        }

        #[doc = concat!("[`", stringify!($Buffers), "`] of sizes fixed at compile time, by the name of each:")]
        ///
        $(#[doc = concat!("* `", stringify!($LEN), "`: `", stringify!($row), "`")])*
        #[derive(Debug)]
        pub struct $Static<$(const $P: usize),*> {
            $($row: [$Entry; $LEN],)*
            $($part: $PartStatic,)*
        }

        impl<$(const $P: usize),*> $Static<$($P),*> {
            /// Empty buffers, all zero bytes.
            pub const fn new() -> Self {
                Self {
                    $($row: [$empty; $LEN],)*
                    $($part: <$PartStatic>::new(),)*
                }
            }

            /// Borrows the buffers.
            pub fn $lend(&mut self) -> $Buffers<'_> {
                $Buffers {
                    $($row: &mut self.$row,)*
                    $($part: self.$part.as_buffers(),)*
                }
            }
        }

        impl<$(const $P: usize),*> Default for $Static<$($P),*> {
            fn default() -> Self {
                Self::new()
            }
        }
    };
    (
        $(#[$doc:meta])*
        pub struct $Buffers:ident, $Sizes:ident, $Boxed:ident::$lend:ident, $prefix:literal {
            $($(#[$row_doc:meta])* $row:ident: [$Entry:ty; $size:expr] = $empty:expr,)*
        }
        with {
            $(
                $(#[$part_doc:meta])*
                $part:ident: $Part:ident, $PartSizes:ident, $PartBoxed:ident = $part_size:expr,
            )*
        }
        $(#[$of_doc:meta])*
        sizes of($($argument:ident: $Argument:ty),*) { $($body:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Default)]
        pub struct $Buffers<'a> {
            $($(#[$row_doc])* pub $row: &'a mut [$Entry],)*
            $($(#[$part_doc])* pub $part: $Part<'a>,)*
        }

        impl $Buffers<'_> {
            /// Reborrows the buffers for a shorter lifetime.
            pub fn reborrow(&mut self) -> $Buffers<'_> {
                $Buffers {
                    $($row: self.$row,)*
                    $($part: self.$part.reborrow(),)*
                }
            }

            #[doc = concat!("Checks that every buffer is as large as [`", stringify!($Sizes), "::of`] says.")]
            ///
            /// # Errors
            /// The first buffer that is too small, with the size it needs.
            pub fn check(
                &self,
                $($argument: $Argument),*
            ) -> Result<(), $crate::error::CapacityError> {
                self.sizes().check(&$Sizes::of($($argument),*))
            }

            /// The sizes that the buffers have.
            pub fn sizes(&self) -> $Sizes {
                $Sizes {
                    $($row: self.$row.len(),)*
                    $($part: self.$part.sizes(),)*
                }
            }
        }

        #[doc = concat!("Number of entries of each of [`", stringify!($Buffers), "`], by its name there.")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $Sizes {
            $(#[doc = concat!("Entries of `", stringify!($row), "`.")] pub $row: usize,)*
            $(#[doc = concat!("Sizes of `", stringify!($part), "`.")] pub $part: $PartSizes,)*
        }

        impl $Sizes {
            /// No entries.
            pub const NONE: Self = Self {
                $($row: 0,)*
                $($part: $PartSizes::NONE,)*
            };

            $(#[$of_doc])*
            pub fn of($($argument: $Argument),*) -> Self {
                $($body)*
                Self {
                    $($row: $size,)*
                    $($part: $part_size,)*
                }
            }

            /// Checks that buffers of these sizes are as large as `needed`.
            ///
            /// # Errors
            /// The first buffer that is too small, with the size it needs.
            // Always inlined: where nothing is needed, nothing is left of it, however many rows.
            #[inline(always)]
            pub fn check(&self, needed: &Self) -> Result<(), $crate::error::CapacityError> {
                // Row by row, so that the compiler leaves out those of families that are not there.
                $($crate::error::CapacityError::unless(
                    concat!($prefix, stringify!($row)),
                    needed.$row,
                    self.$row,
                )?;)*
                $(self.$part.check(&needed.$part)?;)*
                Ok(())
            }

            /// Size of all buffers in bytes.
            pub const fn bytes(&self) -> usize {
                let bytes = 0usize;
                $(let bytes = bytes.saturating_add(self.$row.saturating_mul(size_of::<$Entry>()));)*
                $(let bytes = bytes.saturating_add(self.$part.bytes());)*
                bytes
            }
        }

        #[doc = concat!("[`", stringify!($Buffers), "`] on the heap.")]
        #[cfg(feature = "alloc")]
        #[derive(Debug, Default)]
        pub struct $Boxed {
            $($row: alloc::boxed::Box<[$Entry]>,)*
            $($part: $PartBoxed,)*
        }

        #[cfg(feature = "alloc")]
        impl $Boxed {
            #[doc = concat!("Allocates buffers of the sizes of [`", stringify!($Sizes), "::of`].")]
            pub fn new($($argument: $Argument),*) -> Self {
                Self::with_sizes(&$Sizes::of($($argument),*))
            }

            /// Allocates buffers of these sizes.
            pub fn with_sizes(sizes: &$Sizes) -> Self {
                Self {
                    $($row: alloc::vec![$empty; sizes.$row].into(),)*
                    $($part: $PartBoxed::with_sizes(&sizes.$part),)*
                }
            }

            /// Borrows the buffers.
            pub fn $lend(&mut self) -> $Buffers<'_> {
                $Buffers {
                    $($row: &mut self.$row,)*
                    $($part: self.$part.as_buffers(),)*
                }
            }
        }
    };
}

pub(crate) use buffers;
