//! Reasons why a request can never be satisfied on a cluster, as sentences.

use cosched_core::Duration;
use cosched_core::machine::cluster::Shape;

use super::Layout;

/// Refusal of a request that can never be satisfied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Index of the partition; `None` if that is what is wrong.
    pub partition: Option<u32>,
    /// Reason.
    pub why: Why,
}

/// Reason why a request can never be satisfied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The partition does not exist.
    NoSuchPartition(String),
    /// It names no partition, and there is no default one.
    NoPartition,
    /// Its partition is down.
    Down,
    /// No node there has such a feature.
    NoSuchFeature(String),
    /// The resource does not exist.
    NoSuchResource(String),
    /// No node has enough of a resource: the requested amount, the resource, and the largest amount
    /// on a node.
    NoNode(u32, String, u32),
    /// No node has all requested resources together.
    NotTogether,
    /// The requested nodes or tasks, and the number for which there is room.
    NoRoom(Shape, u64),
    /// Its estimate is longer than its partition allows: estimate and limit.
    TooLong(Duration, Duration),
    /// It requests more nodes than its partition allows: request and limit.
    TooWide(u32, u32),
    /// The reservation does not exist.
    NoSuchReservation(String),
    /// Its reservation does not have room: name, request, and the number for which there is room.
    NotReserved(String, Shape, u64),
    /// Its estimate is longer than its reservation: name, estimate, and length.
    OutlastsReservation(String, Duration, Duration),
    /// It requests more than a limit of its user, account or quality of service.
    OverLimit(&'static str),
}

impl Why {
    pub(super) const fn here(self, partition: u32) -> Refused {
        Refused {
            partition: Some(partition),
            why: self,
        }
    }
}

impl Refused {
    /// Sentence that continues "the job in place 3".
    pub fn sentence(&self, layout: &Layout) -> String {
        let name = self
            .partition
            .and_then(|place| layout.partitions.get(place as usize));
        let within = name.map_or_else(String::new, |one| format!("partition `{}`", one.name));
        match &self.why {
            Why::NoSuchPartition(name) => format!(
                "asks for partition `{name}`; there are {}",
                layout.partition_names()
            ),
            Why::NoPartition => format!(
                "names no partition, and none is `default: true`; there are {}",
                layout.partition_names()
            ),
            Why::Down => format!("would wait for ever, as {within} is down"),
            Why::NoSuchFeature(feature) => {
                format!("asks for the feature `{feature}`, which no node of {within} has")
            }
            Why::NoSuchResource(resource) => match &*layout.resources.join(", ") {
                "" => format!("asks for `{resource}`, which no kind of nodes counts"),
                names => format!("asks for `{resource}`; what is counted is {names}"),
            },
            Why::NoNode(asked, noun, 0) => {
                format!("asks for {asked} {noun} on a node, and no node of {within} has any")
            }
            Why::NoNode(asked, noun, most) => {
                format!("asks for {asked} {noun} on a node, and the largest of {within} has {most}")
            }
            Why::NotTogether => {
                format!("asks for what no node of {within} has all together")
            }
            Why::NoRoom(shape, room) => {
                let (count, noun) = match shape {
                    Shape::Nodes(count) => (count, "nodes"),
                    Shape::Tasks(count) => (count, "tasks"),
                };
                format!("asks for {count} {noun} such that {within} has room for {room} of them")
            }
            Why::TooLong(asked, most) => {
                format!("is estimated to run for {asked} s; {within} allows up to {most} s")
            }
            Why::TooWide(asked, most) => {
                format!("asks for {asked} nodes; {within} allows up to {most}")
            }
            Why::NoSuchReservation(name) => {
                let names: Vec<_> = layout.reservations.iter().map(|one| &*one.name).collect();
                match &*names.join(", ") {
                    "" => format!("asks for reservation `{name}`; the machine has none"),
                    names => format!("asks for reservation `{name}`; there are {names}"),
                }
            }
            Why::NotReserved(name, shape, room) => {
                let (count, noun) = match shape {
                    Shape::Nodes(count) => (count, "nodes"),
                    Shape::Tasks(count) => (count, "tasks"),
                };
                format!(
                    "asks for {count} {noun} such that reservation `{name}` has room for {room} of them in {within}"
                )
            }
            Why::OutlastsReservation(name, asked, lasts) => {
                format!("is estimated to run for {asked} s; reservation `{name}` lasts {lasts} s")
            }
            Why::OverLimit(whose) => {
                format!(
                    "would wait for ever, as it asks for more than its {whose} may have at once"
                )
            }
        }
    }
}
