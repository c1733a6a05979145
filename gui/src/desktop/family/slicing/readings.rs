//! Readings of the Scojo-PECT paper that are seldom changed.

use cosched_core::machine::{Charge, Swapping};
use egui::Ui;

use crate::desktop::widgets::parameter::{choice, switch};
use crate::scenario::slicing::{Allocation, MemoryAware, Slicing};

/// What the paper leaves open or has otherwise in its appendices.
pub(in crate::desktop) fn show(ui: &mut Ui, slicing: &mut Slicing, opened: &Slicing) {
    choice(
        ui,
        ("Swapping", "What happens to memory that is displaced"),
        &mut slicing.swapping,
        &opened.swapping,
        &[
            (
                Swapping::Exact,
                "exact",
                "What is displaced is gone, and its owner pays for exactly that",
            ),
            (
                Swapping::Literal,
                "as in appendix A",
                "What the thesis's program does, slips included",
            ),
        ],
    );
    choice(
        ui,
        ("Charge", "How often a displaced job pays"),
        &mut slicing.charge,
        &opened.charge,
        &[
            (
                Charge::Period,
                "once",
                "Once between two launches: its nodes swap at the same time",
            ),
            (
                Charge::Event,
                "each time",
                "Once for each job that displaces it; a wide job may then never end",
            ),
        ],
    );
    switch(
        ui,
        "allow short slices",
        "Slices may be too short for the jobs' memory, at the risk that jobs never end",
        &mut slicing.short_slices,
        opened.short_slices,
    );
    if let Allocation::MemoryAware(rules) = &mut slicing.allocation {
        memory_aware_readings(ui, rules, opened.allocation.rules());
    }
}

fn memory_aware_readings(ui: &mut Ui, rules: &mut MemoryAware, opened: MemoryAware) {
    for (name, tooltip, value, reset) in [
        (
            "literal second stage",
            "It begins with nodes to which less memory is assigned than the job needs, as appendix B has it",
            &mut rules.literal_second_stage,
            opened.literal_second_stage,
        ),
        (
            "sort by soonest end",
            "The second stage goes by the soonest end of a job, not by when the memory will fit",
            &mut rules.soonest_end,
            opened.soonest_end,
        ),
        (
            "check what is resident",
            "The first stage also asks for free memory among what is resident now",
            &mut rules.resident_check,
            opened.resident_check,
        ),
        (
            "fit by what is resident",
            "Best and worst fit compare what is resident now, not what is assigned",
            &mut rules.by_resident,
            opened.by_resident,
        ),
    ] {
        switch(ui, name, tooltip, value, reset);
    }
}
