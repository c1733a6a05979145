//! Counts of what was dropped and changed while a log was read, and remarks on them.

use cosched_core::workload::swf::{DropReason, Record, RecordChanges};

use super::dialect::FurtherFields;

/// Counts of what was dropped and changed.
#[derive(Debug, Default)]
pub(super) struct LogCounts {
    pub(super) lines: u64,
    pub(super) dropped: [u64; DropReason::ALL.len()],
    pub(super) changes: [u64; 9],
    pub(super) out_of_order: u64,
    pub(super) further_fields: u64,
    pub(super) estimates_replaced: u64,
    pub(super) thinks_unknown: u64,
    /// Lines in the two dialects, and findings in further fields.
    dialects: [u64; 2],
    runtimes_cut: u64,
    with_gpus: u64,
    with_soft_time: u64,
    with_properties: u64,
}

impl LogCounts {
    pub(super) fn note(&mut self, changed: RecordChanges) {
        let all = [
            changed.other_size,
            changed.clipped,
            changed.runtime_raised,
            changed.estimate_missing,
            changed.estimate_raised,
            changed.outran_estimate,
            changed.has_preceding,
            changed.memory_missing,
            changed.memory_clipped,
        ];
        for (count, changed) in self.changes.iter_mut().zip(all) {
            *count += u64::from(changed);
        }
    }

    /// Applies the further fields to the record, and counts them.
    pub(super) fn apply_further(&mut self, further: FurtherFields, mut record: Record) -> Record {
        match further {
            FurtherFields::None => {}
            FurtherFields::Frontier { nodes } => {
                self.dialects[0] += 1;
                // The machine is not counted in processors.
                (record.allocated, record.requested) = (nodes, nodes);
                if record.requested_time > 0 && record.runtime > record.requested_time {
                    record.runtime = record.requested_time;
                    self.runtimes_cut += 1;
                }
                record.further_fields = 0;
            }
            FurtherFields::AleaNg {
                gpus,
                soft_time,
                properties,
            } => {
                self.dialects[1] += 1;
                self.with_gpus += u64::from(gpus > 0);
                self.with_soft_time += u64::from(soft_time);
                self.with_properties += u64::from(properties);
                record.further_fields = 0;
            }
        }
        record
    }

    /// One sentence for each count above 0.
    pub(super) fn remarks(&self, feedback: bool) -> Vec<String> {
        let dropped = DropReason::ALL.map(|why| {
            let words = match why {
                DropReason::Part => "lines dropped: parts of jobs that have a line of their own",
                DropReason::NoSubmit => "jobs dropped: submit time unknown",
                DropReason::NoSize => "jobs dropped: size unknown",
                DropReason::NoRuntime => "jobs dropped: run time unknown",
                DropReason::ZeroRuntime => "jobs dropped: run time 0",
                DropReason::TooWide => "jobs dropped: wider than the machine",
            };
            (self.dropped[why as usize], words)
        });
        let changed = [
            "jobs whose preferred size is unknown: the other one is used instead",
            "jobs clipped to the machine",
            "jobs with run time 0: now 1 s",
            "jobs without an estimate: the runtime is used instead",
            "jobs that outran their estimate: the estimate was raised to the runtime",
            "jobs that outran their estimate: killed at it where `kill_at_estimate` is on",
            if feedback {
                "jobs that name a preceding job: submitted when that has ended and their users have thought"
            } else {
                "jobs that name a preceding job: their own submit times are used"
            },
            "jobs whose memory is unknown: taken to need none",
            "jobs that need more memory than a node has: clipped to it",
        ];
        let changed = self.changes.into_iter().zip(changed);
        let order = [
            (
                self.estimates_replaced,
                "jobs whose estimate was replaced by the runtime, as asked",
            ),
            (
                self.thinks_unknown,
                "jobs that name a preceding job but no think time: taken to be 0",
            ),
            (
                self.out_of_order,
                "jobs out of order: sorted by submit time",
            ),
            (
                self.further_fields,
                "lines with more than 18 fields: the rest is ignored (`dialect: Frontier` or `AleaNg` says what it is)",
            ),
            (
                self.dialects[0],
                "lines read as Frontier’s: sizes are nodes, from the last field",
            ),
            (
                self.runtimes_cut,
                "jobs with a run time beyond their limit: cut to it, as field 4 is not to be relied upon",
            ),
            (
                self.dialects[1],
                "lines read as AleaNG’s: fields 19 to 21 are GPUs, soft wall time and properties",
            ),
            (
                self.with_gpus,
                "jobs with GPUs: not simulated on a machine of processors",
            ),
            (
                self.with_soft_time,
                "jobs with a soft wall time: their requested time stays the estimate",
            ),
            (
                self.with_properties,
                "jobs with properties that nodes must have: not simulated",
            ),
        ];
        let all = dropped.into_iter().chain(changed).chain(order);
        all.filter(|&(count, _)| count > 0)
            .map(|(count, words)| match count {
                // `1 jobs` becomes `1 job`, and `lines` likewise.
                1 => format!("1 {}", words.replacen("s ", " ", 1)),
                count => format!("{count} {words}"),
            })
            .collect()
    }
}
