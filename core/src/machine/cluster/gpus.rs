//! GPUs of nodes one by one, where jobs ask for a part of one or fragmentation counts: what is free of each, and who has the rest.

use core::ops::Range;

use super::pieces::{NodePiece, Pieces};
use super::{Amounts, Cluster, ClusterRequest, ClusterSetup, NodeChoice};
use crate::error::ClusterError;
use crate::machine::table::Table;
use crate::units::ids::JobId;

/// Thousandths of a GPU that make a whole one.
pub const WHOLE_GPU: u32 = 1000;

/// A GPU: what is free of it, and who has the rest.
#[derive(Clone, Copy, Debug)]
pub struct GpuUse {
    // Thousandths.
    free: u32,
    // Position + 1 of the first part of it that a job holds.
    first: u32,
}

impl GpuUse {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self { free: 0, first: 0 };
}

/// GPUs of all nodes, those of a node in a row; none where they are not counted one by one.
#[derive(Debug)]
pub(super) struct Gpus<'a> {
    uses: Table<'a, GpuUse>,
    parts: Pieces<'a>,
}

impl<'a> Gpus<'a> {
    /// All free. The buffers have been checked.
    pub(super) fn new(
        setup: &ClusterSetup<'_>,
        uses: &'a mut [GpuUse],
        parts: &'a mut [NodePiece],
    ) -> Self {
        let count = setup.counted_gpus();
        let idle = GpuUse {
            free: WHOLE_GPU,
            first: 0,
        };
        for gpu in uses.iter_mut().take(count) {
            *gpu = idle;
        }
        let (uses, _) = Table::new(uses, GpuUse::EMPTY).split_at(count);
        Self {
            uses,
            parts: Pieces::new(parts),
        }
    }

    /// Whether the GPUs are counted one by one.
    #[inline]
    pub(super) fn are_counted(&self) -> bool {
        !self.uses.is_empty()
    }

    /// Parts of `gpu` that jobs hold, in thousandths.
    fn parts_of(&self, gpu: usize) -> impl Iterator<Item = (JobId, u32)> + '_ {
        self.parts.of(self.uses.get(gpu).map_or(0, |one| one.first))
    }

    /// Thousandths of `gpu` that are free once these jobs are gone.
    fn free_without(&self, gpu: usize, is_gone: &dyn Fn(JobId) -> bool) -> u32 {
        let gone = self.parts_of(gpu).filter(|(job, _)| is_gone(*job));
        let given_back = gone.fold(0, |sum: u32, (_, amount)| sum.saturating_add(amount));
        self.free(gpu).saturating_add(given_back)
    }

    /// Thousandths of `gpu` that are free.
    #[inline]
    pub(super) fn free(&self, gpu: usize) -> u32 {
        self.uses[gpu].free
    }

    /// Gives `amount` thousandths of `gpu` to `id`, which has none of it.
    fn take(&mut self, id: JobId, gpu: usize, amount: u32) {
        if amount == 0 {
            return;
        }
        let one = &mut self.uses[gpu];
        // There is a part for each core and each GPU: one is unused.
        self.parts.add(&mut one.first, id, amount);
        one.free = one.free.saturating_sub(amount);
    }

    /// Releases what `id` has of `gpu`.
    fn release(&mut self, id: JobId, gpu: usize) {
        let one = &mut self.uses[gpu];
        one.free += self.parts.remove(&mut one.first, id);
    }
}

/// Units of a job that are put on a node now.
pub(crate) type Added<'r> = Option<(&'r ClusterRequest, u32)>;

