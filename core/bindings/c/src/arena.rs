//! Where everything lies in the caller's memory.
//!
//! One plan says both how much is needed and where each buffer begins, so that the
//! two cannot disagree.

use core::alloc::Layout;
use core::marker::PhantomData;

use cosched_core::engine::storage::{Entry, Job};
use cosched_core::engine::{Sizes, Slot};
use cosched_core::machine::profile::points_for;
use cosched_core::{Setup, Storage, Time, machine};

use crate::codes::Code;
use crate::handle::{Chosen, Decision, Handle, Interval, Known, Policy, Spare};

/// A buffer of so many `T`, so far from the beginning.
struct Piece<T> {
    offset: usize,
    count: usize,
    of: PhantomData<T>,
}

/// Where everything lies, from an aligned beginning on.
pub(crate) struct Plan {
    layout: Layout,
    jobs: Piece<Job>,
    slots: Piece<Slot>,
    free_words: Piece<u64>,
    held: Piece<machine::Interval>,
    heap: Piece<Entry>,
    heap_positions: Piece<u32>,
    times: Piece<Time>,
    free: Piece<u32>,
    known: Piece<Known>,
    decisions: Piece<Decision>,
    intervals: Piece<Interval>,
}

impl Plan {
    /// For what `setup` asks for under `policy`. The handle is the first in it.
    pub(crate) fn of(setup: &Setup<'_>, policy: Policy) -> Result<Self, Code> {
        match (setup.nodes, setup.slots) {
            (0, _) => return Err(Code::NoNodes),
            (_, 0) => return Err(Code::NoSlots),
            // The engine numbers a timer more than there are slots, in 32 bits.
            (_, u32::MAX) => return Err(Code::TooLarge),
            _ => {}
        }
        let sizes = Sizes::of(setup);
        let mut layout = Layout::new::<Handle>();
        let jobs = Piece::behind(&mut layout, sizes.jobs)?;
        // There is room for that many jobs, so this does not overflow.
        let points = match policy {
            Policy::Fcfs => 0,
            Policy::Easy | Policy::Conservative => points_for(sizes.jobs),
        };
        Ok(Self {
            jobs,
            slots: Piece::behind(&mut layout, sizes.slots)?,
            free_words: Piece::behind(&mut layout, sizes.free_words)?,
            held: Piece::behind(&mut layout, sizes.intervals)?,
            heap: Piece::behind(&mut layout, sizes.timers)?,
            heap_positions: Piece::behind(&mut layout, sizes.timers)?,
            times: Piece::behind(&mut layout, points)?,
            free: Piece::behind(&mut layout, points)?,
            known: Piece::behind(&mut layout, sizes.jobs)?,
            decisions: Piece::behind(&mut layout, sizes.jobs)?,
            // Between two intervals of a job lies a node that is not its own.
            intervals: Piece::behind(&mut layout, setup.nodes.div_ceil(2) as usize)?,
            layout,
        })
    }

    /// Bytes that suffice wherever they begin.
    pub(crate) fn bytes(&self) -> Result<usize, Code> {
        let bytes = self.layout.size().checked_add(self.layout.align() - 1);
        bytes
            .filter(|&bytes| bytes <= isize::MAX as usize)
            .ok_or(Code::TooLarge)
    }

    /// Makes a handle on everything that it needs, in an arena.
    ///
    /// # Safety
    /// From `arena` on there are [`bytes`](Self::bytes) bytes to be written to, which
    /// nobody else uses for as long as the handle is used.
    pub(crate) unsafe fn build(
        &self,
        arena: *mut u8,
        setup: Setup<'static>,
        policy: Policy,
    ) -> Result<*mut Handle, Code> {
        let align = self.layout.align();
        let skip = arena.addr().wrapping_neg() % align;
        // SAFETY: fewer than `align` bytes are skipped, which are among those there are.
        let base = unsafe { arena.add(skip) };
        // SAFETY: from the aligned `base` on there are as many bytes as the layout has, and
        // each piece of it is filled once.
        let (storage, chosen, spare) = unsafe {
            let storage = self.storage(base);
            (
                storage,
                self.policy(base, policy, &setup)?,
                self.spare(base),
            )
        };
        let handle = base.cast::<Handle>();
        let made = Handle::new(setup, storage, chosen, spare, handle.addr())?;
        // SAFETY: the layout begins with a handle, whose alignment is a part of its own.
        unsafe { handle.write(made) };
        Ok(handle)
    }

    /// # Safety
    /// That of [`Piece::fill`], for the pieces named here.
    unsafe fn storage(&self, base: *mut u8) -> Storage<'static> {
        // SAFETY: as the caller says.
        unsafe {
            Storage {
                jobs: self.jobs.fill(base, Job::EMPTY),
                slots: self.slots.fill(base, Slot::EMPTY),
                free_words: self.free_words.fill(base, 0),
                intervals: self.held.fill(base, machine::Interval::EMPTY),
                heap: self.heap.fill(base, Entry::EMPTY),
                heap_positions: self.heap_positions.fill(base, 0),
                ..Storage::default()
            }
        }
    }

    /// # Safety
    /// That of [`Piece::fill`], for the pieces named here.
    unsafe fn policy(
        &self,
        base: *mut u8,
        policy: Policy,
        setup: &Setup<'_>,
    ) -> Result<Chosen, Code> {
        // SAFETY: as the caller says.
        let (times, free) = unsafe { (self.times.fill(base, Time::ZERO), self.free.fill(base, 0)) };
        Chosen::new(policy, times, free, setup.jobs())
    }

    /// # Safety
    /// That of [`Piece::fill`], for the pieces named here.
    unsafe fn spare(&self, base: *mut u8) -> Spare {
        // SAFETY: as the caller says.
        unsafe {
            Spare {
                known: self.known.fill(base, Known::NOBODY),
                decisions: self.decisions.fill(base, Decision::NONE),
                intervals: self.intervals.fill(base, Interval::NONE),
            }
        }
    }
}

impl<T: Copy> Piece<T> {
    /// Behind what `layout` has already, of which it becomes a part.
    fn behind(layout: &mut Layout, count: usize) -> Result<Self, Code> {
        let array = Layout::array::<T>(count).map_err(|_| Code::TooLarge)?;
        let (longer, offset) = layout.extend(array).map_err(|_| Code::TooLarge)?;
        *layout = longer;
        Ok(Self {
            offset,
            count,
            of: PhantomData,
        })
    }

    /// Writes `value` into all of it: the memory may hold anything before.
    ///
    /// # Safety
    /// `base` is the aligned beginning of as much memory as the layout has that this
    /// is a part of; nobody else uses this part of it as long as the result is used.
    unsafe fn fill(&self, base: *mut u8, value: T) -> &'static mut [T] {
        // SAFETY: the offset lies within the layout.
        let first = unsafe { base.add(self.offset) }.cast::<T>();
        for place in 0..self.count {
            // SAFETY: so many aligned `T` lie behind the offset.
            unsafe { first.add(place).write(value) };
        }
        // SAFETY: all of them have just been written, and nobody else uses them.
        unsafe { core::slice::from_raw_parts_mut(first, self.count) }
    }
}
