//! Reasons why a request can never be satisfied on a cluster, as sentences.

use cosched_core::Duration;
use cosched_core::machine::cluster::UnitCount;

use super::Layout;

/// Refusal of a request that can never be satisfied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Index of the partition; `None` if that is what is wrong.
    pub partition: Option<u32>,
    /// Reason.
    pub reason: RefusalReason,
}

/// Reason why a request can never be satisfied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalReason {
    /// The partition does not exist.
    NoSuchPartition(String),
    /// It names no partition, and there is no default one.
    NoPartition,
    /// Its partition is down.
    PartitionDown,
    /// No node there has such a feature.
    NoSuchFeature(String),
    /// The resource does not exist.
    NoSuchResource(String),
    /// The licence does not exist.
    NoSuchLicence(String),
    /// It asks for more of a licence than there are: its name, the request, and how many there are.
    TooManyLicences(String, u32, u32),
    /// No node has enough of a resource: the requested amount, the resource, and the largest amount
    /// on a node.
    NoNode(u32, String, u32),
    /// No node has all requested resources together.
    NotTogether,
    /// The requested nodes or tasks, and the number for which there is room.
    NoRoom(UnitCount, u64),
    /// Its estimate is longer than its partition allows: estimate and limit.
    TooLong(Duration, Duration),
    /// It requests more nodes than its partition allows: request and limit.
    TooWide(u32, u32),
    /// The reservation does not exist.
    NoSuchReservation(String),
    /// Its reservation does not have room: name, request, and the number for which there is room.
    NotReserved(String, UnitCount, u64),
    /// Its estimate is longer than its reservation: name, estimate, and length.
    OutlastsReservation(String, Duration, Duration),
    /// It requests a part of a GPU, and a limit of its user, account or quality of service counts whole ones.
    PartUnderLimit(&'static str),
    /// It requests more than a limit of its user, account or quality of service.
    OverLimit(&'static str),
}

impl RefusalReason {
    pub(super) const fn in_partition(self, partition: u32) -> Refusal {
        Refusal {
            partition: Some(partition),
            reason: self,
        }
    }
}

impl Refusal {
    /// Sentence that continues "the job in place 3".
    pub fn sentence(&self, layout: &Layout) -> String {
        let name = self
            .partition
            .and_then(|index| layout.partitions.get(index as usize));
        let within = name.map_or_else(String::new, |one| format!("partition `{}`", one.name));
        match &self.reason {
            RefusalReason::NoSuchPartition(name) => format!(
                "asks for partition `{name}`; there are {}",
                layout.partition_names()
            ),
            RefusalReason::NoPartition => format!(
                "names no partition, and none is `default: true`; there are {}",
                layout.partition_names()
            ),
            RefusalReason::PartitionDown => format!("would wait for ever, as {within} is down"),
            RefusalReason::NoSuchFeature(feature) => {
                format!("asks for the feature `{feature}`, which no node of {within} has")
            }
            RefusalReason::NoSuchResource(resource) => match &*layout.resources.join(", ") {
                "" => format!("asks for `{resource}`, which no kind of nodes counts"),
                names => format!("asks for `{resource}`; what is counted is {names}"),
            },
            RefusalReason::NoSuchLicence(name) => match &*layout.licence_names() {
                "" => format!("asks for licence `{name}`; the machine has none"),
                names => format!("asks for licence `{name}`; there are {names}"),
            },
            RefusalReason::TooManyLicences(name, requested, all) => {
                format!("asks for {requested} licences `{name}`; there are {all}")
            }
            RefusalReason::NoNode(requested, noun, 0) => {
                format!("asks for {requested} {noun} on a node, and no node of {within} has any")
            }
            RefusalReason::NoNode(requested, noun, most) => {
                format!(
                    "asks for {requested} {noun} on a node, and the largest of {within} has {most}"
                )
            }
            RefusalReason::NotTogether => {
                format!("asks for what no node of {within} has all together")
            }
            RefusalReason::NoRoom(shape, room) => {
                let (count, noun) = match shape {
                    UnitCount::Nodes(count) => (count, "nodes"),
                    UnitCount::Tasks(count) => (count, "tasks"),
                };
                format!("asks for {count} {noun} such that {within} has room for {room} of them")
            }
            RefusalReason::TooLong(requested, most) => {
                format!("is estimated to run for {requested} s; {within} allows up to {most} s")
            }
            RefusalReason::TooWide(requested, most) => {
                format!("asks for {requested} nodes; {within} allows up to {most}")
            }
            RefusalReason::NoSuchReservation(name) => {
                let names: Vec<_> = layout.reservations.iter().map(|one| &*one.name).collect();
                match &*names.join(", ") {
                    "" => format!("asks for reservation `{name}`; the machine has none"),
                    names => format!("asks for reservation `{name}`; there are {names}"),
                }
            }
            RefusalReason::NotReserved(name, shape, room) => {
                let (count, noun) = match shape {
                    UnitCount::Nodes(count) => (count, "nodes"),
                    UnitCount::Tasks(count) => (count, "tasks"),
                };
                format!(
                    "asks for {count} {noun} such that reservation `{name}` has room for {room} of them in {within}"
                )
            }
            RefusalReason::OutlastsReservation(name, requested, lasts) => {
                format!(
                    "is estimated to run for {requested} s; reservation `{name}` lasts {lasts} s"
                )
            }
            RefusalReason::PartUnderLimit(owner_kind) => {
                format!(
                    "asks for a part of a GPU, and the limit of its {owner_kind} counts whole ones: the limit must leave GPUs out"
                )
            }
            RefusalReason::OverLimit(owner_kind) => {
                format!(
                    "would wait for ever, as it asks for more than its {owner_kind} may have at once"
                )
            }
        }
    }
}
