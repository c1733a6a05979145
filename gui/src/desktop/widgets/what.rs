//! What a control is, for those who point at it or have come to it by keys.

use egui::{Context, Id, Response};

use crate::base::what::What;

/// Where the name of what has the keys is kept.
fn place() -> Id {
    Id::unique("what has the keys")
}

/// Says what a control is to those who point at it; remembers that it has the keys.
pub(in crate::desktop) fn said_of(response: Response, what: &What, besides: &str) -> Response {
    remember(&response, &what.name);
    response.on_hover_text(format!("{}{besides}", what.text()))
}

/// Remembers that the control called `name` has the keys, if it has them.
pub(in crate::desktop) fn remember(response: &Response, name: &str) {
    if response.has_focus() {
        let noted = (response.id, name.to_owned());
        response
            .ctx
            .data_mut(|data| data.insert_temp(place(), noted));
    }
}

/// The name of the control that has the keys, if something is said of it.
pub(in crate::desktop) fn with_keys(ctx: &Context) -> Option<String> {
    let noted: Option<(Id, String)> = ctx.data(|data| data.get_temp(place()));
    let focused = ctx.memory(|memory| memory.focused());
    let (id, name) = noted?;
    (focused == Some(id)).then_some(name)
}