impl Cluster<'_> {
    /// Indices of the GPUs of `node`; none where they are not counted one by one.
    pub(super) fn gpus_of(&self, node: u32) -> Range<usize> {
        let mut begin = 0;
        for (first, kind) in self.setup.kinds() {
            let each = kind.room.gpus() as usize;
            if node < first + kind.count {
                begin += (node - first) as usize * each;
                return if self.gpus.are_counted() {
                    begin..begin + each
                } else {
                    0..0
                };
            }
            begin += kind.count as usize * each;
        }
        0..0
    }

    /// Jobs that have some of the GPUs of `node`: index of the GPU there, job, thousandths. None
    /// where GPUs are not counted one by one.
    pub fn gpu_parts(&self, node: u32) -> impl Iterator<Item = (u32, JobId, u32)> + '_ {
        let each = (0..).zip(self.gpus_of(node));
        each.flat_map(|(index, gpu)| {
            let parts = self.gpus.parts_of(gpu);
            parts.map(move |(job, amount)| (index, job, amount))
        })
    }

    /// Free thousandths of each GPU of `node`. None where they are not counted one by one.
    pub fn free_of_gpus(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.gpus_of(node).map(|gpu| self.gpus.free(gpu))
    }

    /// Thousandths of `gpu`, one of `all`, that a job gets whose `units` are put there now: parts
    /// of the one taken `first`, if any, then of those with the least left that suffice; whole ones
    /// of the first that are free.
    pub(super) fn gpu_taken(
        &self,
        (all, first): (&Range<usize>, Option<usize>),
        gpu: usize,
        (request, units): (&ClusterRequest, u32),
    ) -> u32 {
        let free = |one: usize| self.gpus.free(one);
        if self.setup.gets_whole_nodes(request) {
            return free(gpu);
        }
        let share = u32::from(request.gpu_share);
        if share == 0 {
            let before = (all.start..gpu).filter(|&one| free(one) == WHOLE_GPU);
            let wanted = request.each.gpus().saturating_mul(units) as usize;
            let is_taken = free(gpu) == WHOLE_GPU && before.count() < wanted;
            return if is_taken { WHOLE_GPU } else { 0 };
        }
        let fits = |one: usize| free(one) / share;
        let rank = |one: usize| (first != Some(one), free(one), one);
        let before = all.clone().filter(|&one| rank(one) < rank(gpu));
        let before = before.fold(0, |sum: u32, one| sum.saturating_add(fits(one)));
        units.saturating_sub(before).min(fits(gpu)) * share
    }

    /// Thousandths of each GPU of `node` that are free once these jobs are gone and others are
    /// added.
    fn gpus_without<'c>(
        &'c self,
        node: u32,
        is_gone: &'c dyn Fn(JobId) -> bool,
        added: Added<'c>,
    ) -> impl Iterator<Item = u32> + 'c {
        let all = self.gpus_of(node);
        let first = added.and_then(|(request, _)| self.first_gpu(node, request));
        all.clone().map(move |gpu| {
            let taken = added.map_or(0, |added| self.gpu_taken((&all, first), gpu, added));
            let free = self.gpus.free_without(gpu, is_gone);
            free.saturating_sub(taken)
        })
    }

    /// `free` of `node` with the GPUs that are wholly free once these jobs are gone and others
    /// are added, where GPUs are counted one by one.
    #[inline]
    pub(crate) fn with_free_gpus(
        &self,
        node: u32,
        mut free: Amounts,
        is_gone: &dyn Fn(JobId) -> bool,
        added: Added<'_>,
    ) -> Amounts {
        if self.gpus.are_counted() {
            let each = self.gpus_without(node, is_gone, added);
            free.0[2] = each.filter(|&free| free == WHOLE_GPU).count() as u32;
        }
        free
    }

    /// Units of `request`, if each needs a part of a GPU, for which the GPUs of `node` suffice
    /// once these jobs are gone and others are added; unlimited if none does.
    #[inline]
    pub(crate) fn gpu_units(
        &self,
        node: u32,
        request: &ClusterRequest,
        is_gone: &dyn Fn(JobId) -> bool,
        added: Added<'_>,
    ) -> u32 {
        let share = u32::from(request.gpu_share);
        if share == 0 {
            return u32::MAX;
        }
        let each = self.gpus_without(node, is_gone, added);
        each.fold(0, |sum: u32, free| sum.saturating_add(free / share))
    }

    /// As [`gpu_units`](Self::gpu_units), now.
    #[inline]
    pub(super) fn gpu_units_now(&self, node: u32, request: &ClusterRequest) -> u32 {
        self.gpu_units(node, request, &|_| false, None)
    }

    /// Gives `id` GPUs of `node`, the other amounts of which it has not taken yet, for these units: those of [`gpu_taken`](Self::gpu_taken).
    pub(super) fn take_gpus(&mut self, id: JobId, node: u32, added: (&ClusterRequest, u32)) {
        if !self.gpus.are_counted() {
            return;
        }
        let (all, (request, units)) = (self.gpus_of(node), added);
        let share = u32::from(request.gpu_share);
        if share == 0 || self.setup.gets_whole_nodes(request) {
            // A GPU that is given is not free for the next.
            let (wanted, mut given) = (request.each.gpus().saturating_mul(units), 0);
            for gpu in all {
                let free = self.gpus.free(gpu);
                let is_one = free == WHOLE_GPU && given < wanted;
                if is_one || self.setup.gets_whole_nodes(request) {
                    self.gpus.take(id, gpu, free);
                    given += 1;
                }
            }
        } else {
            let (first, mut left) = (self.first_gpu(node, request), units);
            while left > 0 {
                let free = |gpu: usize| self.gpus.free(gpu);
                let suffice = all.clone().filter(|&gpu| free(gpu) >= share);
                let Some(gpu) = suffice.min_by_key(|&gpu| (first != Some(gpu), free(gpu), gpu))
                else {
                    break;
                };
                let here = left.min(free(gpu) / share);
                self.gpus.take(id, gpu, here * share);
                left -= here;
            }
        }
    }

    /// Releases what `id` has of the GPUs of `node`.
    pub(super) fn release_gpus(&mut self, id: JobId, node: u32) {
        for gpu in self.gpus_of(node) {
            self.gpus.release(id, gpu);
        }
    }

    /// Counts the GPUs of `node` that are wholly free, where they are counted one by one.
    pub(super) fn count_free_gpus(&mut self, node: u32) {
        let free = self.rooms[node as usize].free;
        self.rooms[node as usize].free = self.with_free_gpus(node, free, &|_| false, None);
    }
}

