//! States of jobs and nodes, by their names and abbreviations.

/// State of a job, or of one execution of it, in accounting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "Slurm's own names of states")]
pub enum State {
    Unknown,
    Pending,
    Running,
    Completed,
    Failed,
    Timeout,
    Cancelled,
    NodeFail,
    Preempted,
    OutOfMemory,
    Requeued,
    Deadline,
}

/// Status of a job in a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// It waits.
    Waiting,
    /// It has nodes, and runs or is about to.
    Running,
    /// It has ended, and its nodes are being cleaned.
    Ending,
    /// It is suspended.
    Suspended,
    /// It is over.
    Over,
}

/// State of Slurm: its name, its abbreviation, and what it is in accounting and in a queue.
type Known = (&'static str, &'static str, State, Status);

/// All states of jobs.
const STATES: [Known; 24] = [
    ("PENDING", "PD", State::Pending, Status::Waiting),
    ("REQUEUED", "RQ", State::Requeued, Status::Waiting),
    ("REQUEUE_FED", "RF", State::Pending, Status::Waiting),
    ("REQUEUE_HOLD", "RH", State::Pending, Status::Waiting),
    ("RESV_DEL_HOLD", "RD", State::Pending, Status::Waiting),
    ("SPECIAL_EXIT", "SE", State::Requeued, Status::Waiting),
    ("CONFIGURING", "CF", State::Pending, Status::Running),
    ("RUNNING", "R", State::Running, Status::Running),
    ("RESIZING", "RS", State::Running, Status::Running),
    ("SIGNALING", "SI", State::Running, Status::Running),
    ("STAGE_OUT", "SO", State::Running, Status::Running),
    ("COMPLETING", "CG", State::Running, Status::Ending),
    ("SUSPENDED", "S", State::Running, Status::Suspended),
    ("STOPPED", "ST", State::Running, Status::Suspended),
    ("COMPLETED", "CD", State::Completed, Status::Over),
    ("FAILED", "F", State::Failed, Status::Over),
    ("TIMEOUT", "TO", State::Timeout, Status::Over),
    ("CANCELLED", "CA", State::Cancelled, Status::Over),
    ("REVOKED", "RV", State::Cancelled, Status::Over),
    ("NODE_FAIL", "NF", State::NodeFail, Status::Over),
    ("BOOT_FAIL", "BF", State::NodeFail, Status::Over),
    ("PREEMPTED", "PR", State::Preempted, Status::Over),
    ("OUT_OF_MEMORY", "OOM", State::OutOfMemory, Status::Over),
    ("DEADLINE", "DL", State::Deadline, Status::Over),
];

/// Other names in published tables.
const OTHERS: [(&str, State); 6] = [
    ("", State::Unknown),
    ("UNKNOWN", State::Unknown),
    ("SUCCEEDED", State::Completed),
    ("EXT", State::Completed),
    ("NM", State::Failed),
    ("LAUNCH_FAILED", State::NodeFail),
];

/// Shortest column of states in letters, that of `squeue -l`: it cuts longer names there.
const SHORTEST_COLUMN: usize = 8;

/// First word of a state, as in `CANCELLED by 1000` or, cut off by sacct, `OUT_OF_ME+`.
fn first_word(text: &str) -> &str {
    let end = text
        .bytes()
        .position(|byte| matches!(byte, b' ' | b'+' | b'-'));
    end.map_or(text, |end| &text[..end])
}

/// State that `text` begins with, by its name, its abbreviation, or its name cut off; `None` if it
/// is of none or of several.
fn known(text: &str) -> Option<&'static Known> {
    let word = first_word(text);
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    let begins = |name: &str| name.get(..word.len()).is_some_and(is);
    if let Some(state) = STATES.iter().find(|state| is(state.0) || is(state.1)) {
        return Some(state);
    }
    let mut cut = (STATES.iter()).filter(|state| word.len() >= SHORTEST_COLUMN && begins(state.0));
    let first = cut.next()?;
    cut.all(|other| (other.2, other.3) == (first.2, first.3))
        .then_some(first)
}

impl State {
    /// Parses the state that `text` begins with, as in `CANCELLED by 1000`; `None` if the name is
    /// unknown.
    pub fn of(text: &str) -> Option<Self> {
        let word = first_word(text);
        let other = || {
            OTHERS
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(word))
        };
        known(text)
            .map(|state| state.2)
            .or_else(|| other().map(|(_, state)| *state))
    }

    /// Slurm's name; empty if unknown.
    pub fn name(self) -> &'static str {
        // The first name of several is the usual one.
        let found = STATES.iter().find(|state| state.2 == self);
        found.map_or("", |state| state.0)
    }

    /// Status in the Standard Workload Format.
    pub const fn status(self) -> i8 {
        match self {
            Self::Completed => 1,
            Self::Cancelled => 5,
            Self::Unknown | Self::Pending | Self::Running => -1,
            _ => 0,
        }
    }
}

impl Status {
    /// Parses the state that `text` begins with; `None` if Slurm has no such state.
    pub(crate) fn of(text: &str) -> Option<Self> {
        known(text).map(|state| state.3)
    }
}

/// Availability of a node; of several states, the last one here counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Availability {
    /// It takes jobs.
    Up,
    /// It is kept by a reservation or for maintenance.
    Reserved,
    /// It takes no new jobs.
    Drained,
    /// It is down.
    Down,
}

