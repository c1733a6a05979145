//! The schedule as recorded: it has no parameters and no panes of its own.

use super::room::Room;
use laboratory::family::recorded::FAMILY;

pub(crate) const ROOM: Room = Room::of_family(&FAMILY);
