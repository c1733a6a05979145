//! Why a job can never have what it asks for on a cluster, in a sentence.

use cosched_core::Duration;
use cosched_core::machine::cluster::Shape;

use super::Layout;

/// Why a job can never have what it asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// In which partition, by its place; none if that is what is wrong.
    pub partition: Option<u32>,
    /// Why.
    pub why: Why,
}

/// Why a job can never have what it asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// There is no partition of that name.
    NoSuchPartition(String),
    /// It names none, and no partition is for those.
    NoPartition,
    /// Its partition is down.
    Down,
    /// No node there has such a feature.
    NoSuchFeature(String),
    /// Nothing of that name is counted.
    NoSuchResource(String),
    /// No node has so much of something: what it asks for, of what, and the most that one has.
    NoNode(u32, String, u32),
    /// No node has all of it together.
    NotTogether,
    /// It asks for so many nodes or tasks, and there is room for so many.
    NoRoom(Shape, u64),
    /// It is estimated to run for longer than its partition allows, in seconds.
    TooLong(Duration, Duration),
    /// It asks for more nodes than its partition allows.
    TooWide(u32, u32),
    /// It asks for a reservation that there is not.
    NoSuchReservation(String),
    /// Its reservation has room for so many of what it asks for.
    NotReserved(String, Shape, u64),
    /// It runs for longer than its reservation lasts.
    OutlastsReservation(String, Duration, Duration),
    /// It asks for more than a limit of its user, account or quality of service.
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
    /// What is wrong, to go on after "the job in place 3".
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
