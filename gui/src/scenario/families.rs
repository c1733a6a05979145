//! The one list of the families of policies, and what each says of itself in its room here.

use super::policy::Published;
use super::reference::Field;

/// Hands the list to the macro `$table`, in the order of their columns in `summary.csv`:
/// the name of the rooms of a family, its policies, and, where they can be told something
/// of their own, by what name in `parameters: (…)`, and its type in the room here.
///
/// The names of policies, their parameters, and the tables of rooms in `family` and in the
/// window are made from it, so that they cannot differ. The `mod` lines of the rooms are
/// written out: what a macro declares, `cargo fmt` does not find.
macro_rules! with_families {
    ($table:ident) => {
        $table! {
            queue [Fcfs, Easy, Conservative];
            slicing [ScojoPect] slicing: Slicing;
            placement [Slf, Let, Mom, LoadAverage, Mapping] placing: Placing;
            coscheduling [Gang, Flexible, Agile] coscheduling: Coscheduling;
            moldable [Kceasy, Parallel, Fair, Adasa] molding: Molding;
            slots [Slots] slots: Buying;
        }
    };
}
pub(crate) use with_families;

/// What a family is called, and its policies.
pub(crate) struct Terms {
    /// Its name in headings.
    pub(crate) title: &'static str,
    /// Its policies, in the sequence in which a menu should show them.
    pub(super) policies: &'static [Published],
    /// What they can be told: numbers, choices and switches, in the order of the guide.
    #[cfg_attr(
        not(test),
        allow(dead_code, reason = "the page of the guide is made by a test")
    )]
    pub(super) told: &'static [&'static Field],
}

macro_rules! table {
    ($($room:ident $policies:tt $($told:ident: $Told:ident)?;)+) => {
        /// Those of all families.
        pub(super) const ALL: &[&Terms] = &[$(&super::$room::TERMS),+];
    };
}
with_families!(table);
