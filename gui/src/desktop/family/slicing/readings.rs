//! Readings of the Scojo-PECT paper that are seldom changed.

use egui::Ui;

use crate::desktop::widgets::parameter::{choice_of, switch_of};
use crate::scenario::slicing::{Allocation, MemoryAware, Slicing, told};

/// Shows the points that the paper leaves open or has otherwise in its appendices.
pub(in crate::desktop) fn show(ui: &mut Ui, slicing: &mut Slicing, opened: &Slicing) {
    choice_of(ui, &told::SWAPPING, &mut slicing.swapping, &opened.swapping);
    choice_of(ui, &told::CHARGE, &mut slicing.charge, &opened.charge);
    switch_of(
        ui,
        &told::SHORT_SLICES,
        &mut slicing.short_slices,
        opened.short_slices,
    );
    if let Allocation::MemoryAware(rules) = &mut slicing.allocation {
        memory_aware_readings(ui, rules, opened.allocation.rules());
    }
}

fn memory_aware_readings(ui: &mut Ui, rules: &mut MemoryAware, opened: MemoryAware) {
    for (field, value, reset) in [
        (
            &told::LITERAL_SECOND_STAGE,
            &mut rules.literal_second_stage,
            opened.literal_second_stage,
        ),
        (
            &told::SOONEST_END,
            &mut rules.soonest_end,
            opened.soonest_end,
        ),
        (
            &told::RESIDENT_CHECK,
            &mut rules.resident_check,
            opened.resident_check,
        ),
        (
            &told::BY_RESIDENT,
            &mut rules.by_resident,
            opened.by_resident,
        ),
    ] {
        switch_of(ui, field, value, reset);
    }
}
