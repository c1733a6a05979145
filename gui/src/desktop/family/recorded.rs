//! The schedule as recorded: it is told nothing, and has no panes of its own.

use super::room::Room;
use crate::family::recorded::FAMILY;

pub(in crate::desktop) const ROOM: Room = Room::of_family(&FAMILY);
