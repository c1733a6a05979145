//! Built-in scenarios.

/// Scenario that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// File name without ending.
    pub name: &'static str,
    /// Title in menus.
    pub title: &'static str,
    /// The scenario, in RON.
    pub text: &'static str,
}

/// All examples; the first one is shown behind the start page.
pub const ALL: [Example; 16] = [
    Example {
        name: "backfill_basics",
        title: "Backfill basics",
        text: include_str!("examples/backfill_basics.ron"),
    },
    Example {
        name: "queue_orders",
        title: "Orders of the queue",
        text: include_str!("examples/queue_orders.ron"),
    },
    Example {
        name: "shared_memory",
        title: "Time slices that share memory",
        text: include_str!("examples/shared_memory.ron"),
    },
    Example {
        name: "taking_turns",
        title: "Jobs that take turns",
        text: include_str!("examples/taking_turns.ron"),
    },
    Example {
        name: "moldable",
        title: "Moldable jobs with deadlines",
        text: include_str!("examples/moldable.ron"),
    },
    Example {
        name: "workflow",
        title: "Workflow on shared servers",
        text: include_str!("examples/workflow.ron"),
    },
    Example {
        name: "narrow_passes_wide",
        title: "By hand: a narrow job passes a wide one",
        text: include_str!("../../../../fixtures/by_hand/queue/narrow_passes_wide.ron"),
    },
    Example {
        name: "r2",
        title: "By hand: EASY delays the second in the queue",
        text: include_str!("../../../../fixtures/by_hand/queue/easy_delays_the_second.ron"),
    },
    Example {
        name: "r3",
        title: "By hand: reservations move up",
        text: include_str!("../../../../fixtures/by_hand/queue/reservations_move_up.ron"),
    },
    Example {
        name: "deside_d1",
        title: "By hand: looking ahead beats counting threads",
        text: include_str!("../../../../fixtures/by_hand/placement/look_ahead_beats_load.ron"),
    },
    Example {
        name: "slots_engine",
        title: "By hand: windows bought on priced nodes",
        text: include_str!("../../../../fixtures/by_hand/slots/jobs_buy_windows.ron"),
    },
    Example {
        name: "short_first",
        title: "Short jobs need not wait for long ones",
        text: include_str!("examples/short_first.ron"),
    },
    Example {
        name: "quanta",
        title: "How long is a turn?",
        text: include_str!("examples/quanta.ron"),
    },
    Example {
        name: "slot_market",
        title: "Cheap or soon",
        text: include_str!("examples/slot_market.ron"),
    },
    Example {
        name: "mixed_grains",
        title: "By hand: three grains share a machine",
        text: include_str!("../../../../fixtures/by_hand/coscheduling/mixed_grains.ron"),
    },
    Example {
        name: "hard_deadlines",
        title: "By hand: deadlines that must be met",
        text: include_str!("../../../../fixtures/by_hand/moldable/hard_deadlines.ron"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{parse, to_ron};

    #[test]
    fn every_example_reads_and_survives_being_written() {
        for example in ALL {
            let scenario = parse(example.text, None).unwrap();
            assert_eq!(
                parse(&to_ron(&scenario), None).unwrap(),
                scenario,
                "{}",
                example.name
            );
        }
    }
}
