//! Scojo-PECT: coarse time slices for short, medium and long jobs, with node memory.
//!
//! Esbaugh, "Coarse-grain time sharing with advantageous overhead minimization for parallel
//! job scheduling", 2010. Each class of jobs has its slice of every interval. At the end of
//! a slice all jobs stop; those of the next class go on where they were, and jobs of other
//! classes fill the rest. Jobs never move to other nodes, so the nodes they start on decide
//! which jobs they share memory with.
//!
//! ```
//! use cosched_core::machine::MemorySetup;
//! use cosched_core::policy::slicing::{Classes, ScojoPect, Slice, Slices, Slicing, StaticSlicing};
//! use cosched_core::workload::Class;
//! use cosched_core::{Duration, JobSpec, Memory, Metrics, Setup, Simulation, StaticMemory, StaticStorage, Time, TransferRate};
//!
//! // A long and a short job on one node with 10 MiB, 1 MiB a second. Each
//! // displaces 3 MiB of the other at a switch and owes 3 s for it.
//! let job = |runtime, memory| {
//!     let job = JobSpec::exact(Time::ZERO, Duration::from_seconds(runtime), 1);
//!     job.with_memory(Memory::from_mebibytes(memory))
//! };
//! let (workload, classes) = ([job(30, 7), job(25, 6)], [Class::Long, Class::Short]);
//! let memory = MemorySetup::new(Memory::from_mebibytes(10), TransferRate::from_mebibytes(1), 3);
//! let setup = Setup::cluster(&workload, 1).with_memory(memory);
//!
//! let slice = |class| Slice { class, length: Duration::from_seconds(20) };
//! let slicing = Slicing::new(Slices::new(&[slice(Class::Short), slice(Class::Long)], None)?);
//! let mut buffers = StaticSlicing::<1, 3, 6>::new();
//! let classes = Classes::Given(&classes);
//! let mut policy = ScojoPect::new(&slicing, classes, buffers.as_buffers(), &setup)?;
//! let mut storage = StaticStorage::<2, 3, 1, 1>::new();
//! let mut slots = StaticMemory::<3, 2>::new();
//! let storage = storage.as_storage().with_memory(&mut slots);
//! let mut metrics = Metrics::new();
//! let mut simulation = Simulation::new(setup, storage).expect("the storage is large enough");
//! simulation.run(&mut policy, &mut metrics);
//! assert_eq!(simulation.completed(0), Some(Time::from_seconds(83)));
//! assert_eq!(metrics.overhead.total(), 25_000_000_000);
//! # Ok::<(), cosched_core::policy::slicing::SlicesError>(())
//! ```

mod choice;
mod earliest;
mod slices;
mod starting;
mod virtual_time;

pub use slices::{Classes, MAX_SLICES, Moment, Slice, Slices, SlicesError};

use self::virtual_time::VirtualTime;
use super::Policy;
use crate::buffers::buffers;
use crate::engine::storage::words_for;
use crate::engine::{Context, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::exact::Exact;
#[cfg(feature = "alloc")]
use crate::machine::profile::BoxedProfile;
use crate::machine::profile::{ProfileBuffers, ProfileSizes, StaticProfile};
use crate::machine::{Allocation, Candidate, MemorySetup, words};
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Time;
use crate::workload::Class;

/// Condition under which jobs may pass others of their class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Backfilling {
    /// If the first blocked job is not delayed.
    Easy,
    /// If no blocked job is delayed, as in the thesis.
    #[default]
    Conservative,
}

/// Parameters of the policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slicing {
    /// The interval and its slices.
    pub slices: Slices,
    /// Condition under which jobs may pass others of their class.
    pub backfilling: Backfilling,
    /// Whether jobs of other classes fill the nodes that a slice's own class leaves
    /// (non-type slice backfilling).
    pub fill_slices: bool,
    /// Choice of nodes for a job.
    pub allocation: Allocation,
    /// Whether a job is launched only if the rest of the slice after its load is at least
    /// as long as the load of all its memory, or enough to end. Without this, any rest is
    /// enough, and a job may do little but load and swap.
    pub launch_guard: bool,
    /// Whether slices may be too short for the memory; see
    /// [`SlicesError::TooShort`].
    pub short_slices: bool,
}

