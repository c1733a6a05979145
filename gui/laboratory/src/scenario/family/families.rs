//! List of the families and their policies: a row for each policy, of what it is called and what
//! sets it apart.

/// Hands the list to the macro `$table`, in the order of the columns in `summary.csv`: the name of
/// each family's rooms, its policies in the order of menus, and, where it has parameters of its own,
/// their name in `parameters: (…)`, and their type in its room here.
///
/// The row of a policy has its name in scenarios, and those fields of `PolicyInfo` (`policy/info`)
/// that are not as in most of them.
///
/// The names of policies, their parameters, and the tables of rooms in `family` and in the window
/// are made from it, so that they cannot differ. The `mod` lines of the rooms are written out:
/// `cargo fmt` does not find modules that a macro declares.
#[macro_export]
macro_rules! with_families {
    ($table:ident) => {
        $table! {
            queue [
                Fcfs {
                    kebab: "fcfs",
                    title: "FCFS",
                    summary: "First come, first served: nobody passes the head of the queue",
                    colour: 0,
                    is_queue: true,
                    knows_partitions: true,
                    parts_gpus: true,
                    foresees_starts: true,
                }
                Easy {
                    kebab: "easy",
                    title: "EASY",
                    summary: "Aggressive backfilling: a job may pass if the head is not delayed",
                    colour: 1,
                    likeness: 1,
                    is_queue: true,
                    knows_partitions: true,
                    parts_gpus: true,
                }
                Conservative {
                    kebab: "conservative",
                    title: "Conservative",
                    summary: "Backfilling in which every job holds a reservation",
                    colour: 2,
                    is_queue: true,
                    knows_partitions: true,
                    plans_all: true,
                }
            ];
            slicing [
                ScojoPect {
                    kebab: "scojo-pect",
                    title: "Scojo-PECT",
                    summary: "Time slices for short, medium and long jobs that share node memory",
                    colour: 4,
                    shares_nodes: true,
                }
            ] slicing: Slicing;
            placement [
                Slf {
                    kebab: "slf",
                    title: "SLF",
                    summary: "Each job goes to the server with the fewest threads per core",
                    colour: 4,
                    is_for_servers: true,
                }
                Let {
                    kebab: "let",
                    title: "LET",
                    summary: "Looks ahead: each job goes where it will complete first itself",
                    colour: 5,
                    is_for_servers: true,
                }
                Mom {
                    kebab: "mom",
                    title: "MOM",
                    summary: "Looks ahead: each job goes where the last of the jobs there completes first",
                    colour: 6,
                    is_for_servers: true,
                }
                LoadAverage {
                    kebab: "load-average",
                    title: "Load average",
                    summary: "By load averages over a minute, as DESiDE's baseline does",
                    colour: 7,
                    is_for_servers: true,
                }
                Mapping {
                    kebab: "mapping",
                    title: "Mapping",
                    summary: "Each job goes to the server it was mapped to beforehand",
                    colour: 9,
                    is_for_servers: true,
                }
            ] placing: Placing;
            coscheduling [
                Gang {
                    kebab: "gang",
                    title: "Gang",
                    summary: "All processes of a job run at once; rows of jobs take turns",
                    colour: 5,
                    has_quanta: true,
                }
                Flexible {
                    kebab: "flexible",
                    title: "Flexible",
                    summary: "Gang scheduling in which independent processes fill gaps",
                    colour: 6,
                    has_quanta: true,
                    serves_processes: true,
                }
                Agile {
                    kebab: "agile",
                    title: "Agile",
                    summary: "Jobs of a grain in lists from which every quantum is filled anew",
                    colour: 7,
                    has_quanta: true,
                    serves_processes: true,
                }
            ] coscheduling: Coscheduling;
            moldable [
                Kceasy {
                    kebab: "kceasy",
                    title: "KCEASY",
                    summary: "EASY; what the foreground leaves runs others in the background",
                    colour: 9,
                    molds: true,
                    knows_runtimes: true,
                }
                Parallel {
                    kebab: "parallel",
                    title: "Parallel",
                    summary: "Idle processors are shared as evenly as possible",
                    colour: 10,
                    molds: true,
                    knows_runtimes: true,
                }
                Fair {
                    kebab: "fair",
                    title: "Fair-shared",
                    summary: "As many idle processors as are of use to the first job",
                    colour: 11,
                    molds: true,
                    knows_runtimes: true,
                }
                Adasa {
                    kebab: "adasa",
                    title: "ADaSA",
                    summary: "The least size that meets each deadline, the most urgent first",
                    colour: 12,
                    molds: true,
                    knows_runtimes: true,
                }
            ] molding: Molding;
            slots [
                Slots {
                    kebab: "slots",
                    title: "Slots",
                    summary: "Each job buys the best nodes for a window as it arrives, or is refused",
                    colour: 13,
                    knows_runtimes: true,
                    tells_nodes_apart: true,
                }
            ] slots: Buying;
            slurm [
                Slurm {
                    kebab: "slurm",
                    title: "Slurm",
                    summary: "Slurm's main and backfill passes, at their own ticks",
                    colour: 3,
                    likeness: 2,
                    knows_partitions: true,
                    refuses_outages: true,
                    has_phases: true,
                    is_of_slurm: true,
                }
            ] slurm: Slurm;
        }
    };
}
pub use with_families;
