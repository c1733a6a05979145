//! Header of a log, as far as a simulation needs it.

use crate::units::memory::Memory;

/// Header of a log, as far as a simulation needs it. Other keys are for human readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// `MaxProcs`.
    pub max_processors: Option<u32>,
    /// `MaxNodes`.
    pub max_nodes: Option<u32>,
    /// `MaxMemory`, in KB.
    pub max_memory: Option<Memory>,
    /// `UnixStartTime`: the second of the epoch at time zero.
    pub unix_start: Option<i64>,
    /// Whether `Preemption` says that parts of a job have lines of their own.
    pub has_parts: bool,
}

impl Header {
    /// Reads `; key: value`. Numbers are their leading digits: real headers continue with
    /// remarks. The first occurrence of a key counts.
    pub fn note(&mut self, key: &str, value: &str) {
        let number = leading_number(value);
        let size = number.and_then(|number| u32::try_from(number).ok());
        let size = size.filter(|&size| size > 0);
        let is = |name: &str| key.eq_ignore_ascii_case(name);
        if is("MaxProcs") {
            self.max_processors = self.max_processors.or(size);
        } else if is("MaxNodes") {
            self.max_nodes = self.max_nodes.or(size);
        } else if is("MaxMemory") {
            self.max_memory = self.max_memory.or(size.map(Memory));
        } else if is("UnixStartTime") {
            self.unix_start = self.unix_start.or(number);
        } else if is("Preemption") {
            let first = value.split_whitespace().next().unwrap_or_default();
            self.has_parts |=
                first.eq_ignore_ascii_case("double") || first.eq_ignore_ascii_case("ts");
        }
    }

    /// The machine's size: sizes of jobs are in processors, so those go first.
    pub fn machine(&self) -> Option<u32> {
        self.max_processors.or(self.max_nodes)
    }
}

fn leading_number(text: &str) -> Option<i64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok()
}
