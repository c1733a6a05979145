//! The one list of the families of policies.

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
            slurm [Slurm] slurm: Slurm;
        }
    };
}
pub(crate) use with_families;
