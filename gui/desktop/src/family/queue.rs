//! Queues with backfilling: their parameters stand with those of all policies.

use super::room::Room;
use laboratory::family::queue::FAMILY;

pub(crate) const ROOM: Room = Room {
    shelf: "Queue",
    ..Room::of_family(&FAMILY)
};
