//! Queues with backfilling: their parameters stand with those of all policies.

use super::room::Room;
use crate::family::queue::FAMILY;

pub(in crate::desktop) const ROOM: Room = Room::of_family(&FAMILY);
