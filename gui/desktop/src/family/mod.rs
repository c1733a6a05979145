//! Parts of the window for each family of policies.

pub(super) mod coscheduling;
pub(super) mod moldable;
pub(super) mod own;
pub(super) mod placement;
pub(super) mod queue;
pub(super) mod recorded;
pub(super) mod room;
pub(super) mod slicing;
pub(super) mod slots;
pub(super) mod slurm;

use laboratory::family::Family;
use laboratory::scenario::PolicyName;
use laboratory::scenario::families::with_families;
use room::Room;

/// Makes the table of rooms: those of families, then those of logs and of own policies.
macro_rules! table {
    ($($room:ident $policies:tt $($field:ident: $Parameters:ident)?;)+) => {
        /// All rooms.
        pub(super) const ALL: [&Room; [$(stringify!($room)),+].len() + 2] =
            [$(&$room::ROOM,)+ &recorded::ROOM, &own::ROOM];
    };
}
with_families!(table);

/// Returns the room of `policy`.
pub(super) fn room_of(policy: PolicyName) -> &'static Room {
    let title = Family::of(policy).title;
    let found = ALL.into_iter().find(|room| room.family.title == title);
    found.unwrap_or(&queue::ROOM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::pane::Pane;

    #[test]
    fn every_family_has_a_room_and_every_pane_is_of_one_at_most() {
        for family in laboratory::family::ALL {
            let rooms = ALL.iter().filter(|room| room.family.title == family.title);
            assert_eq!(rooms.count(), 1, "{}", family.title);
        }
        for pane in Pane::ALL {
            assert!(
                ALL.iter().filter(|room| room.has(pane)).count() <= 1,
                "{pane:?}"
            );
        }
    }
}
