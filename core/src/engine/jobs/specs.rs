//! Specifications of jobs: a whole workload, or slots that are reused.

use super::{Job, Jobs};
use crate::machine::table::Table;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use crate::workload::JobSpec;

/// Specification of a job in a slot, which another job gets after its end.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub(crate) spec: JobSpec,
    // The caller's tag for it.
    pub(crate) tag: u64,
    // Number of jobs submitted before it.
    pub(crate) order: u32,
}

impl Slot {
    /// A free slot. All zero bytes.
    pub const EMPTY: Self = Self {
        spec: JobSpec::exact(Time::ZERO, Duration::ZERO, 0),
        tag: 0,
        order: 0,
    };
}

/// Specifications of the jobs, by [`JobId`].
#[derive(Debug)]
pub(crate) enum Specs<'a> {
    /// All jobs of a workload, by index.
    Whole(&'a [JobSpec]),
    /// The jobs in the system, by slot.
    Slots(Slots<'a>),
}

/// The slots of the jobs in the system.
#[derive(Debug)]
pub(crate) struct Slots<'a> {
    slots: Table<'a, Slot>,
    // First slot that has never been used; all behind it are unused, too.
    first_unused: usize,
    // Free slots that were used before, threaded through the jobs.
    free: Option<JobId>,
}

impl<'a> Slots<'a> {
    pub(crate) fn new(slots: &'a mut [Slot]) -> Self {
        Self {
            slots: Table::new(slots, Slot::EMPTY),
            first_unused: 0,
            free: None,
        }
    }

    /// Takes a free slot for a submitted job, if there is one.
    pub(crate) fn take(&mut self, jobs: &Jobs<'_>, slot: Slot) -> Option<JobId> {
        let id = match self.free {
            Some(id) => {
                self.free = jobs[id.index()].next;
                id
            }
            None if self.first_unused < self.slots.len() => {
                self.first_unused += 1;
                JobId::new(self.first_unused - 1)
            }
            None => return None,
        };
        self.slots[id.index()] = slot;
        Some(id)
    }

    /// Frees the slot of a job that has ended.
    pub(crate) fn give_back(&mut self, jobs: &mut Jobs<'_>, id: JobId) {
        jobs[id.index()] = Job::EMPTY;
        jobs[id.index()].next = self.free.replace(id);
    }

    pub(crate) fn get_mut(&mut self, id: JobId) -> &mut Slot {
        &mut self.slots[id.index()]
    }
}

impl Specs<'_> {
    /// Specification of `id`.
    #[inline]
    pub(crate) fn of(&self, id: JobId) -> &JobSpec {
        match self {
            Self::Whole(workload) => {
                debug_assert!(id.index() < workload.len(), "there is no {id:?}");
                workload.get(id.index()).unwrap_or(&Slot::EMPTY.spec)
            }
            Self::Slots(slots) => &slots.slots[id.index()].spec,
        }
    }

    /// Number of jobs submitted before `id`, which breaks all ties.
    #[inline]
    pub(crate) fn order(&self, id: JobId) -> u32 {
        match self {
            Self::Whole(_) => id.index() as u32,
            Self::Slots(slots) => slots.slots[id.index()].order,
        }
    }

    /// The caller's tag for `id`; in a workload, its index.
    pub(crate) fn tag(&self, id: JobId) -> u64 {
        match self {
            Self::Whole(_) => id.index() as u64,
            Self::Slots(slots) => slots.slots[id.index()].tag,
        }
    }
}