impl Slicing {
    /// `slices`, the rest as recommended.
    pub const fn new(slices: Slices) -> Self {
        Self {
            slices,
            backfilling: Backfilling::Conservative,
            fill_slices: true,
            allocation: Allocation::FirstFree,
            launch_guard: true,
            short_slices: false,
        }
    }
}

buffers! {
    /// Borrowed buffers of [`ScojoPect`].
    pub struct SlicingBuffers, SlicingSizes, BoxedSlicing::as_buffers,
    StaticSlicing<NODES, HELD, POINTS>, "" {
        /// [`held_words_for`] the machine's nodes.
        held: [u64; held_words_for(nodes); HELD] = 0,
        /// One per node.
        candidates: [Candidate; nodes; NODES] = Candidate::EMPTY,
        /// One per node.
        chosen: [u32; nodes; NODES] = 0,
    }
    with {
        /// For the jobs of the workload; exact where [`Setup::has_parts`].
        profile: ProfileBuffers, ProfileSizes, BoxedProfile, StaticProfile<POINTS>
            = ProfileSizes::of(setup.jobs(), setup.has_parts()),
    }
    /// Computes the sizes for `setup`.
    sizes of(setup: &Setup<'_>) {
        let nodes = setup.nodes as usize;
    }
}

/// Number of words of the bitmaps of nodes held by each class.
pub const fn held_words_for(nodes: usize) -> usize {
    Class::COUNT * words_for(nodes)
}

/// Coarse time slices by class of job.
#[derive(Debug)]
pub struct ScojoPect<'a> {
    slicing: &'a Slicing,
    classes: Classes<'a>,
    // For each class a bitmap of the nodes held by its started jobs, running or not.
    held: &'a mut [u64],
    candidates: &'a mut [Candidate],
    chosen: &'a mut [u32],
    virtual_time: VirtualTime<'a>,
    // Begin of the slice in which jobs were started last.
    slice: Option<Time>,
    // Workload and memory of the last check.
    checked: CheckedSetup,
}

/// Workload and memory that the slices were checked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CheckedSetup {
    // Address and length of the workload.
    workload: (usize, usize),
    memory: Option<MemorySetup>,
}

impl CheckedSetup {
    fn of(setup: &Setup<'_>) -> Self {
        Self {
            workload: (setup.workload.as_ptr().addr(), setup.jobs()),
            memory: setup.memory,
        }
    }
}

/// Class and moment that a pass looks at.
#[derive(Clone, Copy)]
struct PassView {
    class: Class,
    moment: Moment,
}

impl PassView {
    fn is_own(self) -> bool {
        self.class == self.moment.class
    }
}

impl<'a> ScojoPect<'a> {
    /// The policy for `setup`, which must have node memory (of any size).
    ///
    /// # Errors
    /// A buffer is too small, or the slices are too short for the workload.
    pub fn new(
        slicing: &'a Slicing,
        classes: Classes<'a>,
        buffers: SlicingBuffers<'a>,
        setup: &Setup<'_>,
    ) -> Result<Self, SlicesError> {
        buffers.check(setup)?;
        slicing
            .slices
            .check(setup, &classes, slicing.short_slices)?;
        Ok(Self {
            slicing,
            classes,
            held: buffers.held,
            candidates: buffers.candidates,
            chosen: buffers.chosen,
            virtual_time: VirtualTime::new(buffers.profile.into()),
            slice: None,
            checked: CheckedSetup::of(setup),
        })
    }

    fn class_of(&self, context: &Context<'_, '_>, job: JobId) -> Class {
        self.classes.of(job, context.request(job).estimate)
    }

    /// Stops all jobs at the end of a slice.
    fn switch(&mut self, context: &mut Context<'_, '_>, moment: Moment) {
        if self.slice == Some(moment.from) {
            return;
        }
        self.slice = Some(moment.from);
        while let Some(job) = context.first_running() {
            if context.suspend(job).is_err() {
                return;
            }
        }
    }

