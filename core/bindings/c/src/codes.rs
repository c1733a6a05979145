//! Result codes of the functions, as numbers and as text.

use core::ffi::CStr;

use cosched_core::error::{EngineError, SubmitError};

/// Declares the codes once: number, name and text belong together.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $text:literal;)*) => {
        /// Result code of a function.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(i32)]
        pub(crate) enum Code {
            $($(#[$doc])* $name = $number,)*
        }

        impl Code {
            /// All of them.
            #[cfg(test)]
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)*];

            /// Text of the code with this `number`.
            pub(crate) const fn text(number: i32) -> &'static CStr {
                match number {
                    $($number => $text,)*
                    _ => c"there is no such error",
                }
            }
        }
    };
}

codes! {
    /// It is done.
    Ok = 0, c"it is done";
    /// All decisions have been read.
    Done = 1, c"there is no decision left to read";
    /// The argument is not a handle.
    NoHandle = 2, c"this is no handle: it is NULL, was closed, or its arena was moved or overwritten";
    /// A pointer is NULL.
    NoPointer = 3, c"a pointer is NULL that must not be";
    /// There is no such policy.
    NoPolicy = 4, c"there is no such policy";
    /// The machine has no nodes.
    NoNodes = 5, c"the machine has 0 nodes; at least 1 is needed";
    /// There are no slots.
    NoSlots = 6, c"there are 0 slots; at least 1 is needed";
    /// The arena would be larger than memory can be.
    TooLarge = 7, c"so many nodes and slots cannot be kept in memory";
    /// The arena is too small.
    ArenaTooSmall = 8, c"the arena is smaller than cosched_bytes_for says";
    /// Time does not run backwards.
    Backwards = 9, c"the time is before what it is already";
    /// The time is out of range.
    TooLate = 10, c"the time is beyond the 292 years that can be counted";
    /// All slots are taken.
    NoSlot = 11, c"as many jobs are in the system as there are slots";
    /// The job requests no nodes.
    NoWidth = 12, c"the job asks for 0 nodes; at least 1 is needed";
    /// The job requests more nodes than there are.
    TooWide = 13, c"the job asks for more nodes than the machine has";
    /// The estimate is 0 or too long.
    NoEstimate = 14, c"the estimate is 0 or longer than 146 years";
    /// The job would end out of range.
    TooLong = 15, c"the job would end beyond the 292 years that can be counted";
    /// No further jobs can be distinguished.
    TooMany = 16, c"4294967295 jobs were submitted already";
    /// The job has ended, or never was.
    NoJob = 17, c"the job has ended, or never was submitted";
    /// The job waits.
    NotRunning = 18, c"the job is not running";
    /// Decisions must be read first.
    Unread = 19, c"a decision must be read first, by cosched_poll";
    /// The engine refuses for a reason unknown to this library.
    Refused = 20, c"the engine refuses";
}

impl From<SubmitError> for Code {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::NoSlot => Self::NoSlot,
            SubmitError::NoWidth => Self::NoWidth,
            SubmitError::TooWide { .. } => Self::TooWide,
            SubmitError::NoEstimate => Self::NoEstimate,
            SubmitError::TooLong => Self::TooLong,
            SubmitError::TooMany => Self::TooMany,
            _ => Self::Refused,
        }
    }
}

impl From<EngineError> for Code {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Backwards { .. } => Self::Backwards,
            EngineError::NoSuchJob => Self::NoJob,
            EngineError::NotRunning => Self::NotRunning,
            EngineError::NoEstimate => Self::NoEstimate,
            _ => Self::Refused,
        }
    }
}

/// Results as C expects them: a number.
impl From<Result<(), Code>> for Code {
    fn from(result: Result<(), Code>) -> Self {
        match result {
            Ok(()) => Self::Ok,
            Err(code) => code,
        }
    }
}
