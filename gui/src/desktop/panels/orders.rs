//! Widgets for the order of the queue: those that have names, and formulas.

use cosched_core::policy::{Formula, Order};
use egui::Ui;

use crate::desktop::widgets::parameter;
use crate::scenario::NamedOrder;

/// What a formula is to begin with: the greatest slowdown first.
const FIRST: &str = "(wait + estimate) / estimate";
const FORMULA: (&str, &str) = (
    "formula…",
    "The greatest value first, of wait, estimate, submit (in seconds) and nodes, with + - * / ^, sqrt, ln, log2, log10, exp, abs, min and max",
);

/// A choice among all orders.
pub(in crate::desktop) fn choice(
    ui: &mut Ui,
    words: (&str, &str),
    value: &mut Order,
    reset: &Order,
) {
    let named = NamedOrder::ALL.map(|one| (one.order, one.title, one.sentence));
    let mut choices = named.to_vec();
    choices.push((formula_of(*value), FORMULA.0, FORMULA.1));
    parameter::choice(ui, words, value, reset, &choices);
    if let Order::Formula(formula) = value {
        edit(ui, words.0, formula);
    }
}

/// The same with none, which stands for the order of the queue.
pub(in crate::desktop) fn optional_choice(
    ui: &mut Ui,
    words: (&str, &str),
    value: &mut Option<Order>,
    reset: &Option<Order>,
) {
    let mut choices = vec![(None, "as the queue", "The same order as the queue's")];
    let named = NamedOrder::ALL.map(|one| (Some(one.order), one.title, one.sentence));
    choices.extend(named);
    let formula = formula_of(value.unwrap_or_default());
    choices.push((Some(formula), FORMULA.0, FORMULA.1));
    parameter::choice(ui, words, value, reset, &choices);
    if let Some(Order::Formula(formula)) = value {
        edit(ui, words.0, formula);
    }
}

/// The formula there is, or one to begin with.
fn formula_of(order: Order) -> Order {
    match order {
        Order::Formula(_) => order,
        _ => FIRST.parse().map_or(order, Order::Formula),
    }
}

/// The text of a formula; while it is none, what is wrong, and the last one stays.
fn edit(ui: &mut Ui, name: &str, formula: &mut Formula) {
    let id = ui.scope_id().with((name, "formula"));
    // As it was typed, unless the formula has been changed elsewhere since.
    let typed = ui.data_mut(|data| data.get_temp::<(String, Formula)>(id));
    let typed = typed.filter(|(_, then)| then == formula);
    let mut text = typed.map_or_else(|| formula.to_string(), |(text, _)| text);
    let field = egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
    ui.add(field)
        .accessible_name(format!("{name}: formula"))
        .on_hover_text(FORMULA.1);
    match text.parse() {
        Ok(read) => *formula = read,
        Err(error) => {
            let color = ui.visuals().error_fg_color;
            ui.colored_label(color, format!("{error}"));
        }
    }
    let typed = (text, *formula);
    ui.data_mut(|data| data.insert_temp(id, typed));
}
