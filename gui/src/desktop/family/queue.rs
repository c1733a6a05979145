//! Queues with backfilling: what they are told stands with what all policies are told.

use super::room::Room;
use crate::family::queue::FAMILY;

pub(in crate::desktop) const ROOM: Room = Room::of_family(&FAMILY);
