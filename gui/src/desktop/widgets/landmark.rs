//! Where things are on the screen that a tour points at.

use egui::{Context, Id, Rect};

use crate::desktop::shared::pane::Pane;

/// Something that a tour points at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::desktop) enum Landmark {
    /// Where files are opened.
    Open,
    /// The tab of a pane.
    Tab(Pane),
    /// A pane that is in front.
    Pane(Pane),
    /// The policies to choose from.
    Policies,
    /// The menu of files.
    Files,
}

/// Where a landmark was drawn, and in which frame.
type Seen = (Rect, u64);

impl Landmark {
    fn id(self) -> Id {
        Id::unique(("landmark", self))
    }

    /// Says that it is drawn there, in this frame.
    pub(in crate::desktop) fn is_at(self, ctx: &Context, place: Rect) {
        let seen: Seen = (place, ctx.cumulative_frame_nr());
        ctx.data_mut(|data| data.insert_temp(self.id(), seen));
    }

    /// Where it is, if it has been drawn in this frame or the one before.
    pub(in crate::desktop) fn place(self, ctx: &Context) -> Option<Rect> {
        let seen: Option<Seen> = ctx.data(|data| data.get_temp(self.id()));
        let (place, frame) = seen?;
        (frame + 1 >= ctx.cumulative_frame_nr()).then_some(place)
    }
}
