//! Documentation of a control under the pointer or with the focus.

use egui::{Context, Id, Response};

use laboratory::base::description::Description;

/// Key under which the name of the focused control is stored.
fn tooltip_id() -> Id {
    Id::unique("what has the keys")
}

/// Shows the documentation of a control in its tooltip; remembers its name while it has the focus.
pub(crate) fn with_documentation(
    response: Response,
    what: &Description,
    besides: &str,
) -> Response {
    remember(&response, &what.name);
    response.on_hover_text(format!("{}{besides}", what.text()))
}

/// Remembers the name of the control, if it has the focus.
pub(crate) fn remember(response: &Response, name: &str) {
    if response.has_focus() {
        let noted = (response.id, name.to_owned());
        response
            .ctx
            .data_mut(|data| data.insert_temp(tooltip_id(), noted));
    }
}

/// Returns the name of the control that has the focus, if it has documentation.
pub(crate) fn focused_name(ctx: &Context) -> Option<String> {
    let noted: Option<(Id, String)> = ctx.data(|data| data.get_temp(tooltip_id()));
    let focused = ctx.memory(|memory| memory.focused());
    let (id, name) = noted?;
    (focused == Some(id)).then_some(name)
}
