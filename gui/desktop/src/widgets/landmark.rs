//! Positions on the screen of the targets of a tour.

use egui::{Context, Id, Rect};

use crate::shared::pane::Pane;

/// A target of a tour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Landmark {
    /// Field that opens files.
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

/// Rectangle of a landmark, and the frame in which it was drawn.
type DrawnAt = (Rect, u64);

impl Landmark {
    fn id(self) -> Id {
        Id::unique(("landmark", self))
    }

    /// Notes that it is drawn there, in this frame.
    pub(crate) fn note_rect(self, ctx: &Context, rect: Rect) {
        let seen: DrawnAt = (rect, ctx.cumulative_frame_nr());
        ctx.data_mut(|data| data.insert_temp(self.id(), seen));
    }

    /// Returns its rectangle, if it has been drawn in this frame or the one before.
    pub(crate) fn rect(self, ctx: &Context) -> Option<Rect> {
        let seen: Option<DrawnAt> = ctx.data(|data| data.get_temp(self.id()));
        let (index, frame) = seen?;
        (frame + 1 >= ctx.cumulative_frame_nr()).then_some(index)
    }
}
