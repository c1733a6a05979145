//! Bitmaps of jobs and nodes.

use crate::units::ids::JobId;

pub(super) fn set(bits: &mut [u64], job: JobId) {
    bits[job.index() / 64] |= 1 << (job.index() % 64);
}

pub(super) fn clear(bits: &mut [u64], job: JobId) {
    bits[job.index() / 64] &= !(1 << (job.index() % 64));
}

pub(super) fn is_set(bits: &[u64], job: JobId) -> bool {
    bits[job.index() / 64] >> (job.index() % 64) & 1 == 1
}

/// Jobs whose bits are set, in the order of the workload.
pub(super) fn jobs_of(bits: &[u64]) -> impl Iterator<Item = JobId> + '_ {
    set_bits_of(bits).map(JobId::new)
}

/// Jobs whose bits are set in `bits` and not in `others`, in that order.
pub(super) fn jobs_without<'b>(
    bits: &'b [u64],
    others: &'b [u64],
) -> impl Iterator<Item = JobId> + 'b {
    let words = bits.iter().zip(others).map(|(bits, others)| bits & !others);
    set_bits(words).map(JobId::new)
}

/// Indices of set bits, the lowest first.
pub(super) fn set_bits_of(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set_bits(bits.iter().copied())
}

fn set_bits(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(word, bits)| {
        let next = |bits: &u64| Some(bits & bits.wrapping_sub(1));
        let rest = core::iter::successors(Some(bits), next).take_while(|bits| *bits != 0);
        rest.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
    })
}

/// Indices of bits set in both, each behind the number of bits set in `bits` before it.
pub(super) fn common_bits_in<'b>(
    bits: &'b [u64],
    others: &'b [u64],
) -> impl Iterator<Item = (usize, usize)> + 'b {
    let words = bits.iter().zip(others).enumerate();
    let ranked = words.scan(0, |before, (word, (&bits, &others))| {
        let rank = *before;
        *before += bits.count_ones() as usize;
        Some((word, bits, bits & others, rank))
    });
    ranked.flat_map(|(word, bits, both, rank)| {
        let next = |both: &u64| Some(both & both.wrapping_sub(1));
        let rest = core::iter::successors(Some(both), next).take_while(|both| *both != 0);
        rest.map(move |both| {
            let below = (1 << both.trailing_zeros()) - 1;
            let index = 64 * word + both.trailing_zeros() as usize;
            (rank + (bits & below).count_ones() as usize, index)
        })
    })
}
