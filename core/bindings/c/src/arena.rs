//! Layout of all buffers in the caller's memory.
//!
//! One plan gives both the size and the position of each buffer, so that the two cannot
//! disagree.

use core::alloc::Layout;
use core::marker::PhantomData;

use cosched_core::engine::storage::{Job, TimerEntry};
use cosched_core::engine::{Sizes, Slot};
use cosched_core::machine::profile::points_for;
use cosched_core::{Setup, Storage, Time, machine};

use crate::codes::Code;
use crate::handle::{Decision, Handle, Interval, JobNames, OwnBuffers, Policy, PolicyState};

/// A buffer of `count` values of type `T`, `offset` bytes from the beginning.
struct BufferLayout<T> {
    offset: usize,
    count: usize,
    of: PhantomData<T>,
}

/// Layout from an aligned beginning on.
pub(crate) struct ArenaLayout {
    layout: Layout,
    jobs: BufferLayout<Job>,
    slots: BufferLayout<Slot>,
    free_words: BufferLayout<u64>,
    held: BufferLayout<machine::Interval>,
    heap: BufferLayout<TimerEntry>,
    heap_positions: BufferLayout<u32>,
    times: BufferLayout<Time>,
    free: BufferLayout<u32>,
    known: BufferLayout<JobNames>,
    decisions: BufferLayout<Decision>,
    intervals: BufferLayout<Interval>,
}

impl ArenaLayout {
    /// Layout for `setup` under `policy`. It begins with the handle.
    pub(crate) fn of(setup: &Setup<'_>, policy: Policy) -> Result<Self, Code> {
        match (setup.nodes, setup.slots) {
            (0, _) => return Err(Code::NoNodes),
            (_, 0) => return Err(Code::NoSlots),
            // The engine numbers one timer more than there are slots, in 32 bits.
            (_, u32::MAX) => return Err(Code::TooLarge),
            _ => {}
        }
        let sizes = Sizes::of(setup);
        let mut layout = Layout::new::<Handle>();
        let jobs = BufferLayout::behind(&mut layout, sizes.jobs)?;
        // Cannot overflow: there is room for that many jobs.
        let points = match policy {
            Policy::Fcfs => 0,
            Policy::Easy | Policy::Conservative => points_for(sizes.jobs),
        };
        Ok(Self {
            jobs,
            slots: BufferLayout::behind(&mut layout, sizes.slots)?,
            free_words: BufferLayout::behind(&mut layout, sizes.free_words)?,
            held: BufferLayout::behind(&mut layout, sizes.intervals)?,
            heap: BufferLayout::behind(&mut layout, sizes.heap)?,
            heap_positions: BufferLayout::behind(&mut layout, sizes.heap)?,
            times: BufferLayout::behind(&mut layout, points)?,
            free: BufferLayout::behind(&mut layout, points)?,
            known: BufferLayout::behind(&mut layout, sizes.jobs)?,
            decisions: BufferLayout::behind(&mut layout, sizes.jobs)?,
            // Two intervals of a job are separated by a node of another job.
            intervals: BufferLayout::behind(&mut layout, setup.nodes.div_ceil(2) as usize)?,
            layout,
        })
    }

    /// Size in bytes that suffices for any alignment.
    pub(crate) fn bytes(&self) -> Result<usize, Code> {
        let bytes = self.layout.size().checked_add(self.layout.align() - 1);
        bytes
            .filter(|&bytes| bytes <= isize::MAX as usize)
            .ok_or(Code::TooLarge)
    }

    /// Builds a handle with all its buffers in an arena.
    ///
    /// # Safety
    /// From `arena` on there are [`bytes`](Self::bytes) writable bytes, used by nothing
    /// else for as long as the handle is used.
    pub(crate) unsafe fn build(
        &self,
        arena: *mut u8,
        setup: Setup<'static>,
        policy: Policy,
    ) -> Result<*mut Handle, Code> {
        let align = self.layout.align();
        let skip = arena.addr().wrapping_neg() % align;
        // SAFETY: fewer than `align` bytes are skipped, which are part of the arena.
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
    /// As [`BufferLayout::fill`], for the pieces named here.
    unsafe fn storage(&self, base: *mut u8) -> Storage<'static> {
        // SAFETY: as the caller says.
        unsafe {
            Storage {
                jobs: self.jobs.fill(base, Job::EMPTY),
                slots: self.slots.fill(base, Slot::EMPTY),
                free_words: self.free_words.fill(base, 0),
                intervals: self.held.fill(base, machine::Interval::EMPTY),
                heap: self.heap.fill(base, TimerEntry::EMPTY),
                heap_positions: self.heap_positions.fill(base, 0),
                ..Storage::default()
            }
        }
    }

    /// # Safety
    /// As [`BufferLayout::fill`], for the pieces named here.
    unsafe fn policy(
        &self,
        base: *mut u8,
        policy: Policy,
        setup: &Setup<'_>,
    ) -> Result<PolicyState, Code> {
        // SAFETY: as the caller says.
        let (times, free) = unsafe { (self.times.fill(base, Time::ZERO), self.free.fill(base, 0)) };
        PolicyState::new(policy, times, free, setup.jobs())
    }

    /// # Safety
    /// As [`BufferLayout::fill`], for the pieces named here.
    unsafe fn spare(&self, base: *mut u8) -> OwnBuffers {
        // SAFETY: as the caller says.
        unsafe {
            OwnBuffers {
                known: self.known.fill(base, JobNames::EMPTY),
                decisions: self.decisions.fill(base, Decision::NONE),
                intervals: self.intervals.fill(base, Interval::NONE),
            }
        }
    }
}

impl<T: Copy> BufferLayout<T> {
    /// Appends to `layout` a buffer of `count` values.
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
    /// `base` is the aligned beginning of memory with the size of the layout; this part of
    /// it is used by nothing else as long as the result is used.
    unsafe fn fill(&self, base: *mut u8, value: T) -> &'static mut [T] {
        // SAFETY: the offset lies within the layout.
        let first = unsafe { base.add(self.offset) }.cast::<T>();
        for index in 0..self.count {
            // SAFETY: `count` aligned `T` are behind the offset.
            unsafe { first.add(index).write(value) };
        }
        // SAFETY: all of them have just been written, and nothing else uses them.
        unsafe { core::slice::from_raw_parts_mut(first, self.count) }
    }
}