    /// Notes the nodes held by started jobs, by class.
    fn note_held(&mut self, context: &Context<'_, '_>) {
        let per_class = words_for(context.nodes() as usize);
        self.held[..Class::COUNT * per_class].fill(0);
        for job in context.running().chain(context.suspended()) {
            let class = self.class_of(context, job);
            let held = &mut self.held[class.index() * per_class..][..per_class];
            for (first, count) in context.held(job) {
                for (word, mask) in words(first, count) {
                    held[word] |= mask;
                }
            }
        }
    }

    /// Nodes that run nothing and are not held by a job of `class`: two jobs of one class
    /// never share a node. A word at a time; without those whose maintenance is in the way
    /// of `job`, if given.
    fn eligible<'s>(
        &'s self,
        context: &'s Context<'_, '_>,
        class: Class,
        job: Option<JobId>,
    ) -> impl Iterator<Item = u64> + 's {
        let free = context.free_words();
        let held = &self.held[class.index() * free.len()..];
        let job = job.filter(|_| context.has_maintenance_ahead());
        let words = free.iter().zip(held).enumerate();
        words.map(move |(word, (free, held))| match job {
            None => free & !held,
            Some(job) => free & !held & context.clear_word(job, word),
        })
    }

    /// Resumes the suspended jobs of a class, in order of submission.
    fn resume(&mut self, context: &mut Context<'_, '_>, look: PassView) {
        let mut next = context.first_suspended();
        while let Some(job) = next {
            next = context.after(job);
            if self.class_of(context, job) != look.class || !context.can_resume(job) {
                continue;
            }
            if self.worth_launching(context, job, look.moment) {
                // Cannot fail: all of its nodes are free.
                let _ = context.resume(job, Rate::FULL);
            }
        }
    }

    /// Whether the rest of the slice is worth the load. The thesis does not define when a
    /// job is loaded in vain; here it must then run for as long as all of its memory takes
    /// to load, or to its end if that is sooner: the launch guard.
    fn worth_launching(&self, context: &Context<'_, '_>, job: JobId, moment: Moment) -> bool {
        let load = context.load_time(job);
        let useful = Exact::from(moment.until) - context.exact_now() - load;
        if !self.slicing.launch_guard {
            return useful > Exact::ZERO;
        }
        let whole = match context.memory() {
            Some(memory) => memory.setup().time_to_load(context.request(job).memory),
            None => Exact::ZERO,
        };
        let enough = context.estimate_left(job).min(whole);
        useful > Exact::ZERO && (load == Exact::ZERO || useful >= enough)
    }
}

impl Policy for ScojoPect<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let nodes = setup.nodes as usize;
        setup.check_uncapped()?;
        self.virtual_time.check(setup.jobs())?;
        CapacityError::unless("held", held_words_for(nodes), self.held.len())?;
        CapacityError::unless("candidates", nodes, self.candidates.len())?;
        CapacityError::unless("chosen", nodes, self.chosen.len())?;
        if setup.slots > 0 {
            // Slices are checked against a workload beforehand.
            return Err(PolicyError::OtherWorkload);
        }
        if CheckedSetup::of(setup) == self.checked {
            return Ok(());
        }
        if setup.has_parts() {
            self.virtual_time.check_exact(setup.jobs())?;
        }
        let Slicing {
            slices,
            short_slices,
            ..
        } = self.slicing;
        let suits = slices.check(setup, &self.classes, *short_slices);
        suits.map_err(|error| match error {
            SlicesError::Capacity(error) => PolicyError::Capacity(error),
            _ => PolicyError::OtherWorkload,
        })
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let moment = self.slicing.slices.at(context.now());
        self.switch(context, moment);
        if context.head().is_some() {
            self.note_held(context);
        }
        let own = PassView {
            class: moment.class,
            moment,
        };
        self.resume(context, own);
        self.start_waiting(context, own);
        if self.slicing.fill_slices {
            let others = || {
                Class::ALL
                    .into_iter()
                    .filter(|&class| class != moment.class)
            };
            for class in others() {
                self.resume(context, PassView { class, moment });
            }
            for class in others() {
                self.start_waiting(context, PassView { class, moment });
            }
        }
        let first = context.head().or(context.first_running());
        match first.or(context.first_suspended()) {
            // The end of a slice is later than any instant in it.
            Some(_) => {
                let _ = context.wake_at(moment.until);
            }
            None => context.cancel_wake(),
        }
    }
}
