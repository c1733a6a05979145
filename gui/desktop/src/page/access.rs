//! What the window shows, for screen readers of a browser: they see no canvas, so the page's script
//! keeps elements with role and name over it, made of what is described here.

use std::cell::RefCell;
use std::fmt::Write;

use egui::accesskit::{Action, ActionRequest, Node, NodeId, Role, Toggled, TreeId};
use egui::{Context, FullOutput, RawInput};

/// Receiver of descriptions.
pub(super) type Receiver = fn(&str);

thread_local! {
    /// Actions of the elements, to be taken by the window.
    static ACTIONS: RefCell<Vec<ActionRequest>> = const { RefCell::new(Vec::new()) };
}

/// Describes the window after each of its changes.
pub(super) struct Description {
    receiver: Receiver,
    latest: Vec<(NodeId, Node)>,
}

/// Begins to describe the window of `ctx` to `receiver`.
pub(super) fn begin(ctx: &Context, receiver: Receiver) {
    ctx.enable_accesskit();
    ctx.add_plugin(Description {
        receiver,
        latest: Vec::new(),
    });
}

/// Requests what a user has done with the element of that number: clicked it, or only focused it.
pub(super) fn act(number: u64, is_click: bool) {
    let request = ActionRequest {
        action: if is_click {
            Action::Click
        } else {
            Action::Focus
        },
        target_tree: TreeId::ROOT,
        target_node: NodeId(number),
        data: None,
    };
    ACTIONS.with_borrow_mut(|actions| actions.push(request));
}

impl egui::Plugin for Description {
    fn debug_name(&self) -> &'static str {
        "description for screen readers"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        let actions = ACTIONS.take().into_iter();
        input
            .events
            .extend(actions.map(egui::Event::AccessKitActionRequest));
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = output.platform_output.accesskit_update.take() else {
            return;
        };
        if update.nodes != self.latest {
            (self.receiver)(&describe(&update.nodes, ctx.zoom_factor()));
            self.latest = update.nodes;
        }
    }
}

/// Returns the elements of `nodes` as JSON, `zoom` pixels of the page to a point: number, role,
/// name, states, rectangle and the numbers of those in it.
fn describe(nodes: &[(NodeId, Node)], zoom: f32) -> String {
    let mut text = String::from("[");
    for (id, node) in nodes {
        if node.role() == Role::TextRun {
            continue;
        }
        if text.len() > 1 {
            text.push(',');
        }
        let name = name(node, nodes);
        // What cannot be written into a text does not exist.
        let _ = write!(text, "{{\"id\":\"{}\",\"role\":\"{}\"", id.0, role(node));
        let _ = write!(text, ",\"name\":{}", quoted(&name));
        if let Some(value) = node.value().filter(|value| *value != name) {
            let _ = write!(text, ",\"value\":{}", quoted(value));
        }
        if let Some(toggled) = node.toggled() {
            let _ = write!(text, ",\"checked\":\"{}\"", checked(toggled));
        }
        if let Some(selected) = node.is_selected() {
            let _ = write!(text, ",\"selected\":{selected}");
        }
        if node.is_disabled() {
            text.push_str(",\"disabled\":true");
        }
        if let Some(area) = node.bounds() {
            let scale = f64::from(zoom);
            let [x, y] = [area.x0, area.y0].map(|begin| (begin * scale).round());
            let size = [area.x1 - area.x0, area.y1 - area.y0];
            let [width, height] = size.map(|side| (side * scale).round());
            let _ = write!(text, ",\"area\":[{x},{y},{width},{height}]");
        }
        let inside: Vec<String> = node
            .children()
            .iter()
            .map(|child| format!("\"{}\"", child.0))
            .collect();
        let _ = write!(text, ",\"inside\":[{}]}}", inside.join(","));
    }
    text.push(']');
    text
}

