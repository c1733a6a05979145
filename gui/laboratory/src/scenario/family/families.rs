//! List of the families of policies.

/// Hands the list to the macro `$table`, in the order of the columns in `summary.csv`: the name of
/// each family's rooms, its policies, and, where it has parameters of its own, their name in
/// `parameters: (…)`, and their type in its room here.
///
/// The names of policies, their parameters, and the tables of rooms in `family` and in the window
/// are made from it, so that they cannot differ. The `mod` lines of the rooms are written out:
/// `cargo fmt` does not find modules that a macro declares.
#[macro_export]
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
pub use with_families;
