//! Advance reservations: nodes set aside for some jobs for a time.

use super::{ClusterRequest, ClusterSetup};
use crate::error::ClusterError;
use crate::machine::bits::is_member;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::JobSpec;

/// Nodes that are available for a time only to the jobs that name the reservation.
///
/// All policies know it from the beginning. Another job starts on its nodes only if it ends
/// before by its estimate; a job that outruns its estimate stays. The jobs that name it
/// start on its nodes only, not before it begins, and only if they end within it by their
/// estimates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdvanceReservation<'a> {
    /// Its nodes, a bit each, 64 to a word.
    pub nodes: &'a [u64],
    /// Its beginning.
    pub from: Time,
    /// Its end.
    pub until: Time,
}

impl AdvanceReservation<'_> {
    /// Whether `node` is one of its nodes.
    #[inline]
    pub fn has(&self, node: u32) -> bool {
        is_member(self.nodes, node)
    }

    /// Whether both have a node at the same time.
    pub fn overlaps(&self, other: &AdvanceReservation<'_>) -> bool {
        let mut words = self.nodes.iter().zip(other.nodes);
        self.from < other.until
            && other.from < self.until
            && words.any(|(own, others)| own & others != 0)
    }
}

impl<'a> ClusterSetup<'a> {
    /// Advance reservation named by `request`.
    #[inline]
    pub(crate) fn advance_of(&self, request: &ClusterRequest) -> Option<&AdvanceReservation<'a>> {
        self.advance.get(request.reservation? as usize)
    }

    /// Whether no advance reservation keeps `request` from `node` between `from` and `until`.
    #[inline]
    pub(crate) fn admits(
        &self,
        request: &ClusterRequest,
        node: u32,
        from: Time,
        until: Time,
    ) -> bool {
        self.advance.is_empty() || self.admits_by_advance(request, node, from, until)
    }

    #[cold]
    fn admits_by_advance(
        &self,
        request: &ClusterRequest,
        node: u32,
        from: Time,
        until: Time,
    ) -> bool {
        if let Some(own) = self.advance_of(request)
            && (!own.has(node) || from < own.from || until > own.until)
        {
            return false;
        }
        let mut others = (0..).zip(self.advance);
        !others.any(|(index, other)| {
            Some(index) != request.reservation
                && other.from < until
                && other.until > from
                && other.has(node)
        })
    }

    /// Whether `request` names an advance reservation that has not begun at `now`, or is over.
    #[inline]
    pub(crate) fn is_outside_reservation(&self, request: &ClusterRequest, now: Time) -> bool {
        let own = self.advance_of(request);
        own.is_some_and(|own| now < own.from || now >= own.until)
    }

    /// Whether an advance reservation ends after `now`.
    #[inline]
    pub(crate) fn has_advance_after(&self, now: Time) -> bool {
        self.advance.iter().any(|one| one.until >= now)
    }

    /// Next begin or end of an advance reservation after `now`.
    pub(crate) fn next_edge(&self, now: Time) -> Option<Time> {
        let edges = self.advance.iter().flat_map(|one| [one.from, one.until]);
        edges.filter(|&edge| edge > now).min()
    }

    /// Index of the line in which a job waits: that of its advance reservation, or of its
    /// partition.
    #[inline]
    pub(crate) fn line(&self, request: &ClusterRequest) -> usize {
        match request.reservation {
            Some(index) => self.partitions.len() + index as usize,
            None => request.partition as usize,
        }
    }

    /// Number of lines.
    pub fn lines(&self) -> usize {
        self.partitions.len() + self.advance.len()
    }

    /// Bitmap word of the nodes of the partition of `request`, restricted to its advance
    /// reservation if it has one.
    pub(crate) fn eligible_word(&self, request: &ClusterRequest, word: usize) -> u64 {
        let of = |nodes: &[u64]| nodes.get(word).copied().unwrap_or(0);
        let reserved = self
            .advance_of(request)
            .map_or(u64::MAX, |own| of(own.nodes));
        of(self.partition(request.partition).nodes) & reserved
    }

    /// Bitmap word of the nodes closed to jobs behind a job with `request` that finds no room
    /// at `now`: of its advance reservation if it has one, otherwise of its partition
    /// without present advance reservations of others.
    pub(crate) fn blocked_word(&self, request: &ClusterRequest, now: Time, word: usize) -> u64 {
        let of = |nodes: &[u64]| nodes.get(word).copied().unwrap_or(0);
        let within = of(self.partition(request.partition).nodes);
        if let Some(own) = self.advance_of(request) {
            return within & of(own.nodes);
        }
        let begun = self.advance.iter();
        let begun = begun.filter(|one| one.from <= now && now < one.until);
        within & !begun.fold(0, |words, one| words | of(one.nodes))
    }

    pub(super) fn check_advance(&self, nodes: u32) -> Result<(), ClusterError> {
        for (index, one) in self.advance.iter().enumerate() {
            if !super::check::is_node_bitmap(one.nodes, nodes) {
                return Err(ClusterError::ReservationNodes { reservation: index });
            }
            if one.from >= one.until {
                return Err(ClusterError::ReservationTime { reservation: index });
            }
            let mut before = self.advance.iter().take(index);
            if let Some(other) = before.position(|other| one.overlaps(other)) {
                return Err(ClusterError::ReservationsOverlap {
                    reservation: index,
                    other,
                });
            }
        }
        Ok(())
    }

    /// Checks that the request of the job fits its advance reservation.
    pub(super) fn check_advance_of(
        &self,
        job: JobId,
        request: &ClusterRequest,
        spec: &JobSpec,
    ) -> Result<(), ClusterError> {
        let Some(reservation) = request.reservation else {
            return Ok(());
        };
        let Some(own) = self.advance_of(request) else {
            return Err(ClusterError::NoSuchReservation { job, reservation });
        };
        if spec.estimate > own.until.since(own.from) {
            Err(ClusterError::LongerThanReservation { job, reservation })
        } else {
            Ok(())
        }
    }
}