impl ClusterSetup<'_> {
    /// Whether a job asks for a part of a GPU.
    pub fn has_gpu_shares(&self) -> bool {
        self.requests.iter().any(|request| request.gpu_share > 0)
    }

    /// Number of GPUs that are counted one by one.
    pub(super) fn counted_gpus(&self) -> usize {
        let is_by_fragments = matches!(self.node_choice, NodeChoice::Fgd(_));
        if !is_by_fragments && !self.has_gpu_shares() {
            return 0;
        }
        let each = |kind: &super::NodeKind| {
            (kind.room.gpus() as usize).saturating_mul(kind.count as usize)
        };
        self.kinds.iter().map(each).fold(0, usize::saturating_add)
    }

    /// Maximum number of parts of GPUs that jobs hold at once: each has a core besides, or is a
    /// whole GPU.
    pub(super) fn gpu_parts(&self) -> usize {
        match self.counted_gpus() {
            0 => 0,
            gpus => gpus.saturating_add(self.pieces()),
        }
    }

    /// Checks the part of a GPU that `job` asks for.
    ///
    /// # Errors
    /// It is more than one GPU or beside whole ones, or a limit counts GPUs.
    pub(super) fn check_gpu_share(
        &self,
        job: JobId,
        request: &ClusterRequest,
    ) -> Result<(), ClusterError> {
        let wrong = match request.gpu_share {
            0 => return Ok(()),
            _ if request.each.gpus() > 0 => " and for whole ones; one of the two is allowed",
            share if u32::from(share) > WHOLE_GPU => {
                " that is larger than it; 1 to 1000 thousandths are allowed"
            }
            _ if self.limits.of(request).any(|(_, own)| own.gpus < u32::MAX) => {
                ", and a limit counts whole ones: it must leave GPUs out"
            }
            _ => return Ok(()),
        };
        Err(ClusterError::GpuShare { job, wrong })
    }
}
