//! Widgets for the order of the queue: named orders, and formulas.

use cosched_core::policy::Order;
use cosched_core::policy::formula::Formula;
use egui::Ui;

use crate::widgets::parameter;
use laboratory::base::sanitize::quoted;
use laboratory::scenario::NamedOrder;
use laboratory::scenario::reference::{self, Field};

/// Default formula: the greatest slowdown first.
const FIRST: &str = "(wait + estimate) / estimate";

/// Shows a choice among all orders.
pub(crate) fn choice(ui: &mut Ui, value: &mut Order, reset: &Order) {
    let field = &reference::ORDER;
    let choices = orders(*value, field);
    let words = (field.name, &*parameter::tooltip(field));
    parameter::choice(ui, words, value, reset, &choices);
    if let Order::Formula(formula) = value {
        edit(ui, field, formula);
    }
}

/// Shows a choice with none, which stands for the order of the queue.
pub(crate) fn optional_choice(ui: &mut Ui, value: &mut Option<Order>, reset: &Option<Order>) {
    let field = &reference::BACKFILL_ORDER;
    let choices = orders(value.unwrap_or_default(), field);
    let none = "The same order as the queue's";
    parameter::optional_choice_of(ui, field, value, reset, none, choices);
    if let Some(Order::Formula(formula)) = value {
        edit(ui, field, formula);
    }
}

/// Returns the named orders, and the formula of `now` or a default, each with its name in `field`
/// and its meaning.
fn orders(now: Order, field: &Field) -> Vec<(Order, &'static str, &'static str)> {
    let named = NamedOrder::ALL.into_iter().map(|one| one.order);
    parameter::named(named.chain([formula_of(now)]), field)
}

/// Returns the formula of `order`, or a default.
fn formula_of(order: Order) -> Order {
    match order {
        Order::Formula(_) => order,
        _ => FIRST.parse().map_or(order, Order::Formula),
    }
}

/// Shows the text of a formula; while it is invalid, the error, and the last one stays.
fn edit(ui: &mut Ui, field: &Field, formula: &mut Formula) {
    let name = field.name;
    let id = ui.scope_id().with((name, "formula"));
    // As it was typed, unless the formula has been changed elsewhere since.
    let typed = ui.data_mut(|data| data.get_temp::<(String, Formula)>(id));
    let typed = typed.filter(|(_, then)| then == formula);
    let mut text = typed.map_or_else(|| formula.to_string(), |(text, _)| text);
    let typing = egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
    let means = field.names().last().map_or("", |name| name.2);
    ui.add(typing)
        .accessible_name(format!("{name}: formula"))
        .on_hover_text(means);
    match text.parse() {
        Ok(read) => *formula = read,
        Err(error) => {
            let color = ui.visuals().error_fg_color;
            ui.colored_label(color, quoted(&format!("{error}")));
        }
    }
    let typed = (text, *formula);
    ui.data_mut(|data| data.insert_temp(id, typed));
}
