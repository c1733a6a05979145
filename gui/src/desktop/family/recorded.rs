//! The schedule as recorded: it has no parameters and no panes of its own.

use super::room::Room;
use crate::family::recorded::FAMILY;

pub(in crate::desktop) const ROOM: Room = Room::of_family(&FAMILY);
