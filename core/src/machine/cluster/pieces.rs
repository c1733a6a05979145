//! Pieces of nodes, and of GPUs, that jobs hold: lists in one pool.

use crate::machine::table::Table;
use crate::units::ids::JobId;

/// Part of a node or of a GPU, held by a job.
#[derive(Clone, Copy, Debug)]
pub struct NodePiece {
    // Index of the job + 1.
    job: u32,
    // Number of units of the job there; of a GPU, thousandths.
    units: u32,
    // Position + 1 of the next piece of the same, or the next unused one.
    next: u32,
}

impl NodePiece {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        job: 0,
        units: 0,
        next: 0,
    };
}

/// Lists of pieces. A list is the position + 1 of its first piece, 0 without any.
#[derive(Debug)]
pub(super) struct Pieces<'a> {
    entries: Table<'a, NodePiece>,
    unused: u32,
}

impl<'a> Pieces<'a> {
    /// All unused.
    pub(super) fn new(entries: &'a mut [NodePiece]) -> Self {
        let count = entries.len();
        for (index, piece) in entries.iter_mut().enumerate() {
            let next = if index + 1 < count { index + 2 } else { 0 };
            *piece = NodePiece {
                next: next as u32,
                ..NodePiece::EMPTY
            };
        }
        Self {
            entries: Table::new(entries, NodePiece::EMPTY),
            unused: u32::from(count > 0),
        }
    }

    /// Jobs in the list that begins with `first`, each with its units.
    #[inline]
    pub(super) fn of(&self, first: u32) -> impl Iterator<Item = (JobId, u32)> + '_ {
        let mut next = first;
        core::iter::from_fn(move || {
            let piece = self.entries.get((next as usize).checked_sub(1)?)?;
            next = piece.next;
            let job = (piece.job as usize).checked_sub(1)?;
            Some((JobId::new(job), piece.units))
        })
    }

    /// Adds `units` of `id` to a list. The pool has as many as there can be.
    #[inline]
    pub(super) fn add(&mut self, first: &mut u32, id: JobId, units: u32) {
        let taken = self.unused;
        if taken == 0 {
            return;
        }
        let piece = &mut self.entries[taken as usize - 1];
        self.unused = piece.next;
        *piece = NodePiece {
            job: id.index() as u32 + 1,
            units,
            next: *first,
        };
        *first = taken;
    }

    /// Removes the piece of `id` from a list; returns its units, 0 if it has none.
    #[inline]
    pub(super) fn remove(&mut self, first: &mut u32, id: JobId) -> u32 {
        let (mut before, mut next) = (0, *first);
        while next != 0 {
            let piece = self.entries[next as usize - 1];
            if piece.job == id.index() as u32 + 1 {
                match before {
                    0 => *first = piece.next,
                    before => self.entries[before as usize - 1].next = piece.next,
                }
                self.entries[next as usize - 1].next = self.unused;
                self.unused = next;
                return piece.units;
            }
            (before, next) = (next, piece.next);
        }
        0
    }
}