/// Returns the name of `node`: its own, or that of the label beside it, or what it says.
fn name(node: &Node, nodes: &[(NodeId, Node)]) -> String {
    if let Some(label) = node.label() {
        return label.to_owned();
    }
    let labels = node.labelled_by().iter().filter_map(|label| {
        let (_, label) = nodes.iter().find(|(id, _)| id == label)?;
        label.value().or(label.label())
    });
    let labels: Vec<&str> = labels.collect();
    if labels.is_empty() {
        node.value().unwrap_or_default().to_owned()
    } else {
        labels.join(" ")
    }
}

fn checked(toggled: Toggled) -> &'static str {
    match toggled {
        Toggled::True => "true",
        Toggled::False => "false",
        Toggled::Mixed => "mixed",
    }
}

/// Returns the role of ARIA that is nearest.
fn role(node: &Node) -> &'static str {
    match node.role() {
        Role::Button | Role::DefaultButton | Role::ColorWell | Role::DisclosureTriangle => "button",
        Role::CheckBox => "checkbox",
        Role::RadioButton => "radio",
        Role::TextInput
        | Role::MultilineTextInput
        | Role::SearchInput
        | Role::NumberInput
        | Role::PasswordInput => "textbox",
        Role::ComboBox | Role::EditableComboBox => "combobox",
        Role::Slider => "slider",
        Role::SpinButton => "spinbutton",
        Role::Link => "link",
        Role::Image | Role::Canvas => "img",
        Role::Tab => "tab",
        Role::TabList => "tablist",
        Role::Menu => "menu",
        Role::MenuItem => "menuitem",
        Role::Dialog | Role::AlertDialog => "dialog",
        Role::ProgressIndicator => "progressbar",
        Role::Row => "row",
        Role::Cell => "cell",
        Role::ColumnHeader => "columnheader",
        Role::Table => "table",
        Role::Heading => "heading",
        Role::Label | Role::Paragraph => "text",
        _ => "group",
    }
}

/// Returns `text` as a text of JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            sign if sign.is_control() => _ = write!(quoted, "\\u{:04x}", u32::from(sign)),
            sign => quoted.push(sign),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

    #[test]
    fn elements_have_role_and_name_and_a_click_arrives() {
        let ctx = Context::default();
        begin(&ctx, |text| SAID.lock().unwrap().push(text.to_owned()));
        let mut clicks = 0;
        let frame = |clicks: &mut usize| {
            let mut output = ctx.run_ui(RawInput::default(), |ui| {
                ui.label("Job \"7\"\nwaits");
                *clicks += usize::from(ui.button("Run").clicked());
                let mut is_on = true;
                ui.checkbox(&mut is_on, "Grid");
                let label = ui.label("Nodes");
                let mut nodes = 8;
                ui.add(egui::DragValue::new(&mut nodes))
                    .labelled_by(label.id);
            });
            output.textures_delta.clear();
        };
        frame(&mut clicks);
        frame(&mut clicks);
        let said = SAID.lock().unwrap().last().cloned().unwrap();
        let elements = serde_json::from_str::<Vec<serde_json::Value>>(&said).unwrap();
        let named = |name: &str| {
            let found = elements.iter().find(|element| element["name"] == name);
            found.unwrap_or_else(|| panic!("{name} is not in {said}"))
        };
        assert_eq!(named("Job \"7\"\nwaits")["role"], "text");
        assert_eq!(named("Grid")["checked"], "true");
        let numbers = elements
            .iter()
            .filter(|element| element["role"] == "spinbutton");
        let names: Vec<_> = numbers.map(|number| &number["name"]).collect();
        assert_eq!(names, ["Nodes"]);
        let button = named("Run");
        assert_eq!(button["role"], "button");
        assert!(button["area"][2].as_f64().unwrap() > 10.0);
        act(button["id"].as_str().unwrap().parse().unwrap(), true);
        frame(&mut clicks);
        assert_eq!(clicks, 1);
        // Nothing has changed since: nothing is said again.
        let count = SAID.lock().unwrap().len();
        frame(&mut clicks);
        frame(&mut clicks);
        assert!(SAID.lock().unwrap().len() <= count + 1);
    }
}