impl Availability {
    /// All values with their texts.
    pub(crate) const WORDS: [(Self, &'static str); 4] = [
        (Self::Up, "up"),
        (Self::Reserved, "kept by reservations or maintenance"),
        (Self::Drained, "drained or draining"),
        (Self::Down, "down"),
    ];

    /// Parses Slurm's name of a state, with the marks behind it.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let (name, marks) = text.split_at(
            text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .unwrap_or(text.len()),
        );
        let state = match name.to_ascii_uppercase().as_str() {
            "IDLE" | "ALLOC" | "ALLOCATED" | "MIX" | "MIXED" | "COMP" | "COMPLETING" | "PLND"
            | "PLANNED" | "POW_UP" | "POWERING_UP" | "POW_DN" | "POWERING_DOWN"
            | "POWERED_DOWN" | "POWER_DOWN" | "POWER_UP" | "CLOUD" | "DYNAMIC_NORM" | "BLOCKED"
            | "BLOCK" => Self::Up,
            "RESV" | "RESERVED" | "MAINT" | "MAINTENANCE" => Self::Reserved,
            "DRAIN" | "DRAINED" | "DRAINING" | "DRNG" | "BOOT" | "REBOOT" | "REBOOT_REQUESTED"
            | "REBOOT_ISSUED" => Self::Drained,
            "DOWN" | "FAIL" | "FAILG" | "FAILING" | "ERROR" | "UNK" | "UNKNOWN" | "FUTR"
            | "FUTURE" | "INVAL" | "INVALID_REG" | "NO_RESPOND" | "NOT_RESPONDING"
            | "POWER_DRAIN" => Self::Down,
            _ => return None,
        };
        let mark = |mark: char| match mark {
            '*' => Some(Self::Down),
            '$' => Some(Self::Reserved),
            '@' | '^' | '!' => Some(Self::Drained),
            '~' | '#' | '%' | '-' | '+' => Some(Self::Up),
            _ => None,
        };
        marks
            .chars()
            .try_fold(state, |state, one| Some(state.max(mark(one)?)))
    }

    /// Whether a `slurm.conf` that gives a node this state keeps it from jobs. There, `UNKNOWN` is
    /// the usual state: what it is shows when it is up.
    pub(crate) fn is_out(configured: &str) -> bool {
        !configured.eq_ignore_ascii_case("UNKNOWN")
            && Self::of(configured).is_some_and(|state| state >= Self::Drained)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// squeue refused what sacct writes, and accounting did not know what squeue writes.
    #[test]
    fn states_of_jobs_are_the_same_in_accounting_and_in_a_queue() {
        for (text, state, status) in [
            ("PENDING", State::Pending, Status::Waiting),
            ("pd", State::Pending, Status::Waiting),
            ("CANCELLED by 1000", State::Cancelled, Status::Over),
            ("CANCELLED+", State::Cancelled, Status::Over),
            ("CG", State::Running, Status::Ending),
            ("CF", State::Pending, Status::Running),
            ("BF", State::NodeFail, Status::Over),
            ("RV", State::Cancelled, Status::Over),
            ("S", State::Running, Status::Suspended),
            ("REQUEUE_FED", State::Pending, Status::Waiting),
            ("RESV_DEL_HOLD", State::Pending, Status::Waiting),
            // Cut off in a column of `sacct` and of `squeue -l`.
            ("OUT_OF_ME+", State::OutOfMemory, Status::Over),
            ("COMPLETI", State::Running, Status::Ending),
            ("COMPLETE", State::Completed, Status::Over),
            ("REQUEUE_", State::Pending, Status::Waiting),
        ] {
            let read = (State::of(text), Status::of(text));
            assert_eq!(read, (Some(state), Some(status)), "{text}");
        }
        for text in ["DREAMING", "COMP", "RUNN", "é", "WARTEND"] {
            assert_eq!((State::of(text), Status::of(text)), (None, None), "{text}");
        }
        // No queue has these.
        assert_eq!(State::of("Succeeded"), Some(State::Completed));
        assert_eq!(
            (State::of(""), Status::of("")),
            (Some(State::Unknown), None)
        );
        assert_eq!(State::NodeFail.name(), "NODE_FAIL");
        assert_eq!(State::Unknown.name(), "");
    }

    #[test]
    fn states_of_nodes_with_their_marks() {
        for (text, expected) in [
            ("idle", Some(Availability::Up)),
            ("mix-", Some(Availability::Up)),
            ("idle~", Some(Availability::Up)),
            ("alloc$", Some(Availability::Reserved)),
            ("draining", Some(Availability::Drained)),
            ("idle*", Some(Availability::Down)),
            ("DOWN", Some(Availability::Down)),
            ("gone", None),
            ("idle?", None),
        ] {
            assert_eq!(Availability::of(text), expected, "{text}");
        }
    }

    /// A node that `State=DRAINING` keeps from jobs was up in a slurm.conf, and drained in sinfo.
    #[test]
    fn states_that_a_slurm_conf_gives_are_those_of_sinfo() {
        for text in ["DOWN", "drain", "DRAINING", "FAIL", "FUTURE", "ERROR"] {
            assert!(Availability::is_out(text), "{text}");
        }
        for text in ["UNKNOWN", "idle", "CLOUD", "", "RESERVED"] {
            assert!(!Availability::is_out(text), "{text}");
        }
    }
}
